// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures that are no counts as people read them: rounded, with thousands set apart as formatCount() does. Pure functions, C
// locale.
#pragma once

#include <string>

namespace lapidary {

/// As formatSignificant(), in groups: 22,850; with five digits 1,234.5.
std::string formatFigure(double value, int digits = 4);
/// The digits before a number's point in groups of three: "-22850.5" becomes "-22,850.5".
std::string withGroups(const std::string& number);

}  // namespace lapidary
