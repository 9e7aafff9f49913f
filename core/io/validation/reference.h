// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of the reference folder (its README lists them), read in place. Errors name the file.
#pragma once

#include <filesystem>

#include "core/arch/technology/tables.h"
#include "core/base/json.h"
#include "core/mapping/target.h"

namespace lapidary::validation {

Result<Json> readJson(const std::filesystem::path& file);
/// A document per line.
Result<std::vector<Json>> readJsonLines(const std::filesystem::path& file);
/// Comma-separated values below comment lines.
Result<TechnologyTable> readTable(const std::filesystem::path& file);

/// A layer such as "alexnet/conv1" for that many images, on a design.
Result<TargetPtr> layerTarget(const Architecture& design, const std::string& layer, std::int64_t batch);

/// The row whose first column says that; rows.size() if there is none.
std::size_t rowOf(const TechnologyTable& table, std::string_view first);

}  // namespace lapidary::validation
