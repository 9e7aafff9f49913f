// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// What both proofs of classic mapspaces share, against a walk over all mappings: counted as AccelForge does, whole
// energy-latency fronts, gaps that are kept; and more of anything is never worse (C25).

#include <QtTest>

#include "core/model/compat/accelforge.h"
#include "core/search/bounds/space_bound.h"
#include "core/search/optimal/methods.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/costed_space.h"
#include "tests/support/objectives.h"
#include "tests/support/random_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

SearchOptions provingOptions(const Objective& objective, std::optional<Compat> compat = {}) {
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.objective = objective;
    options.compat = compat;
    return options;
}

bool closeTo(double a, double b) { return std::abs(a - b) <= 1e-10 * std::max(std::abs(a), std::abs(b)); }

using PointList = std::vector<std::pair<double, std::int64_t>>;  ///< by ascending energy

PointList paretoOf(PointList points) {
    std::sort(points.begin(), points.end());
    PointList front;
    for (const auto& point : points) {
        if (!front.empty() && point.second >= front.back().second) continue;
        // What differs by rounding alone is one.
        if (!front.empty() && closeTo(point.first, front.back().first)) front.pop_back();
        front.push_back(point);
    }
    return front;
}

/// Every valid mapping, none left out, as AccelForge counts.
std::vector<Score> allLikeAccelforge(const Mapspace& mapspace) {
    std::vector<Score> scores;
    const Rates rates(mapspace.target());
    mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
        if (mapspace.checkConstraints(mapping).code != ReasonCode::none) return true;
        const auto cost = accelforge::evaluate(mapping, mapspace.target());
        if (!cost.ok() || !cost->valid) return true;
        if (!mapping.paddedBounds.empty()) {
            scores.push_back({{}, cost->energyPj.value_or(0), cost->cycles, cost->steps});
            return true;
        }
        const Score score = accelforge::score(mapping, mapspace.target(), rates);
        scores.push_back({{}, cost->energyPj.value_or(0), cost->cycles, cost->steps});
        if (score.cycles != cost->cycles || score.steps != cost->steps ||
            !closeTo(score.energyPj, scores.back().energyPj))
            qFatal("score and cost differ");
        return true;
    });
    return scores;
}

/// Leaves out what differs in nothing by the reuse model.
std::vector<Score> allByReuse(const Mapspace& mapspace, const Evaluator& evaluator) {
    std::vector<Score> scores;
    const auto scratch = evaluator.makeScratch();
    mapspace.enumerateDistinct([&](const Mapping& mapping) {
        if (mapspace.checkConstraints(mapping).code != ReasonCode::none) return true;
        const Score score = evaluator.score(mapping, *scratch);
        if (score.valid()) scores.push_back(score);
        return true;
    });
    return scores;
}

}  // namespace

class OptimalClassicTest : public QObject {
    Q_OBJECT

private slots:
    /// Tables of tiles and branch and bound under --compat accelforge; perfect factors, and tails of lanes.
    void likeAccelforgeNothingIsLost() {
        int found = 0, windows = 0, tables = 0;
        for (std::uint64_t i = 0, compared = 0; compared < static_cast<std::uint64_t>(cases(150, 1500)); ++i) {
            Rng rng(471, i);
            const Factorization kind = rng.below(3) == 0 ? Factorization::rubyS : Factorization::perfect;
            const auto space =
                costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96}), 4'000, kind, Compat::accelforge);
            if (!space) continue;
            ++compared;
            for (const Tensor& tensor : space->mapspace.target().workload.tensors())
                for (const Rank& rank : tensor.ranks) windows += rank.terms.size() > 1;
            const std::vector<Score> all = allLikeAccelforge(space->mapspace);
            for (const Objective& objective : objectives()) {
                const SearchOptions options = provingOptions(objective, Compat::accelforge);
                Job job;
                const auto result = search(space->mapspace, space->evaluator, options, job);
                const std::string about = toText(objective) + " case " + std::to_string(i) + ' ' + space->words;
                if (!result.ok()) {
                    QVERIFY2(result.errorText().find("outputs with sliding windows") != std::string::npos ||
                                 result.errorText().find("partial sums on every fanout") != std::string::npos,
                             (result.errorText() + about).c_str());
                    continue;
                }
                tables += result->certificate->method == "tables of tiles";
                compareBest(*result, all, objective, about, found);
                const auto branches = optimal::searchBranches(space->mapspace, space->evaluator, options, job, nullptr);
                compareBest(*branches, all, objective, "branches " + about, found);
                if (QTest::currentTestFailed()) return;
            }
        }
        QVERIFY(found > 0 && windows > 0 && tables > 0);
    }

    /// Tails at each of several fanouts.
    void likeAccelforgeTailsOfSeveralFanouts() {
        int found = 0, windows = 0;
        for (std::uint64_t i = 0, compared = 0; compared < static_cast<std::uint64_t>(cases(150, 1500)); ++i) {
            Rng rng(477, i);
            const auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96}), 6'000, Factorization::rubyS,
                                           Compat::accelforge);
            if (!space || space->mapspace.target().architecture.fanouts().size() < 2) continue;
            if (optimal::whyNoTiles(space->mapspace, space->evaluator, Compat::accelforge)) continue;
            const std::vector<Score> all = allLikeAccelforge(space->mapspace);
            ++compared;
            for (const Tensor& tensor : space->mapspace.target().workload.tensors())
                for (const Rank& rank : tensor.ranks) windows += rank.terms.size() > 1;
            for (const Objective& objective : objectives()) {
                Job job;
                const auto result =
                    search(space->mapspace, space->evaluator, provingOptions(objective, Compat::accelforge), job);
                if (!result.ok()) continue;
                const std::string about = toText(objective) + " case " + std::to_string(i) + ' ' + space->words;
                compareBest(*result, all, objective, about, found);
                if (QTest::currentTestFailed()) return;
            }
        }
        QVERIFY(found > 0 && windows > 0);
    }

    /// Where tables of tails are too small, what regions prove of uneven placement bounds what is open, or closes it.
    void whatTablesOutgrowRegionsSettle() {
        int compared = 0, found = 0, settled[2] = {0, 0}, open = 0;
        for (std::uint64_t i = 0; compared < cases(150, 3000); ++i) {
            Rng rng(478, i);
            const std::optional<Compat> compat = i % 2 == 0 ? std::nullopt : std::optional(Compat::accelforge);
            const auto space =
                costedSpaceOf(rng, oneOf<std::int64_t>(rng, {16, 48, 96}), 20'000, Factorization::rubyS,
                              [&](const Mapspace& mapspace, const Evaluator& evaluator) -> std::optional<std::string> {
                                  if (mapspace.target().architecture.fanouts().empty()) return "no fanouts";
                                  return optimal::whyNoTiles(mapspace, evaluator, compat);
                              });
            if (!space) continue;
            const std::vector<Score> all =
                compat ? allLikeAccelforge(space->mapspace) : allByReuse(space->mapspace, space->evaluator);
            if (all.empty()) continue;
            ++compared;
            const Objective& objective = objectives()[rng.below(objectives().size())];
            const optimal::classic::Rules rules{.mostParts = oneOf<std::size_t>(rng, {1, 4, 16})};
            Job job;
            const auto result = optimal::searchTiles(space->mapspace, space->evaluator,
                                                     provingOptions(objective, compat), job, nullptr, rules);
            const std::string about = "case " + std::to_string(i) + ' ' + toText(objective) + ' ' + space->words;
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            const Metric metric = objective.metrics.front();
            double least = valueOf(metric, all.front());
            for (const Score& score : all) least = std::min(least, valueOf(metric, score));
            const auto& certificate = *result->certificate;
            QVERIFY2(!certificate.bound || *certificate.bound <= least * (1 + 1e-9), about.c_str());
            open += !result->proven;
            if (!result->proven) continue;
            settled[i % 2] += certificate.method == "tables of tiles, then regions between fanouts";
            compareBest(*result, all, objective, about, found);
            if (QTest::currentTestFailed()) return;
        }
        qInfo("%d problems, settled %d and, as AccelForge counts, %d, open %d", compared, settled[0], settled[1], open);
        QVERIFY(compared < 150 || (settled[0] > 0 && settled[1] > 0));
    }

    void likeAccelforgeBranchesCoverWhatTablesDoNot() {
        int found = 0;
        for (std::uint64_t i = 0, compared = 0; compared < static_cast<std::uint64_t>(cases(100, 1000)); ++i) {
            Rng rng(472, i);
            const auto space = randomMapspace(rng, 40, 4'000);
            if (!space) continue;
            const Objective& objective = objectives()[rng.below(objectives().size())];
            Job job;
            const auto result =
                search(space->mapspace, space->evaluator, provingOptions(objective, Compat::accelforge), job);
            if (!result.ok()) continue;
            ++compared;
            compareBest(*result, allLikeAccelforge(space->mapspace), objective, space->words, found);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0);
    }

    void frontsAreWhole() {
        int points = 0;
        for (std::uint64_t i = 0, compared = 0; compared < static_cast<std::uint64_t>(cases(300, 3000)); ++i) {
            Rng rng(473, i);
            const Factorization kind = rng.below(3) == 0 ? Factorization::rubyS : Factorization::perfect;
            std::optional<Mapspace> mapspace;
            std::optional<Evaluator> evaluator;
            std::string words;
            if (rng.below(3) > 0) {
                auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 60'000, kind);
                if (!space) continue;
                mapspace.emplace(std::move(space->mapspace)), evaluator.emplace(std::move(space->evaluator));
                words = space->words;
            } else {
                auto space = randomMapspace(rng, 40, 20'000);
                if (!space) continue;
                mapspace.emplace(std::move(space->mapspace)), evaluator.emplace(std::move(space->evaluator));
                words = space->words;
            }
            SearchOptions options = provingOptions(objectives()[rng.below(objectives().size())]);
            options.wholeFront = true;
            Job job;
            const auto result = search(*mapspace, *evaluator, options, job);
            if (!result.ok()) continue;
            ++compared;
            PointList all;
            for (const Score& score : allByReuse(*mapspace, *evaluator)) all.emplace_back(score.energyPj, score.cycles);
            const PointList expected = paretoOf(std::move(all));
            const std::string about = "case " + std::to_string(i) + ' ' + result->certificate->method + ' ' + words;
            QVERIFY2(result->proven, about.c_str());
            QVERIFY2(result->front.size() == expected.size(), about.c_str());
            for (std::size_t p = 0; p < expected.size(); ++p) {
                QVERIFY2(closeTo(result->front[p].score.energyPj, expected[p].first), about.c_str());
                QVERIFY2(result->front[p].score.cycles == expected[p].second, about.c_str());
            }
            points += static_cast<int>(expected.size());
        }
        QVERIFY(points > 0);
    }

    void gapsAreKept() {
        int early = 0;
        std::int64_t whole = 0, cut = 0;
        for (std::uint64_t i = 0, compared = 0; compared < static_cast<std::uint64_t>(cases(200, 2000)); ++i) {
            Rng rng(474, i);
            const auto space = randomMapspace(rng, 60, 60'000);
            if (!space) continue;
            const Metric metric = oneOf(rng, {Metric::edp, Metric::energy, Metric::latency});
            SearchOptions options = provingOptions({{metric}});
            Job job;
            const auto proven = search(space->mapspace, space->evaluator, options, job);
            if (!proven.ok() || !proven->best) continue;
            ++compared;
            options.gap = oneOf(rng, {0.0, 0.05, 0.3, 0.7});
            const auto stopped = search(space->mapspace, space->evaluator, options, job);
            QVERIFY2(stopped.ok() && stopped->best && stopped->bound, space->words.c_str());
            const double optimum = valueOf(metric, proven->best->score),
                         reached = valueOf(metric, stopped->best->score);
            QVERIFY2(stopped->proven == (stopped->cause == StopCause::complete), space->words.c_str());
            QVERIFY2(*stopped->bound <= optimum * (1 + 1e-10), space->words.c_str());
            QVERIFY2(*stopped->gap <= *options.gap + 1e-12, space->words.c_str());
            QVERIFY2(optimum >= reached * (1 - *options.gap) * (1 - 1e-10), space->words.c_str());
            if (stopped->proven) QVERIFY2(closeTo(optimum, reached), space->words.c_str());
            early += stopped->cause == StopCause::gap;
            whole += proven->certificate->nodes;
            cut += stopped->certificate->nodes;
        }
        QVERIFY(early > 0 && cut < whole);
    }

    /// A larger memory, more bandwidth, a mapspace of more mappings, fewer rules.
    void moreIsNeverWorse() {
        int better = 0, compared = 0;
        for (std::uint64_t i = 0; compared < cases(50, 500); ++i) {
            Rng rng(475, i);
            const auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {16, 48, 96, 200}), 300'000);
            if (!space) continue;
            const Objective& objective = objectives()[rng.below(4)];
            const std::optional<Compat> compat = rng.below(2) ? std::optional(Compat::accelforge) : std::nullopt;
            const auto wider = widened(rng, *space);
            if (!wider) continue;
            Job job;
            const auto before = search(space->mapspace, space->evaluator, provingOptions(objective, compat), job);
            const auto after = search(wider->mapspace, wider->evaluator, provingOptions(objective, compat), job);
            if (!before.ok() || !after.ok() || !before->best) continue;
            ++compared;
            QVERIFY2(before->proven && after->proven && after->best, space->words.c_str());
            const Metric metric = objective.metrics.front();
            const double old = valueOf(metric, before->best->score), now = valueOf(metric, after->best->score);
            QVERIFY2(now <= old * (1 + 1e-10), (space->words + "\n\n" + wider->words).c_str());
            better += now < old * (1 - 1e-9);
        }
        QVERIFY(better > 0 || compared < 50);
    }

    /// The bound that is shown before a search of uneven placement has its tables.
    void theFirstBoundHoldsForUnevenPlacement() {
        int compared = 0, kept = 0;
        for (std::uint64_t i = 0; compared < cases(200, 2000) && i < 40'000; ++i) {
            Rng rng(476, i);
            const Factorization kind = rng.below(3) == 0 ? Factorization::rubyS : Factorization::perfect;
            const auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {16, 48, 96}), 100'000, kind);
            if (!space) continue;
            const Metric metric = oneOf(rng, {Metric::energy, Metric::latency, Metric::edp});
            SearchOptions options = provingOptions({{metric}}, Compat::accelforge);
            options.placement = Placement::uneven;
            Job job;
            const auto result = search(space->mapspace, space->evaluator, options, job);
            if (!result.ok() || !result->proven || !result->best) continue;
            ++compared;
            for (const bool drains : {false, true}) {
                const auto bound = boundOf(
                    space->mapspace, Semantics{.drainRead = drains}, [] { return true; }, Counted::uneven);
                QVERIFY(bound);
                const double least = bound->value(metric), optimum = valueOf(metric, result->best->score);
                QVERIFY2(least <= optimum * (1 + 1e-10), space->words.c_str());
                kept += least > optimum * 0.5;
            }
        }
        QVERIFY(compared > 0 && kept > 0);
    }

    /// Whatever a classic mapping reuses as AccelForge counts, Stores that stand where they like reuse, too.
    void likeAccelforgeUnevenIsNeverWorse() {
        int compared = 0, better = 0, tails = 0, fanouts = 0;
        for (std::uint64_t i = 0; compared < cases(500, 5000); ++i) {
            Rng rng(477, i);
            std::optional<Mapspace> mapspace;
            std::optional<Evaluator> evaluator;
            std::string words;
            if (rng.below(2) > 0) {
                const Factorization kind = rng.below(3) == 0 ? Factorization::rubyS : Factorization::perfect;
                auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96}), 50'000, kind);
                if (!space) continue;
                mapspace.emplace(std::move(space->mapspace)), evaluator.emplace(std::move(space->evaluator));
                words = space->words;
            } else {
                auto space = randomMapspace(rng, 40, 20'000);
                // A loop's level, which constraints are about, is another one where a Store stands elsewhere.
                if (!space || !space->mapspace.options().constraints.empty()) continue;
                mapspace.emplace(std::move(space->mapspace)), evaluator.emplace(std::move(space->evaluator));
                words = space->words;
            }
            const Objective& objective = objectives()[rng.below(4)];
            SearchOptions options = provingOptions(objective, Compat::accelforge);
            Job job;
            const auto classic = search(*mapspace, *evaluator, options, job);
            options.placement = Placement::uneven;
            const auto uneven = search(*mapspace, *evaluator, options, job);
            if (!classic.ok() || !uneven.ok() || !classic->best) continue;
            if (!uneven->proven) continue;
            ++compared;
            QVERIFY2(classic->proven && uneven->best, words.c_str());
            const Metric metric = objective.metrics.front();
            const double old = valueOf(metric, classic->best->score), now = valueOf(metric, uneven->best->score);
            QVERIFY2(now <= old * (1 + 1e-10), (std::to_string(i) + ' ' + std::to_string(now) + " instead of " +
                                                std::to_string(old) + '\n' + toText(objective) + words)
                                                   .c_str());
            better += now < old * (1 - 1e-9);
            tails += mapspace->options().factorization == Factorization::rubyS;
            fanouts += mapspace->target().architecture.fanouts().size() > 1;
        }
        QVERIFY(better > 0 && tails > 0 && fanouts > 0);
    }

private:
    static void compareBest(const SearchResult& result, const std::vector<Score>& all, const Objective& objective,
                            const std::string& about, int& found) {
        std::optional<Score> best;
        for (const Score& score : all)
            if (!best || compareScores(objective, score, *best) < 0) best = score;
        QVERIFY2(result.proven, about.c_str());
        QVERIFY2(result.best.has_value() == best.has_value(), about.c_str());
        if (!best) return;
        ++found;
        for (const Metric metric : objective.metrics) {
            const double own = valueOf(metric, result.best->score), expected = valueOf(metric, *best);
            QVERIFY2(closeTo(own, expected),
                     (std::to_string(own) + " instead of " + std::to_string(expected) + '\n' + about).c_str());
        }
    }

    static std::optional<RandomSpace> widened(Rng& rng, const RandomSpace& space) {
        ArchitectureSpec spec = space.mapspace.target().architecture.spec();
        Factorization kind = Factorization::perfect;
        Level& level = spec.levels[rng.below(spec.levels.size())];
        switch (rng.below(3)) {
        case 0:
            if (level.partitions.empty() && level.capacity) level.capacity->amount *= 2;
            for (auto& [name, part] : level.partitions)
                if (part.capacity) part.capacity->amount *= 2;
            break;
        case 1:
            for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                if (*port) *port = **port * 2;
            break;
        case 2: kind = Factorization::rubyS; break;
        }
        auto design = Architecture::make(std::move(spec));
        if (!design) return std::nullopt;
        auto target = Target::make(space.mapspace.target().workload, *std::move(design));
        if (!target) return std::nullopt;
        auto mapspace = Mapspace::make(*target, {kind, {}});
        auto evaluator = Evaluator::make(*target, {});
        if (!mapspace || !evaluator || mapspace->size() > bigInt(1'000'000)) return std::nullopt;
        return RandomSpace{*std::move(mapspace), *std::move(evaluator), space.words + "\nwider"};
    }
};

QTEST_APPLESS_MAIN(OptimalClassicTest)
#include "optimal_classic_test.moc"
