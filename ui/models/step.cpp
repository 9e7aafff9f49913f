// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/step.h"

#include <algorithm>
#include <cmath>

namespace lapidary::ui {

double steppedReal(double value, int direction) {
    if (value <= 0) return direction > 0 ? 0.1 : 0;
    constexpr double kHair = 1e-9;  // what stands on a step already may lie a hair beside it
    const auto unitOf = [](double size) { return std::pow(10.0, std::floor(std::log10(size) + kHair) - 1); };
    double unit = unitOf(value);
    if (direction > 0) return (std::floor(value / unit + kHair) + 1) * unit;
    if (std::abs(value / unit - 10) < kHair) unit /= 10;  // below 10 the steps are finer
    return std::max(0.0, (std::ceil(value / unit - kHair) - 1) * unit);
}

std::int64_t steppedCount(std::int64_t value, int direction) {
    if (value < 20) return value + direction;
    return std::llround(steppedReal(static_cast<double>(value), direction));
}

}  // namespace lapidary::ui
