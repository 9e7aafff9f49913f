// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The line around a mark that would not stand out by itself: pale levels and series on a coloured row. Pure function.
#pragma once

#include "ui/theme/theme.h"

namespace lapidary::ui {

/// The fill itself where it stands out from the ground by 3, else a line that does.
QColor edgeOf(const Theme& theme, const QColor& fill, const QColor& ground);

}  // namespace lapidary::ui
