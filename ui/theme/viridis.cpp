// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/viridis.h"

#include <algorithm>
#include <array>

#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr double kFrom = 0.12, kTo = 0.94;
/// Every tenth of the scale.
constexpr std::array<QRgb, 11> kAnchors{0x440154, 0x482475, 0x414487, 0x355F8D, 0x2A788E, 0x21918C,
                                        0x22A884, 0x44BF70, 0x7AD151, 0xBDDF26, 0xFDE725};
}  // namespace

QColor viridis(double share) {
    const double place = (kFrom + (kTo - kFrom) * std::clamp(share, 0.0, 1.0)) * (kAnchors.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kAnchors.size() - 2);
    return mixed(QColor(kAnchors[below]), QColor(kAnchors[below + 1]), place - static_cast<double>(below));
}

QColor viridis(std::int64_t number, std::int64_t count) {
    return viridis(count > 1 ? static_cast<double>(number) / static_cast<double>(count - 1) : 0.0);
}

}  // namespace lapidary::ui
