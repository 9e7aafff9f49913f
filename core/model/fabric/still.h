// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One cycle of a traced run on MAERI or SIGMA as a picture needs it (Bifrost, section VI): which multipliers a packet goes to,
// which product a multiplier is at, which adders add, what is on the links. Adders aren't stepped by the engine, but a
// product passes each of them a known number of cycles after it was made. Plain values; functions are pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/fabric/simulate.h"

namespace lapidary::fabric {

/// What stays the same in all cycles of a section: of a run on MAERI, of a round of SIGMA.
struct Structure {
    Hardware hardware;
    Plan plan;
    ReductionTree tree;
    std::vector<AdderUse> adders;
    std::vector<std::int32_t> neuronOf;  ///< per multiplier; -1: never used
    std::vector<std::uint8_t> passes;    ///< per multiplier: 1 passes partial sums on and has no weight
    std::optional<MaeriShape> shape;     ///< MAERI
    Tile tile;                           ///< MAERI
    std::int64_t number = 1;             ///< SIGMA: which round
    std::optional<SigmaRound> round;     ///< SIGMA
    Stationary stationary = Stationary::mk;

    /// Multipliers from the first to the last in use.
    std::int64_t used() const;
    /// Multipliers with weights.
    std::int64_t mapped() const;
    /// Cycles before another that stillAt() looks back to.
    std::int64_t lookBack() const;
};
/// `section`: number of a round of SIGMA, from 1. Errors are those of the run, or say that its machine is neither.
Result<Structure> structureOf(const Run& run, std::int64_t section = 1, std::int64_t product = 0);

/// Which output and which element of the filter a product of MAERI belongs to; a multiplier that passes partial sums on has
/// no c, r, s of its own (0).
struct Position {
    std::int64_t tile = 0, fold = 0;
    std::int64_t n = 0, g = 0, k = 0, x = 0, y = 0;  ///< output; x, y: row, column
    std::int64_t c = 0, r = 0, s = 0;                ///< of the filter
    bool outside = false;                            ///< beyond the layer: carries zeros
};
/// The `number`th product (from 0) of a multiplier in use. Requires a structure of MAERI.
Position positionOf(const Structure& structure, std::int32_t multiplier, std::int64_t number);

struct Still {
    const TracedCycle* cycle = nullptr;
    std::vector<std::vector<std::int32_t>> receivers;  ///< multipliers of each packet of the cycle
    std::vector<std::int64_t> products;                ///< that each multiplier has sent, those of this cycle included
    std::vector<std::uint8_t> sends;                   ///< per multiplier: 1 in this cycle
    std::vector<std::uint8_t> adds;                    ///< per adder: 1 if its result is made in this cycle
    std::vector<std::uint8_t> waits;  ///< per adder: 1 if some operand of its next result is there, and some isn't
};
/// Requires a trace with states that begins lookBack() cycles before the cycle, or with the section, and holds it.
Still stillAt(const Structure& structure, const TracedSection& section, const EngineTrace& trace, std::int64_t cycle);

/// The section of a traced cycle; -1 if none has it.
std::ptrdiff_t sectionOf(const EngineTrace& trace, std::int64_t cycle);

}  // namespace lapidary::fabric
