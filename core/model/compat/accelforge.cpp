// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/compat/accelforge.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>

#include "core/base/arith.h"
#include "core/mapping/extent.h"
#include "core/mapping/nest.h"
#include "core/model/finish.h"
#include "core/workload/rank_set.h"

namespace lapidary::accelforge {
namespace {

using Loops = std::bitset<kMaxNodes>;  ///< positions in Mapping::nodes

/// Where one tensor is held, and what lets its tiles stay.
struct Holding {
    int level = -1;  ///< -1 = the compute
    std::size_t node = 0;
    Loops passed;     ///< temporal loops outside that don't count
    int window = -1;  ///< loop outside whose overlapping windows are fetched once
};

/// Words in all instances and in the busiest one, which is the first: no other has longer tiles or more of them.
struct Words {
    std::int64_t total = 0, first = 0;
    Words operator-(const Words& other) const { return {total - other.total, first - other.first}; }
    Words operator+(const Words& other) const { return {total + other.total, first + other.first}; }
};

/// saturatingMul, the call only where it saturates: searches do little else.
std::int64_t product(std::int64_t a, std::int64_t b) {
    std::int64_t exact = 0;
    return __builtin_mul_overflow(a, b, &exact) ? saturatingMul(a, b) : exact;
}

bool isClassic(const Mapping& mapping) {
    unsigned seen = 0;
    for (const Node& node : mapping.nodes) {
        if (node.isLoop()) continue;
        if (seen >> node.level & 1) return false;
        seen |= 1u << node.level;
    }
    return true;
}

class Counter {
public:
    Counter(const Mapping& mapping, const Target& target, const Rates& rates)
        : m_mapping(mapping), m_target(target), m_rates(rates), m_classic(isClassic(mapping)) {
        for (std::size_t i = 0; i < mapping.nodes.size(); ++i) {
            const Node& node = mapping.nodes[i];
            if (node.kind == NodeKind::temporal) m_temporal.set(i);
            if (node.kind == NodeKind::spatial) m_spatial.set(i);
            if (!node.isLoop()) continue;
            const auto d = static_cast<std::size_t>(node.dimension);
            m_loopsOf[d][m_loopCount[d]++] = static_cast<std::uint8_t>(i);
        }
        for (std::size_t t = 0; t < target.workload.tensors().size(); ++t)
            for (int d = 0; d < target.workload.dimensionCount(); ++d)
                if (tensorAt(t).uses(d)) m_used[t] |= 1u << d;
    }

    Cost run() {
        Cost cost = emptyCost(m_mapping, m_target, {.drainRead = true});
        forgetNetworks(cost);
        cost.steps = 1;
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d)
            cost.steps = product(cost.steps, settings(d, m_mapping.nodes.size(), m_spatial));
        m_busiest.resize(cost.levels.size());
        for (std::size_t l = 0; l < cost.levels.size(); ++l)
            m_busiest[l].resize(static_cast<std::size_t>(m_rates.levels[l].parts));
        for (std::size_t t = 0; t < m_target.workload.tensors().size(); ++t)
            countTensor(t, true, [&](const Counts& counts) { enter(t, counts, cost); });
        addReasons(cost, m_mapping, m_target);
        finishCost(cost, m_busiest, m_target);
        return cost;
    }

    /// What searches compare, and no more: nothing is looked at that makes a mapping invalid.
    Score score() {
        Score score;
        score.steps = 1;
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d)
            score.steps = product(score.steps, settings(d, m_mapping.nodes.size(), m_spatial));
        std::array<std::array<PortWords, kMaxTensors + 1>, kMaxLevels> busiest{};
        score.energyPj = m_rates.mac.value_or(0) * static_cast<double>(m_target.workload.macs());
        for (std::size_t t = 0; t < m_target.workload.tensors().size(); ++t)
            countTensor(t, false, [&](const Counts& counts) {
                const auto l = static_cast<std::size_t>(counts.own.level);
                const StoreRates& rates = m_rates.levels[l].stores[t];
                score.energyPj +=
                    storeEnergy(rates, ceilDiv(counts.reads.total, rates.block),
                                ceilDiv(counts.fills.total, rates.block), ceilDiv(counts.updates.total, rates.block));
                addBusiest(busiest[l][static_cast<std::size_t>(rates.part)], counts);
            });
        score.cycles = product(score.steps, m_rates.interval);
        for (std::size_t l = 0; l < m_target.levels.size(); ++l)
            for (std::size_t part = 0; part < static_cast<std::size_t>(m_rates.levels[l].parts); ++part)
                score.cycles = std::max(score.cycles, portCycles(busiest[l][part], m_rates.levels[l].ports[part]));
        for (std::size_t l = 0; l < m_target.levels.size(); ++l)
            score.energyPj += m_rates.levels[l].leak.value_or(0) * static_cast<double>(m_rates.levels[l].instances) *
                              static_cast<double>(score.cycles);
        return score;
    }

private:
    /// Of one tensor at one place, between it and the next one inside.
    struct Counts {
        const Holding &own, &child;
        Words reads, fills, updates;
        Words sent, served, arrived, distinct;
        const Loops& shared;
    };
    const Tensor& tensorAt(std::size_t t) const { return m_target.workload.tensors()[t]; }
    bool uses(std::size_t t, int dimension) const { return m_used[t] >> dimension & 1; }

    /// Distinct settings of the dimension's loops before node `end` that are not in `dropped`, tails respected. A dropped
    /// loop is in any of its iterations: what lies inside runs full trips if one of them isn't the last.
    std::int64_t settings(int dimension, std::size_t end, const Loops& dropped) const {
        std::int64_t free = 1, last = 1;
        const auto& loops = m_loopsOf[static_cast<std::size_t>(dimension)];
        for (std::size_t l = m_loopCount[static_cast<std::size_t>(dimension)]; l-- > 0;) {
            const std::size_t i = loops[l];
            if (i >= end) continue;
            const Node& node = m_mapping.nodes[i];
            if (dropped[i]) {
                if (node.tail > 1) last = free;
                continue;
            }
            last = product(node.tail - 1, free) + last;
            free = product(free, node.bound);
        }
        return last;
    }

    std::vector<Holding> holdingsOf(std::size_t t) const {
        std::vector<Holding> holdings;
        for (const StorePlace& place : storesOf(m_mapping, static_cast<int>(t)))
            holdings.push_back(holdingAt(t, place.level, static_cast<std::size_t>(place.node)));
        holdings.push_back({.level = -1, .node = m_mapping.nodes.size(), .passed = {}, .window = -1});
        return holdings;
    }

    Holding holdingAt(std::size_t t, int level, std::size_t position) const {
        Holding holding{.level = level, .node = position, .passed = {}, .window = -1};
        unsigned unrolled = 0;
        bool raised = m_classic, adjoins = true;  // up to the next Store; no loop but those passed so far
        for (std::size_t i = position; i-- > 0;) {
            const Node& node = m_mapping.nodes[i];
            if (!node.isLoop()) {
                if (!adjoins) break;
                raised = false;
            } else if (node.kind == NodeKind::spatial) {
                unrolled |= 1u << node.dimension;
            } else if (uses(t, node.dimension)) {
                if (slides(t, node.dimension, unrolled)) holding.window = static_cast<int>(i);
                break;
            } else if (!raised) {
                break;
            } else if (staysOutside(i, position)) {
                adjoins = false;
            } else {
                holding.passed.set(i);
            }
        }
        return holding;
    }

    /// A loop goes below a fanout if nothing but the order changes: its dimension has no tail there.
    bool staysOutside(std::size_t loop, std::size_t position) const {
        const Node& own = m_mapping.nodes[loop];
        for (std::size_t i = loop + 1; i < position; ++i) {
            const Node& node = m_mapping.nodes[i];
            if (node.kind != NodeKind::spatial || node.dimension != own.dimension) continue;
            if (node.tail != node.bound || own.tail != own.bound) return true;
        }
        return false;
    }

    /// Whether the dimension moves a window of the tensor, and none of the window's dimensions is unrolled in between.
    bool slides(std::size_t t, int dimension, unsigned unrolled) const {
        for (const Rank& rank : tensorAt(t).ranks) {
            unsigned dimensions = 0;
            for (const Term& term : rank.terms) dimensions |= 1u << term.dimension;
            if (dimensions >> dimension & 1) return rank.terms.size() > 1 && (dimensions & unrolled) == 0;
        }
        return false;
    }

    /// Words of all tiles of the tensor at a holding, over the settings of the loops that aren't dropped.
    std::int64_t tileSum(std::size_t t, const Holding& holding, const Loops& dropped) const {
        std::int64_t words = 1;
        for (const Rank& rank : tensorAt(t).ranks) words = product(words, rankSum(rank, holding, dropped));
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d)
            if (!uses(t, d)) words = product(words, settings(d, holding.node, dropped));
        return words;
    }

    /// The tiles of a dimension are all full but the last one; a rank meets every combination of its dimensions' tiles.
    std::int64_t rankSum(const Rank& rank, const Holding& holding, const Loops& dropped) const {
        const std::size_t end = m_mapping.nodes.size();
        if (rank.terms.size() == 1) return settings(rank.terms.front().dimension, end, dropped);
        std::int64_t sum = 0;
        for (unsigned combination = 0; combination < 1u << rank.terms.size(); ++combination) {
            Extents extents;
            extents.fill(1);
            std::int64_t times = 1;
            for (std::size_t i = 0; i < rank.terms.size(); ++i) {
                const int d = rank.terms[i].dimension;
                const std::size_t place = edge(holding, d);
                const std::int64_t tiles = settings(d, place, dropped);
                const std::int64_t full = tripProduct(std::span(m_mapping.nodes).subspan(place), d);
                const bool last = combination >> i & 1;
                times = product(times, last ? 1 : tiles - 1);
                extents[static_cast<std::size_t>(d)] =
                    last ? settings(d, end, dropped) - product(tiles - 1, full) : full;
            }
            if (times > 0) sum += product(times, rankSetSize(rank, extents));
        }
        return sum;
    }

    std::size_t edge(const Holding& holding, int dimension) const {
        const bool moved =
            holding.window >= 0 && m_mapping.nodes[static_cast<std::size_t>(holding.window)].dimension == dimension;
        return moved ? static_cast<std::size_t>(holding.window) : holding.node;
    }

    Loops before(std::size_t node) const { return ~Loops{} >> (kMaxNodes - node); }

    /// Loops over dimensions that don't index the tensor.
    Loops idle(std::size_t t) const {
        Loops loops;
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
            if (m_mapping.nodes[i].isLoop() && !uses(t, m_mapping.nodes[i].dimension)) loops.set(i);
        return loops;
    }

    /// Lanes between a parent and a child that one access of the parent serves.
    Loops merged(std::size_t t, const Holding& parent, const Holding& child) const {
        Loops lanes = m_spatial & idle(t) & before(child.node) & ~before(parent.node);
        if (tensorAt(t).isOutput) return lanes;
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
            if (lanes[i] && m_target.architecture.fanouts()[m_mapping.nodes[i].fanout].multicast == Multicast::none)
                lanes.reset(i);
        return lanes;
    }

    Words words(std::size_t t, const Holding& holding, const Loops& dropped, std::size_t owner) const {
        const Loops others = m_spatial & before(owner) & ~dropped;
        const std::int64_t total = tileSum(t, holding, dropped);
        return {total, others.none() ? total : tileSum(t, holding, dropped | others)};
    }

    /// `describes` = also what no search compares.
    template <class Take>
    void countTensor(std::size_t t, bool describes, const Take& take) const {
        const std::vector<Holding> holdings = holdingsOf(t);
        for (std::size_t i = 0; i + 1 < holdings.size(); ++i) {
            const Holding &own = holdings[i], &child = holdings[i + 1];
            const Loops shared = merged(t, own, child);
            const Words sent = describes ? words(t, child, child.passed, child.node) : Words{};
            const Words served = words(t, child, child.passed | shared, own.node);
            const Words arrived = i == 0 ? Words{} : words(t, own, own.passed, own.node);
            const Words distinct = tensorAt(t).isOutput ? words(t, own, m_temporal & idle(t), own.node) : Words{};
            Counts counts{own, child, served, arrived, {}, sent, served, arrived, distinct, shared};
            if (tensorAt(t).isOutput) {
                counts.updates = served;
                counts.reads = served - distinct + arrived;
                counts.fills = i == 0 ? Words{} : arrived - distinct;
            }
            take(counts);
        }
    }

    void enter(std::size_t t, const Counts& counts, Cost& cost) {
        const Holding &own = counts.own, &child = counts.child;
        TensorCost& tensor = cost.levels[static_cast<std::size_t>(own.level)].tensors[t];
        if (tensorAt(t).isOutput) {
            tensor.distinct = counts.distinct.total;
            tensor.accumulateReads = counts.served.total - counts.distinct.total;
            tensor.refetchReads = child.level >= 0 ? tensor.accumulateReads : 0;
            tensor.drains = counts.arrived.total;
            tensor.spatialReductions = counts.sent.total - counts.served.total;
        }
        tensor.reads = counts.reads.total;
        tensor.fills = counts.fills.total;
        tensor.updates = counts.updates.total;
        tensor.delivered = counts.arrived.total;
        describeHolding(t, own, tensor);
        if (child.level >= 0 && counts.sent.total % counts.served.total == 0 && lanesAreFull(counts.shared))
            cost.levels[static_cast<std::size_t>(child.level)].tensors[t].multicast = {
                {counts.sent.total / counts.served.total, counts.served.total}};
        const auto l = static_cast<std::size_t>(own.level);
        addBusiest(m_busiest[l][static_cast<std::size_t>(m_rates.levels[l].stores[t].part)], counts);
    }

    bool lanesAreFull(const Loops& lanes) const {
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
            if (lanes[i] && m_mapping.nodes[i].tail != m_mapping.nodes[i].bound) return false;
        return true;
    }

    void describeHolding(std::size_t t, const Holding& own, TensorCost& tensor) const {
        tensor.stored = true;
        tensor.tile = tileWords(tensorAt(t), largestExtents(m_mapping, static_cast<int>(own.node)));
        tensor.instancesTouched = 1;
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d)
            tensor.instancesTouched = product(tensor.instancesTouched, settings(d, own.node, m_temporal));
        const std::int64_t block = m_rates.levels[static_cast<std::size_t>(own.level)].stores[t].block;
        tensor.readAccesses = ceilDiv(tensor.reads, block);
        tensor.fillAccesses = ceilDiv(tensor.fills, block);
        tensor.updateAccesses = ceilDiv(tensor.updates, block);
        tensor.accesses = tensor.readAccesses + tensor.fillAccesses + tensor.updateAccesses;
    }

    static void addBusiest(PortWords& port, const Counts& counts) {
        const std::int64_t writes = counts.fills.first + counts.updates.first;
        port.reads += counts.reads.first;
        port.writes += writes;
        port.both += counts.reads.first + writes;
    }

    const Mapping& m_mapping;
    const Target& m_target;
    const Rates& m_rates;
    const bool m_classic;
    Loops m_temporal, m_spatial;
    std::array<std::array<std::uint8_t, kMaxNodes>, kMaxDimensions> m_loopsOf;  ///< positions, outermost first
    std::array<std::uint8_t, kMaxDimensions> m_loopCount{};
    std::array<unsigned, kMaxTensors> m_used{};  ///< dimensions that index a tensor
    BusiestWords m_busiest;
};

}  // namespace

Result<Cost> evaluate(const Mapping& mapping, const Target& target) {
    for (const Tensor& tensor : target.workload.tensors())
        for (const Rank& rank : tensor.ranks)
            if (tensor.isOutput && rank.terms.size() > 1)
                return error("compat accelforge knows no outputs with sliding windows, found " + tensor.name);
    const Mapping plain = canonical(mapping, target.workload);
    const Rates rates(target);
    return Counter(plain, target, rates).run();
}

Score score(const Mapping& mapping, const Target& target, const Rates& rates) {
    return Counter(mapping, target, rates).score();
}

}  // namespace lapidary::accelforge
