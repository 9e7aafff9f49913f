// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/problem.h"

#include <algorithm>

#include "core/base/arith.h"

namespace lapidary::sunstone {

namespace {

std::size_t at(int number) { return static_cast<std::size_t>(number); }

}  // namespace

bool ProblemLevel::bounded() const {
    return std::any_of(capacityBits.begin(), capacityBits.end(), [](std::int64_t bits) { return bits >= 0; });
}

Result<Problem> Problem::make(const Mapspace& mapspace) {
    Problem problem;
    problem.m_target = mapspace.targetPtr();
    const auto& all = problem.m_target->workload.tensors();
    const auto outputs = std::count_if(all.begin(), all.end(), [](const Tensor& tensor) { return tensor.isOutput; });
    if (outputs != 1)
        return error("Sunstone's search knows workloads of one output, found " + std::to_string(outputs),
                     "use another algorithm");
    if (problem.m_target->architecture.levelCount() >= kMaxLevels)
        return error("Sunstone's search knows designs of at most " + std::to_string(kMaxLevels - 1) + " levels",
                     "use another algorithm");
    auto rules = resolveConstraints(*problem.m_target, mapspace.options().constraints);
    if (!rules) return rules.diagnostics();
    problem.m_rules = *std::move(rules);
    const Workload& workload = problem.m_target->workload;
    problem.m_loop.fill(-1);
    problem.m_bounds.fill(1);
    for (int d = 0; d < workload.dimensionCount(); ++d) {
        if (workload.bound(d) == 1) continue;
        const auto loop = problem.m_dimension.size();
        problem.m_loop[at(d)] = static_cast<int>(loop);
        problem.m_bounds[loop] = workload.bound(d);
        problem.m_dimension.push_back(d);
        LoopDivisors divisors{lapidary::divisors(workload.bound(d)), {}};
        for (const std::int64_t value : divisors.values) divisors.below.push_back(lapidary::divisors(value));
        problem.m_divisors.push_back(std::move(divisors));
    }
    problem.m_macs = static_cast<double>(workload.macs());
    for (const Tensor& tensor : workload.tensors()) {
        ProblemTensor& own = problem.m_tensors.emplace_back();
        own.isOutput = tensor.isOutput;
        for (const Rank& rank : tensor.ranks) {
            std::vector<LoopTerm> terms;
            Mask mask = 0;
            for (const Term& term : rank.terms) {
                const int loop = problem.m_loop[at(term.dimension)];
                if (loop < 0) continue;
                terms.push_back({loop, term.coefficient});
                mask = static_cast<Mask>(mask | 1u << loop);
            }
            own.indexing = static_cast<Mask>(own.indexing | mask);
            if (rank.terms.size() > 1)
                for (const LoopTerm& term : terms) own.window[at(term.loop)] = mask;
            if (!terms.empty()) own.ranks.push_back(std::move(terms));
        }
    }
    for (std::size_t t = 0; t < problem.m_tensors.size(); ++t)
        problem.m_tensors[t].words = problem.boxWords(t, problem.m_bounds);
    problem.addLevels();
    problem.addGaps();
    problem.addClosed();
    return problem;
}

Problem Problem::withSharedCapacity(int m, std::int64_t bits) const {
    Problem problem = *this;
    problem.m_levels[at(m)].part.fill(0);
    problem.m_levels[at(m)].capacityBits.assign(1, bits);
    return problem;
}

/// Lanes without storage of their own count as children of the innermost memory: a level that stores nothing.
void Problem::addLevels() {
    const int innermost = m_target->architecture.levelCount() - 1;
    for (const Fanout& fanout : m_target->architecture.fanouts())
        m_bareLanes = m_bareLanes || (fanout.below == innermost && fanout.x * fanout.y > 1);
    if (m_bareLanes) {
        ProblemLevel lanes;
        lanes.capacityBits.assign(1, -1);
        m_levels.push_back(std::move(lanes));
    }
    for (int l = m_target->architecture.levelCount() - 1; l >= 0; --l) {
        const TargetLevel& resolved = m_target->levels[at(l)];
        const LevelRules& rules = m_rules.levels[at(l)];
        ProblemLevel level;
        level.stored = rules.mustKeep | rules.mayKeep;
        level.part = resolved.part;
        level.wordBits = resolved.wordBits;
        level.capacityBits = resolved.capacityBits;
        for (int loop = 0; loop < loops(); ++loop) {
            const auto d = at(dimensionOf(loop));
            if (rules.loops >> d & 1) level.loops = static_cast<Mask>(level.loops | 1u << loop);
            level.range[at(loop)] = rules.factors[d];
        }
        for (std::size_t t = 0; t < m_tensors.size(); ++t)
            if (level.stored >> t & 1) level.growing = static_cast<Mask>(level.growing | m_tensors[t].indexing);
        m_levels.push_back(std::move(level));
    }
}

void Problem::addGaps() {
    m_gaps.resize(m_levels.size());
    Mask output = 0;
    for (const ProblemTensor& tensor : m_tensors)
        if (tensor.isOutput) output = static_cast<Mask>(output | tensor.indexing);
    for (int f = 0; f < m_target->architecture.fanoutCount(); ++f) {
        const Fanout& fanout = m_target->architecture.fanouts()[at(f)];
        const int gap = levels() - 2 - fanout.below;
        if (gap < 0) continue;
        for (const Axis axis : {Axis::x, Axis::y}) {
            const std::int64_t size = axis == Axis::x ? fanout.x : fanout.y;
            if (size == 1) continue;
            Mask allowed = 0;
            for (int loop = 0; loop < loops(); ++loop)
                if (m_rules.fanouts[at(f)].loops[axis == Axis::x ? 0 : 1] >> dimensionOf(loop) & 1)
                    allowed = static_cast<Mask>(allowed | 1u << loop);
            if (!fanout.reduction) allowed = static_cast<Mask>(allowed & output);
            m_gaps[at(gap)].axes.push_back({f, axis, size, allowed});
            m_gaps[at(gap)].lanes *= size;
        }
    }
}

void Problem::addClosed() {
    m_closed.assign(m_levels.size(), 0);
    Mask open = m_levels.back().loops;
    for (int m = levels() - 2; m >= 0; --m) {
        m_closed[at(m)] = static_cast<Mask>(allLoops() & ~open);
        open = static_cast<Mask>(open | m_levels[at(m)].loops);
        for (const ArrayAxis& axis : m_gaps[at(m)].axes) open = static_cast<Mask>(open | axis.allowed);
    }
}

Mask Problem::loopsOf(unsigned dimensions) const {
    Mask mask = 0;
    for (int loop = 0; loop < loops(); ++loop)
        if (dimensions >> dimensionOf(loop) & 1) mask = static_cast<Mask>(mask | 1u << loop);
    return mask;
}

std::span<const std::int64_t> Problem::divisorsOf(int loop, std::int64_t rest) const {
    const LoopDivisors& divisors = m_divisors[at(loop)];
    const auto place = std::lower_bound(divisors.values.begin(), divisors.values.end(), rest);
    return divisors.below[static_cast<std::size_t>(place - divisors.values.begin())];
}

bool Problem::fits(int m, const Sizes& tile) const {
    const ProblemLevel& level = m_levels[at(m)];
    std::array<double, kMaxTensors + 1> used{};
    for (std::size_t t = 0; t < m_tensors.size(); ++t) {
        if (!(level.stored >> t & 1)) continue;
        const auto part = at(level.part[t]);
        if (level.capacityBits[part] < 0) continue;
        used[part] += boxWords(t, tile) * level.wordBits[t];
        if (used[part] > static_cast<double>(level.capacityBits[part])) return false;
    }
    return true;
}

Mask Problem::neededAt(int m) const {
    Mask loops = 0;
    for (int l = 0; l < this->loops(); ++l) {
        const FactorRange& range = level(m).range[at(l)];
        if (range.least > 1 || range.whole) loops = static_cast<Mask>(loops | 1u << l);
    }
    return loops;
}

bool Problem::isOrdered(int m) const {
    if (m == 0 && m_bareLanes) return false;
    const Precedence& precedence = m_rules.levels[at(levels() - 1 - m)].precedence;
    return std::any_of(m_dimension.begin(), m_dimension.end(), [&](int d) { return precedence.outsideOf(d) != 0; });
}

std::vector<std::uint8_t> Problem::completeOrder(int m, std::span<const int> prefix) const {
    const bool free = m == 0 && m_bareLanes;
    const Precedence precedence = free ? Precedence() : m_rules.levels[at(levels() - 1 - m)].precedence;
    std::vector<int> wanted;  // loops
    for (const int dimension : prefix)
        if (m_loop[at(dimension)] >= 0) wanted.push_back(m_loop[at(dimension)]);
    for (int loop = 0; loop < loops(); ++loop)
        if (std::find(wanted.begin(), wanted.end(), loop) == wanted.end()) wanted.push_back(loop);
    std::vector<std::uint8_t> order;
    while (!wanted.empty()) {
        // Free to be the next one outwards: nothing left must stand inside it.
        const auto next = std::find_if(wanted.begin(), wanted.end(), [&](int loop) {
            return std::none_of(wanted.begin(), wanted.end(), [&](int other) {
                return precedence.outsideOf(dimensionOf(other)) >> dimensionOf(loop) & 1;
            });
        });
        const auto place = next == wanted.end() ? wanted.begin() : next;
        order.push_back(static_cast<std::uint8_t>(*place));
        wanted.erase(place);
    }
    return order;
}

}  // namespace lapidary::sunstone
