// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The type of Lapidary: Noto Sans for words, DejaVu Sans Mono for code, formulas and gutters; weights 400 and 600 only.
// Sizes are pixels at 96 dpi; Qt scales them with the screen. GUI thread only.
#pragma once

#include <QFont>

namespace lapidary::ui {

/// Sizes with a name, so that nobody invents a new one.
enum class TypeSize { cell = 10, note = 11, control = 12, body = 13, number = 18, heading = 20, page = 26 };

QFont uiFont(TypeSize size = TypeSize::body, bool strong = false);
QFont monoFont(double pixels = 12.5, bool strong = false);

/// Sets the application's default fonts by widget class.
void applyFonts();

}  // namespace lapidary::ui
