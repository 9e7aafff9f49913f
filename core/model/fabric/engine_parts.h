// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts that the cycle engine steps. Each is a small state with one function per cycle, inline because this is the
// innermost loop of the fabric model. Thread rule: one engine per thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/model/fabric/engine.h"
#include "core/model/fabric/plan.h"

namespace lapidary::fabric {

/// A queue that grows.
class Ring {
public:
    std::size_t size() const { return m_count; }
    bool empty() const { return m_count == 0; }
    /// The i-th from the front.
    std::int32_t at(std::size_t i) const { return m_items[(m_head + i) & (m_items.size() - 1)]; }
    void push(std::int32_t value) {
        if (m_count == m_items.size()) grow();
        m_items[(m_head + m_count++) & (m_items.size() - 1)] = value;
    }
    std::int32_t pop() {
        const std::int32_t value = m_items[m_head];
        m_head = (m_head + 1) & (m_items.size() - 1);
        --m_count;
        return value;
    }

private:
    void grow() {
        std::vector<std::int32_t> larger(m_items.empty() ? 16 : 2 * m_items.size());
        for (std::size_t i = 0; i < m_count; ++i) larger[i] = m_items[(m_head + i) & (m_items.size() - 1)];
        m_items.swap(larger);
        m_head = 0;
    }
    std::vector<std::int32_t> m_items;
    std::size_t m_head = 0, m_count = 0;
};

/// Numbers below a limit, visited in ascending order.
class BitSet {
public:
    explicit BitSet(std::int64_t limit) : m_words(static_cast<std::size_t>(limit + 63) / 64, 0) {}
    void set(std::int32_t i) { m_words[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64); }
    void clear(std::int32_t i) { m_words[static_cast<std::size_t>(i) / 64] &= ~(std::uint64_t{1} << (i % 64)); }
    bool has(std::int32_t i) const { return m_words[static_cast<std::size_t>(i) / 64] >> (i % 64) & 1; }
    bool none() const {
        return std::all_of(m_words.begin(), m_words.end(), [](std::uint64_t word) { return word == 0; });
    }
    std::vector<std::uint64_t>& words() { return m_words; }

    /// Calls visit(i) for what is in the set now; visit may set and clear.
    template <class Visit>
    void forEach(Visit visit) {
        for (std::size_t w = 0; w < m_words.size(); ++w)
            for (std::uint64_t bits = m_words[w]; bits; bits &= bits - 1)
                visit(static_cast<std::int32_t>(64 * w) + std::countr_zero(bits));
    }

private:
    std::vector<std::uint64_t> m_words;
};

/// A place in the sequence of steps.
class StepCursor {
public:
    StepCursor() = default;
    explicit StepCursor(const Plan& plan)
        : m_folds(plan.folds),
          m_row(plan.folds * plan.windows),
          m_tileSteps(plan.folds + plan.folds * plan.windows * plan.rows),
          m_tiles(plan.tiles) {}

    bool more() const { return m_tile < m_tiles; }
    bool startsTile() const { return m_offset == 0; }
    std::int64_t tile() const { return m_tile; }
    bool weights() const { return m_offset < m_folds; }
    const Step& step(const Plan& plan) const {
        return weights() ? plan.weights : m_inRow < m_folds ? plan.firstInputs : plan.laterInputs;
    }
    void advance() {
        if (m_offset >= m_folds && ++m_inRow == m_row) m_inRow = 0;
        if (++m_offset == m_tileSteps) {
            m_offset = 0;
            ++m_tile;
        }
    }
    void skipTiles(std::int64_t count) { m_tile += count; }
    bool operator==(const StepCursor& other) const { return m_offset == other.m_offset && m_tile == other.m_tile; }

private:
    std::int64_t m_folds = 1, m_row = 1, m_tileSteps = 2, m_tiles = 1;
    std::int64_t m_tile = 0, m_offset = 0, m_inRow = 0;
};

/// Results of the virtual neurons on their way to the bus: sums whose products are not all there, and a calendar.
class NeuronSums {
public:
    NeuronSums(const Plan& plan, const ReductionTree& tree)
        : m_hops(tree.hops),
          m_folds(static_cast<std::int32_t>(plan.folds)),
          m_accumulates(plan.accumulates),
          m_neuronOf(static_cast<std::size_t>(plan.multipliers), -1),
          m_neurons(plan.neurons.size()),
          m_calendar(kDays) {
        for (std::size_t v = 0; v < plan.neurons.size(); ++v) {
            m_neurons[v].size = plan.neurons[v].size;
            for (std::int32_t i = 0; i < plan.neurons[v].size; ++i)
                m_neuronOf[static_cast<std::size_t>(plan.neurons[v].first + i)] = static_cast<std::int32_t>(v);
        }
    }

    /// A multiplier's n-th product leaves in this cycle.
    void product(std::int32_t multiplier, std::int64_t number, std::int64_t cycle) {
        const std::int32_t v = m_neuronOf[static_cast<std::size_t>(multiplier)];
        Neuron& neuron = m_neurons[static_cast<std::size_t>(v)];
        while (number - neuron.done >= static_cast<std::int64_t>(neuron.open.size())) grow(neuron);
        Sum& sum = neuron.open[static_cast<std::size_t>(number) & (neuron.open.size() - 1)];
        sum.time = std::max(sum.time, cycle + m_hops[static_cast<std::size_t>(multiplier)]);
        if (++sum.products < neuron.size) return;
        complete(v, neuron, sum.time);
        sum = {};
    }
    /// Counts a result of the neuron in memory: whether it is the last of its folds.
    bool finishes(std::int32_t v) {
        Neuron& neuron = m_neurons[static_cast<std::size_t>(v)];
        if (++neuron.returned < m_folds) return false;
        neuron.returned = 0;
        return true;
    }
    /// Neurons whose results arrive at the bus.
    std::vector<std::int32_t>& arrivals(std::int64_t cycle) {
        return m_calendar[static_cast<std::size_t>(cycle) % kDays];
    }

private:
    struct Sum {
        std::int64_t time = 0;
        std::int32_t products = 0;
    };
    struct Neuron {
        std::vector<Sum> open{std::vector<Sum>(8)};  ///< a power of two, indexed by the number of the product
        std::int64_t done = 0;
        std::int32_t size = 0, accumulated = 0, returned = 0;
    };
    static constexpr std::size_t kDays = 64;  ///< more than two hops per level of 2^16 multipliers and three more

    static void grow(Neuron& neuron) {
        std::vector<Sum> larger(2 * neuron.open.size());
        for (std::size_t i = 0; i < neuron.open.size(); ++i) {
            const auto number = static_cast<std::size_t>(neuron.done) + i;
            larger[number & (larger.size() - 1)] = neuron.open[number & (neuron.open.size() - 1)];
        }
        neuron.open.swap(larger);
    }
    void complete(std::int32_t v, Neuron& neuron, std::int64_t time) {
        ++neuron.done;
        if (m_accumulates) {
            if (++neuron.accumulated < m_folds) return;
            neuron.accumulated = 0;
            ++time;
        }
        m_calendar[static_cast<std::size_t>(time + 1) % kDays].push_back(v);
    }

    const std::vector<std::int32_t>& m_hops;
    std::int32_t m_folds;
    bool m_accumulates;
    std::vector<std::int32_t> m_neuronOf;
    std::vector<Neuron> m_neurons;
    std::vector<std::vector<std::int32_t>> m_calendar;
};

/// Multipliers with their queues, of which only lengths matter.
class Multipliers {
public:
    explicit Multipliers(const Plan& plan)
        : m_folds(static_cast<std::int32_t>(plan.folds)),
          m_windows(plan.windows),
          m_tileInputs(plan.folds * plan.windows * plan.rows),
          m_psums(plan.psumsThroughMemory),
          m_active(plan.multipliers),
          m_states(static_cast<std::size_t>(plan.multipliers)) {
        for (std::size_t m = 0; plan.links && m < m_states.size(); ++m) {
            m_states[m].sends = plan.linkSends[m];
            m_states[m].receives = plan.linkReceives[m];
        }
        for (const std::int32_t m : plan.forwarders) m_states[static_cast<std::size_t>(m)].weights = m_folds;
        for (const NeuronSpan& neuron : plan.neurons)
            if (m_psums) {
                m_states[static_cast<std::size_t>(neuron.first)].forwards = true;
                m_active.set(neuron.first);
            }
    }

    void takeWeight(std::int32_t m) {
        State& state = m_states[static_cast<std::size_t>(m)];
        if (state.weights == m_folds) {
            state.weights = 0;
            m_overtaken |= state.products < ++state.tiles * m_tileInputs;
        }
        if (++state.weights == m_folds) m_active.set(m);
    }
    void takeInput(std::int32_t m) {
        ++m_states[static_cast<std::size_t>(m)].fromMemory;
        m_active.set(m);
    }

    /// What multiplier m of a neuron waits for, unless it sends something in this cycle; `weights`: its port has weights to
    /// send.
    MultiplierState waitOf(std::int32_t m, bool weights) const {
        const State& state = m_states[static_cast<std::size_t>(m)];
        if (state.forwards) return MultiplierState::results;
        if (state.weights < m_folds) return MultiplierState::weights;
        if (state.products >= (state.tiles + 1) * m_tileInputs)
            return weights ? MultiplierState::weights : MultiplierState::results;
        return MultiplierState::operands;
    }
    std::int64_t productsOf(std::int32_t m) const { return m_states[static_cast<std::size_t>(m)].products; }
    std::int64_t productsPerTile() const { return m_tileInputs; }

    /// Weights replaced others that were still needed: what the machine computes is wrong.
    bool overtaken() const { return m_overtaken; }

    /// `record`, if any, gets the multipliers that send something.
    void cycle(std::int64_t cycle, NeuronSums& sums, std::vector<std::int32_t>* record) {
        m_active.forEach([&](std::int32_t m) {
            State& state = m_states[static_cast<std::size_t>(m)];
            const std::int64_t before = state.products;
            const bool more = state.forwards ? forward(m, state, cycle, sums) : multiply(m, state, cycle, sums);
            if (!more) m_active.clear(m);
            if (record && state.products > before) record->push_back(m);
        });
    }

private:
    struct State {
        std::int32_t weights = 0, fromMemory = 0, fromNeighbour = 0, fold = 0;
        std::int64_t window = 0, products = 0, tiles = 0;
        bool sends = false, receives = false, forwards = false;
    };

    /// Whether there may be work in the next cycle.
    bool multiply(std::int32_t m, State& state, std::int64_t cycle, NeuronSums& sums) {
        std::int32_t& queue = state.receives && state.window > 0 ? state.fromNeighbour : state.fromMemory;
        if (queue == 0 || state.weights < m_folds) return false;
        --queue;
        sums.product(m, state.products++, cycle);
        if (state.sends && state.window < m_windows - 1) {
            ++m_states[static_cast<std::size_t>(m) - 1].fromNeighbour;
            m_active.set(m - 1);
        }
        if (++state.fold == m_folds) {
            state.fold = 0;
            if (++state.window == m_windows) state.window = 0;
        }
        return state.fromMemory > 0 || state.fromNeighbour > 0;
    }
    bool forward(std::int32_t m, State& state, std::int64_t cycle, NeuronSums& sums) {
        if (state.fold > 0) {
            if (state.fromMemory == 0) return false;
            --state.fromMemory;
        }
        sums.product(m, state.products++, cycle);
        if (++state.fold == m_folds) state.fold = 0;
        return state.fold == 0 || state.fromMemory > 0;
    }

    std::int32_t m_folds;
    std::int64_t m_windows, m_tileInputs;
    bool m_psums, m_overtaken = false;
    BitSet m_active;
    std::vector<State> m_states;
};

/// Ports of the distribution network with their queues of steps and of psums.
class Ports {
public:
    explicit Ports(const Plan& plan)
        : m_width(static_cast<std::int32_t>(plan.multipliers / plan.ports)),
          m_busy(plan.ports),
          m_stepping(plan.ports),
          m_states(static_cast<std::size_t>(plan.ports)) {
        for (std::size_t k = 0; k < 3; ++k) m_serves.emplace_back(plan.ports);
        const Step* const steps[] = {&plan.weights, &plan.firstInputs, &plan.laterInputs};
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t p = 0; p < static_cast<std::size_t>(plan.ports); ++p)
                if (steps[k]->packetsOf(p) > 0) m_serves[k].set(static_cast<std::int32_t>(p));
    }

    bool idle() const { return m_busy.none(); }
    bool bringsWeights(std::int32_t p) const {
        return m_stepping.has(p) && m_states[static_cast<std::size_t>(p)].weights;
    }

    /// The controller's step is queued at every port that it concerns.
    void offer(const Plan& plan, StepCursor& controller) {
        const Step& step = controller.step(plan);
        BitSet& serves = m_serves[&step == &plan.weights ? 0 : &step == &plan.firstInputs ? 1 : 2];
        for (std::size_t w = 0; w < serves.words().size(); ++w)
            for (std::uint64_t bits = serves.words()[w] & ~m_stepping.words()[w]; bits; bits &= bits - 1) {
                const std::int32_t p = static_cast<std::int32_t>(64 * w) + std::countr_zero(bits);
                enter(plan, m_states[static_cast<std::size_t>(p)], p, controller);
                m_stepping.set(p);
                m_busy.set(p);
            }
        controller.advance();
    }
    void queuePsum(const Plan& plan, std::int32_t neuron) {
        const std::int32_t first = plan.neurons[static_cast<std::size_t>(neuron)].first;
        const std::int32_t p = first / m_width;
        m_states[static_cast<std::size_t>(p)].psums.push(first);
        m_busy.set(p);
    }

    /// `record`, if any, gets the packets.
    void send(const Plan& plan, const StepCursor& produced, Multipliers& multipliers,
              std::vector<TracedPacket>* record) {
        m_busy.forEach([&](std::int32_t p) {
            State& state = m_states[static_cast<std::size_t>(p)];
            if (!state.psums.empty()) {
                const std::int32_t first = state.psums.pop();
                multipliers.takeInput(first);
                if (record) record->push_back({p, TracedPacket::Kind::psum, first, 1});
                if (state.psums.empty() && !m_stepping.has(p)) m_busy.clear(p);
                return;
            }
            const Step& step = *state.step;
            const Step::Packet packet = step.packets[static_cast<std::size_t>(state.packet)];
            if (record)
                record->push_back({p, state.weights ? TracedPacket::Kind::weight : TracedPacket::Kind::input,
                                   step.receivers[static_cast<std::size_t>(packet.first)], packet.last - packet.first});
            for (std::int32_t i = packet.first; i < packet.last; ++i) {
                const std::int32_t m = step.receivers[static_cast<std::size_t>(i)];
                if (state.weights)
                    multipliers.takeWeight(m);
                else
                    multipliers.takeInput(m);
            }
            if (++state.packet == state.last) next(plan, state, p, produced);
        });
    }

private:
    struct State {
        StepCursor cursor;
        const Step* step = nullptr;
        std::int32_t packet = 0, last = 0;
        bool weights = false;
        Ring psums;
    };

    static void enter(const Plan& plan, State& state, std::int32_t p, const StepCursor& cursor) {
        state.cursor = cursor;
        state.step = &cursor.step(plan);
        state.weights = cursor.weights();
        state.packet = state.step->portStart[static_cast<std::size_t>(p)];
        state.last = state.step->portStart[static_cast<std::size_t>(p) + 1];
    }
    /// To the next queued step with packets for this port.
    void next(const Plan& plan, State& state, std::int32_t p, const StepCursor& produced) {
        for (state.cursor.advance(); !(state.cursor == produced); state.cursor.advance()) {
            enter(plan, state, p, state.cursor);
            if (state.packet < state.last) return;
        }
        m_stepping.clear(p);
        m_busy.clear(p);
    }

    std::int32_t m_width;
    BitSet m_busy, m_stepping;  ///< with anything to send; with steps to send
    std::vector<BitSet> m_serves;
    std::vector<State> m_states;
};

/// Lines to memory, each serving its inputs in turn, one result per cycle.
class Bus {
public:
    Bus(const ReductionTree& tree, std::int64_t lines)
        : m_active(lines),
          m_lineOf(tree.neurons.size()),
          m_waiting(tree.neurons.size(), 0),
          m_turn(static_cast<std::size_t>(lines), 0),
          m_inputs(static_cast<std::size_t>(lines)),
          m_pending(static_cast<std::size_t>(lines), 0) {
        for (std::size_t v = 0; v < tree.neurons.size(); ++v) {
            m_lineOf[v] = tree.neurons[v].line;
            m_inputs[static_cast<std::size_t>(m_lineOf[v])].push_back(static_cast<std::int32_t>(v));
        }
        for (std::vector<std::int32_t>& inputs : m_inputs)
            std::sort(inputs.begin(), inputs.end(), [&](std::int32_t a, std::int32_t b) {
                return tree.neurons[static_cast<std::size_t>(a)].input <
                       tree.neurons[static_cast<std::size_t>(b)].input;
            });
    }

    void cycle(std::int64_t cycle, NeuronSums& sums, Ring& written) {
        std::vector<std::int32_t>& arrivals = sums.arrivals(cycle);
        for (const std::int32_t v : arrivals) {
            const std::int32_t line = m_lineOf[static_cast<std::size_t>(v)];
            ++m_waiting[static_cast<std::size_t>(v)];
            ++m_pending[static_cast<std::size_t>(line)];
            m_active.set(line);
        }
        arrivals.clear();
        m_active.forEach([&](std::int32_t line) { serve(line, written); });
    }

    std::int64_t conflicts() const { return m_conflicts; }
    const std::vector<std::int32_t>& state() const { return m_turn; }
    bool sameState(const std::vector<std::int32_t>& other) const { return m_turn == other; }

private:
    void serve(std::int32_t line, Ring& written) {
        const auto l = static_cast<std::size_t>(line);
        const std::vector<std::int32_t>& inputs = m_inputs[l];
        std::int32_t turn = m_turn[l];
        while (m_waiting[static_cast<std::size_t>(inputs[static_cast<std::size_t>(turn)])] == 0)
            if (++turn == static_cast<std::int32_t>(inputs.size())) turn = 0;
        const std::int32_t v = inputs[static_cast<std::size_t>(turn)];
        if (--m_waiting[static_cast<std::size_t>(v)] < m_pending[l] - 1) ++m_conflicts;
        if (--m_pending[l] == 0) m_active.clear(line);
        if (++turn == static_cast<std::int32_t>(inputs.size())) turn = 0;
        m_turn[l] = turn;
        written.push(v);
    }

    BitSet m_active;
    std::vector<std::int32_t> m_lineOf, m_waiting, m_turn;
    std::vector<std::vector<std::int32_t>> m_inputs;
    std::vector<std::int32_t> m_pending;
    std::int64_t m_conflicts = 0;
};

}  // namespace lapidary::fabric
