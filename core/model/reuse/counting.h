// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Counts one mapping: for every tensor and Store the words read, filled and updated, over all instances and for each
// class of instances. On the path of every search: allocates nothing where the closed forms count.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/model/reuse/event_walk.h"
#include "core/model/reuse/traffic.h"

namespace lapidary::reuse {

/// Words of a Store, over some instances.
struct StoreWords {
    std::int64_t reads = 0, fills = 0, updates = 0;
    std::int64_t drains = 0;  ///< of the reads: outputs sent up
};

/// The instances of a level that are alike: a class id per dimension; along dimensions of clipped ranks a place, too.
struct InstanceGroup {
    std::int64_t instances = 1;
    std::array<std::int8_t, kMaxDimensions> ids{};
    std::array<std::int64_t, kMaxDimensions> places{};
    std::array<std::int64_t, kMaxDimensions> alike{};  ///< instances of the class along each dimension
};

/// All groups of a level: the combinations of its classes along each dimension.
class InstanceGroups {
public:
    void clear(DimensionMask moving);
    /// Adds the classes of one Store of the level, as child of `table`.
    void add(const PairTable& table);
    /// Tells the instances of a dimension apart.
    void addPlaces(int dimension, const std::vector<Placed>& children);
    std::int64_t count() const;
    InstanceGroup at(std::int64_t index) const;

private:
    struct Ids {
        int count = 1;
        std::array<std::int8_t, kMaxClasses> id{};
        std::array<std::int64_t, kMaxClasses> instances{};
        std::vector<std::pair<std::int64_t, std::int8_t>> places;  ///< with their classes; empty = not told apart
        std::int64_t size() const { return places.empty() ? count : static_cast<std::int64_t>(places.size()); }
    };
    DimensionMask m_moving = 0;
    std::array<Ids, kMaxDimensions> m_dimensions;
};

class Counting {
public:
    explicit Counting(const Plan& plan);

    /// The mapping's loops and tiles; nothing is counted yet.
    void read(const Mapping& mapping) { m_nest.read(mapping, m_plan.dimensionCount, m_plan.tensorCount); }
    void countPairs();

    const Plan& plan() const { return m_plan; }
    const Nest& nest() const { return m_nest; }

    /// Stores of a tensor, outermost = 0.
    int storesOf(int tensor) const { return m_nest.chainLength[static_cast<std::size_t>(tensor)] - 1; }
    const StoreNode& store(int tensor, int index) const {
        return m_nest.stores[m_nest.chain[static_cast<std::size_t>(tensor)][static_cast<std::size_t>(index)]];
    }
    /// Words of the largest tile.
    std::int64_t tile(int tensor, const StoreNode& store) const;

    /// Between Store number `index` and the next inner one, or the MACs.
    const Flow& flow(int tensor, int index) const {
        return m_flows[static_cast<std::size_t>(tensor)][static_cast<std::size_t>(index)];
    }
    const PairTable& pair(int tensor, int index) const {
        return m_pairs[m_pairOf[static_cast<std::size_t>(tensor)][static_cast<std::size_t>(index)]];
    }
    /// Distinct elements of an output ever held, summed over instances; 0 for inputs.
    std::int64_t held(int tensor, int index) const;
    std::int64_t touched(int tensor, int index) const;
    /// Words that instances of Store number `index` took from neighbours.
    std::int64_t neighbourMoves(int tensor, int index) const {
        const PairCounts* counted = index == 0 ? nullptr : events(tensor, index - 1);
        return counted ? counted->given : 0;
    }
    /// Directive rmw-first-update at the Store's level.
    bool elidesNothing(int tensor, int index) const {
        return m_nest.directed &&
               m_nest.rmwFirstUpdate[static_cast<std::uint8_t>(store(tensor, index).level)] >> tensor & 1;
    }
    /// Of an output: updates that are added to what is there.
    std::int64_t accumulateReads(int tensor, int index) const {
        return flow(tensor, index).asked - (elidesNothing(tensor, index) ? 0 : held(tensor, index));
    }
    /// Of an output: partial sums read for the child below, which MACs don't ask for.
    std::int64_t refetchReads(int tensor, int index) const {
        return index + 1 < storesOf(tensor) ? accumulateReads(tensor, index) : 0;
    }
    /// Over all instances.
    StoreWords words(int tensor, int index) const;

    /// How one word may serve several children of a pair.
    Sharing sharing(int tensor, const PairTable& table) const;
    /// Several networks lie between, and each shares by itself.
    bool sharesApart(const PairTable& table, Sharing sharing) const;
    Between between(const PairTable& table) const {
        return Between(m_nest, m_nest.stores[static_cast<std::size_t>(table.parent)],
                       m_nest.stores[static_cast<std::size_t>(table.child)]);
    }
    /// What the event walk counted, if the closed forms don't cover the pair; else null.
    const PairCounts* events(int tensor, int index) const {
        const auto& own = m_events[static_cast<std::size_t>(tensor)][static_cast<std::size_t>(index)];
        return own ? &*own : nullptr;
    }

    /// The classes of a level's instances; one group if they are all alike.
    const InstanceGroups& groupsOf(int level);
    /// Instances that the classes of a group mean at once in a tensor's closed forms, which tell them apart by place only
    /// along clipped ranks.
    std::int64_t selected(const TensorPlan& tensor, const InstanceGroup& group) const;
    /// Words of one instance of a group.
    StoreWords wordsOfInstance(int tensor, int index, const InstanceGroup& group);

private:
    std::size_t pairFor(int child, int parent);
    void countPair(int tensor, std::size_t index);
    std::optional<Flow> closedFlow(int tensor, const PairTable& table);
    bool isClosed(int tensor, const PairTable& table, Sharing sharing) const;
    bool selectChildren(const PairTable& table, const InstanceGroup& group);
    bool selectParents(const PairTable& table, const InstanceGroup& group);
    template <class Match>
    bool select(const PairTable& table, Match match);
    const ClassWords* find(int tensor, const std::vector<ClassWords>& classes, const InstanceGroup& group) const;
    void filterPlaces(const TensorPlan& tensor, const InstanceGroup& group, bool parents);
    Flow selectedFlow(int tensor, const InstanceGroup& group, bool parents);
    StoreWords combine(int tensor, int index, std::int64_t asked, std::int64_t delivered, std::int64_t held) const;

    const Plan& m_plan;
    Nest m_nest;
    std::size_t m_pairCount = 0;
    std::vector<PairTable> m_pairs;
    std::array<std::array<std::size_t, kMaxLevels>, kMaxTensors> m_pairOf;
    std::array<std::array<Flow, kMaxLevels>, kMaxTensors> m_flows;
    std::array<std::array<std::optional<PairCounts>, kMaxLevels>, kMaxTensors> m_events;
    PairTable m_selected;
    InstanceGroups m_groups;
    TrafficScratch m_scratch;
    mutable PlacedTiles m_tiles;  ///< working memory of tile()
};

}  // namespace lapidary::reuse
