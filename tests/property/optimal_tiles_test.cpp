// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// Tables of tiles on classic mapspaces of perfect factors: nothing that exhaustive search finds is lost, under each
// objective, on designs of two to five levels with bypass, partitions, several fanouts, blocks, ports and leakage; and each
// rule can be switched off without another result.

#include <QtTest>

#include "core/search/optimal/methods.h"
#include "tests/support/cases.h"
#include "tests/support/costed_space.h"
#include "tests/support/objectives.h"
#include "tests/support/random_draw.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Result<SearchResult> tilesOf(const CostedSpace& space, const Objective& objective,
                             const optimal::classic::Rules& rules) {
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.objective = objective;
    Job job;
    return optimal::searchTiles(space.mapspace, space.evaluator, options, job, nullptr, rules);
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-10 * std::max(std::abs(a), std::abs(b)); }

}  // namespace

class OptimalTilesTest : public QObject {
    Q_OBJECT

private slots:
    void nothingThatExhaustiveSearchFindsIsLost() {
        int compared = 0, found = 0, windows = 0, fanouts = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(41, i);
            const auto space = costedSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 300'000);
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

    /// Lanes with tails, on designs of one fanout.
    void tailsOfLanesLoseNothing() {
        int compared = 0, found = 0;
        for (std::uint64_t i = 0; compared < cases(600, 6000); ++i) {
            Rng rng(43, i);
            const auto space =
                costedSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 100'000, Factorization::rubyS);
            if (!space) continue;
            ++compared;
            compareWithAll(*space, {}, found, i);
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

    /// Without dominance, and without bounds.
    void eachRuleAloneLosesNothing() {
        int compared = 0, found = 0;
        for (std::uint64_t i = 0; compared < cases(200, 2000); ++i) {
            Rng rng(42, i);
            const auto space = costedSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 32}), 20'000);
            if (!space) continue;
            ++compared;
            compareWithAll(*space, {.dominated = false}, found, i);
            compareWithAll(*space, {.bounds = false}, found, i);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0);
    }

private:
    static void compareWithAll(const CostedSpace& space, const optimal::classic::Rules& rules, int& found,
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
