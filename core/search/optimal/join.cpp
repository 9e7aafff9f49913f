// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/join.h"

#include <algorithm>

#include "core/search/optimal/spatial.h"

namespace lapidary::optimal {

ChainSearch::ChainSearch(const Problem& problem, std::optional<double> gap, Tick tick)
    : m_problem(problem),
      m_tick(std::move(tick)),
      m_gap(gap),
      m_lattice(problem.bounds()),
      m_outer(problem, m_lattice, m_costs, false),
      m_inner(problem, m_lattice, m_costs) {}

bool ChainSearch::run() {
    if (!m_costs.build(m_problem, m_lattice, m_tick)) return false;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        (m_problem.tensor(t).isOutput ? m_leastOutputs : m_leastInputs) += m_costs.leastFills(t);
    if (!m_outer.build(m_tick) || !m_inner.build(m_tick)) return false;
    for (const TileNumber tile : m_inner.reached()) {
        std::array<std::uint16_t, kMaxDimensions> digits{};
        for (std::size_t d = 0; d < m_lattice.dimensions(); ++d)
            digits[d] = static_cast<std::uint16_t>(m_lattice.digit(tile, d));
        m_digits.push_back(digits);
    }
    const auto lanes = laneChoices(m_problem, m_tick);
    if (!lanes) return false;
    const std::vector<SpatialChoice> choices = orderedChoices(*lanes);
    m_choices = static_cast<std::int64_t>(choices.size());
    for (const SpatialChoice& choice : choices) {
        m_bound = choice.bound;
        if (isClosed(choice.bound)) break;
        if (!visit(choice)) return false;
        ++m_visited;
    }
    m_proven = true;
    if (m_best) m_bound = m_gap.closed() ? std::min(*m_gap.closed(), m_best->worth) : m_best->worth;
    return true;
}

std::vector<ChainSearch::SpatialChoice> ChainSearch::orderedChoices(const std::vector<Tile>& lanesOfAll) const {
    std::vector<SpatialChoice> choices;
    for (const Tile& lanes : lanesOfAll) {
        SpatialChoice choice;
        choice.lanes = lanes;
        choice.constant = m_problem.innerEnergy({}, lanes);
        Words least{};
        for (std::size_t d = 0; d < m_lattice.dimensions(); ++d) choice.number += m_lattice.numberOf(d, lanes[d]);
        for (std::size_t t = 0; t < m_problem.tensorCount(); ++t) {
            const TensorFacts& facts = m_problem.tensor(t);
            choice.sharing[t] = facts.multicast ? m_problem.sharingLanes(t, lanes) : 1;
            const bool slides = std::any_of(facts.window.begin(), facts.window.end(), [](unsigned w) { return w; });
            // Rounded down to what the lanes can share, so that the bound stays one. A window that crosses the fanout
            // may fetch less than any chain of the inner table.
            least[t] = slides ? m_costs.leastFills(t) : m_inner.leastFills(t);
            least[t] = least[t] / choice.sharing[t] * choice.sharing[t];
        }
        if (m_outer.least(choice.number) >= OuterTable::kNoWay) continue;
        const std::int64_t energy = innerEnergy(choice, least) + m_outer.least(choice.number);
        choice.bound = m_problem.exact().worth(energy, m_problem.cycles(least, m_leastInputs, m_leastOutputs, lanes));
        choices.push_back(choice);
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const SpatialChoice& a, const SpatialChoice& b) { return a.bound < b.bound; });
    return choices;
}

std::int64_t ChainSearch::innerEnergy(const SpatialChoice& choice, const Words& words) const {
    std::int64_t energy = choice.constant;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t) {
        const TensorRates& rates = m_problem.tensor(t).rates;
        energy += rates.own * words[t] + rates.parent * (words[t] / choice.sharing[t]);
    }
    return energy;
}

bool ChainSearch::visit(const SpatialChoice& choice) {
    constexpr std::int32_t kNone = -1;
    // By dimension and digit of the lane's tile: what it adds to the number of the tile of all lanes.
    std::array<std::vector<std::int32_t>, kMaxDimensions> up;
    for (std::size_t d = 0; d < m_lattice.dimensions(); ++d)
        for (const std::int64_t length : m_lattice.divisors(d)) {
            const bool divides = m_problem.bounds()[d] % (length * choice.lanes[d]) == 0;
            up[d].push_back(divides ? static_cast<std::int32_t>(m_lattice.numberOf(d, length * choice.lanes[d]))
                                    : kNone);
        }
    bool windows = false;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        for (const unsigned window : m_problem.tensor(t).window) windows = windows || window != 0;
    for (std::size_t i = 0; i < m_inner.reached().size(); ++i) {
        if (!m_tick()) return false;
        std::int32_t outer = 0;
        for (std::size_t d = 0; d < m_lattice.dimensions() && outer != kNone; ++d) {
            const std::int32_t part = up[d][m_digits[i][d]];
            outer = part == kNone ? kNone : outer + part;
        }
        if (outer == kNone || m_outer.least(static_cast<TileNumber>(outer)) >= OuterTable::kNoWay) continue;
        const TileNumber inner = m_inner.reached()[i];
        for (const Label& label : m_inner.at(m_problem.allTensors(), inner)) {
            JoinedChains next{.lanes = choice.lanes,
                              .inner = inner,
                              .outer = static_cast<TileNumber>(outer),
                              .innerLabel = label,
                              .outerLabel = {},
                              .crossing = {}};
            offer(choice, m_inner.words(label), innerEnergy(choice, m_inner.words(label)), next);
            if (!m_goesOn) return false;
        }
        if (windows) joinCrossing(choice, inner, static_cast<TileNumber>(outer));
        if (!m_goesOn) return false;
    }
    return true;
}

/// Private Stores at the top of the lane see the loop above the fanout, if no dimension of the window is unrolled.
void ChainSearch::joinCrossing(const SpatialChoice& choice, TileNumber inner, TileNumber outer) {
    const unsigned all = m_problem.allTensors();
    for (std::size_t d = 0; d < m_lattice.dimensions(); ++d) {
        unsigned slides = 0;
        for (std::size_t t = 0; t < m_problem.tensorCount(); ++t) {
            const unsigned window = m_problem.tensor(t).window[d];
            bool unrolled = window == 0;
            for (std::size_t e = 0; e < m_lattice.dimensions(); ++e)
                unrolled = unrolled || (window >> e & 1 && choice.lanes[e] > 1);
            if (!unrolled) slides |= 1u << t;
        }
        for (unsigned own = slides; own != 0; own = (own - 1) & slides)
            for (const Lattice::Step& loop : m_lattice.factorsUp(d, m_lattice.digit(outer, d)))
                for (const Label& label : m_inner.at(all & ~own, inner)) {
                    Words words = m_inner.words(label);
                    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
                        if (own >> t & 1) words[t] = m_costs.fills(t, inner + loop.up);
                    JoinedChains next{.lanes = choice.lanes,
                                      .inner = inner,
                                      .outer = outer,
                                      .innerLabel = label,
                                      .outerLabel = {},
                                      .crossing = CrossingWindow{d, loop, own}};
                    offer(choice, words, innerEnergy(choice, words), next);
                    if (!m_goesOn) return;
                }
    }
}

bool ChainSearch::mayWin(const SpatialChoice& choice, const Words& words, std::int64_t energy) {
    if (!m_best && !m_cut) return true;
    const std::int64_t cycles = m_problem.cycles(words, m_leastInputs, m_leastOutputs, choice.lanes);
    return !isClosed(m_problem.exact().worth(energy, cycles));
}

void ChainSearch::offer(const SpatialChoice& choice, const Words& words, std::int64_t inner, JoinedChains next) {
    ++m_joins;
    if (!mayWin(choice, words, inner + m_outer.least(next.outer))) {
        ++m_joinsClosed;
        return;
    }
    next.withWords = m_problem.boundByWords();
    if (next.withWords && !makeTableWithWords()) return;
    const OuterTable& table = next.withWords ? *m_outerWords : m_outer;
    std::vector<Label> above;
    if (next.crossing) above = table.above(next.outer, next.crossing->dimension, next.crossing->loop);
    const std::span<const Label> labels =
        next.crossing ? std::span<const Label>(above) : table.at(m_problem.allTensors(), next.outer);
    for (const Label& label : labels) {
        next.energy = inner + label.numbers[1];
        const bool counted = next.withWords;
        next.cycles =
            m_problem.cycles(words, counted ? label.numbers[3] : 0, counted ? label.numbers[2] : 0, choice.lanes);
        next.worth = m_problem.exact().worth(next.energy, next.cycles);
        if (m_best && !(next.worth < m_best->worth)) continue;
        next.outerLabel = label;
        m_best = next;
        m_news = true;
    }
}

bool ChainSearch::makeTableWithWords() {
    if (m_outerWords) return true;
    auto table = std::make_unique<OuterTable>(m_problem, m_lattice, m_costs, true);
    m_goesOn = table->build(m_tick);
    m_outgrown = table->outgrown();
    if (m_goesOn) m_outerWords = std::move(table);
    return m_goesOn;
}

Certificate ChainSearch::certificate() const {
    TableCounts tables = m_outer.counts();
    tables.add(m_inner.counts());
    if (m_outerWords) tables.add(m_outerWords->counts());
    Certificate certificate;
    certificate.method = "chains of tiles";
    certificate.nodes = tables.made + m_choices + m_joins;
    certificate.closed = {
        {"dominated", "partial chains no better in any number than another at the same tile", tables.dominated},
        {"too-large", "partial chains whose tiles don't fit, or can't with those still to come", tables.tooLarge},
        {"lanes-bound", "spatial choices whose bound is no better than the best mapping",
         m_proven ? m_choices - m_visited : 0},
        {"join-bound", "pairs of chains whose bound is no better than the best mapping", m_joinsClosed}};
    if (m_bound) m_problem.exact().state(certificate, *m_bound, m_best ? std::optional(m_best->worth) : std::nullopt);
    return certificate;
}

namespace {

void addStores(std::vector<Node>& nodes, int level, unsigned tensors) {
    for (unsigned t = 0; t < kMostTensors; ++t)
        if (tensors >> t & 1) nodes.push_back(store(level, 1u << t));
}

/// Each tensor has a Store node of its own: such a mapping is never taken for a classic one.
void addChain(std::vector<Node>& nodes, const Problem& problem, const Chain& chain, int level) {
    bool isLoop = false;
    for (const ChainStep& step : chain) {
        const Node loop = temporal(problem.dimensionOf(step.dimension), step.factor, step.factor);
        // Neighbouring steps of one dimension are one loop; that of a window step stays apart, as it was counted.
        const bool joins = isLoop && step.kind == ChainStep::Kind::loop && nodes.back().dimension == loop.dimension;
        if (joins) {
            nodes.back().bound *= step.factor;
            nodes.back().tail = nodes.back().bound;
        } else if (step.kind != ChainStep::Kind::store) {
            nodes.push_back(loop);
        }
        isLoop = step.kind == ChainStep::Kind::loop;
        if (step.kind != ChainStep::Kind::loop) addStores(nodes, level, step.tensors);
    }
}

}  // namespace

Mapping ChainSearch::mapping() const {
    const JoinedChains& best = *m_best;
    const OuterTable& outer = best.withWords ? *m_outerWords : m_outer;
    const unsigned all = m_problem.allTensors(), crossing = best.crossing ? best.crossing->tensors : 0;
    Mapping mapping;
    mapping.nodes.push_back(store(0, all));
    addChain(mapping.nodes, m_problem,
             best.crossing
                 ? outer.chainAbove(best.outer, best.crossing->dimension, best.crossing->loop, best.outerLabel)
                 : outer.chain(best.outer, best.outerLabel),
             1);
    const Tile onX = shareOfX(m_problem, best.lanes);
    for (const Axis axis : {Axis::x, Axis::y})
        for (std::size_t d = 0; d < m_lattice.dimensions(); ++d) {
            const std::int64_t lanes = axis == Axis::x ? onX[d] : best.lanes[d] / onX[d];
            if (lanes > 1)
                mapping.nodes.push_back(spatial(m_problem.dimensionOf(d), lanes, lanes, m_problem.fanout(), axis));
        }
    addStores(mapping.nodes, 2, crossing);
    addChain(mapping.nodes, m_problem, m_inner.chain(all & ~crossing, best.inner, best.innerLabel), 2);
    return mapping;
}

}  // namespace lapidary::optimal
