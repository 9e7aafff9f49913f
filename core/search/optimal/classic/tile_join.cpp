// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The join of TileSearch: labels with lanes with what lies outside.

#include <algorithm>

#include "core/search/optimal/classic/tile_search.h"

namespace lapidary::optimal::classic {

/// Choices of the fanouts below the outermost level with any.
struct TileSearch::OuterLanes {
    std::vector<std::size_t> choices;  ///< by fanout, as Shape::fanoutsBelow
    Extent all{};
    std::int64_t count = 1;
    TileNumber number = 0;
    std::array<double, kMaxTensors> idle{};    ///< lanes over dimensions that don't index a tensor
    std::array<double, kMaxTensors> served{};  ///< least share of the requests that is left after merging
    double energy = 0;
};

/// A lower bound of a label's energy with given lanes: fixed + sum over tensors of perLane * idle + perRequest * served.
struct TileSearch::Brief {
    TileNumber number = 0;
    std::int64_t lanes = 1;
    double fixed = 0;
    std::array<double, kMaxTensors> perLane{}, perRequest{};
};

std::vector<TileSearch::OuterLanes> TileSearch::outerLanes() const {
    OuterLanes none;
    none.all.fill(1);
    std::vector<OuterLanes> list{none}, next;
    for (const std::size_t f : m_shape.fanoutsBelow(m_outermost)) {
        next.clear();
        for (const OuterLanes& before : list)
            for (std::size_t choice = 0; choice < m_shape.lanes(f).size(); ++choice) {
                OuterLanes lanes = before;
                bool divides = true;
                for (std::size_t d = 0; d < m_shape.dims(); ++d) {
                    lanes.all[d] *= m_shape.lanes(f)[choice].all[d];
                    divides = divides && m_shape.bounds()[d] % lanes.all[d] == 0;
                }
                if (!divides) continue;
                lanes.count *= m_shape.lanes(f)[choice].count;
                lanes.choices.push_back(choice);
                next.push_back(std::move(lanes));
            }
        list.swap(next);
    }
    for (OuterLanes& lanes : list) {
        lanes.number = m_shape.number(lanes.all);
        for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
            const Operand& operand = m_shape.operands()[t];
            lanes.idle[t] = lanes.served[t] = 1;
            for (std::size_t d = 0; d < m_shape.dims(); ++d) {
                if (!(operand.indexed >> d & 1)) lanes.idle[t] *= lanes.all[d];
                const bool together = operand.sliding >> d & 1 && !m_shape.likeAccelforge();
                if (!(operand.indexed >> d & 1) || together) lanes.served[t] /= lanes.all[d];
            }
        }
    }
    return list;
}

TileSearch::Brief TileSearch::briefOf(const State& label) const {
    Brief brief{.number = label.number, .lanes = label.lanes};
    for (std::size_t i = 0; i < label.flows; ++i) {
        const Flow& flow = label.flow[i];
        const auto t = static_cast<std::size_t>(flow.tensor), child = static_cast<std::size_t>(flow.child);
        const Operand& operand = m_shape.operands()[t];
        const auto size = static_cast<double>(operand.size);
        const auto price = [&](std::size_t level, std::optional<double> pj) {
            return pj.value_or(0) / static_cast<double>(m_shape.rates().levels[level].stores[t].block);
        };
        if (child < m_shape.levels()) {
            const double pj = price(child, m_shape.rates().levels[child].stores[t].fill);
            const bool drains = operand.isOutput && m_shape.likeAccelforge();
            const double each = pj + (drains ? price(child, m_shape.rates().levels[child].stores[t].read) : 0);
            (flow.alive ? brief.perLane[t] : brief.fixed) += each * static_cast<double>(m_counter.leastFills(flow));
            if (operand.isOutput) brief.perLane[t] -= pj * size * static_cast<double>(flow.touched);
        }
        std::size_t parent = flow.parent < 0 ? 0 : static_cast<std::size_t>(flow.parent);
        for (std::size_t l = 1; l < child && flow.parent < 0; ++l)
            if (m_kept[l] >> t & 1) parent = l;
        const StoreRates& rates = m_shape.rates().levels[parent].stores[t];
        const double read = price(parent, rates.read);
        const double pj = read + (operand.isOutput ? price(parent, rates.update) : 0);
        const auto asked = static_cast<double>(m_counter.leastAsked(flow));
        if (flow.parent < 0) {
            (flow.alive ? brief.fixed : brief.perRequest[t]) += pj * asked;
            if (operand.isOutput) brief.fixed -= read * size;
        } else {
            const bool perLane = flow.alive && (operand.sliding == 0 || m_shape.likeAccelforge());
            (perLane ? brief.perLane[t] : brief.fixed) += pj * asked;
            if (!operand.isOutput) continue;
            const bool backing = flow.parentFlow < 0;
            const double touched =
                backing ? 1 : static_cast<double>(label.flow[static_cast<std::size_t>(flow.parentFlow)].touched);
            (backing ? brief.fixed : brief.perLane[t]) -= read * size * touched;
        }
    }
    return brief;
}

std::vector<TileSearch::Brief> TileSearch::briefOf(const std::vector<State>& labels) const {
    std::vector<Brief> briefs;
    briefs.reserve(labels.size());
    for (const State& label : labels) briefs.push_back(briefOf(label));
    return briefs;
}

bool TileSearch::join(const std::vector<State>& labels) {
    const std::vector<Brief> briefs = briefOf(labels);
    // No label is better than the least of each number over all labels.
    Brief least = briefs.front();
    for (const Brief& brief : briefs) {
        least.lanes = std::max(least.lanes, brief.lanes);
        least.fixed = std::min(least.fixed, brief.fixed);
        for (std::size_t t = 0; t < kMaxTensors; ++t) {
            least.perLane[t] = std::min(least.perLane[t], brief.perLane[t]);
            least.perRequest[t] = std::min(least.perRequest[t], brief.perRequest[t]);
        }
    }
    std::vector<OuterLanes> lanes = outerLanes();
    const auto cycles = [&](const OuterLanes& choice) {
        const std::int64_t all = choice.count * least.lanes;
        return (m_shape.macs() + all - 1) / all * m_shape.rates().interval;
    };
    for (OuterLanes& choice : lanes) {
        choice.energy = least.fixed + m_tables->from(m_outermost, choice.number);
        for (std::size_t t = 0; t < m_shape.operands().size(); ++t)
            choice.energy += least.perLane[t] * choice.idle[t] + least.perRequest[t] * choice.served[t];
    }
    std::stable_sort(lanes.begin(), lanes.end(), [&](const OuterLanes& a, const OuterLanes& b) {
        return compareScores(m_options.objective, leastScore(a.energy, cycles(a)), leastScore(b.energy, cycles(b))) < 0;
    });
    for (const OuterLanes& choice : lanes) {
        if (choice.energy >= OuterTables::kNever) continue;
        if (m_rules.lanesBound && isClosed(choice.energy, cycles(choice))) {
            ++m_counts.lanesBound;
            continue;
        }
        const Score here = leastScore(choice.energy, cycles(choice));
        m_bound = m_next && compareScores(m_options.objective, *m_next, here) < 0 ? *m_next : here;
        if (!joinLanes(labels, briefs, choice)) return false;
    }
    return true;
}

std::optional<TileNumber> TileSearch::product(TileNumber a, TileNumber b) const {
    const Lattice& lattice = m_shape.lattice();
    TileNumber number = 0;
    for (std::size_t d = 0; d < lattice.dimensions(); ++d) {
        const std::int64_t up = m_products[d][lattice.digit(a, d) * lattice.divisors(d).size() + lattice.digit(b, d)];
        if (up < 0) return std::nullopt;
        number += static_cast<TileNumber>(up);
    }
    return number;
}

bool TileSearch::joinLanes(const std::vector<State>& labels, const std::vector<Brief>& briefs,
                           const OuterLanes& lanes) {
    std::vector<std::size_t> fanouts = m_shape.fanoutsBelow(m_outermost);
    for (std::size_t i = 0; i < briefs.size(); ++i) {
        if (!m_tick()) return false;
        const Brief& brief = briefs[i];
        const auto number = product(brief.number, lanes.number);
        if (!number) continue;
        double energy = brief.fixed + m_tables->from(m_outermost, *number);
        for (std::size_t t = 0; t < m_shape.operands().size(); ++t)
            energy += brief.perLane[t] * lanes.idle[t] + brief.perRequest[t] * lanes.served[t];
        const std::int64_t cycles = m_shape.macs() / (brief.lanes * lanes.count) * m_shape.rates().interval;
        if (energy >= OuterTables::kNever) continue;
        if (m_rules.joinBound && isClosed(energy, cycles)) {
            ++m_counts.joinBound;
            continue;
        }
        State state = labels[i];
        for (std::size_t f = fanouts.size(); f-- > 0;) m_counter.unroll(state, fanouts[f], lanes.choices[f]);
        m_counter.settle(state, m_kept);
        ++m_counts.labels;
        if (!ReuseWalk(*m_tables, *this).go(state, m_outermost, 0)) return false;
    }
    return true;
}

bool TileSearch::closed(const State& state, const Bill& bill, double outside) {
    const std::int64_t cycles = m_shape.macs() / state.lanes * m_shape.rates().interval;
    return m_rules.joinBound && isClosed(bill.energyPj + outside, std::max(cycles, bill.portCycles));
}

/// All lanes are known: no order of the loops outside goes on reusing everything that is alive.
bool TileSearch::closedByOrders(const State& state, double outside) {
    if (!m_rules.joinBound || !m_rules.orderBound) return false;
    const double inside = m_counter.leastInner(state, m_kept, 1) + m_counter.leastOfOrders(state, m_kept, 1);
    return isClosed(inside + outside, m_shape.macs() / state.lanes * m_shape.rates().interval);
}

bool TileSearch::end(const State& state, std::size_t level, unsigned used, const Bill& bill, double outside) {
    const std::int64_t cycles = std::max(m_shape.macs() / state.lanes * m_shape.rates().interval, bill.portCycles);
    if (isClosed(bill.energyPj + outside, cycles)) {
        ++m_counts.joinBound;
        return true;
    }
    Score found;
    // What the tables promised is there: nothing of these can be better.
    const Score promised = m_promised = leastScore(bill.energyPj + outside, cycles);
    if (!realize(state, level, &found)) return false;
    if (found.valid() && found.cycles <= promised.cycles && found.energyPj <= promised.energyPj * (1 + 1e-12))
        return true;
    return goThrough(state, level, 0, used, bill);
}

void TileSearch::promise(double energyPj, std::int64_t cycles) {
    const Score least = leastScore(energyPj, cycles);
    const Metric first = m_options.objective.metrics.front();
    if (valueOf(first, least) > valueOf(first, m_promised)) m_promised = least;
}

void TileSearch::growTo(State& state, std::size_t level, TileNumber tile) const {
    const Extent extent = m_shape.extent(tile);
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        const std::int32_t trips = extent[d] / state.tile[d];
        if (trips == 1) continue;
        // One loop per dimension: the further trips join the inner ones.
        m_counter.extend(state, level, d, trips);
    }
    state.number = tile;
}

namespace {

class Restored {
public:
    explicit Restored(Score& score) : m_score(score), m_before(score) {}
    ~Restored() { m_score = m_before; }
    Restored(const Restored&) = delete;
    Restored& operator=(const Restored&) = delete;

private:
    Score& m_score;
    const Score m_before;
};

/// The end of least energy.
struct LeastEnd {
    double least = OuterTables::kNever;
    State state;
    std::size_t level = 0;
    bool closed(const State&, const Bill& bill, double outside) const { return bill.energyPj + outside >= least; }
    bool closedByOrders(const State&, double) const { return false; }
    bool end(const State& ended, std::size_t at, unsigned, const Bill& bill, double outside) {
        if (bill.energyPj + outside >= least) return true;
        least = bill.energyPj + outside;
        state = ended;
        level = at;
        return true;
    }
};

}  // namespace

bool TileSearch::realize(State state, std::size_t level, Score* found) {
    while (level > 0) {
        const TileNumber tile = m_tables->best(level, state.number);
        growTo(state, level, tile);
        LeastEnd end;
        ReuseWalk(*m_tables, end).go(m_tables->opened(level, tile), level - 1, 0);
        for (std::size_t l = end.level; l < level; ++l) {
            state.loops[l] = end.state.loops[l];
            state.loopCount[l] = end.state.loopCount[l];
        }
        state.tile = end.state.tile;
        state.number = end.state.number;
        level = end.level;
    }
    growTo(state, 0, m_shape.lattice().whole());
    return judge(state, found);
}

bool TileSearch::goThrough(const State& state, std::size_t level, std::size_t dimension, unsigned used,
                           const Bill& inside) {
    if (!m_tick()) return false;
    if (level == 0) return goThroughOrders(state, 0, used, inside);
    const std::int64_t cycles = std::max(m_shape.macs() / state.lanes * m_shape.rates().interval, inside.portCycles);
    const double outside = m_tables->from(level, state.number);
    if (outside >= OuterTables::kNever || (m_rules.joinBound && isClosed(inside.energyPj + outside, cycles)))
        return true;
    const Restored promised(m_promised);
    promise(inside.energyPj + outside, cycles);
    if (dimension < m_shape.dims()) {
        if (!goThrough(state, level, dimension + 1, used, inside)) return false;
        if ((used | ~m_shape.loopsAt(level)) >> dimension & 1) return true;
        for (const Lattice::Step& step :
             m_shape.lattice().factorsUp(dimension, m_shape.lattice().digit(state.number, dimension))) {
            State next = state;
            m_counter.grow(next, level, dimension, static_cast<std::int32_t>(step.factor));
            if (!goThrough(next, level, dimension + 1, used, inside)) return false;
        }
        return true;
    }
    if (!m_tables->fits(level, state.number)) return true;
    if (m_rules.joinBound && isClosed(inside.energyPj + m_tables->at(level, state.number), cycles)) return true;
    promise(inside.energyPj + m_tables->at(level, state.number), cycles);
    return goThroughOrders(state, level - 1, 0, inside);
}

/// All loops of a block in all orders, from the inside out.
bool TileSearch::goThroughOrders(const State& state, std::size_t level, unsigned used, const Bill& inside) {
    if (!m_tick()) return false;
    if (level == 0 && state.number == m_shape.lattice().whole()) return judge(state);
    if (level > 0 && m_tables->fits(level, state.number) && !goThroughOrders(state, level - 1, 0, inside)) return false;
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        if ((used | ~m_shape.loopsAt(level)) >> d & 1) continue;
        const std::int32_t left = m_shape.bounds()[d] / state.tile[d];
        for (const Lattice::Step& step : m_shape.lattice().factorsUp(d, m_shape.lattice().digit(state.number, d))) {
            if (level == 0 && step.factor != left) continue;
            State next = state;
            m_counter.grow(next, level, d, static_cast<std::int32_t>(step.factor));
            if (!goThroughOrders(next, level, used | 1u << d, inside)) return false;
        }
    }
    return true;
}

bool TileSearch::joinTails(const std::vector<State>& labels, const TailBounds& bounds, const std::vector<Lanes>& list) {
    const std::vector<Brief> briefs = briefOf(labels);
    Brief least = briefs.front();
    Extent shortest = m_shape.bounds();
    for (std::size_t i = 0; i < briefs.size(); ++i) {
        least.lanes = std::max(least.lanes, briefs[i].lanes);
        least.fixed = std::min(least.fixed, briefs[i].fixed);
        for (std::size_t t = 0; t < kMaxTensors; ++t) {
            least.perLane[t] = std::min(least.perLane[t], briefs[i].perLane[t]);
            least.perRequest[t] = std::min(least.perRequest[t], briefs[i].perRequest[t]);
        }
        for (std::size_t d = 0; d < m_shape.dims(); ++d)
            shortest[d] = std::min(shortest[d], m_shape.bounds()[d] / labels[i].tile[d]);
    }
    // With these lanes, of `inner` settings at least and `most` at most, that leave `trips`. First touches of lanes cost less.
    const auto energyOf = [&](const Brief& brief, const Extent& lanes, const Extent& inner, const Extent& most,
                              const Extent& trips) {
        double energy = brief.fixed + bounds.outside(trips);
        for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
            const Operand& operand = m_shape.operands()[t];
            const Extent& settings = brief.perLane[t] < 0 ? most : inner;
            double idle = 1, served = 1;
            for (std::size_t d = 0; d < m_shape.dims(); ++d) {
                if (lanes[d] == 1) continue;
                if (!(operand.indexed >> d & 1)) {
                    idle *= std::min(lanes[d], settings[d]);
                    served /= lanes[d];
                } else if (operand.sliding >> d & 1 && !m_shape.likeAccelforge()) {
                    served /= lanes[d];
                }
            }
            energy += brief.perLane[t] * idle + brief.perRequest[t] * served;
        }
        return energy;
    };
    struct Rated {
        const Lanes* lanes;
        double energy;
        std::int64_t cycles;
    };
    std::vector<Rated> rated;
    for (const Lanes& lanes : list) {
        Extent trips = m_shape.bounds();
        for (std::size_t d = 0; d < m_shape.dims(); ++d) trips[d] = (trips[d] + lanes.all[d] - 1) / lanes.all[d];
        const double energy = energyOf(least, lanes.all, shortest, m_shape.bounds(), trips);
        const std::int64_t all = lanes.count * least.lanes;
        const std::int64_t cycles = (m_shape.macs() + all - 1) / all * m_shape.rates().interval;
        if (energy < OuterTables::kNever) rated.push_back({&lanes, energy, cycles});
    }
    std::stable_sort(rated.begin(), rated.end(), [&](const Rated& a, const Rated& b) {
        return compareScores(m_options.objective, leastScore(a.energy, a.cycles), leastScore(b.energy, b.cycles)) < 0;
    });
    for (const Rated& choice : rated) {
        if (m_rules.tailBound && isClosed(choice.energy, choice.cycles)) {
            ++m_counts.lanesBound;
            continue;
        }
        const Extent& lanes = choice.lanes->all;
        for (std::size_t i = 0; i < briefs.size(); ++i) {
            if (!m_tick()) return false;
            Extent inner = m_shape.bounds(), trips = inner;
            bool perfect = true;
            std::int64_t steps = 1;
            for (std::size_t d = 0; d < m_shape.dims(); ++d) {
                inner[d] /= labels[i].tile[d];
                trips[d] = (inner[d] + lanes[d] - 1) / lanes[d];
                steps *= std::int64_t{labels[i].tile[d]} * trips[d];
                perfect = perfect && inner[d] % lanes[d] == 0;
            }
            steps /= labels[i].lanes;
            // Those are of the tables of tiles.
            if (perfect) continue;
            const double energy = energyOf(briefs[i], lanes, inner, inner, trips);
            if (energy >= OuterTables::kNever) continue;
            if (m_rules.tailBound && isClosed(energy, steps * m_shape.rates().interval)) {
                ++m_counts.joinBound;
                continue;
            }
            ++m_counts.labels;
            if (!walkTails(labels[i], bounds, *choice.lanes)) return false;
        }
    }
    return true;
}

}  // namespace lapidary::optimal::classic
