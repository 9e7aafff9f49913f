// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two loop nests side by side, aligned by level and then by loop, so that one sees what differs: a bound, a tile, the
// place of a loop, or a loop that only one of them has. Pure function.
#pragma once

#include <optional>
#include <vector>

#include "core/base/key_table.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

enum class NestMark { equal, changed, moved, onlyInA, onlyInB };
std::span<const KeyEntry<NestMark>> keyTable(NestMark);

struct AlignedRow {
    int a = -1, b = -1;  ///< nodes side by side; -1 = empty
    NestMark mark = NestMark::equal;
    /// Loops: P of b over P of a where they differ. If moved, of the loop in a and its counterpart. Stores that are
    /// changed hold other tensors or tiles of another size: no ratio.
    std::optional<double> ratio;
    int counterpart = -1;  ///< moved: the node of b that a's loop became

    bool operator==(const AlignedRow&) const = default;
};

/// Blocks (a Store and the loops below it) are matched by level in their common order; within a pair of blocks the k-th
/// loop over a dimension, temporal or on one axis of one fanout, matches the k-th such loop of the other. Loops that
/// both blocks have stand side by side in their own orders: equal or changed if they match, else moved. A changed tail
/// with an unchanged bound is changed, too.
std::vector<AlignedRow> alignNests(const Target& targetA, const Mapping& a, const Target& targetB, const Mapping& b);

}  // namespace lapidary
