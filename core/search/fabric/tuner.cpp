// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/fabric/tuner.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/rng.h"
#include "core/search/fabric/mapper.h"
#include "core/search/ranking/boosted_ranking.h"

namespace lapidary::fabric {
namespace {

constexpr KeyEntry<Tuner> kTuners[] = {
    {Tuner::grid, "grid", "Grid", "every configuration in turn", "Bifrost, VII"},
    {Tuner::random, "random", "Random", "configurations in random order", "Bifrost, VII"},
    {Tuner::genetic, "genetic", "Genetic", "children of good configurations, changed here and there", "Bifrost, VII"},
    {Tuner::xgboost, "xgboost", "XGBoost", "boosted trees rank what to try next", "Bifrost, VII"},
    {Tuner::analytic, "analytic", "Analytic", "in the order of the analytic mapper's estimates", "Bifrost, VII-D"},
};

constexpr KeyEntry<Prior> kPriors[] = {
    {Prior::analytic, "analytic", "Analytic", "the analytic mapper's choice is tried first, its estimate is a feature",
     "Bifrost, VII-D"},
    {Prior::none, "none", "None", "trials only, the first ones at random", "Bifrost, VII"},
};

/// Trials, costs and the rules for stopping; proposals come from the tuners below.
class Tuning {
public:
    Tuning(const KnobSpace& space, const TuneOptions& options, Job& job, const KnownCosts& known,
           const TrialVisit& onTrial)
        : m_space(space),
          m_options(options),
          m_job(job),
          m_known(known),
          m_onTrial(onTrial),
          m_valid(validIndices(space, &job)),
          m_rng(options.seed, 0) {
        m_result.configurations = space.size();
        m_result.valid = static_cast<std::int64_t>(m_valid.size());
        m_open = m_valid;
        for (std::size_t i = m_open.size(); i > 1; --i) std::swap(m_open[i - 1], m_open[m_rng.below(i)]);
    }

    TuneResult run() {
        if (m_job.stopRequested()) stop();
        if (m_result.stopped) return std::move(m_result);
        switch (m_options.tuner) {
        case Tuner::grid: inTurn(m_valid); break;
        case Tuner::random: inTurn(m_open); break;
        case Tuner::genetic: breed(); break;
        case Tuner::xgboost: learn(); break;
        case Tuner::analytic: estimate(); break;
        }
        return std::move(m_result);
    }

private:
    void inTurn(const std::vector<std::int64_t>& order) {
        for (const std::int64_t index : order)
            if (!attempt(index)) return;
    }

    /// False once the tuning is over.
    bool attempt(std::int64_t index, std::optional<double> predicted = {}) {
        if (m_options.trials && static_cast<std::int64_t>(m_result.trials.size()) >= *m_options.trials) return false;
        if (m_options.withoutGain && m_sinceBest >= *m_options.withoutGain) return false;
        if (!m_job.checkpoint()) return stop();
        const auto found = m_known.find(index);
        const bool known = found != m_known.end();
        Job part(&m_job);
        const double cost = known ? found->second : objectiveOf(m_space.at(index), m_options.objective, &part);
        if (cost < 0) return stop();
        const Trial trial{index, cost, predicted};
        m_tried.insert(index);
        m_result.trials.push_back(trial);
        m_result.simulated += !known;
        const bool better = !m_result.best || cost < m_result.best->cost;
        m_sinceBest = better ? 0 : m_sinceBest + 1;
        if (better) m_result.best = trial;
        m_job.setProgress(static_cast<double>(m_result.trials.size()) /
                          static_cast<double>(std::min(m_options.trials.value_or(m_result.valid), m_result.valid)));
        if (m_onTrial) m_onTrial(trial, known);
        return true;
    }
    bool stop() {
        m_result.stopped = true;
        return false;
    }

    /// In the analytic mapper's order: of equals the one with fewer multipliers, then the first.
    struct Estimated {
        double cycles = 0;
        std::int64_t multipliers = 0, index = 0;
        auto operator<=>(const Estimated&) const = default;
    };
    Estimated estimated(std::int64_t index) {
        const auto [known, isNew] = m_estimates.try_emplace(index);
        if (isNew) {
            const Run run = m_space.at(index);
            const auto shape = maeriShape(run.layer);
            known->second = {
                static_cast<double>(run.layer.times()) * estimateCycles(*shape, run.tile, run.hardware).total(),
                run.tile.neuronSize() * run.tile.neurons(), index};
        }
        return known->second;
    }
    void estimate() {
        std::vector<Estimated> order;
        for (const std::int64_t index : m_valid) {
            if (!m_job.checkpoint()) return static_cast<void>(stop());
            order.push_back(estimated(index));
        }
        std::ranges::sort(order, [](const Estimated& a, const Estimated& b) { return a < b; });
        for (const Estimated& next : order)
            if (!attempt(next.index, -next.cycles)) return;
    }

    bool tried(std::int64_t index) const { return m_tried.contains(index); }
    /// The next untried one in random order; -1 if all are tried.
    std::int64_t another() {
        while (m_nextOpen < m_open.size() && tried(m_open[m_nextOpen])) ++m_nextOpen;
        return m_nextOpen < m_open.size() ? m_open[m_nextOpen] : -1;
    }

    void breed() {
        for (;;) {
            const bool begins = static_cast<int>(m_result.trials.size()) < m_options.population;
            const std::int64_t index = begins ? another() : child();
            if (index < 0 || !attempt(index)) return;
        }
    }
    /// The better of two drawn from the best of the population.
    const Trial& parent(const std::vector<const Trial*>& population) {
        const std::uint64_t a = m_rng.below(population.size()), b = m_rng.below(population.size());
        return *population[std::min(a, b)];
    }
    std::int64_t child() {
        constexpr int kAttempts = 60;
        std::vector<const Trial*> population;
        for (const Trial& trial : m_result.trials) population.push_back(&trial);
        std::stable_sort(population.begin(), population.end(),
                         [](const Trial* a, const Trial* b) { return a->cost < b->cost; });
        population.resize(std::min(population.size(), static_cast<std::size_t>(m_options.population)));
        for (int attempt = 0; attempt < kAttempts; ++attempt) {
            auto digits = m_space.digitsOf(parent(population).index);
            const auto other = m_space.digitsOf(parent(population).index);
            for (std::size_t i = 0; i < kKnobs; ++i) {
                if (m_rng.below(2) == 0) digits[i] = other[i];
                if (m_rng.below(6) == 0) digits[i] = m_rng.below(m_space.values[i].size());
            }
            const std::int64_t index = m_space.indexOf(digits);
            if (!tried(index) && std::binary_search(m_valid.begin(), m_valid.end(), index)) return index;
        }
        return another();
    }

    /// Logarithms of the knobs and of what they make together; of the machine's ways only the analytic estimate, if that is
    /// the prior.
    std::vector<double> featuresOf(std::int64_t index) {
        const Run run = m_space.at(index);
        const auto shape = maeriShape(run.layer);
        const Tile& tile = run.tile;
        std::vector<double> features;
        const auto digits = m_space.digitsOf(index);
        for (std::size_t i = 0; i < kKnobs; ++i)
            if (m_space.values[i].size() > 1)
                features.push_back(std::log2(1 + static_cast<double>(m_space.values[i][digits[i]])));
        features.push_back(std::log2(static_cast<double>(tile.neuronSize())));
        features.push_back(std::log2(static_cast<double>(tile.neurons())));
        features.push_back(std::log2(static_cast<double>(tile.neuronSize() * tile.neurons())));
        features.push_back(std::log2(static_cast<double>(foldingOf(*shape, tile).count())));
        features.push_back(std::log2(static_cast<double>(psumCount(run.hardware, *shape, tile))));
        if (m_options.prior == Prior::analytic) features.push_back(std::log2(1 + estimated(index).cycles));
        return features;
    }

    static std::optional<double> scoreIn(const std::vector<std::pair<double, std::int64_t>>& ranking,
                                         std::int64_t index) {
        for (const auto& [score, of] : ranking)
            if (of == index) return score;
        return std::nullopt;
    }

    /// Trials to learn from: the best, and as many others spread over the costs.
    std::vector<const Trial*> lessons() const {
        constexpr std::size_t kHalf = 96;
        std::vector<const Trial*> all;
        for (const Trial& trial : m_result.trials) all.push_back(&trial);
        if (all.size() <= 2 * kHalf) return all;
        std::stable_sort(all.begin(), all.end(), [](const Trial* a, const Trial* b) { return a->cost < b->cost; });
        std::vector<const Trial*> chosen(all.begin(), all.begin() + kHalf);
        for (std::size_t i = 0; i < kHalf; ++i) chosen.push_back(all[kHalf + i * (all.size() - kHalf) / kHalf]);
        return chosen;
    }

    static constexpr std::size_t kMostCandidates = 4096;  ///< ranked between two batches
    /// Of as many candidates as a model ranks, the analytic mapper's choice.
    std::int64_t promising() {
        const std::size_t count = std::min(m_open.size(), kMostCandidates);
        if (count == 0) return -1;
        Estimated best = estimated(m_open.front());
        for (std::size_t i = 1; i < count && m_job.checkpoint(); ++i) best = std::min(best, estimated(m_open[i]));
        return best.index;
    }

    void learn() {
        constexpr int kModels = 3;
        for (int i = 0; i < m_options.batch; ++i) {
            const std::int64_t index = i == 0 && m_options.prior == Prior::analytic ? promising() : another();
            if (index < 0 || !attempt(index)) return;
        }
        for (;;) {
            std::vector<std::int64_t> candidates;
            for (std::size_t i = m_nextOpen; i < m_open.size() && candidates.size() < kMostCandidates; ++i)
                if (!tried(m_open[i])) candidates.push_back(m_open[i]);
            if (candidates.empty()) return;
            FeatureRows features;
            for (const std::int64_t index : candidates) features.add(featuresOf(index));
            std::vector<Ranking> rankings;
            for (int model = 0; model < kModels; ++model) {
                auto ranking = rankingOf(candidates, features, model > 0);
                if (!ranking) {
                    m_result.failures = ranking.diagnostics();
                    return;
                }
                rankings.push_back(*std::move(ranking));
            }
            const std::size_t batch = std::max(static_cast<std::size_t>(m_options.batch), m_result.trials.size() / 8);
            for (std::size_t taken = 0; taken + 1 < batch && taken < candidates.size(); ++taken) {
                Ranking& ranking = rankings[taken % kModels];
                while (tried(ranking.back().second)) ranking.pop_back();
                if (!attempt(ranking.back().second, ranking.back().first)) return;
            }
            // One at random, so that the models also see what they think little of.
            const std::int64_t index = another();
            if (index < 0 || !attempt(index, scoreIn(rankings.front(), index))) return;
        }
    }

    using Ranking = std::vector<std::pair<double, std::int64_t>>;  ///< score, index; the best last

    /// By a model of what was tried, or of as many trials drawn from it with repeats: such models agree on what is sure
    /// and differ on what isn't, so that their favourites explore.
    Result<Ranking> rankingOf(const std::vector<std::int64_t>& candidates, const FeatureRows& features, bool drawn) {
        const std::vector<const Trial*> all = lessons();
        FeatureRows rows;
        std::vector<double> costs;
        for (const Trial* trial : all) {
            if (drawn) trial = all[m_rng.below(all.size())];
            rows.add(featuresOf(trial->index));
            costs.push_back(trial->cost);
        }
        RankingOptions options;
        options.seed = m_rng.below(std::uint64_t{1} << 31);
        const auto scores = rankedScores(rows, costs, features, options);
        if (!scores) return scores.diagnostics();
        Ranking ranking;
        for (std::size_t i = 0; i < candidates.size(); ++i) ranking.emplace_back((*scores)[i], candidates[i]);
        std::sort(ranking.begin(), ranking.end());
        return ranking;
    }

    const KnobSpace& m_space;
    const TuneOptions& m_options;
    Job& m_job;
    const KnownCosts& m_known;
    const TrialVisit& m_onTrial;
    std::vector<std::int64_t> m_valid, m_open;
    std::size_t m_nextOpen = 0;
    Rng m_rng;
    std::set<std::int64_t> m_tried;
    std::map<std::int64_t, Estimated> m_estimates;
    std::int64_t m_sinceBest = 0;
    TuneResult m_result;
};

}  // namespace

std::span<const KeyEntry<Tuner>> keyTable(Tuner) { return kTuners; }
std::span<const KeyEntry<Prior>> keyTable(Prior) { return kPriors; }

TuneResult tune(const KnobSpace& space, const TuneOptions& options, Job& job, const KnownCosts& known,
                const TrialVisit& onTrial) {
    return Tuning(space, options, job, known, onTrial).run();
}

}  // namespace lapidary::fabric
