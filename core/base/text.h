// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small things done to words: ASCII only, C locale. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace lapidary {

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);
std::string lowered(std::string_view text);
/// Digits grouped by commas: "2853107712000" -> "2,853,107,712,000".
std::string groupedDigits(std::string digits);
bool equalIgnoringCase(std::string_view a, std::string_view b);

}  // namespace lapidary
