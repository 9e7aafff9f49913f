// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traffic that capacities enforce: what a group of tensors that share memories has to be fetched beyond once, whatever the
// tiles and orders of loops, in a classic mapspace of perfect factors; with tails of lanes (Ruby-S) at levels that no lanes
// are outside of (docs/models/bounds.md, Capacity). Thread rule: one owner.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "core/mapping/target.h"
#include "core/search/optimal/lattice.h"

namespace lapidary::bounds {

/// By tensor: what one word more than each once weighs; 0 = doesn't count.
using Weights = std::array<double, kMaxTensors>;

class CapacityFloor {
public:
    /// Nothing is enforced where the workload has too many tiles.
    explicit CapacityFloor(const Target& target, bool tails = false);

    /// Least sum of weight times words beyond each tensor's size that the tensors `kept` at a level take to come there.
    /// False in `goesOn` ends it early, with 0.
    double extra(std::size_t level, unsigned kept, const Weights& weights, const std::function<bool()>& goesOn);

private:
    struct Shape {
        unsigned indexed = 0;  ///< active dimensions, bit mask
        unsigned alone = 0;    ///< of these, the only one of their rank
        double size = 0;
    };
    using Trips = optimal::Tile;

    /// Trips of the loops outside, from `trips` on to those of the next step: tiles are no shorter than `extent`.
    struct Step {
        std::int64_t trips = 1, extent = 1;
    };
    void makeSteps();
    void findTiles(std::size_t level, unsigned kept, const std::function<bool()>& goesOn);
    void findRaggedTiles(std::size_t level, unsigned kept, const std::function<bool()>& goesOn);
    bool fits(std::size_t level, unsigned kept, const optimal::Tile& tile) const;
    std::int64_t words(std::size_t tensor, std::size_t level, const optimal::Tile& tile) const;
    double cheapest(unsigned kept, const Weights& weights, const Trips& trips) const;
    double cheapestOrder(unsigned alive, unsigned left, std::array<double, kMaxTensors>& again, const Weights& weights,
                         const Trips& trips) const;

    const Target& m_target;
    std::vector<int> m_dimensions;
    std::vector<std::int64_t> m_bounds;
    std::vector<Shape> m_shapes;
    std::vector<bool> m_contiguous;  ///< by level: lanes outside of it hold neighbouring parts
    const bool m_tails;
    bool m_small = false;
    std::vector<std::vector<Step>> m_steps;  ///< with tails: by dimension, largest extents last
    optimal::Lattice m_lattice;
    /// Trips above the largest tiles that fit, by level and tensors.
    std::map<std::pair<std::size_t, unsigned>, std::vector<Trips>> m_tiles;
};

}  // namespace lapidary::bounds
