// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Counts what one advance of the temporal loops moves between one parent instance and its children, child by child and
// rank by rank: for every halo, window and multicast rule and ranks of any number of terms (docs/models/reuse.md).
// The event walk asks for the events and weighs them. Allocates; one thread at a time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/model/reuse/child_kinds.h"
#include "core/model/reuse/event_detail.h"
#include "core/model/reuse/rank_tiles.h"

namespace lapidary::reuse {

using GroupSizes = std::map<std::int64_t, std::int64_t>;  ///< children served at once -> words

/// What one read of the parent, or one update, may stand for.
enum class Sharing {
    none,    ///< one child
    equal,   ///< all children with equal tile and equal kept part
    byWord,  ///< all children that need the word
};

/// A kind of children along one dimension during an event.
struct KindEvent {
    bool active = false;
    std::int64_t extent = 1, before = 1, shift = 0;
    std::int64_t moved = 0;  ///< of clipped dimensions: how far the tile stands from its first setting
};

/// By dimension, by kind.
using Event = std::vector<std::vector<KindEvent>>;

struct EventCounts {
    std::vector<std::int64_t> delivered;  ///< new words of one child, by combination of kinds
    std::int64_t asked = 0;
    GroupSizes groups;
    Ways plain, linked;                   ///< if a detail is counted; `plain` is what asked and groups are
    std::map<int, std::int64_t> entries;  ///< times of the events in a log; empty without one

    void add(const EventCounts& more, std::int64_t times);
};

/// The events of one parent instance that move the same words, listed for explanations.
struct EventEntry {
    int position = -1;                    ///< of the loop that advances, in Mapping::nodes; -1 = the first tiles
    std::vector<std::int64_t> tiles;      ///< words of one child's tile, by combination of kinds; 0 = the child is idle
    std::vector<std::int64_t> delivered;  ///< as in EventCounts
    Ways plain, linked;                   ///< plain: only asked and groups if no detail is counted
    auto operator<=>(const EventEntry&) const = default;
};
using EventLog = std::map<EventEntry, int>;  ///< numbered as they come

/// How a combination of kinds moves.
struct Move {
    std::vector<std::int64_t> displacement;  ///< in words, by rank
    int changedRanks = 0;
};

class EventCounter {
    friend class EventDetail;

public:
    /// One parent instance: `parents` names its class along each of `dimensions`.
    EventCounter(const Tensor& tensor, std::vector<RankTiles>& ranks, const std::vector<DimensionKinds>& dimensions,
                 const std::vector<const ParentKinds*>& parents, Sharing sharing);
    /// From here on, counts say how often which entry of the log takes place.
    void writeTo(EventLog& log) { m_log = &log; }

    /// From here on, requests are looked at child by child.
    void detail(const DetailRules& rules) { m_detail = std::make_unique<EventDetail>(*this, rules); }

    /// Combinations of kinds, one per dimension, are numbered.
    std::size_t combinations() const { return m_combinations; }
    const ChildKind& kind(std::size_t dimension, std::size_t combination) const {
        return m_parents[dimension]->kinds[kindIndex(dimension, combination)];
    }
    /// Children of a combination.
    std::int64_t children(std::size_t combination) const;
    bool active(const Event& event, std::size_t combination) const;
    Move move(const Event& event, std::size_t combination);

    /// `keeps[combination]`: these children may reuse what they hold. `position` as in EventEntry. `news`, if neighbours
    /// may give: what came new one step before, as numbered by EventDetail; becomes what comes new now.
    EventCounts count(const Event& event, const std::vector<bool>& keeps, int position = -1, int* news = nullptr);

private:
    struct Tile {
        WordList extents, before;
        std::int64_t distance = 0;
        std::int64_t first = 0;  ///< of clipped ranks: position of the first word
    };
    /// Children that hold a word along one rank, and whether they had it before.
    struct Holder {
        std::size_t combination = 0;  ///< the part of its number that the rank's dimensions make
        bool kept = false;
        std::int64_t children = 1;  ///< of dimensions that the tensor doesn't use; else each stands by itself
        auto operator<=>(const Holder&) const = default;
    };
    using Holders = std::vector<Holder>;
    using Cells = std::map<Holders, std::int64_t>;  ///< words along one rank with the same holders

    std::size_t kindIndex(std::size_t dimension, std::size_t combination) const {
        return combination / m_stride[dimension] % m_parents[dimension]->kinds.size();
    }
    Tile tile(const Event& event, std::size_t rank, std::size_t combination) const;
    /// Words along a rank, counted from the tile's first one; and those of them that were there.
    WordList wordsOf(const Tile& tile, std::size_t rank) {
        return m_ranks[rank].dataOf(m_ranks[rank].words(tile.extents), tile.first);
    }
    WordList keptOf(const Tile& tile, std::size_t rank) {
        return m_ranks[rank].dataOf(m_ranks[rank].common(tile.extents, tile.before, tile.distance), tile.first);
    }
    std::int64_t lengthOf(const Tile& tile, std::size_t rank);
    /// Words of a combination's tile, and of what it keeps of it.
    std::int64_t tileWords(const Event& event, std::size_t combination);
    std::int64_t keptWords(const Event& event, std::size_t combination, const std::vector<bool>& keeps);
    bool isShared(std::size_t rank) const;
    void enter(const Event& event, int position, EventCounts& counts);
    void shareNone(EventCounts& counts) const;
    void shareEqual(const Event& event, const std::vector<bool>& keeps, EventCounts& counts);
    void shareByWord(const Event& event, const std::vector<bool>& keeps, EventCounts& counts);
    Cells cells(const Event& event, std::size_t rank);
    void forEachFirst(std::size_t rank, std::size_t combination, const std::function<void(std::int64_t)>& visit) const;

    const std::vector<DimensionKinds>& m_dimensions;
    const std::vector<const ParentKinds*>& m_parents;
    std::vector<RankTiles>& m_ranks;
    const Sharing m_sharing;
    std::unique_ptr<EventDetail> m_detail;
    std::vector<std::size_t> m_stride;
    std::vector<std::vector<int>> m_rankDimensions;  ///< by rank and term: which of m_dimensions, -1 = never moves
    std::vector<bool> m_used;                        ///< by dimension
    std::size_t m_combinations = 1;
    EventLog* m_log = nullptr;
};

}  // namespace lapidary::reuse
