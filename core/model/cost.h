// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The result of evaluating one mapping: counts as exact integers (128 bit sums are range-checked into 64), energies in pJ,
// times in cycles, areas in um^2. Unknown figures are nullopt and said in `notes`, never 0. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/mapping/validity.h"
#include "core/model/semantics.h"

namespace lapidary {

/// One tensor at one level. Counts are totals over instances, in data words (docs/models/reuse.md).
struct TensorCost {
    bool stored = false;
    std::int64_t tile = 0;              ///< largest, words, one instance
    std::int64_t instancesTouched = 0;  ///< instances that ever hold a tile
    std::int64_t reads = 0;             ///< words read here: to children, the MACs, partial sums, drains if read
    std::int64_t fills = 0;             ///< words written here from outside (first touches of outputs elided)
    std::int64_t updates = 0;           ///< output words arriving from inside
    std::int64_t accesses = 0;          ///< of blocks: sum over instances and actions of ceil(words / block)
    std::int64_t readAccesses = 0, fillAccesses = 0, updateAccesses = 0;
    std::int64_t delivered = 0;          ///< words brought to this level before first-touch elision
    std::int64_t accumulateReads = 0;    ///< outputs: updates minus first touches
    std::int64_t refetchReads = 0;       ///< outputs: partial sums read here for the child below
    std::int64_t drains = 0;             ///< outputs: words sent up, before spatial reduction
    std::int64_t spatialReductions = 0;  ///< outputs: words merged on the way up from this level's children
    std::int64_t distinct = 0;           ///< outputs: distinct elements ever held, summed over instances
    std::int64_t neighbourMoves = 0;     ///< of the fills: words taken from a neighbour; each is a read there, too
    /// Group size -> words of parent reads that served that many children of *this* level (from its parent).
    std::map<std::int64_t, std::int64_t> multicast;
    std::optional<double> energyPj;
};

/// One port under the time option `ports`; each figure is the largest over the level's instances.
struct PortCost {
    std::string name;
    std::int64_t busyCycles = 0;     ///< to move all of its words
    std::int64_t windowCycles = 0;   ///< in which those that could stall may move
    std::int64_t stallCycles = 0;    ///< that it makes the compute wait between first and last tiles
    std::int64_t onloadCycles = 0;   ///< for the first tiles, before the compute starts
    std::int64_t offloadCycles = 0;  ///< for the last tiles, after it ended
};

struct LevelCost {
    std::string name;
    std::int64_t instances = 1;                  ///< hardware instances
    std::int64_t cycles = 0;                     ///< bandwidth-bound time of the busiest instance, 0 = unlimited
    std::int64_t readWords = 0, writeWords = 0;  ///< of the busiest instance (busiest partition)
    std::optional<double> energyPj;              ///< with leakage
    std::optional<double> leakagePj;
    std::vector<TensorCost> tensors;  ///< by tensor index
    std::vector<PortCost> ports{};    ///< empty unless time is counted by ports
};

/// One tensor on one network. Totals over the network's instances; outputs travel up, and partial sums down again.
struct NetworkTraffic {
    std::int64_t words = 0;       ///< that enter, each once however many children take it (outputs: that leave)
    std::int64_t deliveries = 0;  ///< that arrive at children, one per child (outputs: that children send)
    double hops = 0;              ///< word hops, from the port (first column, middle row) along X, then along Y
    std::optional<double> energyPj;
};

struct NetworkCost {
    std::string name;                   ///< the fanout's
    std::int64_t usedX = 1, usedY = 1;  ///< products of spatial bounds
    bool modelled = false;              ///< false = "no network modelled": no hop energy given
    std::int64_t instances = 1;
    std::vector<NetworkTraffic> tensors;  ///< by tensor index; empty if not modelled
    std::optional<double> energyPj;
};

struct Cost {
    bool valid = false;
    std::vector<Reason> reasons;  ///< all failing checks, cheapest first; counts are still given if they can be
    std::int64_t macs = 0;        ///< algorithmic
    std::int64_t computes = 0;    ///< executed (more than macs if padded)
    std::int64_t steps = 0;       ///< compute steps
    std::int64_t cycles = 0;
    /// Of the cycles, if time is counted by ports: waiting, first tiles, last tiles. The rest is compute.
    std::int64_t stallCycles = 0, onloadCycles = 0, offloadCycles = 0;
    std::string boundBy;  ///< "compute", the level's name, or by ports "GLB.read"
    std::optional<double> energyPj;
    std::optional<double> computeEnergyPj;
    std::optional<double> edp;  ///< pJ * cycles
    std::optional<double> areaUm2;
    double utilization = 0;            ///< macs / (steps * compute instances)
    double throughputUtilization = 0;  ///< macs / (cycles * compute instances)
    Semantics semantics;
    std::vector<LevelCost> levels;
    std::vector<NetworkCost> networks;
    std::optional<double> networkEnergyPj;  ///< of all networks that are modelled
    std::vector<std::string> notes;         ///< e.g. "no area data: DRAM"

    /// pJ per algorithmic MAC; nullopt if the energy is unknown.
    std::optional<double> energyPerMacPj() const {
        return energyPj && macs > 0 ? std::optional(*energyPj / static_cast<double>(macs)) : std::nullopt;
    }
};

/// What searches compare: no names, no allocation. Unknown energies count as 0 here (and are said in Cost::notes).
struct Score {
    Reason reason;  ///< code none = valid
    double energyPj = 0;
    std::int64_t cycles = 0;
    std::int64_t steps = 0;
    bool valid() const { return reason.code == ReasonCode::none; }
    double edp() const { return energyPj * static_cast<double>(cycles); }
};

}  // namespace lapidary
