// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The scale for coordinates: viridis (matplotlib; perceptually even, readable without colour vision), from 12 to 94 % of it
// so that both ends stand out from either theme's ground. Pure function.
#pragma once

#include <QColor>

namespace lapidary::ui {

/// `share` 0 .. 1 of the scale.
QColor viridis(double share);
/// Of the `number`th of `count` things; the lower end if there is only one.
QColor viridis(std::int64_t number, std::int64_t count);

}  // namespace lapidary::ui
