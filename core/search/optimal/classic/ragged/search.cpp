// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// TileSearch for tails at several fanouts: inner parts with the outermost lanes, the most promising first, and the loops
// outside of them; what their bounds leave open is counted by the model.

#include <algorithm>

#include "core/base/arith.h"
#include "core/search/optimal/classic/tile_search.h"

namespace lapidary::optimal::classic {

namespace {

constexpr std::size_t kMostRaggedJoins = 2'000'000;  ///< sorted at once
/// Parts of each level, where all of them are too many.
constexpr std::size_t kNarrow = 300;
constexpr double kRaggedGap = 0.1, kRaggedGrowth = 1.6;

}  // namespace

/// A label and outermost lanes, with a bound of what they become.
struct TileSearch::RaggedJoin {
    std::uint32_t label = 0;
    std::uint32_t lanes = 0;
    double energy = 0;
    std::int64_t cycles = 0;
};

/// All loops outside of the outermost lanes.
class TileSearch::RaggedWalk {
public:
    RaggedWalk(TileSearch& search, const RaggedCounter& counter, const TailBounds& bounds, std::int64_t cycles)
        : m_search(search), m_shape(search.m_shape), m_counter(counter), m_bounds(bounds), m_cycles(cycles) {}

    bool walk(const RaggedState& state, std::size_t level, unsigned used) {
        if (!m_search.m_tick()) return false;
        const double outside = m_bounds.outside(state.trips);
        if (outside >= OuterTables::kNever) return true;
        if (level > 0 && !closed(least(state, false) + outside)) {
            RaggedState ended = state;
            m_counter.kill(ended);
            if (!grow(ended, 0, used)) return false;
        }
        if ((!state.anyAlive() && level > 0) || closed(least(state, true) + outside)) return true;
        if (level == 0) return orders(state);
        for (std::size_t d = 0; d < m_shape.dims(); ++d) {
            if ((used | ~m_shape.loopsAt(level)) >> d & 1 || state.trips[d] == 1) continue;
            if (!m_counter.mayReuse(state, d)) continue;
            for (const std::int64_t trips : m_search.divisorsOf(state.trips[d])) {
                if (trips == 1) continue;
                RaggedState next = state;
                if (m_counter.loop(next, level, d, static_cast<std::int32_t>(trips)) &&
                    !walk(next, level, used | 1u << d))
                    return false;
            }
        }
        if (!fits(state)) return true;
        RaggedState passed = state;
        m_counter.passStores(passed, m_search.m_kept[1]);
        return orders(passed);
    }

private:
    bool closed(double energy) const { return m_search.m_rules.tailBound && m_search.isClosed(energy, m_cycles); }
    double least(const RaggedState& state, bool goesOn) const {
        return m_counter.least(state, m_search.m_kept, 1, goesOn);
    }
    bool fits(const RaggedState& state) const { return m_shape.fits(1, m_search.m_kept[1], state.tile); }

    /// Tiles of the outer level, where nothing from inside is reused any more.
    bool grow(const RaggedState& state, std::size_t d, unsigned used) {
        if (!fits(state) || closed(least(state, false) + m_bounds.outside(state.trips))) return true;
        if (d == m_shape.dims()) return orders(state);
        if (!grow(state, d + 1, used)) return false;
        if ((used | ~m_shape.loopsAt(1)) >> d & 1) return true;
        for (const std::int64_t trips : m_search.divisorsOf(state.trips[d])) {
            if (trips == 1) continue;
            RaggedState next = state;
            m_counter.extend(next, 1, d, static_cast<std::int32_t>(trips));
            if (!grow(next, d + 1, used)) return false;
        }
        return true;
    }

    /// What is left, at the outermost level: all orders that may win.
    bool orders(const RaggedState& state) {
        if (!m_search.m_tick()) return false;
        unsigned left = 0;
        for (std::size_t d = 0; d < m_shape.dims(); ++d) left |= unsigned{state.trips[d] > 1} << d;
        const double inside = least(state, true);
        if (left == 0) return closed(inside + m_bounds.at(state.trips, -1)) || judge(state);
        for (std::size_t first = 0; first < m_shape.dims(); ++first) {
            if (!(left >> first & 1)) continue;
            m_outside = m_bounds.at(state.trips, static_cast<int>(first));
            if (closed(inside + m_outside)) continue;
            if (!place(state, first, left, (1u << m_shape.operands().size()) - 1)) return false;
        }
        return true;
    }

    /// The loop over d next, then all orders of the others; `held`: tensors that a Store outside may still hold on to.
    bool place(const RaggedState& state, std::size_t d, unsigned left, unsigned held) {
        RaggedState next = state;
        m_counter.loop(next, 0, d, state.trips[d]);
        left &= ~(1u << d);
        for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
            const Operand& operand = m_shape.operands()[t];
            if ((operand.indexed & ~operand.sliding) >> d & 1) held &= ~(1u << t);
        }
        if (closed(least(next, true) + m_outside)) return true;
        bool open = held != 0 || next.anyAlive();
        for (std::size_t i = 0; i < next.flow.size(); ++i)
            open = open || next.flow[i].fills.low < next.flow[i].fills.high;
        if (!open || left == 0) {
            // Nothing is held any more: what is left moves as much in any order.
            for (std::size_t other = 0; other < m_shape.dims(); ++other)
                if (left >> other & 1) m_counter.loop(next, 0, other, next.trips[other]);
            return judge(next);
        }
        for (std::size_t other = 0; other < m_shape.dims(); ++other)
            if (left >> other & 1 && !place(next, other, left, held)) return false;
        return true;
    }

    bool judge(const RaggedState& state) { return m_search.judgeRagged(m_counter, state); }

    TileSearch& m_search;
    const Shape& m_shape;
    const RaggedCounter& m_counter;
    const TailBounds& m_bounds;
    const std::int64_t m_cycles;
    double m_outside = 0;  ///< no order with this innermost loop takes less energy at the levels outside
};

bool TileSearch::judgeRagged(const RaggedCounter& counter, const RaggedState& state) {
    fillDraft(state);
    const NestFrame& frame = m_space.frame();
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        const auto whole = static_cast<std::size_t>(m_shape.dimension(d));
        std::int64_t left = m_shape.bounds()[d];
        for (std::size_t s = frame.first[whole + 1]; s-- > frame.first[whole];) {
            const Node& loop = frame.slotList[s].loop;
            if (loop.kind != NodeKind::spatial) {
                left /= m_draft.factors[s].bound;
                continue;
            }
            const Lanes& lanes = counter.lanes(loop.fanout)[state.choice[loop.fanout]];
            const std::int64_t wanted = loop.axis == lapidary::Axis::x ? lanes.onX[d] : lanes.all[d] / lanes.onX[d];
            const std::int64_t trips = std::min(wanted, left), outside = (left + trips - 1) / trips;
            m_draft.factors[s] = {trips, left - (outside - 1) * trips};
            left = outside;
        }
    }
    m_space.assemble(m_draft, m_mapping);
    return m_judge.judge(m_mapping);
}

bool TileSearch::joinInOrder(const RaggedCounter& counter, const std::vector<RaggedState>& labels,
                             const TailBounds& bounds, std::vector<RaggedJoin>& joins) {
    const std::size_t outer = m_shape.fanoutsBelow(m_outermost).front();
    std::stable_sort(joins.begin(), joins.end(), [&](const RaggedJoin& a, const RaggedJoin& b) {
        return compareScores(m_options.objective, leastScore(a.energy, a.cycles), leastScore(b.energy, b.cycles)) < 0;
    });
    for (const RaggedJoin& join : joins) {
        if (!m_tick()) return false;
        if (m_rules.tailBound && isClosed(join.energy, join.cycles)) {
            ++m_counts.lanesBound;
            continue;
        }
        RaggedState state = labels[join.label];
        counter.unroll(state, outer, join.lanes);
        counter.settle(state, m_kept);
        // Those are of the tables of tiles.
        if (state.ragged == 0) continue;
        const double energy = counter.least(state, m_kept, 1, true) + bounds.outside(state.trips);
        if (m_rules.tailBound && isClosed(energy, join.cycles)) {
            ++m_counts.joinBound;
            continue;
        }
        ++m_counts.labels;
        if (!RaggedWalk(*this, counter, bounds, join.cycles).walk(state, m_outermost, 0)) return false;
    }
    joins.clear();
    return true;
}

bool TileSearch::joinRagged(const RaggedCounter& counter, const std::vector<RaggedState>& labels,
                            const TailBounds& bounds) {
    const std::size_t outer = m_shape.fanoutsBelow(m_outermost).front();
    const std::vector<Lanes>& all = counter.lanes(outer);
    std::int64_t most = 1;
    for (const Lanes& lanes : all) most = std::max(most, lanes.count);
    std::vector<RaggedJoin> joins;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const RaggedState& label = labels[i];
        const double inside = counter.least(label, m_kept, most, true);
        for (std::size_t choice = 0; choice < all.size(); ++choice) {
            if (!m_tick()) return false;
            if (!counter.worksOn(label, outer, all[choice])) continue;
            Extent trips = label.trips;
            double steps = label.steps;
            for (std::size_t d = 0; d < m_shape.dims(); ++d) {
                trips[d] = (trips[d] + all[choice].all[d] - 1) / all[choice].all[d];
                steps *= trips[d];
            }
            const double energy = inside + bounds.outside(trips);
            if (energy >= OuterTables::kNever) continue;
            const RaggedJoin join{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(choice), energy,
                                  static_cast<std::int64_t>(steps) * m_shape.rates().interval};
            if (m_rules.tailBound && isClosed(energy, join.cycles)) {
                ++m_counts.lanesBound;
                continue;
            }
            joins.push_back(join);
            if (joins.size() == kMostRaggedJoins && !joinInOrder(counter, labels, bounds, joins)) return false;
        }
    }
    return joinInOrder(counter, labels, bounds, joins);
}

bool TileSearch::passRagged(const std::vector<Choice>& choices, const RaggedCounter& counter, TailBounds& bounds,
                            std::size_t narrow) {
    const Closed closes = [this](double energy, std::int64_t cycles) { return isClosed(energy, cycles); };
    for (const Choice& choice : choices) {
        m_kept = choice.kept;
        m_tables = tablesFor(m_kept);
        if (!bounds.prepare(m_kept, m_tick)) {
            if (m_tick()) m_outgrown = bounds.whyOutgrown();
            return false;
        }
        Rules rules = m_rules;
        rules.labelBound = m_rules.labelBound && m_rules.tailBound;
        RaggedLabels labels(
            counter, m_kept, m_outermost, rules, closes, [&](const Extent& trips) { return bounds.outside(trips); },
            m_tick, m_counts);
        if (narrow > 0)
            labels.narrow(narrow, [this](double energy, std::int64_t cycles) {
                return valueOf(m_options.objective.metrics.front(), leastScore(energy, cycles));
            });
        if (!labels.make(m_counter)) {
            if (labels.outgrown()) m_outgrown = labels.whyOutgrown();
            return false;
        }
        if (!joinRagged(counter, labels.list(), bounds)) return false;
    }
    return true;
}

void TileSearch::goNarrow() {
    if (!m_tailsOutgrown) return;
    const auto choices = keptChoices();
    if (!choices) return;
    const std::string outgrown = m_outgrown;
    const std::optional<Score> bound = m_bound;
    m_cap.reset();
    TailBounds bounds(m_counter, m_outermost);
    passRagged(*choices, RaggedCounter(m_shape), bounds, kNarrow);
    // Tails of the outermost lanes alone are better than none.
    passTails(*choices);
    m_outgrown = outgrown;
    m_bound = bound;
}

/// What costs much more than the bound of all isn't looked at in the first passes.
bool TileSearch::deepenRagged(const std::vector<Choice>& choices) {
    m_cap.reset();
    m_bound.reset();
    TailBounds bounds(m_counter, m_outermost);
    if (choices.size() <= kMostBounded && !boundTails(choices, bounds)) return false;
    const RaggedCounter counter(m_shape);
    const Metric shown = m_options.objective.metrics.front();
    const double root = m_bound ? valueOf(shown, *m_bound) : 0;
    for (double share = kRaggedGap;; share *= kRaggedGrowth) {
        const Candidate* best = m_judge.incumbent().best();
        m_cap.reset();
        if (m_rules.caps && !m_options.wholeFront && root > 0 &&
            (!best || valueOf(shown, best->score) > root * (1 + share)))
            m_cap = root * (1 + share);
        m_capped = false;
        if (!passRagged(choices, counter, bounds, 0)) {
            m_tailsOutgrown = !m_outgrown.empty();
            return false;
        }
        best = m_judge.incumbent().best();
        if (!m_capped || (best && valueOf(shown, best->score) <= *m_cap)) return true;
    }
}

}  // namespace lapidary::optimal::classic
