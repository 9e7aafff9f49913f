// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The colours of Lapidary as one value, light and dark. Views, plots and the widget style read only this table, so
// that a thing keeps its colour everywhere. Which of the two is on follows from a widget's palette (Qt 6.4 cannot
// tell otherwise): dark means that window text is lighter than the window. Constant data; any thread.
#pragma once

#include <QColor>
#include <QPalette>

#include <array>
#include <span>

#include "core/base/key_table.h"

class QApplication;
class QWidget;

namespace lapidary::ui {

struct Theme {
    bool dark = false;

    QColor window, panel, header, alternate;  ///< grounds: between docks, in docks, titles, alternate rows and code
    QColor line, rowLine, plotGrid, plotAxis;
    QColor text, text2, text3;                 ///< text, captions, zeros and hints
    QColor accent, tint1, tint2, selectedRow;  ///< accent says only "you are here"
    QColor ok, error, errorGround, warning, warningGround;
    QColor idleHatch, emptyCell;
    QColor ink;  ///< text on tensor colours

    std::array<QColor, 7> tensors;         ///< weight, input, output, then further ones
    std::array<QColor, 7> tensorOutlines;  ///< 1 px around each fill, for contrast
    std::array<QColor, 5> levels;          ///< DRAM, buffers, array, PE, MAC: outer is strongest
    std::array<QColor, 5> series;          ///< runs in plots: PFM, padded, Ruby-S, sunstone, optimal

    /// Colour of storage level `level` of `count`.
    QColor level(int level, int count) const;
    /// Colour of loops over a fanout, and of the compute.
    QColor array() const { return levels[2]; }
    QColor compute() const { return levels[4]; }
};

const Theme& lightTheme();
const Theme& darkTheme();
const Theme& themeOf(const QPalette& palette);
const Theme& themeOf(const QWidget* widget);

/// The palette that makes Fusion look like the theme; themeOf(paletteOf(t)) is t again.
QPalette paletteOf(const Theme& theme);

enum class ThemeChoice { system, light, dark };
std::span<const KeyEntry<ThemeChoice>> keyTable(ThemeChoice);

/// Gives the application palette, fonts and style of the choice. `system` is the palette the desktop came with.
void applyTheme(ThemeChoice choice, const QPalette& system);

/// Index into Theme::tensors of a tensor: by role, else `further` for the 4th and later ones.
int tensorSlot(std::string_view role, int further);

/// From `a` (share 0) to `b` (share 1), both opaque.
QColor mixed(const QColor& a, const QColor& b, double share);
/// Contrast of two opaque colours by WCAG 2, 1..21.
double contrast(const QColor& a, const QColor& b);
/// Theme's ink or white, whichever reads better on `ground`.
QColor readableOn(const QColor& ground);

}  // namespace lapidary::ui
