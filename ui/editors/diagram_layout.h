// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the block diagram of a design has its boxes: levels from the top down, what stands below a fanout inside its
// frame beside or below the grid of its instances, the compute last. Painting and hit tests read the same layout. Plain
// values; the GUI thread only because texts are measured.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

#include "core/arch/edit.h"
#include "core/workload/workload.h"

namespace lapidary::ui {

/// A tensor on a box: always kept there or only if the mapping wants it.
struct DiagramChip {
    int tensor = 0;
    bool optional = false;
};

struct DiagramBox {
    Part part;
    QRectF rect;
    QString title;
    QStringList lines;
    std::vector<DiagramChip> chips;
};

/// Words go down, outputs up again, as wide as the bandwidth.
struct DiagramArrow {
    QPointF from, to;
    double width = 2;
    bool up = false;
    QStringList lines;  ///< beside it
    double room = 0;    ///< for these
};

/// The way of tensors past a level: dashed if they may also be kept there.
struct DiagramBypass {
    QPointF from, to;
    double middle = 0;  ///< where the chips stand
    std::vector<int> tensors;
    bool optional = false;
    QString label;  ///< empty where there is no room
};

struct DiagramFrame {
    Part part;
    QRectF rect;
    QString title, line, corner;
    QRectF grid;  ///< the instances
    std::int64_t x = 1, y = 1;
    int columns = 1, rows = 1;  ///< drawn; fewer than x, y if there are too many
    QRectF inside;              ///< the box of one instance
};

/// Between two parts: where a new level goes, where a dragged one can be dropped.
struct DiagramGap {
    int position = 0;  ///< of partsInOrder
    double y = 0, left = 0, right = 0;
    QRectF handle;  ///< the + button
};

struct DiagramLayout {
    std::vector<DiagramBox> boxes;
    std::vector<DiagramFrame> frames;  ///< outermost first
    std::vector<DiagramArrow> arrows;
    std::vector<DiagramBypass> bypasses;
    std::vector<DiagramGap> gaps;
    double height = 0;

    QRectF rectOf(const Part& part) const;
    /// The innermost part at a point, if any.
    std::optional<Part> partAt(const QPointF& point) const;
    const DiagramGap* handleAt(const QPointF& point) const;
    const DiagramGap* nearestGap(double y) const;
};

/// `constraints` are those in use: they say which dimensions may run over a fanout's axes.
DiagramLayout layOut(const Architecture& design, const Constraints& constraints, const Workload& workload,
                     double width);

}  // namespace lapidary::ui
