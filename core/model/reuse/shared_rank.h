// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A windowed rank both of whose dimensions are unrolled below the same parent (Eyeriss: Q on X, S on Y): children on a
// diagonal want the same words, and one read serves those whose tile and kept part are equal (reuse.md, Closed form).
// On the path of every search: allocates only if an instance has more children than the buffer was made for.
#pragma once

#include <vector>

#include "core/model/reuse/child_runs.h"

namespace lapidary::reuse {

/// A child's request by numbers that are equal for equal requests.
struct SharedChild {
    std::int64_t begin = 0;  ///< first word of the tile
    std::int32_t shape = 0;  ///< of the tile
    std::int32_t kept = 0;   ///< which part of it was there
    std::int64_t words = 0, keptWords = 0;

    friend auto operator<=>(const SharedChild&, const SharedChild&) = default;
};
using SharedChildren = std::vector<SharedChild>;

/// Sums over all times and parent instances. Requests that keep nothing in some rank keep nothing at all, so tiles of
/// requests that keep something are counted apart (docs/models/reuse.md, Closed form).
struct SharedSums {
    std::int64_t tiles = 0;         ///< words of distinct tiles
    std::int64_t keepingTiles = 0;  ///< of those, tiles that every child asking for them keeps something of
    std::int64_t requests = 0;      ///< words of the tiles of distinct requests that keep something
    std::int64_t kept = 0;          ///< words those keep
};

class SharedRank {
public:
    bool build(const RankShape& rank, const Nest& nest, const PairTable& table, SharedChildren& buffer);
    void pass(const Loop& loop) { side(loop).pass(loop); }

    /// While the loops not passed are set anew; if `advancing` isn't null, while that loop of the rank's advances.
    SharedSums sums(const Loop* advancing) const;

private:
    ChildRuns& side(const Loop& loop) { return m_sides[loop.dimension == m_rank->dimension(0) ? 0 : 1]; }
    SharedSums distinctRequests(const Slice& first, const Slice& second) const;
    SharedSums ofOnePair(const ActiveRun& a, const ActiveRun& b) const;
    SharedSums byChildren(const Slice& first, const Slice& second) const;

    const RankShape* m_rank = nullptr;
    SharedChildren* m_buffer = nullptr;
    std::array<ChildRuns, 2> m_sides;
};

}  // namespace lapidary::reuse
