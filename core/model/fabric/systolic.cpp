// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/systolic.h"

#include <algorithm>
#include <string>

namespace lapidary::fabric {

std::vector<std::pair<std::int64_t, std::int64_t>> systolicParts(std::int64_t size, std::int64_t tile) {
    std::vector<std::pair<std::int64_t, std::int64_t>> parts;
    if (size / tile > 0) parts.emplace_back(tile, size / tile);
    if (size % tile > 0) parts.emplace_back(size % tile, 1);
    return parts;
}

Diagnostics problemsOf(const SystolicTile& tile, const Hardware& hardware) {
    if (tile.m >= 1 && tile.n >= 1 && tile.m <= hardware.rows && tile.n <= hardware.columns) return {};
    return {error("a tile of T_M=" + std::to_string(tile.m) + " x T_N=" + std::to_string(tile.n) +
                  " outputs, expected at least 1 x 1 and at most the array's " + std::to_string(hardware.rows) + " x " +
                  std::to_string(hardware.columns))};
}

std::int64_t systolicTileCycles(std::int64_t m, std::int64_t n, std::int64_t k, const Hardware& hardware) {
    constexpr std::int64_t kToBus = 3;  // configuration, first operand, accumulator
    const auto lines = static_cast<std::size_t>(hardware.reductionWidth);
    std::vector<std::int64_t> queued(lines, 0);
    std::int64_t left = m * n, waiting = 0, written = 0;
    for (std::int64_t wave = 0;; ++wave) {  // outputs with row + column = wave reach the bus in one cycle
        const std::int64_t taken = (waiting + 1) / 2;
        waiting -= taken;
        written += taken;
        if (written == left) return k + kToBus + wave;
        for (std::int64_t row = std::max<std::int64_t>(0, wave - n + 1); row < std::min(m, wave + 1); ++row)
            ++queued[static_cast<std::size_t>(row * hardware.columns + wave - row) % lines];
        for (std::int64_t& line : queued)
            if (line > 0) --line, ++waiting;
    }
}

Outcome runSystolic(const GemmShape& shape, const SystolicTile& tile, const Hardware& hardware) {
    Outcome outcome;
    outcome.macs = shape.m * shape.n * shape.k;
    outcome.multipliers = hardware.multipliersInUse();
    outcome.neurons = tile.m * tile.n;
    outcome.neuronSize = 1;
    for (const auto& [m, mTiles] : systolicParts(shape.m, tile.m))
        for (const auto& [n, nTiles] : systolicParts(shape.n, tile.n)) {
            const std::int64_t tiles = mTiles * nTiles;
            outcome.cycles += tiles * systolicTileCycles(m, n, shape.k, hardware);
            outcome.sram.weightReads += tiles * shape.k * n;
            outcome.sram.inputReads += tiles * shape.k * m;
            outcome.counters.neighbourForwards += tiles * shape.k * ((m - 1) * n + m * (n - 1));
            outcome.counters.configurations += tiles;
        }
    outcome.sram.psumWrites = shape.m * shape.n;
    outcome.psums = shape.m * shape.n;
    outcome.counters.multiplications = outcome.macs;
    outcome.counters.accumulations = outcome.macs - outcome.psums;
    outcome.counters.results = outcome.psums;
    outcome.counters.topResults = outcome.macs;
    outcome.counters.packets = outcome.sram.reads();
    return outcome;
}

}  // namespace lapidary::fabric
