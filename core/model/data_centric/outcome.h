// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the data-centric model says about one mapping. Counts in elements, times in cycles. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/key_table.h"

namespace lapidary::data_centric {

/// One tensor: accesses over the whole layer, and what it needs of the buffers (with double buffering).
struct TensorAccess {
    std::string name;
    bool isOutput = false;
    std::int64_t size = 0;  ///< elements of the whole tensor
    std::int64_t l2Read = 0, l2Write = 0, l1Read = 0, l1Write = 0;
    std::int64_t l2Required = 0, l1Required = 0;
    /// Edge-exact, of inputs: words read from L2, and copies moved below, that a unit beside the one that lacks them held at the
    /// step before.
    std::int64_t passed = 0, passedBelow = 0;

    bool operator==(const TensorAccess&) const = default;
};

/// Where the outer loops stand: all at their start, somewhere in between, or some at a last partial step.
enum class Phase { init, steady, edge };
std::span<const KeyEntry<Phase>> keyTable(Phase);

/// One kind of step at the top level, or all of one phase.
struct CaseTime {
    Phase phase = Phase::init;
    std::int64_t times = 0;
    std::int64_t compute = 0, ingress = 0, egress = 0;  ///< delay of each, if nothing overlapped
    std::int64_t delay = 0;                             ///< of the whole step

    bool operator==(const CaseTime&) const = default;
};

/// Runtime of the steps of one phase: of each step, what the computation takes counts as computation, the rest waits for data.
struct PhaseTime {
    std::int64_t steps = 0, cycles = 0, compute = 0, communication = 0;

    bool operator==(const PhaseTime&) const = default;
};

struct Delays {
    std::int64_t least = 0, most = 0;

    bool operator==(const Delays&) const = default;
};

struct Outcome {
    bool fits = true;                     ///< in L1 and L2
    std::vector<std::string> warnings{};  ///< what doesn't fit, with both numbers
    std::int64_t runtime = 0, macs = 0;
    std::int64_t trueMacs = 0;            ///< points of the layer
    std::int64_t steps = 0;               ///< of the top level
    std::vector<TensorAccess> tensors{};  ///< inputs, then the output
    std::int64_t l1Required = 0, l2Required = 0;
    std::int64_t peakBandwidth = 0, offchipBandwidth = 0;  ///< elements per cycle that would hide all communication
    double averageBandwidth = 0;
    double utilizedPes = 0;
    Delays ingress{}, egress{}, compute{};
    PhaseTime phases[3]{};  ///< by Phase
    double energyMacs = 0;  ///< all accesses and MACs, in energies of one MAC
    double energyNj = 0;    ///< of L2, and of L1 where it is counted
    double areaUm2 = 0, powerMw = 0;

    double throughput() const { return static_cast<double>(macs) / static_cast<double>(runtime); }
};

/// What searches compare.
struct Score {
    std::int64_t runtime = 0, macs = 0, l1Required = 0, l2Required = 0;
    double energyNj = 0;
    bool fits = true;

    double edp() const { return energyNj * static_cast<double>(runtime); }
};

}  // namespace lapidary::data_centric
