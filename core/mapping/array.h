// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One array of a design at work: which lanes of a fanout do what at each compute step (Ruby, Figs. 6 and 9). A lane
// (x, y) stands for a child of the fanout and all that lies below it; x and y count as the spatial loops on their axis do,
// outermost most significant. All is exact and closed-form: nothing is walked, so that arrays and step counts may be
// large. Immutable; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/mapping/lane_chain.h"
#include "core/mapping/mapping.h"
#include "core/mapping/steps.h"

namespace lapidary {

/// A spatial loop on the array.
struct ArrayLoop {
    int node = 0;
    int dimension = 0;
    Axis axis = Axis::x;
    std::int64_t bound = 1, tail = 1;
    std::int64_t stride = 1;  ///< lanes of its axis per iteration
};

enum class LaneState : std::uint8_t {
    works,
    tail,    ///< idle now, because a dimension is in its tail
    unused,  ///< idle at every step
};

/// The array at one step.
struct ArrayStep {
    Digits digits;
    std::array<AtWork, kMaxDimensions> atWork{};
    std::int64_t lanes = 0;  ///< at work
    std::int64_t work = 0;   ///< compute lanes at work
    unsigned tails = 0;      ///< dimensions of which less works than at the first step (bit mask)
};

/// All steps at which the same dimensions are in their tail.
struct ArrayPhase {
    unsigned tails = 0;
    std::int64_t steps = 0;
    std::int64_t work = 0;   ///< compute lanes at work, summed over the steps
    std::int64_t lanes = 0;  ///< lanes at work, likewise
    std::int64_t firstStep = 0;
};

/// Which lanes want the same element of a tensor at a step.
struct Sharing {
    std::vector<int> group;  ///< by y * usedX + x, numbered from 0; -1 = idle
    int groups = 0;
};

class PeArray {
public:
    /// Requires a well-formed mapping. `instance` < instances(): which of the arrays, if outer fanouts make several.
    PeArray(const Mapping& mapping, const Workload& workload, const Architecture& architecture, int fanout,
            std::int64_t instance = 0);

    std::int64_t x() const { return m_x; }  ///< the hardware's
    std::int64_t y() const { return m_y; }
    std::int64_t usedX() const { return m_usedX; }  ///< product of the spatial bounds on the axis
    std::int64_t usedY() const { return m_usedY; }
    std::int64_t instances() const { return m_instances; }
    /// Compute lanes below one lane, as far as spatial loops use them.
    std::int64_t computeBelow() const { return m_below; }
    const std::vector<ArrayLoop>& loops() const { return m_loops; }  ///< outermost first
    const Steps& steps() const { return m_steps; }

    /// Requires 0 <= step < steps().count().
    ArrayStep at(std::int64_t step) const;
    LaneState state(const ArrayStep& step, std::int64_t x, std::int64_t y) const;

    /// Lanes over a dimension, and which of them (x, y) is. Requires x < usedX(), y < usedY().
    std::int64_t lanesOf(int dimension) const { return chain(dimension).lanes(); }
    std::int64_t laneOf(int dimension, std::int64_t x, std::int64_t y) const;
    /// First index of the dimension that a lane over it works on.
    std::int64_t index(const ArrayStep& step, int dimension, std::int64_t lane) const {
        return chain(dimension).index(step.digits, lane);
    }
    /// Share of all steps that a lane works, 0 .. 1; lanes below it that idle count in part.
    double workShare(std::int64_t x, std::int64_t y) const;

    Sharing sharing(const ArrayStep& step, const Tensor& tensor) const;

    /// The first is without tails; the last is that of the last step. Steps sum up to steps().count().
    std::vector<ArrayPhase> phases() const;

private:
    const LaneChain& chain(int dimension) const { return m_chains[static_cast<std::size_t>(dimension)]; }
    void buildLoops(const Mapping& mapping, int fanout);
    void buildLanes();
    void buildShares();
    /// By y * usedX + x: the position in a rank that a lane's element has at the step.
    std::vector<std::int64_t> positions(const ArrayStep& step, const Rank& rank) const;

    std::int64_t m_x = 1, m_y = 1, m_usedX = 1, m_usedY = 1, m_instances = 1, m_below = 1;
    std::vector<ArrayLoop> m_loops;
    std::vector<LaneChain> m_chains;  ///< by dimension
    Steps m_steps;
    std::vector<int> m_unrolled;  ///< dimensions with more than one lane
    std::array<AtWork, kMaxDimensions> m_first{};
    bool m_works = true;  ///< whether any lane ever does: not so in some instances of imperfect outer arrays
    /// By dimension and coordinate: what x and y add to the number of the lane over it.
    std::vector<std::vector<std::int64_t>> m_alongX, m_alongY;
    /// By dimension and lane over it: settings in which it works, what lies below it included.
    std::vector<std::vector<double>> m_worked;
    double m_workedElsewhere = 1;  ///< of dimensions that aren't unrolled, over all steps
};

}  // namespace lapidary
