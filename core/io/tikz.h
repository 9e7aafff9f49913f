// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Places in TikZ, in centimetres. Pure functions.
#pragma once

#include <string>

#include "core/base/units.h"

namespace lapidary {

inline std::string centimetres(double value) { return formatSignificant(value, 4); }

/// "(1.5,-0.4)"
inline std::string tikzPosition(double x, double y) { return "(" + centimetres(x) + "," + centimetres(y) + ")"; }

}  // namespace lapidary
