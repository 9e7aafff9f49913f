// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One cycle of a traced MAERI run as a picture needs it (Bifrost, section VI): which multipliers a packet goes to, which
// product a multiplier is at, which adders add, what is on the links. Adders aren't stepped by the engine, but a product
// passes each of them a known number of cycles after it was made. Plain values; functions are pure.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/fabric/simulate.h"

namespace lapidary::fabric {

/// What stays the same in all cycles of a run.
struct Structure {
    MaeriShape shape;
    Tile tile;
    Hardware hardware;
    std::int64_t width = 1;  ///< multipliers of a neuron, with the one for psums
    Plan plan;
    ReductionTree tree;
    std::vector<AdderUse> adders;

    std::int64_t psumMultipliers() const { return width - tile.neuronSize(); }
    /// The neuron of a multiplier, -1 of those that are never used.
    std::int32_t neuronOf(std::int32_t multiplier) const;
    bool passesPsums(std::int32_t multiplier) const {
        return neuronOf(multiplier) >= 0 && multiplier % width < psumMultipliers();
    }
    /// Cycles before a window that stillAt() looks back to.
    std::int64_t lookBack() const;
};
/// Errors are those of the run, or say that its machine isn't MAERI.
Result<Structure> structureOf(const Run& run);

/// Which output and which element of the filter a product belongs to; the psum multiplier has no c, r, s of its own (0).
struct Position {
    std::int64_t tile = 0, fold = 0;
    std::int64_t n = 0, g = 0, k = 0, x = 0, y = 0;  ///< output; x, y: row, column
    std::int64_t c = 0, r = 0, s = 0;                ///< of the filter
    bool outside = false;                            ///< beyond the layer: carries zeros
};
/// The `number`th product (from 0) of a multiplier in use.
Position positionOf(const Structure& structure, std::int32_t multiplier, std::int64_t number);

struct Still {
    const TracedCycle* cycle = nullptr;
    std::vector<std::vector<std::int32_t>> receivers;  ///< multipliers of each packet of the cycle
    std::vector<std::int64_t> products;                ///< that each multiplier has sent, those of this cycle included
    std::vector<std::uint8_t> sends;                   ///< per multiplier: 1 in this cycle
    std::vector<std::uint8_t> adds;                    ///< per adder: 1 if its result is made in this cycle
    std::vector<std::uint8_t> waits;  ///< per adder: 1 if some operand of its next result is there, and some isn't
};
/// Requires a trace that begins lookBack() cycles before the cycle, or with the run, and holds it.
Still stillAt(const Structure& structure, const EngineTrace& trace, std::int64_t cycle);

}  // namespace lapidary::fabric
