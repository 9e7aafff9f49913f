// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/counting.h"

#include <algorithm>
#include <bit>

namespace lapidary::reuse {
namespace {

/// Rooms for children that are compared one by one, at first.
constexpr std::int64_t kChildrenReserved = 1 << 14;

Sharing sharingOf(Multicast multicast) {
    switch (multicast) {
    case Multicast::none: return Sharing::none;
    case Multicast::equal: return Sharing::equal;
    case Multicast::distinct: return Sharing::byWord;
    }
    return Sharing::none;
}

}  // namespace

void InstanceGroups::clear(DimensionMask moving) {
    m_moving = moving;
    for (; moving != 0; moving &= moving - 1) {
        Ids& ids = m_dimensions[lowest(moving)];
        ids.count = 1;
        ids.id[0] = 0;
        ids.instances[0] = 1;
        ids.places.clear();
    }
}

void InstanceGroups::add(const PairTable& table) {
    for (DimensionMask mask = m_moving; mask != 0; mask &= mask - 1) {
        const DimensionTable& own = table.dimensions[lowest(mask)];
        Ids& ids = m_dimensions[lowest(mask)];
        for (int c = 0; c < own.count; ++c) {
            const InstanceClass& instances = own.classes[static_cast<std::size_t>(c)];
            int i = 0;
            while (i < ids.count && ids.id[static_cast<std::size_t>(i)] != instances.id) ++i;
            ids.count = std::max(ids.count, i + 1);
            ids.id[static_cast<std::size_t>(i)] = instances.id;
            ids.instances[static_cast<std::size_t>(i)] = instances.instances;
        }
    }
}

void InstanceGroups::addPlaces(int dimension, const std::vector<Placed>& children) {
    auto& places = m_dimensions[static_cast<std::size_t>(dimension)].places;
    for (const Placed& child : children) places.emplace_back(child.place, child.id);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
}

std::int64_t InstanceGroups::count() const {
    std::int64_t product = 1;
    for (DimensionMask mask = m_moving; mask != 0; mask &= mask - 1) product *= m_dimensions[lowest(mask)].size();
    return product;
}

InstanceGroup InstanceGroups::at(std::int64_t index) const {
    InstanceGroup group;
    for (DimensionMask mask = m_moving; mask != 0; mask &= mask - 1) {
        const Ids& ids = m_dimensions[lowest(mask)];
        const auto own = static_cast<std::size_t>(index % ids.size());
        index /= ids.size();
        std::size_t i = own;
        if (!ids.places.empty()) {
            group.places[lowest(mask)] = ids.places[own].first;
            i = static_cast<std::size_t>(std::find(ids.id.begin(), ids.id.begin() + ids.count, ids.places[own].second) -
                                         ids.id.begin());
        }
        group.ids[lowest(mask)] = ids.id[i];
        group.alike[lowest(mask)] = ids.instances[i];
        group.instances *= ids.places.empty() ? ids.instances[i] : 1;
    }
    return group;
}

Counting::Counting(const Plan& plan)
    : m_plan(plan), m_pairs(static_cast<std::size_t>(plan.tensorCount) * plan.target->levels.size()) {
    m_scratch.children.reserve(static_cast<std::size_t>(std::min(plan.rates.macInstances, kChildrenReserved)));
}

void Counting::countPairs() {
    m_pairCount = 0;
    for (int tensor = 0; tensor < m_plan.tensorCount; ++tensor) {
        const auto t = static_cast<std::size_t>(tensor);
        for (std::size_t i = 0; i < static_cast<std::size_t>(storesOf(tensor)); ++i) {
            m_pairOf[t][i] = pairFor(m_nest.chain[t][i + 1], m_nest.chain[t][i]);
            countPair(tensor, i);
        }
    }
}

/// Tensors kept at the same two places share the table.
std::size_t Counting::pairFor(int child, int parent) {
    for (std::size_t i = 0; i < m_pairCount; ++i)
        if (m_pairs[i].child == child && m_pairs[i].parent == parent) return i;
    m_pairs[m_pairCount].build(m_nest, child, parent);
    return m_pairCount++;
}

void Counting::countPair(int tensor, std::size_t index) {
    const auto t = static_cast<std::size_t>(tensor);
    const PairTable& table = m_pairs[m_pairOf[t][index]];
    m_events[t][index].reset();
    if (const std::optional<Flow> flow = closedFlow(tensor, table)) {
        m_flows[t][index] = *flow;
        return;
    }
    const PairCounts& counts = m_events[t][index].emplace(
        walkEvents(m_plan, m_nest, tensor, table.child, table.parent, sharing(tensor, table)));
    Flow flow;
    for (const ClassWords& own : counts.children) flow.delivered += own.instances * own.words;
    for (const ClassWords& own : counts.parents) flow.asked += own.instances * own.words;
    m_flows[t][index] = flow;
}

std::optional<Flow> Counting::closedFlow(int tensor, const PairTable& table) {
    const TensorPlan& plan = m_plan.tensors[static_cast<std::size_t>(tensor)];
    const Sharing kind = sharing(tensor, table);
    if (!isClosed(tensor, table, kind)) return std::nullopt;
    m_scratch.apart = sharesApart(table, kind);
    std::optional<Flow> flow =
        table.child == m_nest.storeCount
            ? operandTraffic(plan, table, m_nest, m_scratch)
            : storeTraffic(plan, table, m_nest, m_scratch, !m_nest.forbidsReuse(tensor, table.child));
    if (flow && kind == Sharing::none) flow->asked = flow->delivered;
    return flow;
}

bool Counting::sharesApart(const PairTable& table, Sharing sharing) const {
    return reuse::sharesApart(m_plan, between(table), sharing);
}

bool Counting::isClosed(int index, const PairTable& table, Sharing sharing) const {
    const TensorPlan& tensor = m_plan.tensors[static_cast<std::size_t>(index)];
    if (m_plan.needsDetail && detailRules(m_plan, m_nest, index, table.child, table.parent, sharing).wanted)
        return false;
    if (!tensor.windowed) return true;
    if (table.child == m_nest.storeCount) return tensor.shortRanks;
    if (!tensor.closedTiles) return false;
    // Halos that overlap only in part are shared word by word.
    if (sharing == Sharing::byWord && (tensor.windows & table.spatialBetween)) return false;
    if (!tensor.oneAxis || m_nest.forbidsReuse(index, table.child)) return true;
    // Without a loop outside that moves a window, the rules agree.
    const int outside = m_nest.stores[static_cast<std::size_t>(table.child)].temporalsOutside;
    for (std::size_t i = 0; i < static_cast<std::size_t>(outside); ++i)
        if (tensor.windows & bit(m_nest.loops[m_nest.temporals[i]].dimension)) return false;
    return true;
}

/// Networks without an unrolled loop have one child to serve; of several that have, the most restrictive one decides
/// (docs/models/reuse.md).
Sharing Counting::sharing(int tensor, const PairTable& table) const {
    const bool output = m_plan.tensors[static_cast<std::size_t>(tensor)].isOutput;
    const int first = m_nest.stores[static_cast<std::size_t>(table.parent)].loopsOutside;
    const int end = m_nest.stores[static_cast<std::size_t>(table.child)].loopsOutside;
    Sharing result = Sharing::byWord;
    for (int i = first; i < end; ++i) {
        const Loop& loop = m_nest.loops[static_cast<std::size_t>(i)];
        if (!loop.isSpatial) continue;
        const Fanout& fanout = m_plan.target->architecture.fanouts()[loop.fanout];
        const bool forbidden = m_nest.directed && m_nest.noMulticast[loop.fanout] >> tensor & 1;
        const Sharing own = output      ? (fanout.reduction ? Sharing::byWord : Sharing::none)
                            : forbidden ? Sharing::none
                                        : sharingOf(fanout.multicast.value_or(m_plan.semantics.multicast));
        result = std::min(result, own);
    }
    return result;
}

std::int64_t Counting::tile(int tensor, const StoreNode& store) const {
    const TensorPlan& plan = m_plan.tensors[static_cast<std::size_t>(tensor)];
    if (!plan.shortRanks) return widestTile(m_plan, m_nest, tensor, store);
    const auto extent = [&](const RankShape& rank, int term) {
        const int d = rank.dimension(term);
        return m_nest.moving & bit(d) ? store.widest[static_cast<std::size_t>(d)] : 1;
    };
    std::int64_t words = 1;
    for (std::size_t r = 0; r < static_cast<std::size_t>(plan.rankCount); ++r) {
        const RankShape& rank = plan.ranks[r];
        if (plan.clipped >> r & 1) {
            words *= widestClipped(rank, plan.clips[r], m_nest, store, m_tiles);
            continue;
        }
        words *= rank.length({extent(rank, 0), rank.terms() == 2 ? extent(rank, 1) : 1});
    }
    return words;
}

std::int64_t Counting::held(int tensor, int index) const {
    const TensorPlan& plan = m_plan.tensors[static_cast<std::size_t>(tensor)];
    if (!plan.isOutput) return 0;
    if (index == 0) return tile(tensor, store(tensor, 0));
    const PairCounts* counted = events(tensor, index - 1);
    if (!counted) return distinctHeld(plan, pair(tensor, index - 1), m_nest);
    std::int64_t sum = 0;
    for (const ClassWords& own : counted->children) sum += own.instances * own.held;
    return sum;
}

std::int64_t Counting::touched(int tensor, int index) const {
    return index == 0 ? 1 : instancesTouched(pair(tensor, index - 1), m_nest);
}

StoreWords Counting::words(int tensor, int index) const {
    const std::int64_t delivered = index == 0 ? 0 : flow(tensor, index - 1).delivered;
    StoreWords words = combine(tensor, index, flow(tensor, index).asked, delivered, held(tensor, index));
    words.reads += neighbourMoves(tensor, index);
    return words;
}

/// Outputs: what arrives is added to what is there, if anything is; what comes back from the parent had been here; the
/// last drain is read here only if the semantics says so (docs/models/reuse.md).
StoreWords Counting::combine(int tensor, int index, std::int64_t asked, std::int64_t delivered,
                             std::int64_t held) const {
    const bool output = m_plan.tensors[static_cast<std::size_t>(tensor)].isOutput;
    if (output && elidesNothing(tensor, index)) held = 0;
    if (!output) return {.reads = asked, .fills = delivered, .updates = 0, .drains = 0};
    const std::int64_t drained = m_plan.semantics.drainRead ? delivered : 0;
    return {.reads = asked - held + drained,
            .fills = index == 0 ? 0 : delivered - held,
            .updates = asked,
            .drains = drained};
}

const InstanceGroups& Counting::groupsOf(int level) {
    m_groups.clear(m_nest.moving);
    DimensionMask clipped = 0;
    for (int t = 0; t < m_plan.tensorCount; ++t)
        for (int i = 1; i < storesOf(t); ++i)
            if (store(t, i).level == level) {
                m_groups.add(pair(t, i - 1));
                clipped |= placedDimensions(m_plan, t) & m_nest.moving;
            }
    if (clipped == 0) return m_groups;
    PlacedChildren children;
    for (int t = 0; t < m_plan.tensorCount; ++t)
        for (int i = 1; i < storesOf(t); ++i)
            for (DimensionMask mask = clipped; mask != 0 && store(t, i).level == level; mask &= mask - 1) {
                children.build(m_nest, std::countr_zero(mask), store(t, i));
                m_groups.addPlaces(std::countr_zero(mask), children.children());
            }
    return m_groups;
}

/// Of the one class with these ids, or places; nullptr if no instance of it ever works.
const ClassWords* Counting::find(int tensor, const std::vector<ClassWords>& classes, const InstanceGroup& group) const {
    const DimensionMask placed = placedDimensions(m_plan, tensor);
    std::array<std::int64_t, kMaxDimensions> ids{};
    for (std::size_t d = 0; d < ids.size(); ++d) ids[d] = placed >> d & 1 ? group.places[d] : group.ids[d];
    const auto found =
        std::find_if(classes.begin(), classes.end(), [&](const ClassWords& own) { return own.ids == ids; });
    return found == classes.end() ? nullptr : &*found;
}

std::int64_t Counting::selected(const TensorPlan& tensor, const InstanceGroup& group) const {
    std::int64_t product = 1;
    for (DimensionMask mask = m_nest.moving & ~tensor.clippedDimensions; mask != 0; mask &= mask - 1)
        product *= group.alike[lowest(mask)];
    return product;
}

void Counting::filterPlaces(const TensorPlan& tensor, const InstanceGroup& group, bool parents) {
    for (DimensionMask mask = m_nest.moving & tensor.clippedDimensions; mask != 0; mask &= mask - 1) {
        PlaceFilter& filter = m_scratch.places[lowest(mask)];
        (parents ? filter.parent : filter.child) = group.places[lowest(mask)];
    }
}

/// The flow of m_selected.
Flow Counting::selectedFlow(int tensor, const InstanceGroup& group, bool parents) {
    const TensorPlan& plan = m_plan.tensors[static_cast<std::size_t>(tensor)];
    if (plan.clipped) filterPlaces(plan, group, parents);
    const Flow flow = *closedFlow(tensor, m_selected);
    if (plan.clipped) m_scratch.places.fill({});
    return flow;
}

StoreWords Counting::wordsOfInstance(int tensor, int index, const InstanceGroup& group) {
    const TensorPlan& plan = m_plan.tensors[static_cast<std::size_t>(tensor)];
    std::int64_t delivered = 0, held = this->held(tensor, 0), given = 0;
    if (index > 0) {
        if (const PairCounts* counted = events(tensor, index - 1)) {
            const ClassWords* own = find(tensor, counted->children, group);
            if (!own) return {};
            delivered = own->words;
            given = own->given;
            held = own->held;
        } else {
            if (!selectChildren(pair(tensor, index - 1), group)) return {};
            delivered = selectedFlow(tensor, group, false).delivered / selected(plan, group);
            held = plan.isOutput ? distinctHeld(plan, m_selected, m_nest) / selected(plan, group) : 0;
        }
    }
    if (const PairCounts* counted = events(tensor, index)) {
        const ClassWords* own = find(tensor, counted->parents, group);
        if (!own) return {};
        StoreWords words = combine(tensor, index, own->words, delivered, held);
        words.reads += given;
        return words;
    }
    if (!selectParents(pair(tensor, index), group)) return {};
    StoreWords words =
        combine(tensor, index, selectedFlow(tensor, group, true).asked / selected(plan, group), delivered, held);
    words.reads += given;
    return words;
}

bool Counting::selectChildren(const PairTable& table, const InstanceGroup& group) {
    return select(table, [&](const InstanceClass& own, std::size_t d) { return own.id == group.ids[d]; });
}

bool Counting::selectParents(const PairTable& table, const InstanceGroup& group) {
    if (!select(table, [&](const InstanceClass& own, std::size_t d) { return own.parent == group.ids[d]; }))
        return false;
    for (DimensionMask mask = m_nest.moving; mask != 0; mask &= mask - 1)
        m_selected.dimensions[lowest(mask)].onlyParent = int{group.ids[lowest(mask)]};
    return true;
}

/// The part of a table that matches, into m_selected; false if nothing does.
template <class Match>
bool Counting::select(const PairTable& table, Match match) {
    m_selected.child = table.child;
    m_selected.parent = table.parent;
    m_selected.spatialBetween = table.spatialBetween;
    for (DimensionMask mask = m_nest.moving; mask != 0; mask &= mask - 1) {
        const std::size_t d = lowest(mask);
        const DimensionTable& from = table.dimensions[d];
        DimensionTable& to = m_selected.dimensions[d];
        to.count = 0;
        to.full = from.full;
        to.onlyParent = -1;
        for (int c = 0; c < from.count; ++c) {
            const InstanceClass& own = from.classes[static_cast<std::size_t>(c)];
            if (match(own, d)) to.classes[static_cast<std::size_t>(to.count++)] = own;
        }
        if (to.count == 0) return false;
    }
    return true;
}

}  // namespace lapidary::reuse
