// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/tile_search.h"

#include <algorithm>

namespace lapidary::optimal::classic {

namespace {

constexpr std::int64_t kTileWalks = 12, kTileSteps = 400;
/// Of the root bound: how far above it the first cap is, and how that grows.
constexpr double kFirstGap = 0.1, kGapGrowth = 1.6;
/// The same of the best mapping's energy, for whole fronts.
constexpr double kFirstEnergyGap = 0.01, kEnergyGapGrowth = 20, kLastEnergyGap = 5;
constexpr std::uint64_t kMostKept = 1 << 16;

}  // namespace

TileSearch::TileSearch(const Mapspace& mapspace, const ChoiceSpace& space, const Evaluator& evaluator,
                       const SearchOptions& options, Tick tick, std::function<double()> clock, Rules rules)
    : m_mapspace(mapspace),
      m_space(space),
      m_options(options),
      m_tick(std::move(tick)),
      m_judge(mapspace, evaluator, options, m_tick, std::move(clock)),
      m_rules(rules),
      m_shape(mapspace, space, options.compat == Compat::accelforge),
      m_counter(m_shape),
      m_outermost(m_shape.outermostFanout()),
      m_lanesLeft(m_shape) {
    const Lattice& lattice = m_shape.lattice();
    for (std::size_t d = 0; d < lattice.dimensions(); ++d) {
        const auto& divisors = lattice.divisors(d);
        std::vector<std::int64_t>& products = m_products.emplace_back();
        for (const std::int64_t a : divisors)
            for (const std::int64_t b : divisors)
                products.push_back(divisors.back() % (a * b) == 0 ? std::int64_t{lattice.numberOf(d, a * b)} : -1);
    }
}

bool TileSearch::run() {
    m_judge.takeNeighbour();
    if (!m_judge.climb(kTileWalks, kTileSteps)) return false;
    const auto choices = keptChoices();
    if (!choices) return false;
    const bool tails = m_mapspace.options().factorization != Factorization::perfect;
    m_boundHolds = !tails;
    const bool through =
        choices->empty() ||
        (m_options.wholeFront ? passFront(*choices, tails) : deepen(*choices) && (!tails || anyTails(*choices)));
    return m_proven = through;
}

bool TileSearch::anyTails(const std::vector<Choice>& choices) {
    if (m_shape.target().architecture.fanouts().size() < 2) return passTails(choices);
    return deepenRagged(choices);
}

/// Whatever is faster than all points found so far may take any energy, until a point as fast is found: what takes more than
/// a cap that rises isn't looked at before.
template <class Pass>
bool TileSearch::passEnergies(const Pass& pass) {
    const Candidate* best = m_judge.incumbent().best();
    const double energy = best ? best->score.energyPj : 0;
    for (double share = kFirstEnergyGap;; share *= kEnergyGapGrowth) {
        m_energyCap.reset();
        if (energy > 0 && m_rules.caps && share < kLastEnergyGap) m_energyCap = energy * (1 + share);
        m_capped = false;
        if (!pass()) return false;
        if (m_capped) continue;
        m_energyCap.reset();
        return true;
    }
}

/// First the best by the question's objective; then all that no point of the front found so far is better than in both.
bool TileSearch::passFront(const std::vector<Choice>& choices, bool tails) {
    // Ragged tables come once, with the front: of several fanouts, the tails of the outermost alone prove nothing.
    const bool oneFanout = m_shape.target().architecture.fanouts().size() < 2;
    if (!deepen(choices) || (tails && oneFanout && !passTails(choices))) return false;
    m_bestProven = !tails;
    m_cap.reset();
    m_judge.closeByFront();
    return passEnergies([&] { return pass(choices); }) && (!tails || anyTails(choices));
}

/// Perfect factors.
bool TileSearch::deepen(const std::vector<Choice>& choices) {
    const Metric shown = m_options.objective.metrics.front();
    const double root = valueOf(shown, choices.front().least);
    for (double share = kFirstGap;; share *= kGapGrowth) {
        const Candidate* best = m_judge.incumbent().best();
        m_cap.reset();
        // Nothing above the cap is looked at: tables stay small until the cap has reached the best mapping.
        if (m_rules.caps && root > 0 && (!best || valueOf(shown, best->score) > root * (1 + share)))
            m_cap = root * (1 + share);
        m_capped = false;
        if (!pass(choices)) return false;
        best = m_judge.incumbent().best();
        if (!m_capped || (best && valueOf(shown, best->score) <= *m_cap)) return true;
    }
}

bool TileSearch::pass(const std::vector<Choice>& choices) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
        m_bound = choices[i].least;
        m_next.reset();
        if (i + 1 < choices.size()) m_next = choices[i + 1].least;
        if (!passKept(choices[i])) return false;
    }
    return true;
}

std::optional<std::vector<TileSearch::Choice>> TileSearch::keptChoices() {
    std::vector<std::size_t> keeps;
    std::uint64_t count = 1;
    for (std::size_t t = 0; t < m_space.terms().size(); ++t)
        if (m_space.terms()[t].kind == SizeTerm::Kind::keep) {
            keeps.push_back(t);
            count = std::min(count * m_space.terms()[t].count, std::uint64_t{1} << 48);
        }
    if (count > kMostKept) {
        m_outgrown = "more than " + std::to_string(kMostKept) + " choices of what levels keep";
        return std::nullopt;
    }
    std::int64_t lanes = 1;
    for (const Fanout& fanout : m_shape.target().architecture.fanouts()) lanes *= fanout.x * fanout.y;
    const std::int64_t steps = (m_shape.macs() + lanes - 1) / lanes;
    std::vector<Choice> choices;
    for (std::uint64_t number = 0; number < count; ++number) {
        m_space.start(m_draft);
        std::uint64_t rest = number;
        for (const std::size_t term : keeps) {
            m_space.apply(m_space.terms()[term], rest % m_space.terms()[term].count, m_draft);
            rest /= m_space.terms()[term].count;
        }
        Choice choice;
        for (std::size_t l = 0; l < m_shape.levels(); ++l) choice.kept[l] = m_draft.kept[l];
        const OuterTables* tables = tablesFor(choice.kept);
        if (!tables) return std::nullopt;
        const double outside = tables->from(m_outermost, 0);
        if (outside >= OuterTables::kNever) continue;
        const double inside = m_counter.leastInner(m_counter.start(), choice.kept, lanes) +
                              m_counter.leastOf(choice.kept, m_outermost + 1, m_shape.levels() - 1);
        choice.least = leastScore(inside + outside, steps * m_shape.rates().interval);
        choices.push_back(choice);
    }
    std::stable_sort(choices.begin(), choices.end(), [&](const Choice& a, const Choice& b) {
        return compareScores(m_options.objective, a.least, b.least) < 0;
    });
    return choices;
}

Score TileSearch::leastScore(double energyPj, std::int64_t cycles) const {
    const double macs = m_shape.rates().mac.value_or(0) * static_cast<double>(m_shape.macs());
    return {{}, energyPj + macs + m_shape.leakage() * static_cast<double>(cycles), cycles, cycles};
}

bool TileSearch::isClosedScore(const Score& least) const {
    if (m_energyCap) return m_judge.isClosed(least) || (least.energyPj > *m_energyCap && (m_capped = true));
    if (m_cap && valueOf(m_options.objective.metrics.front(), least) > *m_cap) return m_capped = true;
    return m_judge.isClosed(least);
}

OuterTables* TileSearch::tablesFor(const Kept& kept) {
    std::unique_ptr<OuterTables>& tables = m_outer[{kept.begin(), kept.begin() + m_outermost + 1}];
    // The tables hold what the outer levels keep only; the rest is of the question that is asked now.
    if (!tables) tables = std::make_unique<OuterTables>(m_counter, kept, m_outermost, m_tick);
    if (!tables->complete()) return nullptr;
    tables->setInner(kept);
    return tables.get();
}

bool TileSearch::passKept(const Choice& choice) {
    if (m_rules.keptBound && isClosedScore(choice.least)) return true;
    m_kept = choice.kept;
    m_tables = tablesFor(m_kept);
    const Closed closes = [this](double energy, std::int64_t cycles) { return isClosed(energy, cycles); };
    Labels labels(*m_tables, m_outermost, m_rules, closes, m_tick, m_counts);
    labels.setLanes(m_lanesLeft);
    if (!labels.make()) {
        if (labels.outgrown()) m_outgrown = labels.whyOutgrown();
        return false;
    }
    return labels.list().empty() || join(labels.list());
}

bool TileSearch::judge(const State& state, Score* found) {
    assemble(state, m_mapping);
    return m_judge.judge(m_mapping, found, &m_promised);
}

template <class Head>
void TileSearch::fillDraft(const Head& state) {
    m_space.start(m_draft);
    const NestFrame& frame = m_space.frame();
    for (std::size_t s = 0; s < frame.slotList.size(); ++s) m_draft.factors[s] = {1, 1};
    for (int d = 0; d < m_shape.target().workload.dimensionCount(); ++d)
        m_draft.covered[static_cast<std::size_t>(d)] = m_shape.target().workload.bound(d);
    for (std::size_t l = 0; l < m_shape.levels(); ++l) {
        m_draft.kept[l] = m_kept[l];
        m_draft.orderSize[l] = state.loopCount[l];
        for (std::size_t i = 0; i < state.loopCount[l]; ++i) {
            const Step& step = state.loops[l][i];
            const auto d = static_cast<std::size_t>(m_shape.dimension(step.dimension));
            m_draft.order[l][state.loopCount[l] - 1 - i] = static_cast<std::uint8_t>(d);
            m_draft.factors[static_cast<std::size_t>(frame.levels[l].temporal[d])] = {step.trips, step.trips};
        }
    }
}

template void TileSearch::fillDraft(const State&);
template void TileSearch::fillDraft(const RaggedState&);

void TileSearch::assemble(const State& state, Mapping& mapping) {
    fillDraft(state);
    const NestFrame& frame = m_space.frame();
    for (std::size_t f = 0; f < m_shape.target().architecture.fanouts().size(); ++f) {
        const Lanes& lanes = m_shape.lanes(f)[state.choice[f]];
        for (std::size_t d = 0; d < m_shape.dims(); ++d) {
            const auto whole = static_cast<std::size_t>(m_shape.dimension(d));
            for (std::size_t s = frame.first[whole]; s < frame.first[whole + 1]; ++s) {
                const Node& loop = frame.slotList[s].loop;
                if (loop.kind != NodeKind::spatial || loop.fanout != f) continue;
                const std::int64_t count = loop.axis == Axis::x ? lanes.onX[d] : lanes.all[d] / lanes.onX[d];
                m_draft.factors[s] = {count, count};
            }
        }
    }
    m_space.assemble(m_draft, mapping);
}

void TileSearch::raiseBound(double least, std::int64_t nodes) {
    m_raised = std::max(m_raised.value_or(least), least);
    m_otherNodes += nodes;
}

bool TileSearch::settle(const std::optional<Mapping>& mapping, const Score& least, std::int64_t nodes) {
    constexpr double kRounding = 1e-11;
    if (mapping) m_judge.take(*mapping);
    raiseBound(valueOf(m_options.objective.metrics.front(), least), nodes);
    const Candidate* best = m_judge.incumbent().best();
    if (!best) return false;
    const auto reaches = [](double value, double bound) { return value <= bound * (1 + kRounding); };
    for (const Metric metric : m_options.objective.metrics)
        if (!reaches(valueOf(metric, best->score), valueOf(metric, least))) return false;
    if (!reaches(best->score.energyPj, least.energyPj) || best->score.cycles > least.cycles) return false;
    m_outgrown.clear();
    return m_proven = true;
}

Certificate TileSearch::certificate() const {
    Certificate certificate;
    certificate.method = "tables of tiles";
    certificate.reason = m_outgrown;
    certificate.nodes = m_counts.labels + m_judge.judged();
    certificate.closed = {
        {"too-large", "partial mappings whose tiles don't fit", m_counts.tooLarge},
        {"dominated", "partial mappings that another one of the same tile beats", m_counts.dominated},
        {"label-bound", "partial mappings whose bound is no better than the best mapping", m_counts.labelBound},
        {"lanes-bound", "lanes whose bound is no better than the best mapping", m_counts.lanesBound},
        {"join-bound", "partial mappings whose bound with given lanes is no better", m_counts.joinBound},
        {"judged", "whole mappings, counted by the model", m_judge.judged()},
    };
    m_judge.state(certificate, m_proven || m_bestProven, m_boundHolds ? m_bound : std::nullopt);
    if (!m_raised) return certificate;
    certificate.method = "tables of tiles, then regions between fanouts";
    certificate.nodes += m_otherNodes;
    m_judge.raise(certificate, *m_raised);
    return certificate;
}

}  // namespace lapidary::optimal::classic
