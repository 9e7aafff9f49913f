// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/unrolling.h"

#include <algorithm>
#include <set>

namespace lapidary::sunstone {

namespace {

std::size_t place(int number) { return static_cast<std::size_t>(number); }

Sizes noFactors() {
    Sizes sizes;
    sizes.fill(1);
    return sizes;
}

Mask withAxes(const Gap& gap) {
    Mask loops = 0;
    for (const ArrayAxis& axis : gap.axes) loops = static_cast<Mask>(loops | axis.allowed);
    return loops;
}

/// Deals the factors of an unrolling out to the axes of its gap.
class AxisSplit {
public:
    AxisSplit(const Problem& problem, const Gap& gap, const Sizes& factors)
        : m_problem(problem), m_gap(gap), m_left(factors) {
        m_axes.assign(gap.axes.size(), noFactors());
    }
    bool find() { return m_gap.axes.empty() ? nothingLeft() && withinRules() : axis(0); }
    std::vector<Sizes> take() { return std::move(m_axes); }

private:
    bool axis(std::size_t a) {
        return a == m_gap.axes.size() ? nothingLeft() && withinRules() : loop(a, 0, m_gap.axes[a].size);
    }
    /// Large factors first: fuller axes leave less to the others.
    bool loop(std::size_t a, int l, std::int64_t room) {
        if (l == m_problem.loops()) return axis(a + 1);
        const std::int64_t all = m_left[place(l)];
        if (all == 1 || !(m_gap.axes[a].allowed >> l & 1)) return loop(a, l + 1, room);
        const auto divisors = m_problem.divisorsOf(l, all);
        for (std::size_t i = divisors.size(); i-- > 0;) {
            if (divisors[i] > room) continue;
            m_left[place(l)] = all / divisors[i];
            m_axes[a][place(l)] = divisors[i];
            if (loop(a, l + 1, room / divisors[i])) return true;
        }
        m_left[place(l)] = all;
        m_axes[a][place(l)] = 1;
        return false;
    }
    bool nothingLeft() const {
        return std::all_of(m_left.begin(), m_left.end(), [](std::int64_t factor) { return factor == 1; });
    }
    bool withinRules() const {
        for (std::size_t a = 0; a < m_axes.size(); ++a)
            if (!fanoutWithinRules(m_gap.axes[a].fanout)) return false;
        return true;
    }
    bool fanoutWithinRules(int fanout) const {
        const FanoutRules& rules = m_problem.rulesOf(fanout);
        std::int64_t lanes = 1;
        for (int l = 0; l < m_problem.loops(); ++l) {
            std::int64_t factor = 1;
            for (std::size_t a = 0; a < m_axes.size(); ++a)
                if (m_gap.axes[a].fanout == fanout) factor *= m_axes[a][place(l)];
            const FactorRange& range = rules.factors[place(m_problem.dimensionOf(l))];
            if (factor < range.least || factor > range.most) return false;
            if (range.whole && factor != m_problem.bounds()[place(l)]) return false;
            lanes *= factor;
        }
        return lanes >= rules.leastLanes;
    }

    const Problem& m_problem;
    const Gap& m_gap;
    Sizes m_left;
    std::vector<Sizes> m_axes;
};

/// Products of loops' factors that fill a gap's axes.
class ArrayFiller {
public:
    ArrayFiller(const Problem& problem, int gap, const Sizes& rest, const UnrollingRules& rules)
        : m_problem(problem), m_gap(problem.gap(gap)), m_rest(rest), m_tick(rules.tick) {}

    /// All lanes, each axis exactly.
    void addExact(Mask loops) {
        m_factors = noFactors();
        exact(0, loops, m_gap.lanes);
    }
    /// Axis after axis: products of `loops` that no larger divisor fits; with `any`, smaller ones, too.
    void addUpTo(Mask loops, bool any, std::int64_t leastLanes) {
        m_factors = noFactors();
        m_any = any;
        m_least = leastLanes;
        fillAxis(0, loops);
    }
    /// As the public program: an axis is filled exactly by `loops`; if they can't, as far as possible. The first axis only
    /// if `mustFit` is false.
    void addByAxis(Mask loops, bool mustFit) {
        m_factors = noFactors();
        byAxis(0, loops, mustFit);
    }
    /// Whether `loops` can fill the first axis.
    bool canFillFirstAxis(Mask loops) {
        m_factors = noFactors();
        return !m_gap.axes.empty() && !fillsOf(0, loops, m_gap.axes[0].size).empty();
    }
    bool empty() const { return m_found.empty(); }
    std::int64_t fewestLanes() const {
        std::int64_t fewest = m_gap.lanes;
        for (const Unrolling& each : m_found) fewest = std::min(fewest, each.lanes);
        return fewest;
    }
    /// The fullest arrays first.
    std::vector<Unrolling> take() {
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const Unrolling& a, const Unrolling& b) { return a.lanes > b.lanes; });
        return std::move(m_found);
    }

    std::int64_t visited() const { return m_visited; }

private:
    bool goesOn() {
        constexpr std::int64_t kTickEvery = 256;
        if (++m_visited % kTickEvery == 0 && m_tick && !(*m_tick)()) m_stopped = true;
        return !m_stopped;
    }
    void exact(int loop, Mask loops, std::int64_t left) {
        if (!goesOn()) return;
        if (left == 1) return add();
        while (loop < m_problem.loops() && !(loops >> loop & 1)) ++loop;
        if (loop >= m_problem.loops()) return;
        for (const std::int64_t factor : m_problem.divisorsOf(loop, m_rest[place(loop)])) {
            if (factor > left) break;
            if (left % factor != 0) continue;
            m_factors[place(loop)] = factor;
            exact(loop + 1, loops, left / factor);
        }
        m_factors[place(loop)] = 1;
    }
    void fillAxis(std::size_t axis, Mask loops) {
        if (axis == m_gap.axes.size()) return add();
        const Sizes before = m_factors;
        fill(axis, 0, loops, 1, before);
        m_factors = before;
    }
    void fill(std::size_t axis, int loop, Mask loops, std::int64_t used, const Sizes& before) {
        if (!goesOn()) return;
        const auto own = static_cast<Mask>(loops & m_gap.axes[axis].allowed);
        while (loop < m_problem.loops() && !(own >> loop & 1)) ++loop;
        if (loop >= m_problem.loops()) {
            if (m_any || isMaximal(axis, own, used, before)) fillAxis(axis + 1, loops);
            return;
        }
        for (const std::int64_t factor : openDivisors(loop, before)) {
            if (used * factor > m_gap.axes[axis].size) break;
            m_factors[place(loop)] = before[place(loop)] * factor;
            fill(axis, loop + 1, loops, used * factor, before);
        }
        m_factors[place(loop)] = before[place(loop)];
    }
    std::span<const std::int64_t> openDivisors(int loop, const Sizes& before) const {
        return m_problem.divisorsOf(loop, m_rest[place(loop)] / before[place(loop)]);
    }
    void byAxis(std::size_t axis, Mask loops, bool mustFit) {
        if (axis == m_gap.axes.size()) return add();
        std::vector<Sizes> fills = fillsOf(axis, loops, m_gap.axes[axis].size);
        if (fills.empty() && !mustFit) fills = poorFillsOf(axis, loops);
        const Sizes before = m_factors;
        for (const Sizes& each : fills) {
            if (m_stopped) return;
            m_factors = each;
            byAxis(axis + 1, loops, false);
        }
        m_factors = before;
    }
    /// What `loops` fill as far as possible; beside that, any loops that fill the axis if most of it is by `loops`, else
    /// any that take more lanes than the worst.
    std::vector<Sizes> poorFillsOf(std::size_t axis, Mask loops) {
        std::vector<Sizes> fills = fillsOf(axis, loops, 0);
        const std::int64_t size = m_gap.axes[axis].size;
        std::int64_t worst = size;
        for (const Sizes& each : fills) worst = std::min(worst, lanesOf(each, m_problem.allLoops()));
        std::vector<Sizes> full, more;
        for (const Sizes& each : fillsOf(axis, m_problem.allLoops(), 0)) {
            const std::int64_t own = lanesOf(each, loops), all = lanesOf(each, m_problem.allLoops());
            if (all == size && own >= all / own) full.push_back(each);
            if (all > worst) more.push_back(each);
        }
        const std::vector<Sizes>& others = full.empty() ? more : full;
        fills.insert(fills.end(), others.begin(), others.end());
        return fills;
    }
    /// Lanes of the axis that is filled, by some of the loops.
    std::int64_t lanesOf(const Sizes& factors, Mask loops) const {
        std::int64_t lanes = 1;
        for (int loop = 0; loop < m_problem.loops(); ++loop)
            if (loops >> loop & 1) lanes *= factors[place(loop)] / m_factors[place(loop)];
        return lanes;
    }
    /// Factors with those of one more axis: products of exactly `lanes`, or (0) those that no larger divisor fits.
    std::vector<Sizes> fillsOf(std::size_t axis, Mask loops, std::int64_t lanes) {
        std::vector<Sizes> fills;
        const Sizes before = m_factors;
        list(axis, 0, static_cast<Mask>(loops & m_gap.axes[axis].allowed), lanes, 1, before, fills);
        m_factors = before;
        return fills;
    }
    void list(std::size_t axis, int loop, Mask own, std::int64_t lanes, std::int64_t used, const Sizes& before,
              std::vector<Sizes>& fills) {
        if (!goesOn()) return;
        while (loop < m_problem.loops() && !(own >> loop & 1)) ++loop;
        if (loop >= m_problem.loops()) {
            if (lanes > 0 ? used == lanes : isMaximal(axis, own, used, before)) fills.push_back(m_factors);
            return;
        }
        for (const std::int64_t factor : openDivisors(loop, before)) {
            if (used * factor > m_gap.axes[axis].size) break;
            if (lanes > 0 && lanes % (used * factor) != 0) continue;
            m_factors[place(loop)] = before[place(loop)] * factor;
            list(axis, loop + 1, own, lanes, used * factor, before, fills);
        }
        m_factors[place(loop)] = before[place(loop)];
    }
    bool isMaximal(std::size_t axis, Mask loops, std::int64_t used, const Sizes& before) const {
        for (int loop = 0; loop < m_problem.loops(); ++loop) {
            if (!(loops >> loop & 1)) continue;
            const std::int64_t now = m_factors[place(loop)] / before[place(loop)];
            const auto divisors = openDivisors(loop, before);
            const auto next = std::upper_bound(divisors.begin(), divisors.end(), now);
            if (next != divisors.end() && used / now * *next <= m_gap.axes[axis].size) return false;
        }
        return true;
    }
    void add() {
        Unrolling found{m_factors, 1};
        for (int loop = 0; loop < m_problem.loops(); ++loop) found.lanes *= m_factors[place(loop)];
        if (found.lanes < m_least || !m_known.insert(m_factors).second) return;
        if (AxisSplit(m_problem, m_gap, m_factors).find()) m_found.push_back(found);
    }

    const Problem& m_problem;
    const Gap& m_gap;
    const Sizes& m_rest;
    const std::function<bool()>* m_tick;
    std::int64_t m_visited = 0;
    bool m_stopped = false;
    bool m_any = false;
    std::int64_t m_least = 0;
    Sizes m_factors{};
    std::set<Sizes> m_known;
    std::vector<Unrolling> m_found;
};

/// What the principle allows, operand by operand, each set once; of one operand, or (-1) of all.
std::vector<Mask> allowedSets(const Problem& problem, Mask axes, int operand) {
    std::vector<Mask> sets;
    for (std::size_t t = 0; t < problem.tensors().size(); ++t) {
        if (operand >= 0 && place(operand) != t) continue;
        const auto set = static_cast<Mask>(unrollable(problem, t) & axes);
        if (std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push_back(set);
    }
    return sets;
}

void fillBy(ArrayFiller& filler, const Problem& problem, const Gap& gap, const UnrollingRules& rules) {
    const Mask any = withAxes(gap);
    if (!rules.principle) return filler.addUpTo(any, true, 0);
    const std::vector<Mask> sets = allowedSets(problem, any, rules.operand);
    if (!rules.underFills) {
        const std::vector<Mask> all = allowedSets(problem, any, -1);
        const bool mustFit =
            std::any_of(all.begin(), all.end(), [&](Mask loops) { return filler.canFillFirstAxis(loops); });
        for (const Mask loops : sets) filler.addByAxis(loops, mustFit);
        return;
    }
    for (const Mask loops : sets) filler.addExact(loops);
    for (const Mask loops : sets) filler.addUpTo(loops, false, 0);
    // Any loops, where they use more of the array than the principle's worst.
    filler.addUpTo(any, false, filler.empty() ? 0 : filler.fewestLanes() + 1);
}

/// Whether another operand's loops fill the array where those of `rules` don't, so that nothing else need.
bool anyOperandFills(const Problem& problem, int gap, const Sizes& rest, UnrollingRules rules) {
    if (rules.operand < 0) return false;
    rules.operand = -1;
    ArrayFiller filler(problem, gap, rest, rules);
    fillBy(filler, problem, problem.gap(gap), rules);
    return !filler.empty();
}

}  // namespace

Mask unrollable(const Problem& problem, std::size_t operand) {
    Mask shared = 0;
    for (std::size_t t = 0; t < problem.tensors().size(); ++t)
        if (t != operand) shared = static_cast<Mask>(shared | (problem.allLoops() & ~problem.tensors()[t].indexing));
    return static_cast<Mask>(shared & problem.tensors()[operand].indexing);
}

std::vector<Unrolling> unrollings(const Problem& problem, int gap, const Sizes& rest, const UnrollingRules& rules,
                                  std::int64_t* visited) {
    ArrayFiller filler(problem, gap, rest, rules);
    fillBy(filler, problem, problem.gap(gap), rules);
    if (filler.empty() && !anyOperandFills(problem, gap, rest, rules))
        filler.addUpTo(withAxes(problem.gap(gap)), false, 0);
    if (visited) *visited += filler.visited();
    return filler.take();
}

std::vector<Sizes> splitOverAxes(const Problem& problem, int gap, const Sizes& factors) {
    AxisSplit split(problem, problem.gap(gap), factors);
    return split.find() ? split.take() : std::vector<Sizes>();
}

}  // namespace lapidary::sunstone
