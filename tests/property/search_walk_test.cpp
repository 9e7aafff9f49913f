// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The searchers that walk: steps stay in the space and reach all of it, each finds what the exhaustive walk proves best
// in small spaces, and threads change nothing.

#include <QtTest>

#include <cmath>
#include <vector>

#include "core/io/search_json.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr std::int64_t kDrawsPerCandidate = 8;
constexpr Algorithm kWalks[] = {Algorithm::hillClimb, Algorithm::annealing, Algorithm::genetic};

/// Under sanitizers a part of the small problems, of different kinds.
std::size_t problems() {
    return std::min(smallSearchProblems().size(), static_cast<std::size_t>(std::max(3, cases(8))));
}

double leastEdp(const SearchSetup& setup) {
    double least = INFINITY;
    const auto scratch = setup.evaluator.makeScratch();
    setup.mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
        if (const Score score = setup.evaluator.score(mapping, *scratch); score.valid())
            least = std::min(least, score.edp());
        return true;
    });
    return least;
}

SearchResult walked(const SearchSetup& setup, const SearchOptions& options) {
    Job job;
    const auto result = search(setup.mapspace, setup.evaluator, options, job);
    if (!result) qFatal("%s", result.errorText().c_str());
    return *result;
}

const SearchProblem kLayer{"eyeriss-like", "O[n,m,p,q] += W[m,c,r,s] * I[n,c,p+r,q+s]",
                           "n=1,m=64,c=64,p=56,q=56,r=3,s=3", Factorization::rubyS};

}  // namespace

class SearchWalkTest : public QObject {
    Q_OBJECT
private slots:
    void stepsReachAllCandidatesAndNoOthers_data() {
        QTest::addColumn<int>("problem");
        for (std::size_t i = 0; i < problems(); ++i) QTest::addRow("%zu", i) << static_cast<int>(i);
    }
    void stepsReachAllCandidatesAndNoOthers() {
        QFETCH(int, problem);
        const auto setup = searchSetup(smallSearchProblems()[static_cast<std::size_t>(problem)]);
        const Mapspace& space = setup.mapspace;
        const std::size_t terms = space.terms().size();
        std::vector<std::int64_t> counts;
        for (const SizeTerm& term : space.terms()) counts.push_back(*toInt64(term.count));
        Rng rng(7);
        MapspaceChoice choice{};
        space.draw(rng, choice);
        const std::int64_t size = *toInt64(space.size());
        std::vector<bool> seen(static_cast<std::size_t>(size));
        std::int64_t reached = 0;
        for (std::int64_t i = 0; i < 60 * size && reached < size; ++i) {
            std::int64_t index = 0;
            for (std::size_t t = 0; t < terms; ++t) {
                QVERIFY(static_cast<std::int64_t>(choice[t]) < counts[t]);
                index = index * counts[t] + static_cast<std::int64_t>(choice[t]);
            }
            if (!seen[static_cast<std::size_t>(index)]) ++reached;
            seen[static_cast<std::size_t>(index)] = true;
            const MapspaceChoice before = choice;
            QVERIFY(space.step(rng, choice));
            std::size_t changed = 0;
            for (std::size_t t = 0; t < terms; ++t) changed += before[t] != choice[t];
            QVERIFY(changed <= 1);
        }
        QCOMPARE(reached, size);
    }

    void aChoiceIsTheMappingOfItsIndex() {
        const auto setup = searchSetup(kLayer);
        Rng rng(3);
        MapspaceChoice choice{};
        setup.mapspace.draw(rng, choice);
        Mapping mapping, same;
        for (int i = 0; i < 2'000; ++i) {
            setup.mapspace.step(rng, choice);
            setup.mapspace.assemble(choice, mapping);
            BigInt index = 0;
            for (std::size_t t = 0; t < setup.mapspace.terms().size(); ++t)
                index = index * setup.mapspace.terms()[t].count + bigInt(static_cast<std::int64_t>(choice[t]));
            setup.mapspace.mappingAt(index, same);
            QVERIFY(mapping == same);
        }
    }

    void eachFindsTheBestOfASmallSpace_data() {
        QTest::addColumn<int>("problem");
        QTest::addColumn<int>("walk");
        for (std::size_t i = 0; i < problems(); ++i)
            for (const Algorithm walk : kWalks)
                QTest::addRow("%zu, %s", i, std::string(keyOf(walk)).c_str())
                    << static_cast<int>(i) << static_cast<int>(walk);
    }
    void eachFindsTheBestOfASmallSpace() {
        QFETCH(int, problem);
        QFETCH(int, walk);
        const auto setup = searchSetup(smallSearchProblems()[static_cast<std::size_t>(problem)]);
        SearchOptions options;
        options.algorithm = static_cast<Algorithm>(walk);
        options.maxEvaluations = std::max<std::int64_t>(kDrawsPerCandidate * *toInt64(setup.mapspace.size()), 20'000);
        options.threads = 2;
        const SearchResult result = walked(setup, options);
        QVERIFY(result.best);
        QVERIFY(!result.proven);
        QCOMPARE(result.best->score.edp(), leastEdp(setup));
    }

    void threadsChangeNothing_data() {
        QTest::addColumn<int>("walk");
        for (const Algorithm walk : kWalks)
            QTest::addRow("%s", std::string(keyOf(walk)).c_str()) << static_cast<int>(walk);
    }
    void threadsChangeNothing() {
        QFETCH(int, walk);
        const auto setup = searchSetup(kLayer);
        SearchOptions options;
        options.algorithm = static_cast<Algorithm>(walk);
        options.maxEvaluations = cases(60'000);
        std::optional<Json> first;
        for (const int threads : {1, 2, 8}) {
            options.threads = threads;
            const Json output =
                withoutRun(searchToJson(walked(setup, options), options, setup.mapspace, setup.evaluator));
            if (!first) first = output;
            QVERIFY(output.dump() == first->dump());
        }
    }

    // From the same draws a walk that learns must find more than one that doesn't: by a wide margin in this layer.
    void walksBeatRandomDraws() {
        const auto setup = searchSetup(kLayer);
        SearchOptions options;
        options.maxEvaluations = 100'000;
        options.threads = 2;
        const double random = walked(setup, options).best->score.edp();
        for (const Algorithm walk : kWalks) {
            options.algorithm = walk;
            const double edp = walked(setup, options).best->score.edp();
            QVERIFY2(edp <= random,
                     qPrintable(QString("%1: %2 against %3").arg(static_cast<int>(walk)).arg(edp).arg(random)));
        }
    }

    void senselessSettingsAreRefused() {
        const auto setup = searchSetup(kLayer);
        const auto refused = [&](auto change) {
            SearchOptions options;
            options.maxEvaluations = 10;
            change(options.walk);
            Job job;
            return !search(setup.mapspace, setup.evaluator, options, job).ok();
        };
        QVERIFY(refused([](WalkSettings& walk) { walk.patience = 0; }));
        QVERIFY(refused([](WalkSettings& walk) { walk.cold = 0; }));
        QVERIFY(refused([](WalkSettings& walk) { walk.cold = 2 * walk.hot; }));
        QVERIFY(refused([](WalkSettings& walk) { walk.hot = NAN; }));
        QVERIFY(refused([](WalkSettings& walk) { walk.population = 1; }));
    }
};

QTEST_APPLESS_MAIN(SearchWalkTest)
#include "search_walk_test.moc"
