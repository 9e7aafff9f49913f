// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/engine.h"

#include <algorithm>

#include "core/model/fabric/engine_parts.h"

namespace lapidary::fabric {
namespace {

constexpr KeyEntry<Activity> kActivities[] = {
    {Activity::working, "working", "Working", "some multiplier sends a product or a partial sum", ""},
    {Activity::weights, "weights", "Weights", "nothing multiplies, weights are on their way", ""},
    {Activity::operands, "operands", "Operands", "nothing multiplies, inputs or partial sums are on their way", ""},
    {Activity::results, "results", "Results", "nothing multiplies or is sent: results are on their way to memory", ""},
};

constexpr KeyEntry<MultiplierState> kMultiplierTable[] = {
    {MultiplierState::working, "working", "Multiplies", "sends a product (or passes a partial sum on)", ""},
    {MultiplierState::weights, "weights", "Weights not here yet", "waits for its weights", ""},
    {MultiplierState::operands, "operands", "Input not here yet", "waits for an input, its port sends others", ""},
    {MultiplierState::ports, "ports", "Port sends a psum", "waits for an input while its port sends a partial sum", ""},
    {MultiplierState::results, "results", "Inputs used up", "has done its tile: partial sums and results travel", ""},
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
          m_bus(tree, plan.lines) {}

    EngineResult run() {
        constexpr std::int64_t kCheckEvery = 4096;
        for (m_cycle = 1;; ++m_cycle) {
            if (m_options.job && m_cycle % kCheckEvery == 0 && !report()) return m_result;
            produce();
            if (receive()) break;
            const std::size_t before = m_written.size();
            m_bus.cycle(m_cycle, m_sums, m_written);
            TracedCycle* const traced = m_options.trace && isTraced() ? &m_traced : nullptr;
            if (traced && m_options.trace->products.empty() && now() >= m_options.trace->from) noteProducts();
            if (m_sameCycle) m_ports.send(m_plan, m_controller, m_multipliers, traced ? &traced->packets : nullptr);
            m_multipliers.cycle(m_cycle, m_sums, traced ? &traced->multipliers : nullptr);
            if (traced) noteStates();
            if (!m_sameCycle) m_ports.send(m_plan, m_controller, m_multipliers, traced ? &traced->packets : nullptr);
            if (traced) record(before);
            if (m_options.trace && m_options.trace->onlyWindow && now() >= m_options.trace->to) return m_result;
        }
        m_result.finished = true;
        m_result.cycles = m_cycle + m_skipped;
        m_result.steppedCycles = m_cycle;
        m_result.overtaken = m_multipliers.overtaken();
        m_result.busConflicts += m_bus.conflicts();
        return m_result;
    }

private:
    Activity activityNow() const {
        if (!m_traced.multipliers.empty()) return Activity::working;
        bool operands = false;
        for (const TracedPacket& packet : m_traced.packets) {
            if (packet.kind == TracedPacket::Kind::weight) return Activity::weights;
            operands = true;
        }
        return operands ? Activity::operands : Activity::results;
    }
    /// With the cycles of tiles that weren't stepped.
    std::int64_t now() const { return m_cycle + m_skipped; }
    bool isTraced() const {
        const EngineTrace& trace = *m_options.trace;
        return trace.bucket > 0 || (now() >= trace.from && now() <= trace.to);
    }
    void noteProducts() {
        for (std::int32_t m = 0; m < m_plan.multipliers; ++m)
            m_options.trace->products.push_back(m_multipliers.productsOf(m) +
                                                m_skippedTiles * m_multipliers.productsPerTile());
    }
    /// After the multipliers were stepped, and before ports send in the same cycle.
    void noteStates() {
        m_traced.states.assign(static_cast<std::size_t>(m_plan.multipliers), TracedCycle::kUnused);
        const auto width = static_cast<std::int32_t>(m_plan.multipliers / m_plan.ports);
        std::size_t next = 0;
        for (const NeuronSpan& neuron : m_plan.neurons)
            for (std::int32_t m = neuron.first; m < neuron.first + neuron.size; ++m) {
                const bool sent = next < m_traced.multipliers.size() && m_traced.multipliers[next] == m;
                next += sent;
                m_traced.states[static_cast<std::size_t>(m)] =
                    static_cast<std::uint8_t>(m_multipliers.stateOf(m, sent, m_ports.bringsWeights(m / width)));
            }
    }
    /// Who waits for an input of a port that sends a partial sum in this cycle.
    void notePsums() {
        const std::int64_t width = m_plan.multipliers / m_plan.ports;
        for (const TracedPacket& packet : m_traced.packets) {
            if (packet.kind != TracedPacket::Kind::psum) continue;
            const auto first = m_traced.states.begin() + packet.port * width;
            std::replace(first, first + width, static_cast<std::uint8_t>(MultiplierState::operands),
                         static_cast<std::uint8_t>(MultiplierState::ports));
        }
    }
    /// Of this cycle, into its bucket.
    void count(EngineTrace& trace) const {
        auto bucket = static_cast<std::size_t>((m_traced.cycle - 1) / trace.bucket);
        if (trace.mostBuckets > 0 && bucket >= trace.mostBuckets) {
            for (std::size_t i = 0; i < trace.mostBuckets; i += 2) {
                trace.buckets[i / 2] = trace.buckets[i];
                trace.buckets[i / 2] += trace.buckets[i + 1];
            }
            trace.buckets.resize(trace.mostBuckets / 2);
            trace.bucket *= 2;
            bucket /= 2;
        }
        if (trace.buckets.size() <= bucket) trace.buckets.resize(bucket + 1);
        EngineTrace::Bucket& sum = trace.buckets[bucket];
        sum.products += static_cast<std::int64_t>(m_traced.multipliers.size());
        ++sum.activities[static_cast<std::size_t>(m_traced.activity)];
        const std::int32_t forwards = m_plan.psumsThroughMemory ? 1 : 0;
        for (const NeuronSpan& neuron : m_plan.neurons)
            for (std::int32_t m = neuron.first + forwards; m < neuron.first + neuron.size; ++m)
                ++sum.states[m_traced.states[static_cast<std::size_t>(m)]];
    }
    /// `before`: results that waited when this cycle's came.
    void record(std::size_t before) {
        EngineTrace& trace = *m_options.trace;
        m_traced.cycle = now();
        m_traced.activity = activityNow();
        m_traced.waiting = static_cast<std::int64_t>(m_written.size());
        notePsums();
        if (trace.bucket > 0) count(trace);
        if (m_traced.cycle >= trace.from && m_traced.cycle <= trace.to) {
            for (std::size_t i = before; i < m_written.size(); ++i) m_traced.written.push_back(m_written.at(i));
            trace.cycles.push_back(m_traced);
        }
        m_traced.packets.clear();
        m_traced.multipliers.clear();
        m_traced.written.clear();
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
            if (m_options.skipEqualTiles && (!m_options.trace || m_options.trace->onlyWindow)) skip();
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
        if (!repeats) return;
        // The last tile is stepped, so that the end is found as always.
        std::int64_t equal = 0;
        while (m_controller.tile() + equal + 1 < m_plan.tiles && waitsForAll(m_controller.tile() + equal + 1)) ++equal;
        if (m_options.trace) equal = std::clamp<std::int64_t>((m_options.trace->from - 1 - now()) / period, 0, equal);
        m_controller.skipTiles(equal);
        m_skippedTiles += equal;
        m_skipped += equal * period;
        m_skippedOutputs += equal * m_plan.outputsPerTile();
        m_result.busConflicts += equal * conflicts;
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
    TracedCycle m_traced;  ///< of this cycle, while tracing
};

}  // namespace

std::span<const KeyEntry<Activity>> keyTable(Activity) { return kActivities; }
std::span<const KeyEntry<MultiplierState>> keyTable(MultiplierState) { return kMultiplierTable; }

EngineTrace::Bucket& EngineTrace::Bucket::operator+=(const Bucket& other) {
    products += other.products;
    for (std::size_t i = 0; i < 4; ++i) activities[i] += other.activities[i];
    for (std::size_t i = 0; i < kMultiplierStates; ++i) states[i] += other.states[i];
    return *this;
}

EngineTrace::Bucket EngineTrace::sum() const {
    Bucket all;
    for (const Bucket& each : buckets) all += each;
    return all;
}

EngineResult runPlan(const Plan& plan, const ReductionTree& tree, const EngineOptions& options) {
    return Engine(plan, tree, options).run();
}

}  // namespace lapidary::fabric
