// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the fabric model says about one layer: cycles, what every component did, memory traffic, energy. Energies have the
// unit of the public simulator's table, which states none. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lapidary::fabric {

struct Sram {
    std::int64_t weightReads = 0, inputReads = 0, psumReads = 0, psumWrites = 0;

    std::int64_t reads() const { return weightReads + inputReads + psumReads; }
    bool operator==(const Sram&) const = default;
};

struct Counters {
    std::int64_t multiplications = 0;
    std::int64_t psumForwards = 0;              ///< partial sums that multipliers passed on, zeros excluded
    std::int64_t zeroForwards = 0;              ///< zeros in place of a first partial sum
    std::int64_t neighbourForwards = 0;         ///< operands handed to a neighbour
    std::int64_t packets = 0;                   ///< that ports sent
    std::int64_t unicasts = 0, broadcasts = 0;  ///< switches of the trees passed in one or both directions
    std::int64_t twoInputSums = 0, threeInputSums = 0;
    std::int64_t parentSends = 0, linkSends = 0;
    std::int64_t topResults = 0;     ///< results of neurons' top adders
    std::int64_t accumulations = 0;  ///< additions in accumulators
    std::int64_t results = 0;        ///< that the bus took to memory
    std::int64_t busConflicts = 0;
    std::int64_t configurations = 0;  ///< tiles of the systolic array, rounds of SIGMA
};

struct ComponentEnergy {
    std::string name;
    std::int64_t instances = 0;
    std::int64_t events = 0;
    double dynamic = 0, leakage = 0, area = 0;
};

struct Outcome {
    std::int64_t cycles = 0;
    std::int64_t steppedCycles = 0;  ///< of these, stepped one by one; the others repeat equal tiles
    std::int64_t macs = 0;           ///< of the layer itself
    std::int64_t multipliers = 0;    ///< of the machine
    std::int64_t neurons = 0, neuronSize = 0, folds = 1;  ///< of MAERI's tile, psum multiplier included
    bool psumsThroughMemory = false;
    /// Weights of a tile reach multipliers that still have inputs of the tile before: the machine computes wrong values.
    bool overtaken = false;
    std::int64_t psums = 0;  ///< results that memory waits for, Bifrost's cheap objective
    Sram sram;
    Counters counters;
    std::vector<ComponentEnergy> components;

    double utilization() const {
        return static_cast<double>(counters.multiplications) /
               (static_cast<double>(cycles) * static_cast<double>(multipliers));
    }
    double dynamicEnergy() const { return sum(&ComponentEnergy::dynamic); }
    double leakage() const { return sum(&ComponentEnergy::leakage); }
    double area() const { return sum(&ComponentEnergy::area); }
    double energy() const { return dynamicEnergy() + leakage(); }

private:
    double sum(double ComponentEnergy::*part) const {
        double total = 0;
        for (const ComponentEnergy& component : components) total += component.*part;
        return total;
    }
};

}  // namespace lapidary::fabric
