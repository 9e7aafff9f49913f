// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traffic that capacities enforce: what a group of tensors that share memories has to be fetched beyond once, whatever the
// tiles and orders of loops, in a classic mapspace of perfect factors (docs/models/bounds.md, Capacity). Thread rule:
// one owner.
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
    explicit CapacityFloor(const Target& target);

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

    void findTiles(std::size_t level, unsigned kept, const std::function<bool()>& goesOn);
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
    bool m_small = false;
    optimal::Lattice m_lattice;
    /// Trips above the largest tiles that fit, by level and tensors.
    std::map<std::pair<std::size_t, unsigned>, std::vector<Trips>> m_tiles;
};

}  // namespace lapidary::bounds
