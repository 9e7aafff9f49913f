// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/problem.h"

#include <algorithm>

#include "core/search/optimal/covers.h"
#include "core/workload/rank_set.h"

namespace lapidary::optimal {

namespace {

constexpr std::int64_t kUnbounded = std::int64_t{1} << 62;
constexpr std::int64_t kMostTiles = 250'000;

/// Active dimension of each workload dimension, -1 = its bound is 1.
std::vector<int> activeOf(const std::vector<int>& dimensions, int count) {
    std::vector<int> active(static_cast<std::size_t>(count), -1);
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        active[static_cast<std::size_t>(dimensions[i])] = static_cast<int>(i);
    return active;
}

}  // namespace

Result<Problem> Problem::make(const Mapspace& mapspace, const Objective& objective) {
    Problem problem(mapspace.targetPtr());
    if (const auto read = problem.readShape(mapspace); !read) return read.diagnostics();
    if (const auto read = problem.readTensors(); !read) return read.diagnostics();
    if (const auto read = problem.readEnergies(objective); !read) return read.diagnostics();
    return problem;
}

Result<bool> Problem::readShape(const Mapspace& mapspace) {
    const Architecture& design = m_target->architecture;
    if (mapspace.options().factorization != Factorization::perfect)
        return outOfReach("imperfect factors (found mapspace " + std::string(keyOf(mapspace.options().factorization)) +
                          ", expected pfm)");
    if (!mapspace.options().constraints.empty()) return outOfReach("constraints");
    if (design.levelCount() != 3)
        return outOfReach("designs of " + std::to_string(design.levelCount()) + " levels, expected 3");
    for (std::size_t f = 0; f < design.fanouts().size(); ++f) {
        const Fanout& fanout = design.fanouts()[f];
        if (fanout.x * fanout.y == 1) continue;
        if (fanout.below != 1 || m_fanout >= 0)
            return outOfReach("fanout " + fanout.name + ": there may be one, below the second level");
        m_fanout = static_cast<int>(f);
        m_x = fanout.x, m_y = fanout.y;
    }
    for (int d = 0; d < m_target->workload.dimensionCount(); ++d) {
        if (m_target->workload.bound(d) == 1) continue;
        m_dimensions.push_back(d);
        m_bounds.push_back(m_target->workload.bound(d));
    }
    m_macs = m_target->workload.macs();
    if (Lattice::sizeFor(m_bounds) > kMostTiles) return outOfReach("more than 250,000 tiles of different shape");
    for (std::size_t l = 0; l < 3; ++l) {
        const TargetLevel& level = m_target->levels[l];
        if (!level.partitions.empty()) return outOfReach("partitions, found in " + design.levels()[l].name);
        m_capacity[l] = level.capacityBits.front() < 0 ? kUnbounded : level.capacityBits.front();
        if (m_rates.levels[l].ports[0].limited()) m_boundByWords = true;
    }
    if (m_capacity[0] < kUnbounded) return outOfReach("a bounded " + design.levels()[0].name);
    return true;
}

Result<bool> Problem::readTensors() {
    const Workload& workload = m_target->workload;
    const std::vector<int> active = activeOf(m_dimensions, workload.dimensionCount());
    const Fanout* fanout =
        m_fanout < 0 ? nullptr : &m_target->architecture.fanouts()[static_cast<std::size_t>(m_fanout)];
    if (workload.tensorCount() < 2 || workload.tensors().size() > kMostTensors)
        return outOfReach("workloads of " + std::to_string(workload.tensorCount()) + " tensors, expected 2 to 4");
    m_unrollable = fanout ? (1u << m_bounds.size()) - 1 : 0;
    for (std::size_t t = 0; t < workload.tensors().size(); ++t) {
        const Tensor& tensor = workload.tensors()[t];
        TensorFacts facts;
        facts.isOutput = tensor.isOutput;
        for (const Rank& rank : tensor.ranks) {
            unsigned moving = 0;
            for (const Term& term : rank.terms)
                if (const int d = active[static_cast<std::size_t>(term.dimension)]; d >= 0) moving |= 1u << d;
            facts.indexed |= moving;
            if (rank.terms.size() > 2) return outOfReach("sums of three dimensions, found in " + tensor.name);
            if (rank.terms.size() > 1 && tensor.isOutput) return outOfReach("outputs with sliding windows");
            if ((moving & (moving - 1)) == 0) continue;
            for (std::size_t d = 0; d < m_bounds.size(); ++d)
                if (moving >> d & 1) facts.window[d] = moving;
        }
        for (std::size_t l = 0; l < 3; ++l) {
            if (m_target->levels[l].keep[t] != Keep::must)
                return outOfReach("bypass, found at " + m_target->architecture.levels()[l].name);
            if (m_target->levels[l].block[t] != 1) return outOfReach("accesses of several words");
            facts.bits[l] = m_target->levels[l].wordBits[t];
        }
        facts.multicast = !fanout || tensor.isOutput || fanout->multicast != Multicast::none;
        if (fanout && tensor.isOutput && !fanout->reduction) m_unrollable &= facts.indexed;
        m_tensors.push_back(facts);
        m_tensors.back().size = volume(t, [&] {
            Tile tile{};
            std::copy(m_bounds.begin(), m_bounds.end(), tile.begin());
            return tile;
        }());
    }
    return true;
}

Result<bool> Problem::readEnergies(const Objective& objective) {
    ExactLimits limits;
    limits.energies.push_back(m_rates.mac.value_or(0));
    for (std::size_t l = 0; l < 3; ++l) {
        const LevelRates& level = m_rates.levels[l];
        if (level.leak) limits.energies.push_back(*level.leak * static_cast<double>(level.instances));
        for (std::size_t t = 0; t < tensorCount(); ++t)
            for (const auto& energy : {level.stores[t].read, level.stores[t].fill, level.stores[t].update})
                limits.energies.push_back(energy.value_or(0));
    }
    for (const double energy : limits.energies) limits.perWord += energy;
    // No count exceeds the MACs, and each figure is charged at most twice; words at the slowest port bound the cycles.
    limits.words = static_cast<double>(m_macs);
    limits.cycles = limits.words * static_cast<double>(m_rates.interval);
    for (std::size_t l = 0; l < 3; ++l) {
        const PortRates& port = m_rates.levels[l].ports[0];
        for (const double rate : {port.read, port.write, port.shared})
            if (rate > 0)
                limits.cycles = std::max(limits.cycles, 4 * limits.words * static_cast<double>(tensorCount()) / rate);
    }
    const auto exact = ExactWorth::make(objective, limits);
    if (!exact) return outOfReach("counts of this size in exact arithmetic");
    m_exact = *exact;
    setRates();
    return true;
}

/// What a word of fill causes: docs/models/compat-accelforge.md, Rules.
void Problem::setRates() {
    m_macEnergy = m_exact.scaled(m_rates.mac) * m_macs;
    std::int64_t leakage = 0;
    for (std::size_t l = 0; l < 3; ++l) leakage += m_exact.scaled(m_rates.levels[l].leak) * m_rates.levels[l].instances;
    m_exact.setLeakage(leakage);
    for (std::size_t t = 0; t < tensorCount(); ++t) {
        std::array<std::int64_t, 3> read{}, fill{}, update{};
        for (std::size_t l = 0; l < 3; ++l) {
            const StoreRates& store = m_rates.levels[l].stores[t];
            read[l] = m_exact.scaled(store.read), fill[l] = m_exact.scaled(store.fill);
            update[l] = m_exact.scaled(store.update);
        }
        TensorFacts& facts = m_tensors[t];
        TensorRates& rates = facts.rates;
        if (!facts.isOutput) {
            rates.outer = read[0] + fill[1];
            rates.parent = read[1];
            rates.own = fill[2];
            rates.constant = read[2] * m_macs;
        } else {
            rates.outer = update[0] + read[0] + read[1] + fill[1];
            rates.parent = update[1] + read[1];
            rates.own = read[2] + fill[2];
            rates.constant = (update[2] + read[2]) * m_macs - facts.size * (read[0] + fill[1] + read[1]);
            rates.perLane = -facts.size * (fill[2] + read[2]);
        }
    }
}

std::int64_t Problem::volume(std::size_t t, const Tile& tile) const {
    const Workload& workload = m_target->workload;
    std::array<std::int64_t, kMaxDimensions> extents;
    extents.fill(1);
    for (std::size_t d = 0; d < m_bounds.size(); ++d) extents[static_cast<std::size_t>(m_dimensions[d])] = tile[d];
    std::int64_t words = 1;
    for (const Rank& rank : workload.tensors()[t].ranks) words *= rankSetSize(rank, extents);
    return words;
}

std::int64_t Problem::fills(std::size_t t, const Tile& tile) const {
    std::int64_t words = volume(t, tile);
    for (std::size_t d = 0; d < m_bounds.size(); ++d) words *= m_bounds[d] / tile[d];
    return words;
}

std::int64_t Problem::sharingLanes(std::size_t t, const Tile& lanes) const {
    std::int64_t product = 1;
    for (std::size_t d = 0; d < m_bounds.size(); ++d)
        if (!(m_tensors[t].indexed >> d & 1)) product *= lanes[d];
    return product;
}

std::int64_t Problem::innerEnergy(const Words& inner, const Tile& lanes) const {
    std::int64_t energy = m_macEnergy;
    for (std::size_t t = 0; t < tensorCount(); ++t) {
        const TensorFacts& facts = m_tensors[t];
        const std::int64_t sharing = sharingLanes(t, lanes);
        energy += facts.rates.constant + facts.rates.perLane * sharing + facts.rates.own * inner[t] +
                  facts.rates.parent * (facts.multicast ? inner[t] / sharing : inner[t]);
    }
    return energy;
}

std::int64_t Problem::cycles(const Words& inner, std::int64_t inputs, std::int64_t outputs, const Tile& lanes) const {
    std::int64_t all = 1;
    for (std::size_t d = 0; d < m_bounds.size(); ++d) all *= lanes[d];
    std::int64_t cycles = m_macs / all * m_rates.interval;
    if (!m_boundByWords) return cycles;
    std::array<Passing, 3> passing{};
    passing[0] = {inputs + outputs, outputs};
    passing[1] = {outputs, inputs + outputs};
    for (std::size_t t = 0; t < tensorCount(); ++t) {
        const TensorFacts& facts = m_tensors[t];
        const std::int64_t sharing = sharingLanes(t, lanes);
        const std::int64_t served = facts.multicast ? inner[t] / sharing : inner[t];
        passing[1].reads += served;
        passing[2].reads += m_macs;
        passing[2].writes += inner[t];
        if (!facts.isOutput) continue;
        passing[0].reads -= facts.size;
        passing[1].reads -= facts.size;
        passing[1].writes += served - facts.size;
        passing[2].reads += inner[t] - facts.size * sharing;
        passing[2].writes += m_macs - facts.size * sharing;
    }
    for (std::size_t l = 0; l < 3; ++l) {
        const std::int64_t instances = l == 2 ? all : 1;
        const std::int64_t reads = passing[l].reads / instances, writes = passing[l].writes / instances;
        cycles = std::max(cycles, portCycles({reads, writes, reads + writes}, m_rates.levels[l].ports[0]));
    }
    return cycles;
}

}  // namespace lapidary::optimal
