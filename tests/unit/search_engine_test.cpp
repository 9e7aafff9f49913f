// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/search/search.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

const SearchProblem kGemm{"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=12,n=10,k=8", Factorization::rubyS};

Result<SearchResult> searched(const SearchSetup& setup, const SearchOptions& options,
                              SearchMonitor* monitor = nullptr) {
    Job job;
    return search(setup.mapspace, setup.evaluator, options, job, monitor);
}

std::int64_t invalidSum(const Counters& counters) {
    std::int64_t sum = 0;
    for (const ReasonCount& reason : counters.invalid) sum += reason.count;
    return sum;
}

}  // namespace

class SearchEngineTest : public QObject {
    Q_OBJECT
private slots:
    void endlessSearchesAreRefused() {
        QCOMPARE(searched(searchSetup(kGemm), {}).errorText(),
                 std::string("error: a random search never ends by itself; limit the evaluations or seconds, or give a "
                             "victory condition"));
    }

    void exhaustiveSearchOfHugeSpacesIsRefused() {
        const auto setup =
            searchSetup({"eyeriss-like", "Z[m,n] += A[m,k] * B[k,n]", "m=4096,n=4096,k=4096", Factorization::ruby});
        SearchOptions options;
        options.algorithm = Algorithm::exhaustive;
        const std::string message = searched(setup, options).errorText();
        QVERIFY2(message.find("exhaustive search takes at most 1,000,000,000") != std::string::npos, message.c_str());
    }

    void senselessLimitsAreRefused() {
        const auto setup = searchSetup(kGemm);
        const auto refused = [&](auto change) {
            SearchOptions options;
            options.maxEvaluations = 10;
            change(options);
            return !searched(setup, options).ok();
        };
        QVERIFY(refused([](SearchOptions& o) { o.maxEvaluations = 0; }));
        QVERIFY(refused([](SearchOptions& o) { o.maxSeconds = -1; }));
        QVERIFY(refused([](SearchOptions& o) { o.victory = 0; }));
        QVERIFY(refused([](SearchOptions& o) { o.threads = 0; }));
        QVERIFY(refused([](SearchOptions& o) { o.top = 0; }));
    }

    void theBudgetIsDrawnExactly() {
        const auto setup = searchSetup(kGemm);
        for (const std::int64_t budget : {1, 23, 24, 25, 1001}) {
            SearchOptions options;
            options.maxEvaluations = budget;
            const auto result = searched(setup, options);
            QVERIFY(result.ok());
            QCOMPARE(result->counters.drawn, budget);
            QCOMPARE(result->counters.valid + invalidSum(result->counters), budget);
            QVERIFY(result->cause == StopCause::evaluations);
            QVERIFY(!result->proven);
        }
    }

    void victoryNeedsThatManyValidMappingsInEveryStream() {
        const auto setup = searchSetup(kGemm);
        SearchOptions options;
        options.victory = 50;
        const auto result = searched(setup, options);
        QVERIFY(result.ok());
        QVERIFY(result->cause == StopCause::victory);
        QVERIFY(result->counters.valid >= kStreams * 50);
        options.maxEvaluations = kStreams;
        QVERIFY(searched(setup, options)->cause == StopCause::evaluations);
    }

    void secondsEndASearch() {
        const auto setup = searchSetup(kGemm);
        SearchOptions options;
        options.maxSeconds = 0.1;
        const auto result = searched(setup, options);
        QVERIFY(result.ok());
        QVERIFY(result->cause == StopCause::seconds);
        QVERIFY(result->seconds >= 0.1);
    }

    void theTraceImprovesUpToTheBest() {
        const auto setup = searchSetup(kGemm);
        SearchOptions options;
        options.maxEvaluations = 20000;
        const auto result = searched(setup, options);
        QVERIFY(result.ok() && result->best);
        QVERIFY(!result->trace.empty());
        for (std::size_t i = 1; i < result->trace.size(); ++i) {
            QVERIFY(result->trace[i - 1].drawn < result->trace[i].drawn);
            QVERIFY(compareScores({}, result->trace[i].best.score, result->trace[i - 1].best.score) < 0);
        }
        QVERIFY(result->trace.front().drawn >= 1 && result->trace.back().drawn <= 20000);
        QCOMPARE(compareScores({}, result->trace.back().best.score, result->best->score), 0);
    }

    void longerSearchesContinueShorterOnes() {
        const auto setup = searchSetup(kGemm);
        SearchOptions options;
        options.maxEvaluations = 500;
        const auto shorter = searched(setup, options);
        options.maxEvaluations = 5000;
        const auto longer = searched(setup, options);
        QVERIFY(longer->trace.size() >= shorter->trace.size());
        for (std::size_t i = 0; i < shorter->trace.size(); ++i) {
            QCOMPARE(longer->trace[i].drawn, shorter->trace[i].drawn);
            QVERIFY(longer->trace[i].best.mapping == shorter->trace[i].best.mapping);
        }
    }

    void withoutAnyValidMappingTheReasonsAreLeft() {
        SearchProblem problem = kGemm;
        problem.bounds = "m=4,n=3,k=2";
        problem.settings = {{"GLB.capacity", "10"}};  // the constraint asks for a tile of 12 words of Z
        problem.constraints.levels["GLB"].factors = {*parseFactorRule("m = full"), *parseFactorRule("n = full")};
        const auto setup = searchSetup(problem);
        SearchOptions options;
        options.algorithm = Algorithm::exhaustive;
        const auto result = searched(setup, options);
        QVERIFY(result.ok());
        QVERIFY(!result->best && result->top.empty() && result->front.empty() && result->trace.empty());
        QVERIFY(result->proven);
        QCOMPARE(result->counters.valid, std::int64_t{0});
        QVERIFY(invalidSum(result->counters) == result->counters.drawn && result->counters.drawn > 0);
        QCOMPARE(reasonTitle(result->counters.invalid.front().example, setup.target()),
                 std::string("GLB capacity, A + B + Z"));
        for (std::size_t i = 1; i < result->counters.invalid.size(); ++i)
            QVERIFY(result->counters.invalid[i - 1].count >= result->counters.invalid[i].count);
    }

    void theLastSnapshotIsTheResult() {
        const auto setup = searchSetup(kGemm);
        SearchOptions options;
        options.maxEvaluations = 3000;
        SearchMonitor monitor;
        const auto result = searched(setup, options, &monitor);
        const SearchSnapshot last = monitor.snapshot();
        QVERIFY(last.state == SearchState::finished);
        QCOMPARE(last.counters.drawn, result->counters.drawn);
        QVERIFY(last.best && last.best->mapping == result->best->mapping);
        QCOMPARE(last.trace.size(), result->trace.size());
        QCOMPARE(last.progress, 1.0);
    }
};

QTEST_APPLESS_MAIN(SearchEngineTest)
#include "search_engine_test.moc"
