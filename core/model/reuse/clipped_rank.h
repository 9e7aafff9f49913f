// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A rank part of whose positions are padding, whose zeros are not fetched: how much of a tile is data depends
// on where it lies, so the rank's own settings and instances are gone through one by one (reuse.md, Closed form). The
// other ranks and dimensions stay in closed form. Allocates at first use; one thread at a time.
#pragma once

#include <map>
#include <vector>

#include "core/model/reuse/placed_children.h"
#include "core/model/reuse/shared_rank.h"

namespace lapidary::reuse {

/// Over all settings and instances.
struct ClippedSums {
    std::int64_t words = 0;  ///< of the tiles of all children
    std::int64_t kept = 0;   ///< of those, words that were there
    SharedSums shared;       ///< children of one parent with equal requests counted once
};

class ClippedRank {
public:
    void build(const RankShape& rank, Clip clip, const Nest& nest, const PairTable& table, PlaceFilter first,
               PlaceFilter second);

    /// Takes the next outer temporal loop of the rank's to the inside.
    void pass(const Loop& loop);

    /// While the loops not passed are set anew; if `advancing` isn't null, while that loop of the rank's advances.
    ClippedSums sums(const Loop* advancing);

private:
    /// A child's tile at one time along one dimension, and the one before.
    struct Moving {
        std::int64_t first = 0, extent = 1, before = 1, shift = 0;
    };
    struct Moment {
        std::size_t begin = 0, end = 0;  ///< of a side's children at work
    };
    struct Side {
        PlacedChildren children;
        std::int64_t passed = 1;  ///< settings of the passed loops
        std::vector<Moving> moving;
        std::vector<Moment> moments;
    };
    /// Words [from, to) if they are all there; else `list` tells them apart.
    struct Words {
        std::int64_t from = 0, to = 0, list = 0, count = 0;
        auto operator<=>(const Words&) const = default;
    };
    struct Request {
        Words tile, kept;
        auto operator<=>(const Request&) const = default;
    };

    static void listMoments(Side& side, const Loop* advancing);
    static Moving movingAt(const PlacedChildren& children, const Placed& child, std::int64_t setting,
                           std::int64_t before);
    Request requestOf(const Moving& a, const Moving& b);
    Words numbered();
    void addDistinct(SharedSums& sums);

    const RankShape* m_rank = nullptr;
    Clip m_clip;
    Side m_sides[2];
    std::vector<Request> m_requests;
    std::vector<std::int64_t> m_list;
    std::map<std::vector<std::int64_t>, std::int64_t> m_numbers;  ///< of lists of words, since build()
};

/// Data words of the largest tile of a Store along a rank. `tiles` is working memory.
std::int64_t widestClipped(const RankShape& rank, Clip clip, const Nest& nest, const StoreNode& store,
                           PlacedTiles& tiles);

}  // namespace lapidary::reuse
