// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The searchers that walk. Each stream has a walker of its own, which proposes a choice and learns from the score what
// became of it; nothing is shared, so that threads change nothing.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/search/algorithms.h"
#include "core/search/fitting_draw.h"

namespace lapidary {

namespace {

constexpr std::int64_t kCoolingDraws = 20'000;  ///< per stream and cooling, where the budget is unlimited
constexpr std::uint64_t kTournament = 2;        ///< mappings of which the better becomes a parent
constexpr int kMostChanges = 4;

struct Place {
    MapspaceChoice choice;
    Score score;
};

/// What every walker is given.
struct Ground {
    const Mapspace& space;
    const Objective& objective;
    const WalkSettings& settings;
    const FittingDraw& fitting;

    /// Where to begin: at a choice that respects the limits, where these are tabulated.
    void begin(Rng& rng, MapspaceChoice& choice, Mapping& buffer) const {
        if (!fitting.isTabulated() || !fitting.draw(rng, nullptr, choice, buffer)) space.draw(rng, choice);
    }
    int compare(const Score& a, const Score& b) const { return compareScores(objective, a, b); }
    /// A step, at times several at once: no valley is then too wide.
    void change(Rng& rng, MapspaceChoice& choice) const {
        space.step(rng, choice);
        for (int i = 1; i < kMostChanges && rng.below(4) == 0; ++i) space.step(rng, choice);
    }
};

/// Draws until a mapping is valid, then changes the choice it stands at.
class Walker {
public:
    explicit Walker(const Ground& ground) : m_ground(ground) {}

protected:
    const MapspaceChoice& next(Rng& rng) {
        m_next = m_at.choice;
        if (m_stands)
            m_ground.change(rng, m_next);
        else
            m_ground.begin(rng, m_next, m_begun);
        m_proposed = true;
        return m_next;
    }

    const Ground& m_ground;
    Place m_at{};
    MapspaceChoice m_next{};
    Mapping m_begun;
    bool m_stands = false;  ///< at a valid mapping
    bool m_proposed = false;
};

class Climber : Walker {
public:
    using Walker::Walker;

    const MapspaceChoice& propose(Stream& stream) {
        if (m_proposed) learn(stream.lastScore());
        return next(stream.rng());
    }

private:
    void learn(const Score& score) {
        const int change = !score.valid() ? 1 : m_stands ? m_ground.compare(score, m_at.score) : -1;
        if (change <= 0) m_at = {m_next, score};
        if (!m_stands && change > 0) return;  // still looking for where to begin
        m_since = change < 0 ? 0 : m_since + 1;
        m_stands = m_since < m_ground.settings.patience;
        if (!m_stands) m_since = 0;
    }

    std::int64_t m_since = 0;  ///< steps without an improvement
};

class Annealer : Walker {
public:
    using Walker::Walker;

    const MapspaceChoice& propose(Stream& stream) {
        if (m_proposed) learn(stream);
        return next(stream.rng());
    }

private:
    void learn(Stream& stream) {
        const Score& score = stream.lastScore();
        if (!score.valid()) return;
        if (!m_stands || accepts(score, stream)) m_at = {m_next, score};
        m_stands = true;
    }

    bool accepts(const Score& score, Stream& stream) const {
        const double chance = stream.rng().unit();  // always drawn, so that what follows doesn't depend on it
        if (m_ground.compare(score, m_at.score) <= 0) return true;
        const Metric metric = m_ground.objective.metrics.front();
        const double rise = std::log(valueOf(metric, score) / valueOf(metric, m_at.score));
        return chance < std::exp(-std::max(rise, 0.0) / temperature(stream));
    }

    double temperature(const Stream& stream) const {
        const double share = stream.shareSpent().value_or(static_cast<double>(stream.drawn() % kCoolingDraws) /
                                                          static_cast<double>(kCoolingDraws));
        const WalkSettings& settings = m_ground.settings;
        return settings.hot * std::pow(settings.cold / settings.hot, share);
    }
};

class Breeder {
public:
    explicit Breeder(const Ground& ground) : m_ground(ground), m_terms(ground.space.terms().size()) {}

    const MapspaceChoice& propose(Stream& stream) {
        if (m_proposed) learn(stream.lastScore());
        m_proposed = true;
        // Where few mappings are valid, the first two have to bring up the others.
        const bool full = m_population.size() >= static_cast<std::size_t>(m_ground.settings.population);
        if (m_population.size() < 2 || (!full && stream.rng().below(2) == 0))
            m_ground.begin(stream.rng(), m_next, m_begun);
        else
            breed(stream.rng());
        return m_next;
    }

private:
    void learn(const Score& score) {
        if (!score.valid() || holds(m_next)) return;
        if (m_population.size() < static_cast<std::size_t>(m_ground.settings.population)) {
            m_population.push_back({m_next, score});
            return;
        }
        const auto worst = std::ranges::max_element(
            m_population, [this](const Place& a, const Place& b) { return m_ground.compare(a.score, b.score) < 0; });
        if (m_ground.compare(score, worst->score) < 0) *worst = {m_next, score};
    }

    bool holds(const MapspaceChoice& choice) const {
        return std::ranges::any_of(m_population, [&](const Place& place) {
            return std::equal(choice.begin(), choice.begin() + static_cast<std::ptrdiff_t>(m_terms),
                              place.choice.begin());
        });
    }

    void breed(Rng& rng) {
        const MapspaceChoice& mother = parent(rng).choice;
        const MapspaceChoice& father = parent(rng).choice;
        const std::uint64_t from = rng.next();  // a bit for each term
        static_assert(kMaxTerms <= 64);
        for (std::size_t t = 0; t < m_terms; ++t) m_next[t] = (from >> t) & 1 ? mother[t] : father[t];
        m_ground.change(rng, m_next);
    }

    const Place& parent(Rng& rng) const {
        const Place* best = &m_population[rng.below(m_population.size())];
        for (std::uint64_t i = 1; i < kTournament; ++i) {
            const Place& other = m_population[rng.below(m_population.size())];
            if (m_ground.compare(other.score, best->score) < 0) best = &other;
        }
        return *best;
    }

    const Ground& m_ground;
    std::size_t m_terms;
    std::vector<Place> m_population;
    MapspaceChoice m_next{};
    Mapping m_begun;
    bool m_proposed = false;
};

template <class Searcher>
bool searchByWalking(const Mapspace& mapspace, const SearchOptions& options, Engine& engine) {
    const FittingDraw fitting(mapspace, engine.evaluator());
    const Ground ground{mapspace, options.objective, options.walk, fitting};
    std::vector<Searcher> walkers(kStreams, Searcher(ground));
    const auto draw = [&](Stream& stream) -> const Mapping* {
        mapspace.assemble(walkers[static_cast<std::size_t>(stream.number())].propose(stream), stream.buffer());
        return &stream.buffer();
    };
    std::int64_t draws = engine.chunk();
    while (engine.advance(draws, draw)) draws += engine.chunk();
    return false;
}

}  // namespace

bool searchByClimbing(const Mapspace& mapspace, const SearchOptions& options, Engine& engine) {
    return searchByWalking<Climber>(mapspace, options, engine);
}

bool searchByAnnealing(const Mapspace& mapspace, const SearchOptions& options, Engine& engine) {
    return searchByWalking<Annealer>(mapspace, options, engine);
}

bool searchByBreeding(const Mapspace& mapspace, const SearchOptions& options, Engine& engine) {
    return searchByWalking<Breeder>(mapspace, options, engine);
}

}  // namespace lapidary
