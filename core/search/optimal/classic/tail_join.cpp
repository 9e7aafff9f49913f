// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// TileSearch for lanes that leave tails: bounds as in tails.h; what they leave open is counted by the model.

#include <algorithm>

#include "core/search/optimal/classic/tails.h"
#include "core/search/optimal/classic/tile_search.h"

namespace lapidary::optimal::classic {

/// What one join of a label with lanes goes through.
class TileSearch::TailWalk {
public:
    TailWalk(TileSearch& search, const TailBounds& bounds, const State& label, const Lanes& lanes)
        : m_search(search), m_bounds(bounds), m_label(label), m_lanes(lanes), m_whole(label) {}

    bool run() {
        const TailState state = m_bounds.join(m_label, m_search.m_kept, m_lanes.all);
        m_cycles = static_cast<std::int64_t>(state.steps) * m_search.m_shape.rates().interval;
        return walk(state, m_search.m_outermost, 0);
    }

private:
    bool closed(double energy) const { return m_search.m_rules.tailBound && m_search.isClosed(energy, m_cycles); }
    double least(const TailState& state, bool least) const {
        return m_bounds.energy(state, m_label, m_search.m_kept, least);
    }
    unsigned loopsAt(std::size_t level) const { return m_search.m_shape.loopsAt(level); }
    void push(std::size_t level, std::size_t d, std::int32_t trips) {
        m_whole.loops[level][m_whole.loopCount[level]++] = {static_cast<std::uint32_t>(d) & 15,
                                                            static_cast<std::uint32_t>(trips) & 0xfffffff};
    }
    void pop(std::size_t level) { --m_whole.loopCount[level]; }
    bool fits(const TailState& state) const { return m_search.m_shape.fits(1, m_search.m_kept[1], state.tile); }

    bool walk(const TailState& state, std::size_t level, unsigned used) {
        if (!m_search.m_tick()) return false;
        const double outside = m_bounds.outside(state.trips);
        if (outside >= OuterTables::kNever) return true;
        if (!closed(least(state, false) + outside)) {
            TailState ended = state;
            ended.fixed = least(state, false);
            ended.flows = 0;
            if (!(level == 0 ? orders(ended) : grow(ended, 0, used))) return false;
        }
        if (!state.anyAlive() || closed(least(state, true) + outside)) return true;
        const unsigned open = openLoops(state, outside);
        if (open == 0 && !mayBeIdle(state)) return true;
        for (std::size_t d = 0; d < m_search.m_shape.dims(); ++d) {
            if ((used | ~loopsAt(level)) >> d & 1 || state.trips[d] == 1) continue;
            if (!m_bounds.mayReuse(state, m_label, d)) continue;
            const bool ends = !(open >> d & 1);
            for (const std::int64_t trips : m_search.divisorsOf(state.trips[d])) {
                if (trips == 1 || (level == 0 && trips != state.trips[d])) continue;
                if (ends && !m_bounds.leavesIdle(state, d, trips)) continue;
                TailState next = state;
                if (!m_bounds.loop(next, m_label, d, static_cast<std::int32_t>(trips))) continue;
                push(level, d, static_cast<std::int32_t>(trips));
                const bool goesOn = walk(next, level, used | 1u << d);
                pop(level);
                if (!goesOn) return false;
            }
        }
        if (level == 0 || !fits(state)) return true;
        TailState passed = state;
        m_bounds.passStores(passed, m_label);
        return !passed.anyAlive() || orders(passed);
    }

    /// Dimensions whose loops may come next outside: bit mask. Whatever its trips, a loop ends the same, unless it leaves
    /// idle lanes where they are. All if there is nothing to loop over.
    unsigned openLoops(const TailState& state, double outside) const {
        const unsigned all = (1u << m_search.m_shape.dims()) - 1;
        if (!m_search.m_rules.tailEnds) return all;
        unsigned open = 0;
        bool any = false;
        for (std::size_t d = 0; d < m_search.m_shape.dims(); ++d) {
            if (state.trips[d] == 1) continue;
            any = true;
            open |= unsigned{!closed(m_bounds.leastEnded(state, m_label, m_search.m_kept, d) + outside)} << d;
        }
        return any ? open : all;
    }
    /// Some loop may leave idle lanes where they are.
    bool mayBeIdle(const TailState& state) const {
        for (std::size_t d = 0; d < m_search.m_shape.dims(); ++d)
            if (state.trips[d] % 2 == 0 && m_bounds.leavesIdle(state, d, 2)) return true;
        return false;
    }

    /// Tiles of the outer level, where nothing from inside is reused any more.
    bool grow(const TailState& state, std::size_t d, unsigned used) {
        if (!fits(state)) return true;
        const double outside = m_bounds.outside(state.trips);
        if (closed(state.fixed + outside)) return true;
        if (d == m_search.m_shape.dims()) return orders(state);
        if (!grow(state, d + 1, used)) return false;
        if ((used | ~loopsAt(1)) >> d & 1) return true;
        for (const std::int64_t trips : m_search.divisorsOf(state.trips[d])) {
            if (trips == 1) continue;
            TailState next = state;
            next.trips[d] /= static_cast<std::int32_t>(trips);
            next.tile[d] =
                static_cast<std::int32_t>(std::min<std::int64_t>(m_search.m_shape.bounds()[d], next.tile[d] * trips));
            push(1, d, static_cast<std::int32_t>(trips));
            const bool goesOn = grow(next, d + 1, used);
            pop(1);
            if (!goesOn) return false;
        }
        return true;
    }

    /// What is left, at the outermost level: all orders that may win.
    bool orders(const TailState& state) {
        if (!m_search.m_tick()) return false;
        unsigned left = 0;
        for (std::size_t d = 0; d < m_search.m_shape.dims(); ++d) left |= unsigned{state.trips[d] > 1} << d;
        const double inside = least(state, true);
        if (left == 0) return closed(inside + m_bounds.at(state.trips, -1)) || m_search.judgeTails(m_whole, m_lanes);
        const std::uint8_t before = m_whole.loopCount[0];
        for (std::size_t first = 0; first < m_search.m_shape.dims(); ++first) {
            if (!(left >> first & 1) || closed(inside + m_bounds.at(state.trips, static_cast<int>(first)))) continue;
            Placed placed{.promised = inside + m_bounds.at(state.trips, static_cast<int>(first)),
                          .left = left,
                          .held = (1u << m_search.m_shape.operands().size()) - 1,
                          .open = 0};
            for (std::size_t t = 0; t < m_search.m_shape.operands().size(); ++t)
                placed.open |= unsigned{!moves(t, first)} << t;
            const bool goesOn = place(state, first, placed);
            m_whole.loopCount[0] = before;
            if (!goesOn) return false;
        }
        return true;
    }

    /// Loops of the outermost level so far, from the inside.
    struct Placed {
        double promised = 0;  ///< no order of the others takes less energy
        unsigned left = 0;    ///< dimensions without a loop yet
        unsigned held = 0;    ///< tensors that some Store may still hold on to
        unsigned open = 0;    ///< tensors that have been promised once
        unsigned ended = 0;   ///< tensors that some loop has moved
        unsigned inside = 0;  ///< dimensions with a loop
    };
    bool moves(std::size_t t, std::size_t d) const {
        const Operand& operand = m_search.m_shape.operands()[t];
        return (operand.indexed & ~operand.sliding) >> d & 1;
    }

    /// The loop over d next, then all orders of the others.
    bool place(const TailState& state, std::size_t d, Placed placed) {
        push(0, d, state.trips[d]);
        placed.left &= ~(1u << d);
        // Two trips, of which some lanes make but one: their tiles stay.
        const bool stays = state.trips[d] == 2 && state.inner[d] % state.active[d] != 0;
        for (std::size_t t = 0; t < m_search.m_shape.operands().size() && !stays; ++t) {
            if (!moves(t, d)) continue;
            placed.held &= ~(1u << t);
            // It comes again with all loops further out.
            if (placed.open >> t & 1) placed.promised += m_bounds.moreMoved(t, state.trips, placed.inside);
            if (!(placed.ended >> t & 1))
                placed.promised += m_bounds.moreEnded(state, m_label, m_search.m_kept, t, placed.inside);
            placed.open &= ~(1u << t);
            placed.ended |= 1u << t;
        }
        placed.inside |= 1u << d;
        if (closed(placed.promised)) return true;
        bool goesOn = true;
        const std::uint8_t before = m_whole.loopCount[0];
        // Nothing is held any more: what is left moves as much in any order.
        for (std::size_t next = 0; next < m_search.m_shape.dims() && placed.held == 0; ++next)
            if (placed.left >> next & 1) push(0, next, state.trips[next]);
        if (placed.held == 0 || placed.left == 0) goesOn = m_search.judgeTails(m_whole, m_lanes);
        for (std::size_t next = 0; next < m_search.m_shape.dims() && placed.held != 0 && goesOn; ++next) {
            if (!(placed.left >> next & 1) || closed(placed.promised)) continue;
            m_whole.loopCount[0] = before;
            goesOn = place(state, next, placed);
        }
        m_whole.loopCount[0] = before;
        return goesOn;
    }

    TileSearch& m_search;
    const TailBounds& m_bounds;
    const State& m_label;
    const Lanes& m_lanes;
    State m_whole;
    std::int64_t m_cycles = 0;
};

bool TileSearch::judgeTails(const State& state, const Lanes& lanes) {
    fillDraft(state);
    const NestFrame& frame = m_space.frame();
    Extent inside;
    inside.fill(1);
    for (std::size_t l = m_outermost + 1; l < m_shape.levels(); ++l)
        for (std::size_t i = 0; i < state.loopCount[l]; ++i)
            inside[state.loops[l][i].dimension] *= static_cast<std::int32_t>(state.loops[l][i].trips);
    const std::size_t outer = m_shape.fanoutsBelow(m_outermost).front();
    for (std::size_t f = 0; f < m_shape.target().architecture.fanouts().size(); ++f)
        for (std::size_t d = 0; d < m_shape.dims() && f != outer; ++d)
            inside[d] *= m_shape.lanes(f)[state.choice[f]].all[d];
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        const auto whole = static_cast<std::size_t>(m_shape.dimension(d));
        std::int64_t left = m_shape.bounds()[d] / inside[d];
        for (std::size_t s = frame.first[whole + 1]; s-- > frame.first[whole];) {
            const Node& loop = frame.slotList[s].loop;
            if (loop.kind != NodeKind::spatial) continue;
            if (loop.fanout != outer) {
                const Lanes& inner = m_shape.lanes(loop.fanout)[state.choice[loop.fanout]];
                const std::int64_t count = loop.axis == lapidary::Axis::x ? inner.onX[d] : inner.all[d] / inner.onX[d];
                m_draft.factors[s] = {count, count};
                continue;
            }
            const std::int64_t asked = loop.axis == lapidary::Axis::x ? lanes.onX[d] : lanes.all[d] / lanes.onX[d];
            const std::int64_t trips = std::min(asked, left), outside = (left + trips - 1) / trips;
            m_draft.factors[s] = {trips, left - (outside - 1) * trips};
            left = outside;
        }
    }
    m_space.assemble(m_draft, m_mapping);
    return m_judge.judge(m_mapping);
}

const std::vector<std::int64_t>& TileSearch::divisorsOf(std::int64_t trips) {
    std::vector<std::int64_t>& known = m_divisors[trips];
    if (known.empty()) known = divisors(trips);
    return known;
}

bool TileSearch::walkTails(const State& label, const TailBounds& bounds, const Lanes& lanes) {
    return TailWalk(*this, bounds, label, lanes).run();
}

bool TileSearch::boundTails(const std::vector<Choice>& choices, TailBounds& bounds) {
    std::optional<Score> least;
    std::int64_t lanes = 1;
    for (const Fanout& network : m_shape.target().architecture.fanouts()) lanes *= network.x * network.y;
    for (const Choice& choice : choices) {
        if (!bounds.prepare(choice.kept, m_tick)) {
            if (m_tick()) m_outgrown = bounds.whyOutgrown();
            return false;
        }
        const double inside = m_counter.leastInner(m_counter.start(), choice.kept, lanes) +
                              m_counter.leastOf(choice.kept, m_outermost + 1, m_shape.levels() - 1);
        const Score score = leastScore(inside + bounds.outside(m_shape.bounds()),
                                       (m_shape.macs() + lanes - 1) / lanes * m_shape.rates().interval);
        if (!least || compareScores(m_options.objective, score, *least) < 0) least = score;
    }
    m_bound = least;
    m_boundHolds = true;
    return true;
}

bool TileSearch::passTails(const std::vector<Choice>& choices) {
    m_cap.reset();
    TailBounds bounds(m_counter, m_outermost);
    if (choices.size() <= kMostBounded && !boundTails(choices, bounds)) return false;
    const std::vector<Lanes> lanes = wholeLanes(m_shape, m_shape.target().architecture.fanouts().front());
    for (const Choice& choice : choices) {
        m_kept = choice.kept;
        m_tables = tablesFor(m_kept);
        if (!bounds.prepare(m_kept, m_tick)) {
            if (m_tick()) m_outgrown = bounds.whyOutgrown();
            return false;
        }
        Rules tailRules = m_rules;
        // Loops of two trips may leave tiles where they are.
        tailRules.orderBound = false;
        tailRules.labelBound = m_rules.tailBound;
        const Closed closes = [this](double energy, std::int64_t cycles) { return isClosed(energy, cycles); };
        Labels labels(*m_tables, m_outermost, tailRules, closes, m_tick, m_counts);
        labels.setOutside([&](const State& label) {
            Extent trips = m_shape.bounds();
            for (std::size_t d = 0; d < m_shape.dims(); ++d) trips[d] /= label.tile[d];
            return bounds.outside(trips);
        });
        if (!labels.make()) {
            if (labels.outgrown()) m_outgrown = labels.whyOutgrown();
            return false;
        }
        if (!labels.list().empty() && !joinTails(labels.list(), bounds, lanes)) return false;
    }
    return true;
}

}  // namespace lapidary::optimal::classic
