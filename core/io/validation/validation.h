// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All of the validation page. Figures are computed when asked for; the reasons of deviations are words.
#pragma once

#include <filesystem>

#include "core/io/table.h"
#include "core/io/validation/page.h"

namespace lapidary::validation {

/// Errors name a file that is missing below the folder, or what in it can't be read.
Result<std::vector<Section>> validate(const std::filesystem::path& reference);

/// docs/validation.md.
std::string validationPage(const std::vector<Section>& sections);
/// section, row (its first cell), figure, value: a line for each cell, numbers exact.
Table validationTable(const std::vector<Section>& sections);
/// "lapidary/validation/1".
Json validationJson(const std::vector<Section>& sections);

}  // namespace lapidary::validation
