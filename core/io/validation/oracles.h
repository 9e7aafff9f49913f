// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Other tools' figures next to ours: each function reads its part of the reference folder, evaluates the same designs,
// workloads and mappings, and hands back rows of the table "oracles". Pure functions but for the files.
#pragma once

#include <filesystem>

#include "core/io/validation/page.h"

namespace lapidary::validation {

using Rows = std::vector<std::vector<Json>>;

/// Oracle, what is compared, the cells of a tally, the reason of deviations.
std::vector<Json> oracleRow(std::string oracle, std::string what, const Tally& tally, std::string reason);

Result<Rows> timeloopRows(const std::filesystem::path& reference);
Result<Rows> sunstoneRows(const std::filesystem::path& reference);
Result<Rows> accelforgeRows(const std::filesystem::path& reference);
Result<Rows> zigzagRows(const std::filesystem::path& reference);
Result<Rows> technologyRows(const std::filesystem::path& reference);

/// All of them.
Result<Section> oracleSection(const std::filesystem::path& reference);

}  // namespace lapidary::validation
