// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The next larger or smaller value where somebody turns the wheel over a number or presses Up and Down in it: the
// neighbours with two significant digits, so that a few steps go far and round numbers are met. Pure functions.
#pragma once

#include <cstdint>

namespace lapidary::ui {

/// 74.144 -> 75, 74; 0.98 -> 0.99, 0.97; 10 -> 11, 9.9. Never below zero.
double steppedReal(double value, int direction);
/// 7 -> 8, 6; 5000000 -> 5100000, 4900000.
std::int64_t steppedCount(std::int64_t value, int direction);

}  // namespace lapidary::ui
