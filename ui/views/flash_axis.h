// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What FLASH's views share: a horizontal axis of cycles with round ticks, and cycles in words. Pure functions.
#pragma once

#include <QRectF>
#include <QString>

#include <optional>

#include "ui/jobs/flash_runner.h"

class QPainter;

namespace lapidary::ui {

struct Theme;

struct CycleAxis {
    double low = 0, high = 1;  ///< cycles
    bool log = false;
    QRectF box;  ///< of the plot

    double x(double cycles) const;
    /// Grid lines and figures; `title` below them.
    void paint(QPainter& painter, const Theme& theme, const QString& title) const;
};
/// Room below the box for figures and title.
inline constexpr double kCycleAxisFoot = 36;

/// "1,234,567 cycles, 1.235 ms"
QString cyclesText(const FlashReport& report, std::int64_t cycles);
/// "Eyeriss", "MAERI m, n, k" if several orders are there
QString shortLabel(const FlashRun& run, std::size_t style);

/// What of an answer is on show: a run by its place, the open workload's if none is named; a style by its place, all if
/// none is.
struct FlashChoice {
    std::optional<std::size_t> run, style;
    bool operator==(const FlashChoice&) const = default;
};
/// Null if there is none.
const FlashRun* shownRun(const FlashAnswer* answer, const FlashChoice& choice);
bool shows(const FlashChoice& choice, std::size_t style);
/// What all three docks say while there is nothing: why not, or what will be there.
QString flashEmptyText(const QString& what, const QString& refusal);

}  // namespace lapidary::ui
