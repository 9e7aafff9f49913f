// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cost model of Sunstone (Olyaiy, Ng, Fedorova, Lis: "Sunstone: A Scalable and Versatile Scheduler for Mapping
// Tensor Algebra on Spatial Accelerators", ISPASS 2023, sections II-IV), with the rules of its public program where the
// paper is silent. Bounding boxes, perfect factors only, reuse decided by the order of the loops of the next outer
// level alone, ideal multicast and spatial reduction, everything overlapped. docs/models/compat-sunstone.md has the
// rules in full and what is peculiar about them.
// Levels are numbered from the innermost (0), as there. Made for searches: boundary(), energyPj() and evaluate()
// allocate nothing, and partial mappings can be judged boundary by boundary. Immutable; any thread.
#pragma once

#include <array>
#include <cstdint>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"
#include "core/model/rates.h"

namespace lapidary::sunstone {

using Factors = std::array<std::int64_t, kMaxDimensions>;
inline constexpr Factors kOnes = [] {
    Factors factors{};
    factors.fill(1);
    return factors;
}();

/// The loops of a level from the innermost outwards, loops of one trip included: they count as written. Dimensions left
/// out lie outside and reuse nothing.
struct Order {
    std::array<std::uint8_t, kMaxDimensions> dimensions{};
    int count = 0;

    void push(int dimension) { dimensions[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(dimension); }
};

/// What an order lets each tensor reuse.
struct Reuse {
    std::array<std::uint16_t, kMaxTensors> full{};  ///< dimensions that don't index the tensor, bit mask
    std::array<std::int8_t, kMaxTensors> window{};  ///< the dimension of a sliding window, -1 = none
};

/// A mapping in Sunstone's form, levels from the innermost outwards. The product of all factors of a dimension is its
/// bound.
struct Tiling {
    int levels = 0;
    std::array<Factors, kMaxLevels> temporal;        ///< of level m
    std::array<Factors, kMaxLevels> spatial;         ///< between level m and m + 1
    std::array<Order, kMaxLevels> order;             ///< of temporal[m]; that of level 0 matters not
    std::array<std::uint16_t, kMaxLevels> stored{};  ///< tensors that don't bypass level m, bit mask
};

/// Words of one tensor between a level and the next outer one, totals over instances.
struct Transfer {
    std::int64_t inner = 0;      ///< inputs: fills of the inner level; outputs: partial sums it sends up
    std::int64_t outer = 0;      ///< inputs: reads of the outer level; outputs: updates there, after spatial reduction
    std::int64_t innerBack = 0;  ///< outputs: partial sums that come back, words filled
    std::int64_t outerBack = 0;  ///< ... and words read
};
using Boundary = std::array<Transfer, kMaxTensors>;

struct Evaluation {
    double energyPj = 0;  ///< without leakage; unknown figures count as 0
    double cycles = 0;    ///< not rounded
    int boundBy = -1;     ///< the outer level (from the innermost, 0) of the slowest boundary, -1 = compute
    double edp() const { return energyPj * cycles; }
};

class Model {
public:
    /// Requires exactly one output; refuses others and designs with a fanout below the innermost level.
    static Result<Model> make(TargetPtr target);

    const Target& target() const { return *m_target; }

    /// The mapping in Sunstone's form. Refused, with the reason: tails, padding, Stores of one level at several places.
    Result<Tiling> tilingOf(const Mapping& mapping) const;

    /// A run of innermost dimensions that don't index the tensor, and at most one window dimension right outside it
    /// (paper IV-A: full and partial reuse).
    Reuse reuseOf(const Order& order) const;

    /// Traffic between level `inner` and the next outer one under `reuse` there. Everything outside level inner + 1 may be
    /// in any one outer level, as in a partial mapping.
    void boundary(const Tiling& tiling, int inner, const Reuse& reuse, Boundary& words) const;

    /// pJ of the compute and of its accesses to level 0 (nothing for bypassed tensors).
    double computeEnergyPj(const Tiling& tiling) const;
    /// pJ of one boundary's traffic, at both sides.
    double energyPj(const Tiling& tiling, int inner, const Boundary& words) const;
    /// MACs / active lanes.
    double computeCycles(const Tiling& tiling) const;
    /// Of the outer level's ports; 0 = unlimited.
    double transferCycles(int inner, const Boundary& words) const;

    Evaluation evaluate(const Tiling& tiling) const;
    /// All figures. Cycles are rounded up.
    Cost cost(const Mapping& mapping, const Tiling& tiling) const;

private:
    explicit Model(TargetPtr target);
    std::int64_t boxWords(std::size_t tensor, const Factors& extents) const;
    const StoreRates& rates(int level, std::size_t tensor) const;
    std::int64_t fills(const Tiling& tiling, int inner, const Reuse& reuse, std::size_t tensor) const;
    /// add(level, tensor, pJ) for every charge.
    template <class Add>
    void chargeCompute(const Tiling& tiling, const Add& add) const;
    template <class Add>
    void chargeBoundary(const Tiling& tiling, int inner, const Boundary& words, const Add& add) const;
    int nextStored(const Tiling& tiling, int level, std::size_t tensor) const;
    void fillLevels(Cost& cost, const Tiling& tiling) const;
    void replaceEnergies(Cost& cost, const Tiling& tiling) const;
    std::size_t levelIndex(int level) const { return m_target->levels.size() - 1 - static_cast<std::size_t>(level); }

    TargetPtr m_target;
    Rates m_rates;
    std::size_t m_tensors = 0;
    std::size_t m_output = 0;
    std::int64_t m_outputWords = 0;
    double m_macs = 0;
    std::array<std::uint16_t, kMaxTensors> m_indexing{};  ///< dimensions that index the tensor
    /// Per tensor and dimension: the dimensions of the sliding window it is part of, itself included; 0 = none.
    std::array<std::array<std::uint16_t, kMaxDimensions>, kMaxTensors> m_window{};
};

}  // namespace lapidary::sunstone
