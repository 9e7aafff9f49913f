// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two mappings side by side, with all that views of the comparison show of them, made once. Subjects of the comparison are
// in the terms of A; nodes that only B has are numbered behind A's. Immutable, shared by the views.
#pragma once

#include <memory>

#include "core/explore/align.h"
#include "core/explore/compare.h"
#include "core/explore/model_terms.h"
#include "core/explore/why.h"
#include "ui/plots/series_mark.h"
#include "ui/session/document.h"

class QPainter;

namespace lapidary::ui {

struct Theme;

struct ComparePair {
    Exhibit a, b;
    std::vector<AlignedRow> rows;
    std::vector<CompareRow> numbers;
    Why why;
    std::vector<ModelTerm> terms;  ///< if exactly one side is counted by directives

    const Exhibit& side(Side side) const { return side == Side::a ? a : b; }
    int nodesOfA() const { return static_cast<int>(a.mapping.nodes.size()); }

    /// The subject of a row of the nests.
    Subject subjectOf(const AlignedRow& row) const;
    /// The level and tensor that a row of the numbers is about; empty for figures of the whole.
    Subject subjectOf(const CompareRow& row) const;
    /// The same thing on the other side, by place in the nests or by name; empty if that side has none.
    Subject onB(const Subject& subject) const;
    Subject fromB(const Subject& subject) const;
    /// Loops of both sides that carry a mark, and those of them that moved.
    int differences(NestMark mark) const;
};
using ComparePairPtr = std::shared_ptr<const ComparePair>;

ComparePairPtr makePair(const Exhibit& a, const Exhibit& b);

/// Index into Theme::series of a side: its mapspace's, so that it looks as its run does elsewhere.
int seriesOf(const Exhibit& exhibit);
/// "Run 3, best Ruby-S"
QString sideName(const Exhibit& exhibit);

}  // namespace lapidary::ui
