// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The question that the chains of tiles answer, in integers: an array of three levels (backing memory, shared buffer,
// fanout, private buffer), perfect factors, a Store of its own for each tensor and level, counted as AccelForge does
// (docs/models/compat-accelforge.md). Energies are scaled to integers, so that sums are exact and the order of adding
// can't decide a tie. Whatever the tables can't count is refused with the reason. Immutable after make.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/arith.h"
#include "core/mapspace/mapspace.h"
#include "core/model/rates.h"
#include "core/search/optimal/exact.h"
#include "core/search/optimal/labels.h"
#include "core/search/optimal/lattice.h"

namespace lapidary::optimal {

/// Fills of the shared (outer) and private (inner) buffers, by tensor, over all instances.
using Words = std::array<std::int64_t, kMostTensors>;

/// Scaled pJ per word of fill, everything that it causes elsewhere included (docs/models/optimal.md, Costs).
struct TensorRates {
    std::int64_t outer = 0;     ///< per word of the shared buffer
    std::int64_t parent = 0;    ///< per word of the private buffer, after lanes merged
    std::int64_t own = 0;       ///< per word of the private buffer
    std::int64_t constant = 0;  ///< whatever the mapping
    std::int64_t perLane = 0;   ///< once per lane that shares its elements with others
};

struct TensorFacts {
    bool isOutput = false;
    unsigned indexed = 0;                           ///< active dimensions, bit mask
    std::array<unsigned, kMaxDimensions> window{};  ///< by active dimension: those of its window, 0 = it slides none
    std::int64_t size = 0;                          ///< distinct elements
    std::array<std::int64_t, 3> bits{};             ///< per word, by level
    bool multicast = true;                          ///< lanes that want the same are served by one read
    TensorRates rates;
};

/// Words that pass a level's ports, over all its instances.
struct Passing {
    std::int64_t reads = 0, writes = 0;
};

class Problem {
public:
    static Result<Problem> make(const Mapspace& mapspace, const Objective& objective);

    const Target& target() const { return *m_target; }
    const TargetPtr& targetPtr() const { return m_target; }
    const std::vector<std::int64_t>& bounds() const { return m_bounds; }
    int dimensionOf(std::size_t active) const { return m_dimensions[active]; }
    std::size_t tensorCount() const { return m_tensors.size(); }
    unsigned allTensors() const { return (1u << m_tensors.size()) - 1; }
    const TensorFacts& tensor(std::size_t t) const { return m_tensors[t]; }
    std::int64_t capacity(std::size_t level) const { return m_capacity[level]; }  ///< bits; huge if unbounded
    std::int64_t macs() const { return m_macs; }
    int fanout() const { return m_fanout; }  ///< -1 = none
    std::int64_t axis(Axis axis) const { return axis == Axis::x ? m_x : m_y; }
    /// Active dimensions that may be unrolled.
    unsigned unrollable() const { return m_unrollable; }
    bool boundByWords() const { return m_boundByWords; }  ///< some port is limited

    std::int64_t volume(std::size_t tensor, const Tile& tile) const;
    /// Words that fill Stores of this tile over the whole run (optimal.md, Chains of tiles): volume times settings outside.
    std::int64_t fills(std::size_t tensor, const Tile& tile) const;

    /// Lanes over active dimensions that don't index the tensor.
    std::int64_t sharingLanes(std::size_t tensor, const Tile& lanes) const;
    /// Energy of the private buffers' fills plus all that doesn't depend on tiles.
    std::int64_t innerEnergy(const Words& inner, const Tile& lanes) const;
    /// Cycles; `outputs` and `inputs`: words of outer fills of each kind.
    std::int64_t cycles(const Words& inner, std::int64_t inputs, std::int64_t outputs, const Tile& lanes) const;

    /// What energies and cycles are worth.
    const ExactWorth& exact() const { return m_exact; }

private:
    Result<bool> readShape(const Mapspace& mapspace);
    Result<bool> readTensors();
    Result<bool> readEnergies(const Objective& objective);
    void setRates();

    TargetPtr m_target;
    Rates m_rates;
    ExactWorth m_exact;
    std::vector<int> m_dimensions;
    std::vector<std::int64_t> m_bounds;
    std::vector<TensorFacts> m_tensors;
    std::array<std::int64_t, 3> m_capacity{};
    std::int64_t m_macs = 1, m_x = 1, m_y = 1, m_macEnergy = 0;
    int m_fanout = -1;
    unsigned m_unrollable = 0;
    bool m_boundByWords = false;

    explicit Problem(TargetPtr target) : m_target(std::move(target)), m_rates(*m_target) {}
};

}  // namespace lapidary::optimal
