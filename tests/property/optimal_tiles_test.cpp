// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// Tables of tiles on classic mapspaces of perfect factors: nothing that exhaustive search finds is lost, under each
// objective, on designs of two to five levels with bypass, partitions, several fanouts, blocks, ports and leakage; and each
// rule can be switched off without another result.

#include <QtTest>

#include "core/search/optimal/classic/tile_search.h"
#include "core/search/optimal/methods.h"
#include "tests/support/cases.h"
#include "tests/support/costed_space.h"
#include "tests/support/objectives.h"
#include "tests/support/search_setup.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

using Space = RandomSpace;

/// Tails of lanes at two fanouts at least.
std::optional<Space> severalFanouts(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize) {
    return costedSpaceOf(rng, maxMacs, maxSize, Factorization::rubyS,
                         [](const Mapspace& mapspace, const Evaluator& evaluator) -> std::optional<std::string> {
                             if (mapspace.target().architecture.fanouts().size() < 2) return "too few fanouts";
                             return optimal::classic::Shape::whyNot(mapspace, evaluator.semantics());
                         });
}

Result<SearchResult> tilesOf(const Space& space, const Objective& objective, const optimal::classic::Rules& rules,
                             bool wholeFront = false) {
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.objective = objective;
    options.wholeFront = wholeFront;
    Job job;
    return optimal::searchTiles(space.mapspace, space.evaluator, options, job, nullptr, rules);
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-10 * std::max(std::abs(a), std::abs(b)); }

using Point = std::pair<double, std::int64_t>;

/// Energy and cycles that no other mapping is better than in both, by ascending energy.
std::vector<Point> frontOf(const Space& space) {
    std::vector<Point> all, front;
    const auto scratch = space.evaluator.makeScratch();
    space.mapspace.enumerateDistinct([&](const Mapping& mapping) {
        const Score score = space.evaluator.score(mapping, *scratch);
        if (score.valid()) all.emplace_back(score.energyPj, score.cycles);
        return true;
    });
    std::sort(all.begin(), all.end());
    for (const Point& point : all) {
        if (!front.empty() && point.second >= front.back().second) continue;
        // Sums of the same energies in another order.
        if (!front.empty() && close(point.first, front.back().first)) front.pop_back();
        front.push_back(point);
    }
    return front;
}

}  // namespace

class OptimalTilesTest : public QObject {
    Q_OBJECT

private slots:
    void nothingThatExhaustiveSearchFindsIsLost() {
        int compared = 0, found = 0, windows = 0, fanouts = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(41, i);
            const auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 300'000);
            if (!space) continue;
            ++compared;
            bool slides = false;
            for (const Tensor& tensor : space->mapspace.target().workload.tensors())
                for (const Rank& rank : tensor.ranks) slides = slides || rank.terms.size() > 1;
            windows += slides;
            fanouts += space->mapspace.target().architecture.fanouts().size() > 1;
            compareWithAll(*space, {}, found, i);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0 && windows > 0 && fanouts > 0);
    }

    /// With all rules, and without each of them, whatever the objective that the search begins with.
    void frontsAreWhole() {
        int compared = 0, points = 0;
        for (std::uint64_t i = 0; compared < cases(200, 3000); ++i) {
            Rng rng(4711, i);
            const auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96}), 60'000);
            if (!space) continue;
            ++compared;
            const std::vector<Point> expected = frontOf(*space);
            std::vector<Rules> list = rulesOff();
            const Rules one = list[rng.below(list.size())];
            for (const Rules& rules : {Rules{}, one}) {
                const auto result = tilesOf(*space, objectives()[rng.below(objectives().size())], rules, true);
                const std::string about = "case " + std::to_string(i) + ' ' + result.errorText() + space->words;
                QVERIFY2(result.ok() && result->proven, about.c_str());
                QVERIFY2(result->front.size() == expected.size(), about.c_str());
                for (std::size_t p = 0; p < expected.size(); ++p) {
                    QVERIFY2(close(result->front[p].score.energyPj, expected[p].first), about.c_str());
                    QVERIFY2(result->front[p].score.cycles == expected[p].second, about.c_str());
                }
            }
            points += expected.size() > 1;
        }
        qInfo("%d problems, %d fronts of several points", compared, points);
        QVERIFY(compared < 200 || points > 0);
    }

    /// Lanes with tails, on designs of one fanout.
    void tailsOfLanesLoseNothing() {
        int compared = 0, found = 0;
        for (std::uint64_t i = 0; compared < cases(600, 6000); ++i) {
            Rng rng(43, i);
            const auto space =
                costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 100'000, Factorization::rubyS);
            if (!space) continue;
            ++compared;
            compareWithAll(*space, {}, found, i);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0);
    }

    /// Lanes with tails at each of several fanouts.
    void tailsOfSeveralFanoutsLoseNothing() {
        int compared = 0, found = 0, nested = 0;
        for (std::uint64_t i = 0; compared < cases(200, 5000); ++i) {
            Rng rng(44, i);
            const auto space = severalFanouts(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 100'000);
            if (!space) continue;
            ++compared;
            compareWithAll(*space, {}, found, i);
            if (QTest::currentTestFailed()) return;
            nested += space->mapspace.target().architecture.fanouts().size() > 2;
        }
        QVERIFY(found > 0 && nested > 0);
    }

    /// All that is left of these (5 trips of a) fits the lanes, but a loop over a reuses T and slides S: closing what would take
    /// lanes only, the bound of orders lost it (14,298.375 pJ).
    void whatFitsTheLanesMayBeALoop() {
        Rng rng(44, 97542);
        const auto space = severalFanouts(rng, oneOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 100'000);
        QVERIFY(space);
        int found = 0;
        compareWithAll(*space, {}, found, 97542);
        QVERIFY(found > 0);
    }

    /// The same without each rule.
    void tailsOfSeveralFanoutsWithoutARule() {
        int compared = 0, found = 0;
        for (std::uint64_t i = 0; compared < cases(25, 600); ++i) {
            Rng rng(45, i);
            const auto space = severalFanouts(rng, oneOf<std::int64_t>(rng, {8, 16, 32}), 10'000);
            if (!space) continue;
            ++compared;
            for (const optimal::classic::Rules& rules : rulesOff()) compareWithAll(*space, rules, found, i);
            compareWithAll(*space, {.tailBound = false}, found, i);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0);
    }

    /// 5 settings on 2 x 4 lanes: Y takes 4, and X what that leaves, though 5 of 8 lanes are all that ever work.
    void lanesBeyondTheSettingsStayInTheSpace() {
        for (const char* shape : {"2x4", "4x2", "3x2", "2x2"}) {
            const SearchSetup setup = searchSetup({.design = "three-level-array",
                                                   .einsum = "Z[m] += A[m,k] * B[k]",
                                                   .bounds = "m=3,k=5",
                                                   .factorization = Factorization::rubyS,
                                                   .settings = {{"PE.fanout", shape}, {"L1.capacity", "6"}}});
            QVERIFY(!optimal::whyNoTiles(setup.mapspace, setup.evaluator));
            int found = 0;
            compareWithAll({setup.mapspace, setup.evaluator, shape}, {}, found, 0);
            QVERIFY(found > 0);
        }
    }

    void tablesThatOutgrowTheirMemorySayWhere() {
        const SearchSetup setup = searchSetup({.design = "simba-like-15",
                                               .einsum = "O[N,M,P] += W[M,C,R] * I[N,C,P+R]",
                                               .bounds = "N=1,M=8,P=8,C=8,R=3"});
        QVERIFY(!optimal::whyNoTiles(setup.mapspace, setup.evaluator));
        const Space space{setup.mapspace, setup.evaluator, ""};
        const auto whole = tilesOf(space, {}, {});
        QVERIFY(whole.ok() && whole->proven && whole->certificate->reason.empty());
        const auto cut = tilesOf(space, {}, {.mostParts = 30, .regions = false});
        QVERIFY(cut.ok() && !cut->proven && cut->best);
        QCOMPARE(cut->cause, StopCause::memory);
        const QString reason = QString::fromStdString(cut->certificate->reason);
        QVERIFY2(reason.startsWith("tables outgrew 0 MiB at PE"), qPrintable(reason));
        QVERIFY(cut->bound && *cut->bound <= whole->best->score.edp() * (1 + 1e-10));
        QVERIFY(cut->best->score.edp() >= whole->best->score.edp() * (1 - 1e-10));
    }

    void tailsThatOutgrowTheirMemoryAreNoWorseThanPerfectFactors() {
        SearchProblem what{.design = "simba-like-15",
                           .einsum = "O[N,M,P] += W[M,C,R] * I[N,C,P+R]",
                           .bounds = "N=1,M=6,P=10,C=7,R=3",
                           .factorization = Factorization::rubyS};
        const SearchSetup ragged = searchSetup(what);
        what.factorization = Factorization::perfect;
        const SearchSetup perfect = searchSetup(what);
        const Space space{ragged.mapspace, ragged.evaluator, ""};
        const auto whole = tilesOf(space, {}, {});
        const auto factors = tilesOf({perfect.mapspace, perfect.evaluator, ""}, {}, {});
        QVERIFY(whole.ok() && whole->proven && factors.ok() && factors->proven);
        QVERIFY(whole->best->score.edp() < factors->best->score.edp());
        int cuts = 0;
        for (const std::size_t most : {100, 200, 400, 800, 1600}) {
            const auto cut = tilesOf(space, {}, {.mostParts = most, .regions = false});
            QVERIFY(cut.ok() && cut->best);
            QVERIFY(cut->best->score.edp() >= whole->best->score.edp() * (1 - 1e-10));
            if (cut->proven) continue;
            QCOMPARE(cut->cause, StopCause::memory);
            QVERIFY(cut->bound && *cut->bound <= whole->best->score.edp() * (1 + 1e-10));
            if (!cut->certificate->reason.starts_with("tables of lanes with tails outgrew")) continue;
            QVERIFY(cut->best->score.edp() <= factors->best->score.edp() * (1 + 1e-10));
            ++cuts;
        }
        QVERIFY(cuts > 0);
    }

    /// Without each of them.
    void eachRuleAloneLosesNothing() {
        int compared = 0, found = 0;
        for (std::uint64_t i = 0; compared < cases(200, 2000); ++i) {
            Rng rng(42, i);
            const auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 32}), 20'000);
            if (!space) continue;
            ++compared;
            for (const optimal::classic::Rules& rules : rulesOff()) compareWithAll(*space, rules, found, i);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0);
    }

    /// The same for lanes with tails, whose bound is a rule of its own.
    void eachRuleAloneLosesNoTails() {
        int compared = 0, found = 0, more = 0;
        for (std::uint64_t i = 0; compared < cases(60, 600); ++i) {
            Rng rng(45, i);
            const auto space = costedSpace(rng, oneOf<std::int64_t>(rng, {8, 16, 32}), 20'000, Factorization::rubyS);
            if (!space) continue;
            ++compared;
            for (const Rules& rules : rulesOff()) compareWithAll(*space, rules, found, i);
            if (QTest::currentTestFailed()) return;
            const auto with = tilesOf(*space, {}, {}), without = tilesOf(*space, {}, {.tailBound = false});
            more += without->certificate->nodes > with->certificate->nodes;
        }
        QVERIFY(found > 0 && more > 0);
    }

private:
    using Rules = optimal::classic::Rules;
    static std::vector<Rules> rulesOff() {
        std::vector<Rules> list;
        for (bool Rules::*rule :
             {&Rules::dominated, &Rules::dearer, &Rules::keptBound, &Rules::labelBound, &Rules::orderBound,
              &Rules::lanesBound, &Rules::joinBound, &Rules::caps, &Rules::tailBound, &Rules::tailEnds}) {
            Rules rules;
            rules.*rule = false;
            list.push_back(rules);
        }
        // Each rule of dominance by itself, too: alone it has no other one that closes what it would lose.
        list.push_back({.dominated = false, .dearer = false});
        return list;
    }
    static void compareWithAll(const Space& space, const optimal::classic::Rules& rules, int& found,
                               std::uint64_t number) {
        std::vector<std::optional<Score>> best(objectives().size());
        std::vector<Mapping> bestMappings(objectives().size());
        const auto scratch = space.evaluator.makeScratch();
        space.mapspace.enumerateDistinct([&](const Mapping& mapping) {
            const Score score = space.evaluator.score(mapping, *scratch);
            if (!score.valid()) return true;
            for (std::size_t o = 0; o < best.size(); ++o)
                if (!best[o] || compareScores(objectives()[o], score, *best[o]) < 0) {
                    best[o] = score;
                    bestMappings[o] = mapping;
                }
            return true;
        });
        for (std::size_t o = 0; o < best.size(); ++o) {
            const auto result = tilesOf(space, objectives()[o], rules);
            const std::string about = toText(objectives()[o]) + " case " + std::to_string(number) + ' ' + space.words;
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            QVERIFY2(result->proven, about.c_str());
            QVERIFY2(result->best.has_value() == best[o].has_value(), about.c_str());
            if (!best[o]) continue;
            ++found;
            QVERIFY(space.mapspace.indexOf(result->best->mapping).has_value());
            for (const Metric metric : objectives()[o].metrics) {
                const double own = valueOf(metric, result->best->score), expected = valueOf(metric, *best[o]);
                QVERIFY2(close(own, expected), (std::to_string(own) + " instead of " + std::to_string(expected) + '\n' +
                                                toText(bestMappings[o], space.mapspace.target().workload,
                                                       space.mapspace.target().architecture) +
                                                about)
                                                   .c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(OptimalTilesTest)
#include "optimal_tiles_test.moc"
