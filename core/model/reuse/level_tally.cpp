// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/level_tally.h"

#include <algorithm>
#include <bit>

#include "core/base/arith.h"
#include "core/mapping/extent.h"

namespace lapidary::reuse {
namespace {

class LevelTallier {
public:
    LevelTallier(Counting& counting, int level, LevelTally& tally)
        : m_counting(counting),
          m_level(level),
          m_rates(counting.plan().rates.levels[static_cast<std::size_t>(level)]),
          m_tally(tally) {}

    void run(Detail detail) {
        m_tally.stored = 0;
        m_tally.busiest.fill({});
        bool blocks = false;
        for (int t = 0; t < m_counting.plan().tensorCount; ++t) {
            for (int i = 0; i < m_counting.storesOf(t); ++i) {
                if (m_counting.store(t, i).level != m_level) continue;
                addTotals(t, i);
                blocks = blocks || m_rates.stores[static_cast<std::size_t>(t)].block > 1;
            }
        }
        if (blocks || detail == Detail::full || portsMayBind()) addGroups();
    }

private:
    static std::size_t lowest(unsigned mask) { return static_cast<std::size_t>(std::countr_zero(mask)); }

    void addTotals(int tensor, int index) {
        const auto t = static_cast<std::size_t>(tensor);
        m_tally.stored |= 1u << tensor;
        m_tally.index[t] = index;
        m_tally.words[t] = m_tally.accesses[t] = m_counting.words(tensor, index);
    }

    /// Every word that an instance moves serves a MAC below it, and each MAC needs one word of a tensor per step. A port
    /// that could move so many words while the MACs work needs no closer look. Boxes have words that serve no MAC.
    bool portsMayBind() const {
        const Nest& nest = m_counting.nest();
        if (m_counting.plan().semantics.linkTransfers || nest.directed) return true;
        std::int64_t mostPerTensor = nest.steps;
        for (int i = 0; i < nest.loopCount; ++i) {
            const Loop& loop = nest.loops[static_cast<std::size_t>(i)];
            if (loop.isSpatial && m_counting.plan().target->architecture.fanouts()[loop.fanout].below >= m_level)
                mostPerTensor *= loop.bound;
        }
        std::array<PortWords, kMaxTensors + 1> most{};
        for (unsigned mask = m_tally.stored; mask != 0; mask &= mask - 1) {
            const std::size_t t = lowest(mask);
            PortWords& port = most[static_cast<std::size_t>(m_rates.stores[t].part)];
            const auto atMost = [&](std::int64_t words, int actions) {
                return m_counting.plan().tensors[t].box ? words : std::min(words, actions * mostPerTensor);
            };
            const StoreWords& words = m_tally.words[t];
            port.reads += atMost(words.reads, m_counting.plan().semantics.drainRead ? 2 : 1);
            port.writes += atMost(words.fills, 1) + atMost(words.updates, 1);
            port.both = port.reads + port.writes;
        }
        const std::int64_t compute = stepsOf(m_counting.plan(), nest) * m_counting.plan().rates.interval;
        for (std::size_t part = 0; part < static_cast<std::size_t>(m_rates.parts); ++part)
            if (portCycles(most[part], m_rates.ports[part]) > compute) return true;
        return false;
    }

    void addGroups() {
        for (unsigned mask = m_tally.stored; mask != 0; mask &= mask - 1)
            if (m_rates.stores[lowest(mask)].block > 1) m_tally.accesses[lowest(mask)] = {};
        const InstanceGroups& groups = m_counting.groupsOf(m_level);
        const std::int64_t count = groups.count();
        for (std::int64_t g = 0; g < count; ++g) addGroup(groups.at(g), count == 1);
    }

    void addGroup(const InstanceGroup& group, bool onlyOne) {
        std::array<PortWords, kMaxTensors + 1> ports{};
        for (unsigned mask = m_tally.stored; mask != 0; mask &= mask - 1) {
            const std::size_t t = lowest(mask);
            const StoreWords words = onlyOne ? perInstance(m_tally.words[t], group.instances)
                                             : m_counting.wordsOfInstance(static_cast<int>(t), m_tally.index[t], group);
            const StoreRates& rates = m_rates.stores[t];
            if (rates.block > 1) addBlocks(m_tally.accesses[t], words, rates.block, group.instances);
            PortWords& port = ports[static_cast<std::size_t>(rates.part)];
            port.reads += words.reads;
            port.writes += words.fills + words.updates;
        }
        for (std::size_t part = 0; part < static_cast<std::size_t>(m_rates.parts); ++part) {
            PortWords& most = m_tally.busiest[part];
            most.reads = std::max(most.reads, ports[part].reads);
            most.writes = std::max(most.writes, ports[part].writes);
            most.both = std::max(most.both, ports[part].reads + ports[part].writes);
        }
    }

    static StoreWords perInstance(const StoreWords& words, std::int64_t instances) {
        return {words.reads / instances, words.fills / instances, words.updates / instances, words.drains / instances};
    }

    static void addBlocks(StoreWords& sum, const StoreWords& words, std::int64_t block, std::int64_t instances) {
        sum.reads += instances * ceilDiv(words.reads, block);
        sum.fills += instances * ceilDiv(words.fills, block);
        sum.updates += instances * ceilDiv(words.updates, block);
    }

    Counting& m_counting;
    const int m_level;
    const LevelRates& m_rates;
    LevelTally& m_tally;
};

}  // namespace

void tallyLevel(Counting& counting, int level, Detail detail, LevelTally& tally) {
    LevelTallier(counting, level, tally).run(detail);
}

std::int64_t stepsOf(const Plan& plan, const Nest& nest) {
    if (!plan.semantics.fullSteps) return nest.steps;
    std::int64_t product = 1;
    for (int i = 0; i < nest.loopCount; ++i)
        if (const Loop& loop = nest.loops[static_cast<std::size_t>(i)]; !loop.isSpatial)
            product = saturatingMul(product, loop.bound);
    return product;
}

NetworkTraffic networkTraffic(const Counting& counting, int fanout, int tensor) {
    NetworkTraffic traffic;
    for (int i = 0; i < counting.storesOf(tensor); ++i) {
        const PairCounts* counted = counting.events(tensor, i);
        if (!counted) continue;
        const Between between = counting.between(counting.pair(tensor, i));
        for (std::size_t n = 0; n < counted->carried.size(); ++n) {
            if (between.fanouts[n] != fanout) continue;
            traffic.words = counted->carried[n].words;
            traffic.deliveries = counted->carried[n].deliveries;
            traffic.hops = 0.5 * static_cast<double>(counted->carried[n].halfHops);
            if (!counting.plan().tensors[static_cast<std::size_t>(tensor)].isOutput) continue;
            if (!counting.plan().semantics.returnHops) continue;
            addReturning(traffic, counting.flow(tensor, i).asked, counting.refetchReads(tensor, i));
        }
    }
    return traffic;
}

Reason overflow(const Counting& counting, int level, int part) {
    const TargetLevel& resolved = counting.plan().target->levels[static_cast<std::size_t>(level)];
    if (resolved.capacityBits[static_cast<std::size_t>(part)] < 0) return {};
    std::array<std::int64_t, kMaxTensors> words{};
    unsigned stored = 0;
    for (int s = 0; s < counting.nest().storeCount; ++s) {
        const StoreNode& store = counting.nest().stores[static_cast<std::size_t>(s)];
        if (store.level != level) continue;
        stored |= store.tensors;
        for (unsigned mask = store.tensors; mask != 0; mask &= mask - 1) {
            const int t = std::countr_zero(mask);
            if (resolved.part[static_cast<std::size_t>(t)] == part)
                words[static_cast<std::size_t>(t)] = counting.tile(t, store);
        }
    }
    return checkCapacity(level, part, stored, words, resolved);
}

}  // namespace lapidary::reuse
