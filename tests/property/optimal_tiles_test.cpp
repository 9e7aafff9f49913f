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
#include "tests/support/objectives.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"
#include "tests/support/search_setup.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

template <class T>
T anyOf(Rng& rng, std::initializer_list<T> list) {
    return list.begin()[rng.below(list.size())];
}

/// Blocks, ports, leakage and capacities that bind, on top of a random design; networks that the tables count.
std::optional<Architecture> withCosts(Rng& rng, const Architecture& design) {
    ArchitectureSpec spec = design.spec();
    const bool blocks = chance(rng, 50), ports = chance(rng, 40);
    for (Level& level : spec.levels) {
        if (ports)
            for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                if (chance(rng, 30)) *port = anyOf(rng, {0.25, 0.5, 1.0, 2.0, 3.0});
        if (blocks && chance(rng, 60)) level.block = anyOf(rng, {2, 3, 4});
        for (Figure* figure : {&level.energy.read, &level.energy.write, &level.energy.update})
            if (chance(rng, 80)) figure->value = static_cast<double>(between(rng, 1, 2000)) / 16;
        if (chance(rng, 15)) level.energy.leak.value = 0.5;
    }
    for (Fanout& fanout : spec.fanouts) {
        fanout.multicast.reset();
        fanout.reduction = true;
        fanout.hopEnergy = {};
        if (chance(rng, 30)) fanout.x = between(rng, 2, 4);
        if (chance(rng, 30)) fanout.y = between(rng, 1, 3);
    }
    auto result = Architecture::make(std::move(spec));
    if (!result) return std::nullopt;
    return *std::move(result);
}

struct Space {
    Mapspace mapspace;
    Evaluator evaluator;
    std::string words;
};

std::optional<Space> drawSpace(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize,
                               Factorization kind = Factorization::perfect, std::size_t leastFanouts = 0) {
    RandomOptions options;
    options.maxMacs = maxMacs;
    options.maxLevels = 4;
    Workload workload = randomWorkload(rng, options);
    const auto design = withCosts(rng, randomArchitecture(rng, workload, options));
    if (!design || design->fanouts().size() < leastFanouts) return std::nullopt;
    auto target = Target::make(std::move(workload), *design);
    if (!target) return std::nullopt;
    auto mapspace = Mapspace::make(*target, {kind, {}});
    if (!mapspace || mapspace->size() > bigInt(maxSize)) return std::nullopt;
    auto evaluator = Evaluator::make(*target, {});
    if (!evaluator || optimal::classic::Shape::whyNot(*mapspace, evaluator->semantics())) return std::nullopt;
    std::string words = (*target)->workload.einsum() + ' ' + toDecimal(mapspace->size()) + " mappings";
    for (const Dimension& d : (*target)->workload.dimensions()) words += ' ' + d.name + '=' + std::to_string(d.bound);
    for (const auto& [path, value] : settings((*target)->architecture)) words += '\n' + path + '=' + value;
    return Space{*std::move(mapspace), *std::move(evaluator), std::move(words)};
}

Result<SearchResult> tilesOf(const Space& space, const Objective& objective, const optimal::classic::Rules& rules) {
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
            const auto space = drawSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 300'000);
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
                drawSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 100'000, Factorization::rubyS);
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
        for (std::uint64_t i = 0; compared < cases(500, 5000); ++i) {
            Rng rng(44, i);
            const auto space =
                drawSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 48, 96, 200}), 100'000, Factorization::rubyS, 2);
            if (!space) continue;
            ++compared;
            compareWithAll(*space, {}, found, i);
            if (QTest::currentTestFailed()) return;
            nested += space->mapspace.target().architecture.fanouts().size() > 2;
        }
        QVERIFY(found > 0 && nested > 0);
    }

    /// The same without each rule.
    void tailsOfSeveralFanoutsWithoutARule() {
        int compared = 0, found = 0;
        for (std::uint64_t i = 0; compared < cases(60, 600); ++i) {
            Rng rng(45, i);
            const auto space = drawSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 32}), 10'000, Factorization::rubyS, 2);
            if (!space) continue;
            ++compared;
            for (const optimal::classic::Rules& rules : rulesOff()) compareWithAll(*space, rules, found, i);
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
        const auto cut = tilesOf(space, {}, {.mostParts = 30});
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
            const auto cut = tilesOf(space, {}, {.mostParts = most});
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
            const auto space = drawSpace(rng, anyOf<std::int64_t>(rng, {8, 16, 32}), 20'000);
            if (!space) continue;
            ++compared;
            for (const optimal::classic::Rules& rules : rulesOff()) compareWithAll(*space, rules, found, i);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0);
    }

private:
    using Rules = optimal::classic::Rules;
    static std::vector<Rules> rulesOff() {
        std::vector<Rules> list;
        for (bool Rules::*rule : {&Rules::dominated, &Rules::dearer, &Rules::keptBound, &Rules::labelBound,
                                  &Rules::orderBound, &Rules::lanesBound, &Rules::joinBound, &Rules::caps}) {
            Rules rules;
            rules.*rule = false;
            list.push_back(rules);
        }
        Rules noTailBound;
        noTailBound.tailBound = false;
        list.push_back(noTailBound);
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
