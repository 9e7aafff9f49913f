// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// random-pruned: what it gives up can't be completed, what it draws is of the space, every valid mapping comes up, as
// often as its header says; threads change nothing.

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

#include "core/io/search_json.h"
#include "core/search/random_pruned.h"
#include "core/search/search.h"
#include "core/search/stop_watch.h"
#include "tests/support/cases.h"
#include "tests/support/search_setup.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::size_t problems() {
    return std::min(smallSearchProblems().size(), static_cast<std::size_t>(std::max(3, cases(8))));
}

SearchResult pruned(const SearchSetup& setup, std::int64_t draws, int threads = 2, int top = 10) {
    SearchOptions options;
    options.algorithm = Algorithm::randomPruned;
    options.maxEvaluations = draws;
    options.threads = threads;
    options.top = top;
    Job job;
    const auto result = search(setup.mapspace, setup.evaluator, options, job);
    if (!result) qFatal("%s", result.errorText().c_str());
    return *result;
}

void addProblems() {
    QTest::addColumn<int>("problem");
    for (std::size_t i = 0; i < problems(); ++i) QTest::addRow("%zu", i) << static_cast<int>(i);
}

}  // namespace

class SearchPrunedTest : public QObject {
    Q_OBJECT
private slots:
    /// Every valid candidate, cut down to any set of its dimensions, must pass: else it could never be drawn.
    void noPartOfAValidMappingBreaksALimit_data() { addProblems(); }
    void noPartOfAValidMappingBreaksALimit() {
        QFETCH(int, problem);
        const auto setup = searchSetup(smallSearchProblems()[static_cast<std::size_t>(problem)]);
        const auto scratch = setup.evaluator.makeScratch();
        const unsigned all = (1u << setup.target().workload.dimensionCount()) - 1;
        Rng rng(3);
        MapspaceChoice choice{};
        Mapping whole, part;
        std::int64_t valid = 0, broken = 0;
        for (int i = 0; i < cases(20'000); ++i) {
            setup.mapspace.draw(rng, choice);
            setup.mapspace.assemblePart(choice, all, part);
            setup.mapspace.assemble(choice, whole);
            const Score score = setup.evaluator.score(whole, *scratch);
            QVERIFY(setup.evaluator.limits(whole, *scratch) == score.reason);
            QVERIFY(setup.evaluator.limits(part, *scratch) == score.reason);
            ++(score.valid() ? valid : broken);
            if (!score.valid()) continue;
            for (unsigned some = 0; some < all; ++some) {
                setup.mapspace.assemblePart(choice, some, part);
                QVERIFY(setup.evaluator.limits(part, *scratch).code == ReasonCode::none);
            }
        }
        QVERIFY(valid > 0 && broken > 0);
    }

    void findsWhatIsBestAndNothingElse_data() { addProblems(); }
    void findsWhatIsBestAndNothingElse() {
        QFETCH(int, problem);
        const auto setup = searchSetup(smallSearchProblems()[static_cast<std::size_t>(problem)]);
        const std::int64_t size = *toInt64(setup.mapspace.size());
        SearchOptions exhaustive;
        exhaustive.algorithm = Algorithm::exhaustive;
        Job job;
        const auto all = search(setup.mapspace, setup.evaluator, exhaustive, job);
        QVERIFY(all.ok() && all->proven && all->best);
        const SearchResult found = pruned(setup, size * 32);
        QVERIFY(found.best);
        QCOMPARE(found.best->score.edp(), all->best->score.edp());
        QCOMPARE(found.front.size(), all->front.size());
        std::int64_t counted = found.counters.valid;
        for (const ReasonCount& reason : found.counters.invalid) {
            counted += reason.count;
            QVERIFY(reason.mapping && setup.mapspace.indexOf(*reason.mapping));
            QVERIFY(!setup.evaluator.evaluate(*reason.mapping).valid);
        }
        QCOMPARE(counted, size * 32);
        QCOMPARE(found.counters.valid, counted);  // Tables hold these spaces: nothing is drawn in vain.
        QCOMPARE(found.counters.drawn, counted);
        for (const Candidate& each : found.top) QVERIFY(setup.mapspace.indexOf(each.mapping));
    }

    /// Two dimensions of bound 2 that a fanout of 1 x 2 may take, one at a time, and a DRAM: chains (1, 2) and (2, 1) of
    /// each, by (DRAM, PE.Y). Of four mappings one breaks the fanout. Whichever dimension comes first, half of it is
    /// spread, and then the other has one chain left: P(a spread) = P(b spread) = 1/2 (1/2 + ...): first a (1/2): a spread
    /// 1/2, b spread 1/4, none 1/4; first b the same with a and b exchanged. So 3/8, 3/8 and 1/4; random has 1/3 each.
    void mappingsComeAsOftenAsTheHeaderSays() {
        const TargetPtr target =
            makeTarget("Z[m,n] += A[m] * B[n]", "m=2,n=2", {memory("DRAM")}, {fanout("PE", 0, 1, 2)});
        Constraints constraints;
        constraints.levels["DRAM"].order = {"m", "n"};
        const SearchSetup setup{makeSpace(target, Factorization::perfect, constraints), *Evaluator::make(target)};
        QCOMPARE(toDecimal(setup.mapspace.size()), std::string("4"));
        const StopWatch watch;
        const SearchOptions options;
        Stream stream(0, setup.mapspace, setup.evaluator, options, watch);
        PrunedDraw draw(setup.mapspace);
        std::map<std::string, double> often;
        double whole = 0;
        while (whole < 60'000) {
            const Mapping* mapping = draw.next(stream);
            if (!mapping) continue;
            ++whole;
            ++often[toDecimal(*setup.mapspace.indexOf(*mapping))];
        }
        // Four standard deviations of a share of 3/8 among 60,000 are 0.008.
        QCOMPARE(often.size(), std::size_t{3});
        std::vector<double> shares;
        for (const auto& [index, count] : often) shares.push_back(count / whole);
        std::sort(shares.begin(), shares.end());
        QVERIFY(std::abs(shares[0] - 0.25) < 0.008);
        QVERIFY(std::abs(shares[1] - 0.375) < 0.008);
        QVERIFY(std::abs(shares[2] - 0.375) < 0.008);
        // Half of all mappings have the first one spread; the second then is drawn once in vain, on average.
        const auto abandoned = static_cast<double>(stream.drawn());
        QVERIFY(std::abs(abandoned / whole - 0.5) < 0.02);
        const Counters counters = stream.tally().counters(setup.target());
        QCOMPARE(counters.invalid.size(), std::size_t{1});
        QVERIFY(counters.invalid.front().example.code == ReasonCode::fanoutY);
    }

    void threadsChangeNothing() {
        const auto setup = searchSetup({"eyeriss-like", "O[n,m,p,q] += W[m,c,r,s] * I[n,c,p+r,q+s]",
                                        "n=1,m=64,c=64,p=56,q=56,r=3,s=3", Factorization::rubyS});
        SearchOptions options;
        options.algorithm = Algorithm::randomPruned;
        options.maxEvaluations = cases(50'000);
        QString expected;
        for (const int threads : {1, 2, 8}) {
            options.threads = threads;
            Job job;
            const auto result = search(setup.mapspace, setup.evaluator, options, job);
            QVERIFY(result.ok() && result->best);
            const Json json = withoutRun(searchToJson(*result, options, setup.mapspace, setup.evaluator));
            if (expected.isEmpty()) expected = QString::fromStdString(json.dump());
            QCOMPARE(QString::fromStdString(json.dump()), expected);
        }
    }

    void pausesDoNotChangeTheResult() {
        const auto setup = searchSetup(smallSearchProblems()[1]);
        SearchOptions options;
        options.algorithm = Algorithm::randomPruned;
        options.threads = 2;
        options.maxEvaluations = 60'000;
        const SearchResult expected = pruned(setup, 60'000);
        Job job;
        std::jthread disturber([&](const std::stop_token& end) {
            while (!end.stop_requested()) {
                job.pause();
                std::this_thread::yield();
                job.resume();
                std::this_thread::yield();
            }
        });
        const auto paused = search(setup.mapspace, setup.evaluator, options, job);
        QVERIFY(paused.ok() && paused->best && expected.best);
        QVERIFY(paused->best->mapping == expected.best->mapping);
        QCOMPARE(paused->counters.valid, expected.counters.valid);
        QCOMPARE(paused->counters.drawn, expected.counters.drawn);
    }
};

QTEST_APPLESS_MAIN(SearchPrunedTest)
#include "search_pruned_test.moc"
