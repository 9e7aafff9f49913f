// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/model/fabric/systolic.h"

namespace lapidary::fabric {
namespace {

/// One tile of m x n outputs.
class TileTrace {
public:
    TileTrace(std::int64_t m, std::int64_t n, std::int64_t k, const Hardware& hardware)
        : m_m(m), m_n(n), m_k(k), m_hardware(hardware), m_cycles(systolicTileCycles(m, n, k, hardware)) {}

    std::int64_t cycles() const { return m_cycles; }

    Timeline::Part course() const {
        constexpr std::size_t kDetail = 1 << 14;
        const std::int64_t waves = m_m + m_n - 1;
        Timeline timeline(kDetail);
        timeline.add(Activity::configuration, 0);
        const auto working = [&](std::int64_t from, std::int64_t to) {  // steps: cycles behind the first product
            for (std::int64_t step = from; step < to; ++step)
                timeline.add(Activity::working, upToWave(step) - upToWave(step - m_k), 1, statesAt(step));
        };
        const std::int64_t filled = std::min(waves, m_k), last = m_k + waves - 1;
        working(0, filled);
        if (m_k > waves) timeline.add(Activity::working, m_m * m_n, m_k - waves, statesAt(waves));
        working(std::max(filled, m_k), last);
        timeline.add(Activity::results, 0, m_cycles - timeline.cycles(), statesAt(last));
        return Timeline::Part(timeline);
    }

    /// The cycles that the window meets, behind so many.
    void trace(EngineTrace& trace, std::int64_t before, std::int64_t number) {
        if (!trace.meets(before, m_cycles)) return;
        TracedSection section{before + 1, before + m_cycles, number, {}, {}};
        for (std::int64_t row = 0; row < m_m; ++row)
            for (std::int64_t column = 0; column < m_n; ++column) section.neurons.push_back({place(row, column), 1});
        trace.sections.push_back(std::move(section));
        Drain drain(static_cast<std::size_t>(m_hardware.reductionWidth));
        const std::int64_t firstOnBus = m_k + kToBus;
        for (std::int64_t cycle = std::min(firstOnBus, std::max<std::int64_t>(1, trace.from - before));
             cycle <= std::min(m_cycles, trace.to - before); ++cycle) {
            TracedCycle traced = operandsOf(cycle);
            if (cycle >= firstOnBus) drain.cycle(*this, cycle - firstOnBus, traced);
            traced.cycle = before + cycle;
            if (before + cycle >= trace.from) trace.cycles.push_back(std::move(traced));
        }
    }

private:
    static constexpr std::int64_t kToBus = 3;

    /// Results on their way through the lines of the bus.
    struct Drain {
        explicit Drain(std::size_t lines) : queues(lines) {}

        void cycle(const TileTrace& tile, std::int64_t wave, TracedCycle& traced) {
            waiting -= (waiting + 1) / 2;
            for (std::int64_t row = std::max<std::int64_t>(0, wave - tile.m_n + 1); row < std::min(tile.m_m, wave + 1);
                 ++row) {
                const auto neuron = static_cast<std::int32_t>(row * tile.m_n + wave - row);
                const auto line = static_cast<std::size_t>(tile.place(row, wave - row)) % queues.size();
                queues[line].push_back(neuron);
            }
            for (std::vector<std::int32_t>& queue : queues) {
                if (queue.empty()) continue;
                traced.written.push_back(queue.front());
                queue.erase(queue.begin());
                ++waiting;
            }
            traced.waiting = waiting;
        }

        std::vector<std::vector<std::int32_t>> queues;
        std::int64_t waiting = 0;
    };

    std::int32_t place(std::int64_t row, std::int64_t column) const {
        return static_cast<std::int32_t>(row * m_hardware.columns + column);
    }
    /// Multipliers whose row + column is at most that.
    std::int64_t upToWave(std::int64_t wave) const {
        std::int64_t count = 0;
        for (std::int64_t row = 0; row < std::min(m_m, wave + 1); ++row) count += std::min(m_n, wave - row + 1);
        return count;
    }
    /// Operands have not come yet, are there, or are used up.
    StateCounts statesAt(std::int64_t step) const {
        const std::int64_t begun = upToWave(step), done = upToWave(step - m_k);
        return {begun - done, 0, m_m * m_n - begun, 0, done};
    }
    /// What enters the array in this cycle of the tile, and who multiplies.
    TracedCycle operandsOf(std::int64_t cycle) const {
        TracedCycle traced;
        if (cycle >= 2 && cycle <= m_k + 1) {
            for (std::int64_t row = 0; row < m_m; ++row)
                traced.packets.push_back({static_cast<std::int32_t>(row), TracedPacket::Kind::input, place(row, 0), 1});
            for (std::int64_t column = 0; column < m_n; ++column)
                traced.packets.push_back({static_cast<std::int32_t>(m_hardware.rows + column),
                                          TracedPacket::Kind::weight, place(0, column), 1});
        }
        for (std::int64_t row = 0; row < m_m; ++row) {
            const std::int64_t from = std::max<std::int64_t>(0, cycle - 1 - m_k - row);
            for (std::int64_t column = from; column <= std::min(m_n - 1, cycle - 2 - row); ++column)
                traced.multipliers.push_back(place(row, column));
        }
        traced.states = statesOf(cycle, traced.multipliers);
        traced.activity = cycle == 1                   ? Activity::configuration
                          : traced.multipliers.empty() ? Activity::results
                                                       : Activity::working;
        return traced;
    }

    std::vector<std::uint8_t> statesOf(std::int64_t cycle, const std::vector<std::int32_t>& working) const {
        std::vector<std::uint8_t> states(static_cast<std::size_t>(m_hardware.rows * m_hardware.columns),
                                         TracedCycle::kUnused);
        for (std::int64_t row = 0; row < m_m; ++row)
            for (std::int64_t column = 0; column < m_n; ++column)
                states[static_cast<std::size_t>(place(row, column))] = static_cast<std::uint8_t>(
                    cycle - 2 < row + column ? MultiplierState::operands : MultiplierState::results);
        for (const std::int32_t m : working)
            states[static_cast<std::size_t>(m)] = static_cast<std::uint8_t>(MultiplierState::working);
        return states;
    }

    std::int64_t m_m, m_n, m_k;
    const Hardware& m_hardware;
    std::int64_t m_cycles;
};

/// A row of tiles: the same m, all n.
class RowTrace {
public:
    RowTrace(std::int64_t m, const GemmShape& shape, const SystolicTile& tile, const Hardware& hardware) {
        for (const auto& [n, count] : systolicParts(shape.n, tile.n)) {
            m_tiles.push_back({TileTrace(m, n, shape.k, hardware), count});
            m_cycles += count * m_tiles.back().first.cycles();
            m_count += count;
        }
    }

    std::int64_t cycles() const { return m_cycles; }

    void addTo(Timeline& timeline, std::int64_t rows) const {
        constexpr std::size_t kDetail = 1 << 14;
        Timeline row(kDetail);
        for (const auto& [tile, count] : m_tiles) row.append(tile.course(), count);
        timeline.append(Timeline::Part(row), rows);
    }
    void trace(EngineTrace& trace, std::int64_t before, std::int64_t number) {
        for (auto& [tile, count] : m_tiles) {
            const std::int64_t skipped = std::clamp<std::int64_t>((trace.from - 1 - before) / tile.cycles(), 0, count);
            for (std::int64_t t = skipped; t < count && before + t * tile.cycles() < trace.to; ++t)
                tile.trace(trace, before + t * tile.cycles(), number + t);
            before += count * tile.cycles();
            number += count;
        }
    }
    std::int64_t count() const { return m_count; }

private:
    std::vector<std::pair<TileTrace, std::int64_t>> m_tiles;
    std::int64_t m_cycles = 0, m_count = 0;
};

}  // namespace

void traceSystolic(const GemmShape& shape, const SystolicTile& tile, const Hardware& hardware, EngineTrace& trace) {
    std::int64_t before = 0, number = 1;
    for (const auto& [m, rows] : systolicParts(shape.m, tile.m)) {
        RowTrace row(m, shape, tile, hardware);
        if (trace.timeline) row.addTo(*trace.timeline, rows);
        if (trace.meets(before, rows * row.cycles())) {
            const std::int64_t skipped = std::clamp<std::int64_t>((trace.from - 1 - before) / row.cycles(), 0, rows);
            for (std::int64_t r = skipped; r < rows && before + r * row.cycles() < trace.to; ++r)
                row.trace(trace, before + r * row.cycles(), number + r * row.count());
        }
        before += rows * row.cycles();
        number += rows * row.count();
    }
}

}  // namespace lapidary::fabric
