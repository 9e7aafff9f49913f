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
bool equalIgnoringCase(std::string_view a, std::string_view b);

}  // namespace lapidary
