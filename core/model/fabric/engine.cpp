// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/engine.h"

#include <algorithm>

#include "core/model/fabric/engine_parts.h"

namespace lapidary::fabric {
namespace {

/// Keeps the cycles of a trace's window and all of them in its timeline, those since the last tile began once more, so that
/// tiles that aren't stepped can be added.
class Recorder {
public:
    Recorder(EngineTrace* trace, const Ring& written)
        : m_trace(trace), m_written(written), m_sinceTile(trace && trace->timeline ? kDetail : 1) {}

    std::vector<TracedPacket>* packets() { return m_trace ? &m_now.packets : nullptr; }
    std::vector<std::int32_t>* multipliers() { return m_trace ? &m_now.multipliers : nullptr; }
    bool isOver(std::int64_t cycle) const {
        return m_trace && m_trace->stops && !m_trace->timeline && cycle >= m_trace->to;
    }
    bool wantsStates() const { return m_trace && m_trace->states; }
    TracedCycle& now() { return m_now; }
    /// Where products before the window are to be noted, if it begins with this cycle.
    std::vector<std::int64_t>* productsBefore(std::int64_t cycle) {
        return m_trace && m_trace->products.empty() && m_trace->meets(cycle - 1, 1) ? &m_trace->products : nullptr;
    }

    /// `before`: results that waited when this cycle's came.
    void record(std::int64_t cycle, std::size_t before, const StateCounts& states) {
        if (!m_trace) return;
        m_now.cycle = cycle;
        m_now.activity = activityNow();
        m_now.waiting = static_cast<std::int64_t>(m_written.size());
        if (m_trace->timeline) {
            const auto products = static_cast<std::int64_t>(m_now.multipliers.size());
            m_trace->timeline->add(m_now.activity, products, 1, states);
            m_sinceTile.add(m_now.activity, products, 1, states);
        }
        if (m_trace->meets(cycle - 1, 1)) {
            for (std::size_t i = before; i < m_written.size(); ++i) m_now.written.push_back(m_written.at(i));
            m_trace->cycles.push_back(m_now);
        }
        m_now.packets.clear();
        m_now.multipliers.clear();
        m_now.written.clear();
    }

    void startTile() {
        if (m_trace && m_trace->timeline) m_sinceTile = Timeline(kDetail);
    }
    /// Of so many tiles that begin in this cycle, those that end before the window.
    std::int64_t skippable(std::int64_t cycle, std::int64_t period, std::int64_t tiles) const {
        if (!m_trace || m_trace->from > m_trace->to || m_trace->to < cycle) return tiles;
        return std::clamp<std::int64_t>((m_trace->from - cycle) / period, 0, tiles);
    }
    void skip(std::int64_t tiles) {
        if (m_trace && m_trace->timeline) m_trace->timeline->append(Timeline::Part(m_sinceTile), tiles);
    }

private:
    static constexpr std::size_t kDetail = 1 << 16;

    Activity activityNow() const {
        if (!m_now.multipliers.empty()) return Activity::working;
        bool operands = false;
        for (const TracedPacket& packet : m_now.packets) {
            if (packet.kind == TracedPacket::Kind::weight) return Activity::weights;
            operands = true;
        }
        return operands ? Activity::operands : Activity::results;
    }

    EngineTrace* m_trace;
    const Ring& m_written;
    TracedCycle m_now;
    Timeline m_sinceTile;
};

class Engine {
public:
    Engine(const Plan& plan, const ReductionTree& tree, const EngineOptions& options)
        : m_plan(plan),
          m_options(options),
          m_sameCycle(plan.ports == plan.multipliers),
          m_controller(plan),
          m_ports(plan),
          m_multipliers(plan),
          m_sums(plan, tree),
          m_bus(tree, plan.lines),
          m_recorder(options.trace, m_written) {
        if (!m_recorder.wantsStates()) return;
        for (const NeuronSpan& neuron : plan.neurons)
            for (std::int32_t m = neuron.first; m < neuron.first + neuron.size; ++m) {
                const bool passes =
                    (plan.psumsThroughMemory && m == neuron.first) ||
                    std::find(plan.forwarders.begin(), plan.forwarders.end(), m) != plan.forwarders.end();
                m_inUse.push_back({m, passes});
            }
    }

    EngineResult run() {
        constexpr std::int64_t kCheckEvery = 4096;
        for (m_cycle = 1;; ++m_cycle) {
            if (m_options.job && m_cycle % kCheckEvery == 0 && !report()) return m_result;
            produce();
            if (receive()) break;
            const std::size_t before = m_written.size();
            m_bus.cycle(m_cycle, m_sums, m_written);
            if (auto* products = m_recorder.productsBefore(m_cycle + m_skipped)) noteProducts(*products);
            if (m_sameCycle) m_ports.send(m_plan, m_controller, m_multipliers, m_recorder.packets());
            m_multipliers.cycle(m_cycle, m_sums, m_recorder.multipliers());
            if (m_recorder.wantsStates()) noteStates(m_recorder.now());
            if (!m_sameCycle) m_ports.send(m_plan, m_controller, m_multipliers, m_recorder.packets());
            m_recorder.record(m_cycle + m_skipped, before,
                              m_recorder.wantsStates() ? countStates(m_recorder.now()) : StateCounts{});
            if (m_recorder.isOver(m_cycle + m_skipped)) return m_result;
        }
        if (m_recorder.wantsStates()) noteStates(m_recorder.now());
        m_recorder.record(m_cycle + m_skipped, m_written.size(),
                          m_recorder.wantsStates() ? countStates(m_recorder.now()) : StateCounts{});
        m_result.finished = true;
        m_result.cycles = m_cycle + m_skipped;
        m_result.steppedCycles = m_cycle;
        m_result.overtaken = m_multipliers.overtaken();
        m_result.busConflicts += m_bus.conflicts();
        return m_result;
    }

private:
    struct InUse {
        std::int32_t multiplier = 0;
        bool passes = false;  ///< partial sums only
    };

    void noteProducts(std::vector<std::int64_t>& products) const {
        for (std::int32_t m = 0; m < m_plan.multipliers; ++m)
            products.push_back(m_multipliers.productsOf(m) + m_skippedTiles * m_multipliers.productsPerTile());
    }
    /// After the multipliers were stepped, and before ports send in the same cycle.
    void noteStates(TracedCycle& traced) const {
        traced.states.assign(static_cast<std::size_t>(m_plan.multipliers), TracedCycle::kUnused);
        const auto width = static_cast<std::int32_t>(m_plan.multipliers / m_plan.ports);
        for (const InUse& each : m_inUse)
            traced.states[static_cast<std::size_t>(each.multiplier)] = static_cast<std::uint8_t>(
                m_multipliers.waitOf(each.multiplier, m_ports.bringsWeights(each.multiplier / width)));
        for (const std::int32_t m : traced.multipliers)
            traced.states[static_cast<std::size_t>(m)] = static_cast<std::uint8_t>(MultiplierState::working);
    }
    /// With those that wait for an input of a port that sends a partial sum in this cycle.
    StateCounts countStates(TracedCycle& traced) const {
        const std::int64_t width = m_plan.multipliers / m_plan.ports;
        for (const TracedPacket& packet : traced.packets) {
            if (packet.kind != TracedPacket::Kind::psum) continue;
            const auto first = traced.states.begin() + packet.port * width;
            std::replace(first, first + width, static_cast<std::uint8_t>(MultiplierState::operands),
                         static_cast<std::uint8_t>(MultiplierState::ports));
        }
        StateCounts counts{};
        for (const InUse& each : m_inUse)
            counts[traced.states[static_cast<std::size_t>(each.multiplier)]] += !each.passes;
        return counts;
    }

    bool report() {
        m_options.job->setProgress(static_cast<double>(m_received + m_skippedOutputs) /
                                   static_cast<double>(m_plan.outputs));
        return m_options.job->checkpoint();
    }

    /// One step into the port queues, unless its weights wait for outputs.
    void produce() {
        if (!m_controller.more()) return;
        if (m_controller.startsTile() && m_controller.tile() > 0) {
            const std::int64_t filters = (m_received + m_skippedOutputs) / m_plan.outputsPerFilter;
            if (m_plan.startFilter(m_controller.tile()) > filters) return;
            if (m_options.skipEqualTiles) skip();
        }
        if (m_controller.more()) m_ports.offer(m_plan, m_controller);
    }

    /// All results of the earlier tiles are in memory, so nothing is under way.
    bool drained() const {
        return m_received + m_skippedOutputs == m_controller.tile() * m_plan.outputsPerTile() && m_ports.idle();
    }
    /// Whether tile t's weights wait until exactly the results of the tiles before it are in memory.
    bool waitsForAll(std::int64_t tile) const {
        const std::int64_t before = tile * m_plan.outputsPerTile();
        return m_plan.startFilter(tile) > (before - 1) / m_plan.outputsPerFilter &&
               m_plan.startFilter(tile) <= before / m_plan.outputsPerFilter;
    }

    void skip() {
        if (!drained()) {
            m_lastStart = -1;
            return;
        }
        const std::int64_t period = m_cycle - m_lastStart;
        const bool repeats = m_lastStart >= 0 && m_controller.tile() >= 2 && m_bus.sameState(m_lastBus);
        const std::int64_t conflicts = m_bus.conflicts() - m_lastConflicts;
        m_lastStart = m_cycle;
        m_lastBus = m_bus.state();
        m_lastConflicts = m_bus.conflicts();
        const std::int64_t equal =
            repeats ? equalTiles(m_recorder.skippable(m_cycle + m_skipped, period, m_plan.tiles)) : 0;
        m_recorder.skip(equal);
        m_recorder.startTile();
        m_controller.skipTiles(equal);
        m_skippedTiles += equal;
        m_skipped += equal * period;
        m_skippedOutputs += equal * m_plan.outputsPerTile();
        m_result.busConflicts += equal * conflicts;
    }

    /// From this tile on, at most so many; the last one is stepped, so that the end is found as always.
    std::int64_t equalTiles(std::int64_t most) const {
        std::int64_t equal = 0;
        while (equal < most && m_controller.tile() + equal + 1 < m_plan.tiles &&
               waitsForAll(m_controller.tile() + equal + 1))
            ++equal;
        return equal;
    }

    /// Memory takes half of what waits, rounded up; unfinished sums go back. True once all outputs are there.
    bool receive() {
        for (std::size_t left = (m_written.size() + 1) / 2; left > 0; --left) {
            const std::int32_t neuron = m_written.pop();
            ++m_received;
            if (m_plan.psumsThroughMemory && !m_sums.finishes(neuron)) m_ports.queuePsum(m_plan, neuron);
            if (m_received + m_skippedOutputs == m_plan.outputs) return true;
        }
        return false;
    }

    const Plan& m_plan;
    EngineOptions m_options;
    bool m_sameCycle;
    StepCursor m_controller;
    Ports m_ports;
    Multipliers m_multipliers;
    NeuronSums m_sums;
    Bus m_bus;
    Ring m_written;
    EngineResult m_result;
    std::int64_t m_cycle = 0, m_received = 0;
    std::int64_t m_skipped = 0, m_skippedOutputs = 0, m_skippedTiles = 0;
    std::int64_t m_lastStart = -1, m_lastConflicts = 0;
    std::vector<std::int32_t> m_lastBus;
    Recorder m_recorder;
    std::vector<InUse> m_inUse;  ///< if states are wanted
};

}  // namespace

EngineResult runPlan(const Plan& plan, const ReductionTree& tree, const EngineOptions& options) {
    return Engine(plan, tree, options).run();
}

}  // namespace lapidary::fabric
