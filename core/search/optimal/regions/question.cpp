// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/question.h"

#include <algorithm>

#include "core/search/optimal/covers.h"

namespace lapidary::optimal::regions {

namespace {

constexpr std::int64_t kRoomy = std::int64_t{1} << 61;

}  // namespace

Result<Question> Question::make(const Mapspace& mapspace, const Objective& objective, const Semantics* reuse,
                                bool alike) {
    Question question(mapspace.targetPtr());
    auto rules = resolveConstraints(mapspace.target(), mapspace.options().constraints);
    if (!rules) return rules.diagnostics();
    question.m_rules = *std::move(rules);
    if (reuse)
        if (const auto read = question.readSemantics(*reuse); !read) return read.diagnostics();
    if (const auto read = question.readShape(mapspace); !read) return read.diagnostics();
    if (const auto read = question.readTensors(); !read) return read.diagnostics();
    if (const auto read = question.readLevels(); !read) return read.diagnostics();
    question.readLoopRules();
    if (const auto merged = question.mergeTwins(alike); !merged) return merged.diagnostics();
    question.findMirror(alike);
    if (const auto read = question.readEnergies(objective); !read) return read.diagnostics();
    return question;
}

Result<bool> Question::readSemantics(const Semantics& semantics) {
    m_byReuse = true;
    if (semantics.halo != Halo::exact || semantics.window != Window::set)
        return outOfReach("box halos or one-axis windows");
    if (semantics.drainRead || semantics.padding || semantics.perNetwork || semantics.linkTransfers ||
        semantics.fullSteps)
        return outOfReach("drains that are read, padding, sharing per network, links or full steps");
    if (semantics.time != Time::overlap) return outOfReach("time by ports");
    for (const Fanout& fanout : m_target->architecture.fanouts()) {
        if (fanout.x * fanout.y == 1) continue;
        if (fanout.multicast.value_or(semantics.multicast) != Multicast::equal)
            return outOfReach("multicast other than equal, found on " + fanout.name);
        if (!fanout.reduction) return outOfReach("networks without reduction, found " + fanout.name);
        if (fanout.hopEnergy.value) return outOfReach("hop energies, found on " + fanout.name);
    }
    return true;
}

Result<bool> Question::readShape(const Mapspace& mapspace) {
    const Factorization kind = mapspace.options().factorization;
    if (kind != Factorization::perfect && kind != Factorization::rubyS)
        return outOfReach("mapspace " + std::string(keyOf(kind)) + ", expected pfm or ruby-s");
    m_tails = kind == Factorization::rubyS;
    const Architecture& design = m_target->architecture;
    m_regions.emplace_back();
    for (int l = 0; l < design.levelCount(); ++l) {
        m_regions.back().levels.push_back(l);
        m_regionOf.push_back(m_regions.size() - 1);
        for (int f = 0; f < design.fanoutCount(); ++f) {
            const Fanout& fanout = design.fanouts()[static_cast<std::size_t>(f)];
            if (fanout.below != l || fanout.x * fanout.y == 1) continue;
            m_regions.back().fanouts.push_back(f);
            m_regions.back().lanes *= fanout.x * fanout.y;
            if (m_tails && !m_byReuse && fanout.multicast == Multicast::none)
                return outOfReach("tails on a fanout without multicast, found " + fanout.name);
        }
        if (!m_regions.back().fanouts.empty()) m_regions.emplace_back();
    }
    for (int d = 0; d < m_target->workload.dimensionCount(); ++d) {
        if (m_target->workload.bound(d) == 1) continue;
        m_dimensions.push_back(d);
        m_bounds.push_back(m_target->workload.bound(d));
    }
    if (m_bounds.size() > kMostDimensions) return outOfReach("more than 8 dimensions longer than 1");
    m_macs = m_target->workload.macs();
    return true;
}

Result<bool> Question::readTensors() {
    const Workload& workload = m_target->workload;
    if (workload.tensors().size() > kMostTensors || workload.tensors().size() < 2)
        return outOfReach("workloads of " + std::to_string(workload.tensorCount()) + " tensors, expected 2 to 4");
    for (std::size_t t = 0; t < workload.tensors().size(); ++t) {
        const Tensor& tensor = workload.tensors()[t];
        TensorShape shape;
        shape.isOutput = tensor.isOutput;
        shape.size = workload.tensorSize(static_cast<int>(t));
        for (const Rank& rank : tensor.ranks) {
            if (rank.terms.size() > 2) return outOfReach("sums of three dimensions, found in " + tensor.name);
            if (rank.terms.size() > 1 && tensor.isOutput) return outOfReach("outputs with sliding windows");
            std::vector<std::pair<std::size_t, std::int64_t>> moving;
            for (const Term& term : rank.terms)
                for (std::size_t d = 0; d < m_bounds.size(); ++d)
                    if (m_dimensions[d] == term.dimension) moving.emplace_back(d, term.coefficient);
            unsigned mask = 0;
            for (const auto& [d, coefficient] : moving) mask |= 1u << d;
            shape.indexed |= mask;
            if (moving.size() == 2) {
                for (const auto& [d, coefficient] : moving) shape.slides[d] = mask;
                const std::vector<Term> terms{{static_cast<int>(moving[0].first), moving[0].second},
                                              {static_cast<int>(moving[1].first), moving[1].second}};
                shape.windows.push_back({moving[0].first, moving[1].first, moving[0].second, moving[1].second,
                                         reuse::RankShape(terms, false)});
            } else {
                shape.alone |= mask;
            }
        }
        m_tensors.push_back(shape);
    }
    return true;
}

Result<bool> Question::readLevels() {
    const Architecture& design = m_target->architecture;
    for (std::size_t l = 0; l < m_target->levels.size(); ++l) {
        const TargetLevel& level = m_target->levels[l];
        const std::string& name = design.levels()[l].name;
        const LevelRules& rules = m_rules.levels[l];
        if (l == 0)
            for (const std::int64_t bits : level.capacityBits)
                if (bits >= 0) return outOfReach("a bounded " + name);
        m_costs.emplace_back();
        for (std::size_t t = 0; t < m_tensors.size(); ++t) {
            StoreCosts& costs = m_costs.back()[t];
            costs.bits = level.wordBits[t];
            costs.part = level.part[t];
            costs.block = m_rates.levels[l].stores[t].block;
            if (!m_byReuse && m_tensors[t].isOutput && m_tensors[t].size % costs.block != 0 && m_regionOf[l] > 0 &&
                ((rules.mustKeep | rules.mayKeep) >> t & 1))
                return outOfReach("an output of " + std::to_string(m_tensors[t].size) + " words in accesses of " +
                                  std::to_string(costs.block) + " below a fanout, at " + name);
        }
        for (int part = 0; part < m_rates.levels[l].parts; ++part) {
            if (!m_rates.levels[l].ports[static_cast<std::size_t>(part)].limited()) continue;
            const bool isInnermost = m_regionOf[l] + 1 == m_regions.size() && !m_byReuse;
            if (m_tails && m_regionOf[l] > 0 && !isInnermost) m_uncountedPort = name;
        }
    }
    return true;
}

bool Question::limitsTrips(int level, std::size_t d) const {
    const FactorRange& range =
        m_rules.levels[static_cast<std::size_t>(level)].factors[static_cast<std::size_t>(m_dimensions[d])];
    return range.least > 1 || range.whole || range.most < m_bounds[d];
}

void Question::readLoopRules() {
    unsigned all = 0;
    for (const int dimension : m_dimensions) all |= 1u << dimension;
    for (std::size_t l = 0; l < m_rules.levels.size(); ++l) {
        const LevelRules& rules = m_rules.levels[l];
        // A level without Stores has no loops.
        bool limits = (rules.mustKeep | rules.mayKeep) != 0 && (rules.loops & all) != all;
        for (std::size_t d = 0; d < m_bounds.size(); ++d) {
            const unsigned outside = rules.precedence.outsideOf(m_dimensions[d]) & all;
            if (outside != 0) m_noted[d] = std::max(m_noted[d], Noted::whetherAny);
            for (std::size_t other = 0; other < m_bounds.size(); ++other)
                if (outside >> m_dimensions[other] & 1) m_noted[other] = std::max(m_noted[other], Noted::whetherAny);
            if (limitsTrips(static_cast<int>(l), d)) m_noted[d] = Noted::trips;
            limits = limits || outside != 0 || limitsTrips(static_cast<int>(l), d);
        }
        m_limitsLoops = m_limitsLoops || limits;
    }
}

std::int64_t Question::capacity(int level, int part) const {
    const std::int64_t bits =
        m_target->levels[static_cast<std::size_t>(level)].capacityBits[static_cast<std::size_t>(part)];
    return bits < 0 ? kRoomy : bits;
}

bool Question::merges(std::size_t t, int fanout, std::size_t d) const {
    if (m_tensors[t].indexed >> d & 1) return false;
    return m_tensors[t].isOutput ||
           m_target->architecture.fanouts()[static_cast<std::size_t>(fanout)].multicast != Multicast::none;
}

unsigned Question::unrollable(int fanout, Axis axis) const {
    const FanoutRules& rules = m_rules.fanouts[static_cast<std::size_t>(fanout)];
    unsigned mask = 0;
    for (std::size_t d = 0; d < m_bounds.size(); ++d)
        if (rules.loops[axis == Axis::y] >> m_dimensions[d] & 1) mask |= 1u << d;
    if (m_target->architecture.fanouts()[static_cast<std::size_t>(fanout)].reduction) return mask;
    for (const TensorShape& tensor : m_tensors)
        if (tensor.isOutput) mask &= tensor.indexed;
    return mask;
}

Result<bool> Question::readEnergies(const Objective& objective) {
    ExactLimits limits;
    limits.energies.push_back(m_rates.mac.value_or(0));
    limits.perWord = limits.energies.front();
    for (std::size_t l = 0; l < m_costs.size(); ++l) {
        limits.energies.push_back(m_rates.levels[l].leak.value_or(0));
        limits.perWord += limits.energies.back() * static_cast<double>(m_rates.levels[l].instances);
        for (std::size_t t = 0; t < m_tensors.size(); ++t) {
            const StoreRates& store = m_rates.levels[l].stores[t];
            for (const auto& energy : {store.read, store.fill, store.update}) {
                limits.energies.push_back(energy.value_or(0));
                limits.perWord += 2 * limits.energies.back();
            }
        }
    }
    limits.words = static_cast<double>(m_macs);
    limits.cycles = limits.words * static_cast<double>(m_rates.interval);
    for (std::size_t l = 0; l < m_costs.size(); ++l)
        for (int part = 0; part < m_rates.levels[l].parts; ++part) {
            const PortRates& ports = m_rates.levels[l].ports[static_cast<std::size_t>(part)];
            for (const double rate : {ports.read, ports.write, ports.shared})
                if (rate > 0) limits.cycles = std::max(limits.cycles, 12 * limits.words / rate);
        }
    const auto exact = ExactWorth::make(objective, limits);
    if (!exact) return outOfReach("counts of this size in exact arithmetic");
    m_exact = *exact;
    scaleEnergies();
    return true;
}

void Question::scaleEnergies() {
    m_macEnergy = m_exact.scaled(m_rates.mac) * m_macs;
    std::int64_t leakage = 0;
    for (std::size_t l = 0; l < m_costs.size(); ++l) {
        leakage += m_exact.scaled(m_rates.levels[l].leak) * m_rates.levels[l].instances;
        for (std::size_t t = 0; t < m_tensors.size(); ++t) {
            const StoreRates& store = m_rates.levels[l].stores[t];
            m_costs[l][t].read = m_exact.scaled(store.read);
            m_costs[l][t].fill = m_exact.scaled(store.fill);
            m_costs[l][t].update = m_exact.scaled(store.update);
        }
    }
    m_exact.setLeakage(leakage);
}

}  // namespace lapidary::optimal::regions
