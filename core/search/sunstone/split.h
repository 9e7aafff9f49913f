// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping seen as Sunstone's search builds them: factors and loop order of each level, and of the arrays between them. Where
// the search went for a mapping follows from it: the order at each level, the tile below, the unrolling. Pure functions.
#pragma once

#include <optional>

#include "core/search/sunstone/problem.h"

namespace lapidary::sunstone {

/// Levels from the innermost (0) outwards.
struct MappingSplit {
    std::array<Sizes, kMaxLevels> temporal, spatial;            ///< of level m; of the gap between m and m + 1
    std::array<std::vector<std::uint8_t>, kMaxLevels> order{};  ///< loops of level m, innermost first

    /// Extents at level m: all that lies inside it and its own factors.
    Sizes tileAt(int m) const;
};

/// Loops follow the Store of their level; those of a level that stores nothing count as the next outer one's. None of a
/// mapping with tails or padding, which Sunstone's search never makes.
std::optional<MappingSplit> splitOf(const Problem& problem, const Mapping& mapping);

/// The kept order of the trie that the loops of level m follow: an index into OrderingTrie::kept, -1 = none. Of several that
/// differ in loops of one trip only, the one with most loops of its own there.
int keptOrderAt(const Problem& problem, const OrderingTrie& trie, const MappingSplit& split, int m);

/// The name of the level m of a problem, from the innermost (0) outwards; "lanes" for bare lanes.
std::string levelName(const Problem& problem, int m);

}  // namespace lapidary::sunstone
