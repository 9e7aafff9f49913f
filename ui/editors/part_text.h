// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Parts of a design in words: sizes in both units, rates, energies per word. Pure functions.
#pragma once

#include <QString>
#include <QStringList>

#include "core/arch/architecture.h"

namespace lapidary::ui {

/// "65,536 words = 128 KiB", "unbounded".
QString capacityText(const std::optional<Capacity>& capacity, int wordBits);
/// The unit that the person did not type: "= 128 KiB" for words, "= 65,536 words" for bytes.
QString otherUnit(const Capacity& capacity, int wordBits);
/// "1.163 mm²"
QString areaText(double squareMicrons);

QStringList levelLines(const Level& level);
/// "ports: fill (write) 16 w/cycle, read unlimited"; nothing if the level has none of its own.
QStringList portLines(const Level& level);
QString partitionedLine(const Level& level);
QStringList partitionLines(const Level& level, const Partition& partition);
QString computeLine(const Compute& compute);
/// "X: Q, M · Y: S, C, M · multicast equal"
QString fanoutLine(const Fanout& fanout, const Constraints& constraints);
/// What leaves a level: its bandwidth, its energy per word.
QStringList transferLines(const Level& level);
/// The wider of both directions; nullopt = not limited.
std::optional<double> widest(const Bandwidth& bandwidth);
/// "Q, M"; "all" without a rule, "none" for an empty one.
QString namesText(const std::optional<std::vector<std::string>>& names);

}  // namespace lapidary::ui
