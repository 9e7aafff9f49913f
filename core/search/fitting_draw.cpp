// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/fitting_draw.h"

#include <algorithm>
#include <map>

namespace lapidary {
namespace {

constexpr std::size_t kMostWays = std::size_t{1} << 16;  ///< of all dimensions together

}  // namespace

/// Fills in m_states.
class FittingDraw::Counting {
public:
    explicit Counting(FittingDraw& draw)
        : m_draw(draw), m_architecture(draw.m_mapspace->target().architecture), m_chains(draw.m_chains) {
        for (std::size_t f = 0; f < m_architecture.fanouts().size(); ++f)
            for (const std::int64_t size : {m_architecture.fanouts()[f].x, m_architecture.fanouts()[f].y})
                m_sizes.push_back(size);
        m_axes = draw.m_chains.axes();
    }

    void run() {
        while (!explore()) {
            m_axes.pop_back();
            m_draw.m_judge = m_leavesAxesOut = true;
        }
        count();
        for (std::size_t i = 0; i < m_draw.m_states.size(); ++i) mix(i);
    }

private:
    /// Ways to go on from one state, before they are mixed.
    struct Step {
        std::uint32_t group, next;
    };
    struct Layer {
        std::map<Lanes, std::uint32_t> numbers;
        std::vector<Lanes> lanes;              ///< by state
        std::vector<std::vector<Step>> steps;  ///< by state; empty behind the last dimension
        std::vector<double> ways;              ///< by state: ways to complete it

        std::uint32_t numberOf(const Lanes& of) {
            const auto [entry, isNew] = numbers.try_emplace(of, static_cast<std::uint32_t>(lanes.size()));
            if (isNew) lanes.push_back(of);
            return entry->second;
        }
    };

    /// Lanes of the axes that are counted, beside those taken; false if they don't fit.
    bool take(const Lanes& taken, const Lanes& more, Lanes& to) const {
        to.resize(m_axes.size());
        for (std::size_t i = 0; i < m_axes.size(); ++i) {
            to[i] = taken[i] * more[m_axes[i]];
            if (to[i] > m_sizes[m_axes[i]]) return false;
        }
        return true;
    }

    /// False if there are too many ways.
    bool explore() {
        const auto& dimensions = m_chains.dimensions();
        m_layers.assign(1, {});
        Lanes start(m_axes.size(), 1), next;
        for (std::size_t i = 0; i < m_chains.firstFree(); ++i)
            if (take(start, dimensions[i].groups.front().lanes, next))
                start = next;
            else
                m_draw.m_impossible = true;
        m_layers.front().numberOf(start);
        std::size_t ways = 0;
        for (std::size_t d = m_chains.firstFree(); d < dimensions.size(); ++d) {
            Layer following;
            Layer& own = m_layers.back();
            for (const Lanes& taken : own.lanes) {
                auto& steps = own.steps.emplace_back();
                for (std::uint32_t g = 0; g < dimensions[d].groups.size(); ++g)
                    if (take(taken, dimensions[d].groups[g].lanes, next))
                        steps.push_back({g, following.numberOf(next)});
                ways += steps.size();
                if (ways > kMostWays && !m_axes.empty()) return false;
            }
            m_layers.push_back(std::move(following));
        }
        return true;
    }

    /// Whether so many lanes at the end leave too much of a fanout idle.
    bool isTooIdle(const Lanes& taken) const {
        Mapping mapping;
        for (std::size_t i = 0; i < m_axes.size(); ++i)
            mapping.nodes.push_back(
                spatial(0, taken[i], taken[i], static_cast<int>(m_axes[i] / 2), m_axes[i] % 2 ? Axis::y : Axis::x));
        return m_draw.m_mapspace->checkConstraints(mapping).code == ReasonCode::utilization;
    }

    void count() {
        Layer& end = m_layers.back();
        for (const Lanes& taken : end.lanes) end.ways.push_back(!m_leavesAxesOut && isTooIdle(taken) ? 0 : 1);
        for (std::size_t i = m_layers.size() - 1; i-- > 0;) {
            const auto& groups = m_chains.dimensions()[m_chains.firstFree() + i].groups;
            for (const auto& steps : m_layers[i].steps) {
                double sum = 0;
                for (const Step& step : steps) sum += groups[step.group].count * m_layers[i + 1].ways[step.next];
                m_layers[i].ways.push_back(sum);
            }
        }
        if (m_layers.front().ways.front() == 0) m_draw.m_impossible = true;
        m_draw.m_states.resize(m_layers.size() - 1);
    }

    /// Walker's method: each way has the same chance, and gives what it has too little of away to one that needs more.
    void mix(std::size_t layer) {
        const auto& groups = m_chains.dimensions()[m_chains.firstFree() + layer].groups;
        States& to = m_draw.m_states[layer];
        for (const auto& steps : m_layers[layer].steps) {
            const auto first = static_cast<std::uint32_t>(to.ways.size());
            to.first.push_back(first);
            std::vector<double> weights;
            double sum = 0;
            for (const Step& step : steps) {
                const double weight = groups[step.group].count * m_layers[layer + 1].ways[step.next];
                if (weight == 0) continue;
                const auto own = static_cast<std::uint32_t>(to.ways.size());
                to.ways.push_back({1, own, groups[step.group].first, groups[step.group].count, step.next});
                weights.push_back(weight);
                sum += weight;
            }
            balance(weights, sum, first, to.ways);
        }
        to.first.push_back(static_cast<std::uint32_t>(to.ways.size()));
    }

    static void balance(std::vector<double>& weights, double sum, std::uint32_t first, std::vector<Way>& ways) {
        const double mean = sum / static_cast<double>(weights.size());
        std::vector<std::uint32_t> poor, rich;
        for (std::uint32_t i = 0; i < weights.size(); ++i) (weights[i] < mean ? poor : rich).push_back(i);
        while (!poor.empty() && !rich.empty()) {
            const std::uint32_t from = poor.back(), to = rich.back();
            poor.pop_back();
            ways[first + from].share = weights[from] / mean;
            ways[first + from].alias = first + to;
            weights[to] -= mean - weights[from];
            if (weights[to] >= mean) continue;
            rich.pop_back();
            poor.push_back(to);
        }
    }

    FittingDraw& m_draw;
    const Architecture& m_architecture;
    const FittingChains& m_chains;
    std::vector<std::int64_t> m_sizes;  ///< of all axes
    std::vector<std::size_t> m_axes;    ///< that are counted
    bool m_leavesAxesOut = false;
    std::vector<Layer> m_layers;
};

FittingDraw::FittingDraw(const Mapspace& mapspace, const Evaluator& evaluator)
    : m_mapspace(&mapspace), m_evaluator(evaluator), m_chains(mapspace, evaluator) {
    const auto& terms = mapspace.terms();
    for (std::size_t t = 0; t < terms.size(); ++t) {
        m_counts[t] = static_cast<std::uint64_t>(*toInt64(terms[t].count));
        if (terms[t].kind == SizeTerm::Kind::order && m_counts[t] > 1) m_orders.push_back(t);
    }
    m_tabulated = m_chains.isUsable();
    m_judge = !m_chains.knowsTiles();
    if (!m_tabulated) return;
    for (const FittingDimension& dimension : m_chains.dimensions())
        if (dimension.numbers.empty()) m_impossible = true;
    if (!m_impossible) Counting(*this).run();
}

void FittingDraw::keep(Rng& rng, MapspaceChoice& choice, unsigned* kept) const {
    std::copy(m_chains.alwaysKept().begin(), m_chains.alwaysKept().end(), kept);
    for (const FittingChains::Keep& own : m_chains.keeps()) {
        choice[own.term] = rng.below(own.kept.size());
        kept[own.level] = own.kept[choice[own.term]];
    }
}

/// False if a memory overflows.
bool FittingDraw::drawChains(Rng& rng, const unsigned* kept, MapspaceChoice& choice) const {
    std::array<double, FittingChains::kMostTiles> words;
    std::array<std::uint32_t, kMaxDimensions> at;
    m_chains.start(words.data());
    const std::size_t fixed = m_chains.firstFree();
    for (std::size_t i = 0; i < fixed; ++i) {
        const FittingDimension& own = m_chains.dimensions()[i];
        choice[own.term] = own.numbers.front();
        at[i] = 0;
    }
    std::uint32_t state = 0;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const States& states = m_states[i];
        const std::uint32_t first = states.first[state];
        const double place = rng.unit() * (states.first[state + 1] - first);
        const auto number = static_cast<std::uint32_t>(place);
        const Way* way = &states.ways[first + number];
        if (place - number >= way->share) way = &states.ways[way->alias];
        state = way->next;
        const FittingDimension& own = m_chains.dimensions()[fixed + i];
        at[fixed + i] = way->first + static_cast<std::uint32_t>(rng.below(way->count));
        choice[own.term] = own.numbers[at[fixed + i]];
        m_chains.add(fixed + i, at.data(), words.data());
        if (!m_chains.fits(words.data(), kept)) return false;
    }
    return !m_states.empty() || m_chains.fits(words.data(), kept);
}

bool FittingDraw::draw(Rng& rng, Evaluator::Scratch* scratch, MapspaceChoice& choice, Mapping& out, bool whole) const {
    if (m_impossible) return false;
    choice.fill(0);
    std::array<unsigned, kMaxLevels> kept;
    for (int i = 0; i < kTries; ++i) {
        if (m_tabulated) {
            keep(rng, choice, kept.data());
            if (!drawChains(rng, kept.data(), choice)) continue;
            for (const std::size_t t : m_orders) choice[t] = rng.below(m_counts[t]);
        } else {
            m_mapspace->draw(rng, choice);
        }
        m_mapspace->assemble(choice, out, whole);
        if (m_mapspace->checkConstraints(out).code != ReasonCode::none) continue;
        if (m_tabulated && !m_judge) return true;
        if (m_evaluator.limits(out, *scratch).code == ReasonCode::none) return true;
    }
    return false;
}

}  // namespace lapidary
