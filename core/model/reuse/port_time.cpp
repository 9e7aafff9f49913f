// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/port_time.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/reuse/port_queue.h"
#include "core/model/reuse/stay.h"

namespace lapidary::reuse {
namespace {

constexpr std::size_t kStages = kMaxLevels + 1;  ///< by the level that tiles arrive at or leave; the last is the MACs

using StageCycles = std::array<std::int64_t, kStages>;

std::int64_t sumOf(const StageCycles& stages) {
    std::int64_t sum = 0;
    for (const std::int64_t own : stages) sum = std::min(sum + own, kLongestWait);
    return sum;
}

/// One tensor passing one way at one level.
struct Link {
    int tensor = 0;
    Passage passage = Passage::toBelow;
    std::size_t stage = 0;
    std::int64_t words = 0,
                 first = 0;  ///< of one instance; `first`: those of the first tile, or of the last one sent up
    const Stay* stay = nullptr;
    std::int64_t others = 1;  ///< transfers beside the first, or last
};

class PortTimer {
public:
    PortTimer(Counting& counting, PortReport* report)
        : m_counting(counting), m_plan(counting.plan()), m_nest(counting.nest()), m_report(report) {}

    PortTime run() {
        const std::size_t levels = m_plan.target->levels.size();
        measureStays();
        for (m_level = 0; m_level < levels; ++m_level) {
            startRows();
            if (ports().limited) addLevel();
        }
        return {m_stall, sumOf(m_onload), sumOf(m_offload)};
    }

private:
    const LevelPorts& ports() const { return m_plan.ports.levels[m_level]; }
    std::int64_t interval() const { return m_plan.rates.interval; }

    void measureStays() {
        for (int t = 0; t < m_plan.tensorCount; ++t) {
            for (int i = 1; i <= m_counting.storesOf(t); ++i) {
                const auto tensor = static_cast<std::size_t>(t), index = static_cast<std::size_t>(i);
                const int store = m_nest.chain[tensor][index];
                const int level = m_nest.stores[static_cast<std::size_t>(store)].level;
                const bool buffered = level < 0 || m_plan.ports.levels[static_cast<std::size_t>(level)].doubleBuffered;
                m_stays[tensor][index] = stayOf(m_plan, m_nest, stayLoops(m_plan, m_nest, t, store), buffered);
            }
        }
    }

    void startRows() {
        if (!m_report) return;
        std::vector<PortCost>& rows = m_report->rows.emplace_back();
        for (const PortLimit& port : ports().ports) rows.emplace_back().name = port.name;
    }

    void addLevel() {
        const int level = static_cast<int>(m_level);
        const InstanceGroups& groups = m_counting.groupsOf(level);
        const std::int64_t count = groups.count();
        for (std::int64_t g = 0; g < count; ++g) {
            m_linkCount = 0;
            const InstanceGroup group = groups.at(g);
            for (int t = 0; t < m_plan.tensorCount; ++t)
                for (int i = 0; i < m_counting.storesOf(t); ++i)
                    if (m_counting.store(t, i).level == level)
                        addLinks(t, i,
                                 count == 1 ? eachOf(m_counting.words(t, i), group.instances)
                                            : m_counting.wordsOfInstance(t, i, group));
            for (std::size_t p = 0; p < ports().ports.size(); ++p)
                if (ports().ports[p].limited()) addPort(p);
        }
    }

    static StoreWords eachOf(const StoreWords& words, std::int64_t instances) {
        return {words.reads / instances, words.fills / instances, words.updates / instances, words.drains / instances};
    }

    void addLinks(int tensor, int index, const StoreWords& words) {
        const auto t = static_cast<std::size_t>(tensor), i = static_cast<std::size_t>(index);
        const bool output = m_plan.tensors[t].isOutput;
        const bool fromFirst =
            !output || m_counting.elidesNothing(tensor, index);  // else the first tile brings no sums
        const Stay& own = m_stays[t][i];
        const Stay& below = m_stays[t][i + 1];
        const std::size_t stage = stageOf(tensor, index + 1);
        const std::int64_t reads = words.reads - words.drains;
        addLink({tensor, Passage::toBelow, stage, reads, fromFirst ? firstBelow(tensor, index, reads) : 0, &below,
                 fromFirst ? below.times - 1 : ceilShare(below.times, reads, words.updates)});
        addLink({tensor, Passage::fromBelow, stage, words.updates, firstBelow(tensor, index, words.updates), &below,
                 below.times - 1});
        if (index == 0) return;
        const std::int64_t tile = m_counting.tile(tensor, m_counting.store(tensor, index));
        addLink({tensor, Passage::fromAbove, m_level, words.fills, fromFirst ? tile : 0, &own,
                 fromFirst ? own.times - 1
                           : ceilShare(own.times, m_counting.words(tensor, index).fills,
                                       m_counting.flow(tensor, index - 1).delivered)});
        addLink({tensor, Passage::toAbove, m_level, words.drains, tile, &own, own.times - 1});
    }

    std::size_t stageOf(int tensor, int index) const {
        return index == m_counting.storesOf(tensor) ? m_plan.target->levels.size()
                                                    : static_cast<std::size_t>(m_counting.store(tensor, index).level);
    }

    /// Of `words` that pass between a Store and what is below it, those of one tile for each child: the share that these
    /// tiles have of all words of the children.
    std::int64_t firstBelow(int tensor, int index, std::int64_t words) const {
        if (index + 1 == m_counting.storesOf(tensor))
            return ceilShare(words, 1,
                             m_stays[static_cast<std::size_t>(tensor)][static_cast<std::size_t>(index) + 1].times);
        const std::int64_t tile = m_counting.tile(tensor, m_counting.store(tensor, index + 1));
        return ceilShare(words, Int128{tile} * m_counting.touched(tensor, index + 1),
                         m_counting.flow(tensor, index).delivered);
    }

    /// ceil(count * part / whole), at most all of it.
    static std::int64_t ceilShare(std::int64_t count, Int128 part, std::int64_t whole) {
        if (whole <= 0 || part >= whole) return count;
        return static_cast<std::int64_t>((count * part + whole - 1) / whole);
    }

    void addLink(Link link) {
        if (link.words <= 0) return;
        link.first = link.stay->times == 1 ? link.words : std::min(link.first, link.words);
        link.others = std::max<std::int64_t>(link.others, 1);
        m_links[m_linkCount++] = link;
    }

    /// One port of the instances of a group.
    void addPort(std::size_t number) {
        const PortLimit& port = ports().ports[number];
        PortQueue queue;
        std::array<double, kStages> onload{}, offload{};
        double busy = 0;
        std::vector<WaitingLink> links;  // only for a report
        for (std::size_t l = 0; l < m_linkCount; ++l) {
            const Link& link = m_links[l];
            const auto t = static_cast<std::size_t>(link.tensor);
            if (!(ports().serving[t][static_cast<std::size_t>(link.passage)] >> number & 1)) continue;
            const int bits = m_plan.target->levels[m_level].wordBits[t];
            const bool down = link.passage == Passage::toBelow || link.passage == Passage::fromAbove;
            const double first = port.load(link.first, 1, bits);
            const double rest = port.load(link.words - link.first, link.others, bits);
            (down ? onload : offload)[link.stage] += first;
            busy += first + rest;
            if (m_report) links.push_back({link.tensor, link.passage, rest});
            queue.add({rest, down, (down ? link.stay->incoming : link.stay->outgoing) * interval(),
                       link.stay->window * interval()});
        }
        const QueueWait wait = queue.wait(port.most);
        if (m_report && wait.cycles > m_stall) reportWait(number, wait, links);
        m_stall = std::max(m_stall, wait.cycles);
        const std::int64_t on = addStages(onload, port.most, m_onload);
        const std::int64_t off = addStages(offload, port.most, m_offload);
        if (m_report) addRow(m_report->rows[m_level][number], cyclesOf(busy / port.most), wait, on, off);
    }

    /// Ports of one stage work side by side, its slowest counts; stages follow each other. The port's own cycles.
    static std::int64_t addStages(const std::array<double, kStages>& loads, double most, StageCycles& slowest) {
        StageCycles own{};
        for (std::size_t s = 0; s < kStages; ++s) {
            own[s] = cyclesOf(loads[s] / most);
            slowest[s] = std::max(slowest[s], own[s]);
        }
        return sumOf(own);
    }

    void reportWait(std::size_t port, const QueueWait& wait, const std::vector<WaitingLink>& links) {
        m_report->level = static_cast<int>(m_level);
        m_report->port = static_cast<int>(port);
        m_report->window = wait.window;
        m_report->waiting.clear();
        for (std::size_t l = 0; l < links.size(); ++l)
            if (wait.worst >> l & 1) m_report->waiting.push_back(links[l]);
    }

    static void addRow(PortCost& row, std::int64_t busy, const QueueWait& wait, std::int64_t on, std::int64_t off) {
        if (wait.cycles > row.stallCycles)
            row.windowCycles = wait.window;
        else if (row.stallCycles == 0)
            row.windowCycles = std::max(row.windowCycles, wait.window);
        row.busyCycles = std::max(row.busyCycles, busy);
        row.stallCycles = std::max(row.stallCycles, wait.cycles);
        row.onloadCycles = std::max(row.onloadCycles, on);
        row.offloadCycles = std::max(row.offloadCycles, off);
    }

    Counting& m_counting;
    const Plan& m_plan;
    const Nest& m_nest;
    PortReport* m_report;
    std::size_t m_level = 0;
    std::array<std::array<Stay, kMaxLevels + 1>, kMaxTensors> m_stays;  ///< by number of the Store; the MACs last
    std::array<Link, std::size_t{kMaxTensors} * kPassages> m_links;
    std::size_t m_linkCount = 0;
    std::int64_t m_stall = 0;
    StageCycles m_onload{}, m_offload{};
};

}  // namespace

PortTime portTime(Counting& counting, PortReport* report) { return PortTimer(counting, report).run(); }

}  // namespace lapidary::reuse
