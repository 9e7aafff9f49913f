// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tiles and costs of the fabric model, short enough for a column. Pure functions.
#pragma once

#include <cmath>

#include "core/base/units.h"
#include "core/model/fabric/tile.h"
#include "ui/models/words.h"

namespace lapidary::ui {

/// "R3 S3 C2 X4": sizes above 1, letters as in T_R ... T_Y'; "all 1".
inline QString tileWords(const fabric::Tile& tile) {
    QStringList kept;
    for (const auto& [letter, size] : {std::pair{"R", tile.r},
                                       {"S", tile.s},
                                       {"C", tile.c},
                                       {"K", tile.k},
                                       {"G", tile.g},
                                       {"N", tile.n},
                                       {"X", tile.x},
                                       {"Y", tile.y}})
        if (size > 1) kept << QString::fromLatin1(letter) + QString::number(size);
    return kept.isEmpty() ? QObject::tr("all 1") : kept.join(u' ');
}

/// Counts with their thousands set apart, other costs with four digits.
inline QString costWords(double cost) {
    return cost == std::floor(cost) && cost < 1e15 ? countText(static_cast<std::int64_t>(cost)) : significantText(cost);
}

}  // namespace lapidary::ui
