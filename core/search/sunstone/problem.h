// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Sunstone's search asks of a workload on a design, as tables: loops (dimensions longer than 1, numbered anew),
// divisors, capacities, arrays and constraints, levels from the innermost (0) outwards. A gap is what lies between a level
// and the next outer one. Immutable after make; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/mapspace/mapspace.h"
#include "core/mapspace/rules.h"
#include "core/search/sunstone/ordering_trie.h"

namespace lapidary::sunstone {

/// By loop.
using Sizes = std::array<std::int64_t, kMaxDimensions>;
using Mask = std::uint16_t;

/// One axis of an array, longer than 1.
struct ArrayAxis {
    int fanout = 0;
    Axis axis = Axis::x;
    std::int64_t size = 1;
    Mask allowed = 0;  ///< loops
};

/// Between level m and m + 1.
struct Gap {
    std::vector<ArrayAxis> axes;  ///< outermost first
    std::int64_t lanes = 1;       ///< product of their sizes
};

struct LoopTerm {
    int loop = 0;
    std::int64_t coefficient = 1;
};

struct ProblemTensor {
    bool isOutput = false;
    Mask indexing = 0;
    std::array<Mask, kMaxDimensions> window{};  ///< by loop: those of its sliding window, itself included; 0 = none
    std::vector<std::vector<LoopTerm>> ranks;   ///< those that loops move
    double words = 1;                           ///< of the whole tensor, bounding box
};

struct ProblemLevel {
    unsigned stored = 0;  ///< tensors
    Mask loops = 0;       ///< that may have factors here
    std::array<int, kMaxTensors> part{};
    std::array<int, kMaxTensors> wordBits{};
    std::vector<std::int64_t> capacityBits;           ///< by part, < 0 = unbounded
    std::array<FactorRange, kMaxDimensions> range{};  ///< by loop
    Mask growing = 0;                                 ///< loops whose factors here make some stored tensor's tile grow
    bool bounded() const;
};

class Problem {
public:
    /// Refuses workloads of several outputs and designs of too many levels.
    static Result<Problem> make(const Mapspace& mapspace);

    /// The same with one capacity for all that level m stores, whose figures may differ by tensor all the same.
    Problem withSharedCapacity(int m, std::int64_t bits) const;

    const Target& target() const { return *m_target; }
    const TargetPtr& targetPtr() const { return m_target; }
    int levels() const { return static_cast<int>(m_levels.size()); }
    int loops() const { return static_cast<int>(m_dimension.size()); }
    Mask allLoops() const { return static_cast<Mask>((1u << loops()) - 1); }
    int dimensionOf(int loop) const { return m_dimension[static_cast<std::size_t>(loop)]; }
    /// Loops of a mask of dimensions.
    Mask loopsOf(unsigned dimensions) const;
    const Sizes& bounds() const { return m_bounds; }
    const std::vector<ProblemTensor>& tensors() const { return m_tensors; }
    const ProblemLevel& level(int m) const { return m_levels[static_cast<std::size_t>(m)]; }
    const Gap& gap(int m) const { return m_gaps[static_cast<std::size_t>(m)]; }
    /// Trip counts of a fanout's product over both axes.
    const FanoutRules& rulesOf(int fanout) const { return m_rules.fanouts[static_cast<std::size_t>(fanout)]; }
    /// Loops that no place outside level m and the gap above it may take.
    Mask closedAbove(int m) const { return m_closed[static_cast<std::size_t>(m)]; }
    double macs() const { return m_macs; }
    /// Level 0 is no memory but the lanes of an array right above the compute.
    bool bareLanes() const { return m_bareLanes; }

    /// Ascending. Requires a divisor of the loop's bound.
    std::span<const std::int64_t> divisorsOf(int loop, std::int64_t rest) const;

    double boxWords(std::size_t tensor, const Sizes& tile) const {
        double words = 1;
        for (const auto& rank : m_tensors[tensor].ranks) {
            std::int64_t size = 1;
            for (const LoopTerm& term : rank)
                size += term.coefficient * (tile[static_cast<std::size_t>(term.loop)] - 1);
            words *= static_cast<double>(size);
        }
        return words;
    }
    /// Whether the tiles of what is stored at level m fit.
    bool fits(int m, const Sizes& tile) const;

    /// Loops that constraints want at level m: at least some factor, or the whole.
    Mask neededAt(int m) const;
    /// Whether constraints say anything about the order of the level's loops.
    bool isOrdered(int m) const;
    /// Loops of level m, innermost first, from a promising prefix: the rest follows in the workload's order, and what the
    /// level's constraints order is set right.
    std::vector<std::uint8_t> completeOrder(int m, std::span<const int> prefix) const;

private:
    void addLevels();
    void addGaps();
    void addClosed();
    struct LoopDivisors {
        std::vector<std::int64_t> values;              ///< of the bound
        std::vector<std::vector<std::int64_t>> below;  ///< of each of them
    };

    TargetPtr m_target;
    MapspaceRules m_rules;
    std::vector<int> m_dimension;
    std::array<int, kMaxDimensions> m_loop{};  ///< by dimension, -1 = no loop
    Sizes m_bounds{};
    std::vector<ProblemTensor> m_tensors;
    std::vector<ProblemLevel> m_levels;
    std::vector<Gap> m_gaps;
    std::vector<Mask> m_closed;
    std::vector<LoopDivisors> m_divisors;
    double m_macs = 0;
    bool m_bareLanes = false;
};

}  // namespace lapidary::sunstone
