// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/capacity.h"

#include <algorithm>
#include <limits>

#include "core/workload/rank_set.h"

namespace lapidary::bounds {

namespace {

constexpr std::int64_t kMostTilesLookedAt = 100'000;

std::vector<int> longDimensions(const Workload& workload) {
    std::vector<int> list;
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (workload.bound(d) > 1) list.push_back(d);
    return list;
}

std::vector<std::int64_t> boundsOf(const Workload& workload, const std::vector<int>& dimensions) {
    std::vector<std::int64_t> list;
    for (const int d : dimensions) list.push_back(workload.bound(d));
    if (optimal::Lattice::sizeFor(list) > kMostTilesLookedAt) list.clear();
    return list;
}

}  // namespace

CapacityFloor::CapacityFloor(const Target& target, bool tails)
    : m_target(target),
      m_dimensions(longDimensions(target.workload)),
      m_bounds(boundsOf(target.workload, m_dimensions)),
      m_tails(tails),
      m_small(!m_bounds.empty()),
      m_lattice(m_bounds) {
    if (m_tails && m_small) makeSteps();
    const Workload& workload = target.workload;
    for (int t = 0; t < workload.tensorCount(); ++t) {
        Shape shape;
        shape.size = static_cast<double>(workload.tensorSize(t));
        for (const Rank& rank : workload.tensors()[static_cast<std::size_t>(t)].ranks) {
            unsigned mask = 0;
            for (const Term& term : rank.terms)
                for (std::size_t i = 0; i < m_dimensions.size(); ++i)
                    if (m_dimensions[i] == term.dimension) mask |= 1u << i;
            shape.indexed |= mask;
            if (rank.terms.size() == 1) shape.alone |= mask;
            if (rank.terms.size() > 2) shape.size = 0;  // the size may be that of a box with holes
        }
        m_shapes.push_back(shape);
    }
    for (std::size_t l = 0; l < target.levels.size(); ++l)
        m_contiguous.push_back(std::ranges::all_of(target.architecture.fanouts(), [&](const Fanout& fanout) {
            return fanout.x * fanout.y == 1 || fanout.below + 1 >= static_cast<int>(l);
        }));
}

std::int64_t CapacityFloor::words(std::size_t tensor, std::size_t level, const optimal::Tile& tile) const {
    std::array<std::int64_t, kMaxDimensions> extents;
    extents.fill(1);
    for (std::size_t i = 0; i < m_dimensions.size(); ++i) extents[static_cast<std::size_t>(m_dimensions[i])] = tile[i];
    std::int64_t words = 1;
    for (const Rank& rank : m_target.workload.tensors()[tensor].ranks) {
        if (rank.terms.size() <= 2 && m_contiguous[level]) {
            words *= rankSetSize(rank, extents);
            continue;
        }
        // Sums of sets of a, b, ... numbers have at least a + b + ... - (how many sets - 1) members, wherever these lie.
        std::int64_t positions = 1;
        for (const Term& term : rank.terms) positions += extents[static_cast<std::size_t>(term.dimension)] - 1;
        words *= positions;
    }
    return words;
}

bool CapacityFloor::fits(std::size_t level, unsigned kept, const optimal::Tile& tile) const {
    const TargetLevel& memory = m_target.levels[level];
    std::array<std::int64_t, kMaxTensors + 1> bits{};
    for (std::size_t t = 0; t < m_shapes.size(); ++t) {
        if (!(kept >> t & 1)) continue;
        const auto part = static_cast<std::size_t>(memory.part[t]);
        if (memory.capacityBits[part] < 0) continue;
        bits[part] += words(t, level, tile) * memory.wordBits[t];
        if ((bits[part] + memory.instances - 1) / memory.instances > memory.capacityBits[part]) return false;
    }
    return true;
}

void CapacityFloor::findTiles(std::size_t level, unsigned kept, const std::function<bool()>& goesOn) {
    std::vector<bool> room(m_lattice.size());
    std::vector<Trips>& found = m_tiles[{level, kept}];
    for (optimal::TileNumber number = m_lattice.size(); number-- > 0;) {
        if (!goesOn()) {
            found.assign(1, {});
            found.front().fill(1);
            return;
        }
        bool larger = false;
        for (std::size_t d = 0; d < m_lattice.dimensions() && !larger; ++d)
            for (const auto& step : m_lattice.primesUp(d, m_lattice.digit(number, d)))
                larger = larger || room[number + step.up];
        const optimal::Tile tile = m_lattice.tile(number);
        // Where a multiple fits, the tile does, and takes more traffic.
        room[number] = larger || fits(level, kept, tile);
        if (larger || !room[number]) continue;
        Trips trips;
        trips.fill(1);
        for (std::size_t d = 0; d < m_bounds.size(); ++d) trips[d] = m_bounds[d] / tile[d];
        found.push_back(trips);
    }
}

/// n trips outside leave tiles of at least D / n, rounded up: of all n that leave the same, the fewest. Where there would be too
/// many tiles, every other step is left out.
void CapacityFloor::makeSteps() {
    std::int64_t tiles = 1;
    for (const std::int64_t bound : m_bounds) {
        std::vector<Step>& steps = m_steps.emplace_back();
        for (std::int64_t trips = bound, extent = 1; trips >= 1;) {
            steps.push_back({trips, extent});
            if (trips == 1) break;
            extent = (bound + trips - 2) / (trips - 1);
            trips = (bound + extent - 1) / extent;
        }
        tiles *= static_cast<std::int64_t>(steps.size());
    }
    while (tiles > kMostTilesLookedAt) {
        auto& longest = *std::ranges::max_element(m_steps, {}, [](const auto& steps) { return steps.size(); });
        tiles /= static_cast<std::int64_t>(longest.size());
        // The trips of the one, the extent of the other: the last one, all in one trip, stays.
        std::vector<Step> fewer;
        for (std::size_t i = 0; i < longest.size(); i += 2) {
            const bool alone = i + 2 >= longest.size();
            if (alone && i + 1 < longest.size()) fewer.push_back(longest[i]);
            fewer.push_back(alone ? longest.back() : Step{longest[i + 1].trips, longest[i].extent});
        }
        longest = std::move(fewer);
        tiles *= static_cast<std::int64_t>(longest.size());
    }
}

void CapacityFloor::findRaggedTiles(std::size_t level, unsigned kept, const std::function<bool()>& goesOn) {
    std::vector<std::size_t> strides;
    std::size_t size = 1;
    for (const auto& steps : m_steps) {
        strides.push_back(size);
        size *= steps.size();
    }
    std::vector<bool> room(size);
    std::vector<Trips>& found = m_tiles[{level, kept}];
    for (std::size_t number = size; number-- > 0;) {
        if (!goesOn()) {
            found.assign(1, {});
            found.front().fill(1);
            return;
        }
        bool larger = false;
        optimal::Tile tile{};
        Trips trips{};
        for (std::size_t d = 0; d < m_steps.size(); ++d) {
            const std::size_t digit = number / strides[d] % m_steps[d].size();
            larger = larger || (digit + 1 < m_steps[d].size() && room[number + strides[d]]);
            tile[d] = m_steps[d][digit].extent;
            trips[d] = m_steps[d][digit].trips;
        }
        room[number] = larger || fits(level, kept, tile);
        if (room[number] && !larger) found.push_back(trips);
    }
}

double CapacityFloor::extra(std::size_t level, unsigned kept, const Weights& weights,
                            const std::function<bool()>& goesOn) {
    if (!m_small || kept == 0) return 0;
    // Lanes that sit out the last trip keep their tiles.
    if (m_tails && m_target.levels[level].instances > 1) return 0;
    const std::pair key(level, kept);
    if (!m_tiles.contains(key)) m_tails ? findRaggedTiles(level, kept, goesOn) : findTiles(level, kept, goesOn);
    double least = std::numeric_limits<double>::infinity();
    for (const Trips& trips : m_tiles[key]) {
        if (!goesOn()) return 0;
        least = std::min(least, cheapest(kept, weights, trips));
        if (least == 0) break;
    }
    return least < std::numeric_limits<double>::infinity() ? least : 0;
}

double CapacityFloor::cheapest(unsigned kept, const Weights& weights, const Trips& trips) const {
    unsigned alive = 0, left = 0;
    std::array<double, kMaxTensors> again{};
    for (std::size_t d = 0; d < m_bounds.size(); ++d)
        if (trips[d] > 1) left |= 1u << d;
    for (std::size_t t = 0; t < m_shapes.size(); ++t) {
        if (!(kept >> t & 1) || weights[t] == 0) continue;
        alive |= 1u << t;
        again[t] = 1;
        for (std::size_t d = 0; d < m_bounds.size(); ++d)
            if (!(m_shapes[t].indexed >> d & 1)) again[t] *= static_cast<double>(trips[d]);
    }
    return cheapestOrder(alive, left, again, weights, trips);
}

/// Loops from the innermost outwards. `alive`: tensors whose tile none of the loops so far moves away; `again`: how often
/// each is fetched if the next loop does.
double CapacityFloor::cheapestOrder(unsigned alive, unsigned left, std::array<double, kMaxTensors>& again,
                                    const Weights& weights, const Trips& trips) const {
    unsigned moving = 0;
    for (std::size_t d = 0; d < m_bounds.size(); ++d) {
        if (!(left >> d & 1)) continue;
        bool moves = false;
        for (std::size_t t = 0; t < m_shapes.size(); ++t)
            if (alive >> t & 1 && m_shapes[t].alone >> d & 1) moves = true;
        if (moves) {
            moving |= 1u << d;
            continue;
        }
        // Costs nothing here, and spares whoever it doesn't index.
        for (std::size_t t = 0; t < m_shapes.size(); ++t)
            if (alive >> t & 1 && !(m_shapes[t].indexed >> d & 1)) again[t] /= static_cast<double>(trips[d]);
        left &= ~(1u << d);
    }
    if (moving == 0) return 0;  // none is fetched twice
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < m_bounds.size(); ++d) {
        if (!(moving >> d & 1)) continue;
        double sum = 0;
        unsigned still = alive;
        auto next = again;
        for (std::size_t t = 0; t < m_shapes.size(); ++t) {
            if (!(alive >> t & 1)) continue;
            if (m_shapes[t].alone >> d & 1) {
                sum += weights[t] * m_shapes[t].size * (again[t] - 1);
                still &= ~(1u << t);
            } else if (!(m_shapes[t].indexed >> d & 1)) {
                next[t] /= static_cast<double>(trips[d]);
            }
        }
        if (sum >= least) continue;
        if (still) sum += cheapestOrder(still, left & ~(1u << d), next, weights, trips);
        least = std::min(least, sum);
    }
    return least;
}

}  // namespace lapidary::bounds
