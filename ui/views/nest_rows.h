// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lines of a loop nest as NestView paints them, ready in words. Pure functions.
#pragma once

#include <QFont>
#include <QString>

#include <vector>

#include "ui/session/document.h"

namespace lapidary::ui {

struct NestRow {
    enum class Kind { store, loop, compute };
    /// A tensor in a Store line.
    struct Held {
        int tensor = 0;
        QString words;          ///< "160 / 192"
        bool bypassed = false;  ///< not held here though the design would allow it
    };

    Kind kind = Kind::loop;
    int node = -1;  ///< index into the mapping; -1 = compute
    int level = 0;  ///< the level that the row belongs to
    bool spatial = false;
    int depth = 0;          ///< loops above
    QString gutter;         ///< trips so far, "∥ 14" for lanes
    QString keyword, text;  ///< "for", " q in 0..7"; of a Store its level's name
    QString tail;           ///< "last: 6", empty if none
    QString axis;           ///< "X" or "Y"
    unsigned indexes = 0;   ///< tensors whose elements change with the loop
    std::vector<Held> held;
    QString note;        ///< at the right of a Store line: "38,880 / 40,960 words"
    QString noteStrong;  ///< "95 %"
};

std::vector<NestRow> nestRows(const Exhibit& exhibit);

/// Of "for" and of a loop's range.
QFont keywordFont();
/// Of the note on a last tile that is smaller.
QFont tailFont();

}  // namespace lapidary::ui
