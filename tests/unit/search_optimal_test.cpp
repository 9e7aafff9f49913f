// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The algorithm optimal as a searcher: certificates, what it says when it is stopped, what it refuses.

#include <QtTest>

#include "core/io/search_json.h"
#include "core/search/search.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

const SearchProblem kGemm{.design = "three-level-array",
                          .einsum = "C[m,n] += A[m,k] * B[k,n]",
                          .bounds = "m=12,n=10,k=8",
                          .settings = {{"PE.fanout", "2x2"}, {"L1.capacity", "12"}, {"L2.capacity", "80"}}};

SearchOptions optimalOptions(Placement placement = Placement::classic) {
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.placement = placement;
    if (placement == Placement::uneven) options.compat = Compat::accelforge;
    return options;
}

Result<SearchResult> run(const SearchSetup& setup, const SearchOptions& options, SearchMonitor* monitor = nullptr) {
    Job job;
    return search(setup.mapspace, setup.evaluator, options, job, monitor);
}

}  // namespace

class SearchOptimalTest : public QObject {
    Q_OBJECT

private slots:
    void aProofClosesTheGap_data() {
        QTest::addColumn<bool>("uneven");
        QTest::newRow("classic") << false;
        QTest::newRow("uneven") << true;
    }
    void aProofClosesTheGap() {
        QFETCH(bool, uneven);
        const SearchSetup setup = searchSetup(kGemm);
        SearchMonitor monitor;
        const auto result = run(setup, optimalOptions(uneven ? Placement::uneven : Placement::classic), &monitor);
        QVERIFY2(result.ok(), result.errorText().c_str());
        QVERIFY(result->proven && result->cause == StopCause::complete && result->best);
        QCOMPARE(result->certificate->gap.value(), 0.0);
        QCOMPARE(result->certificate->bound.value(), result->best->score.edp());
        QVERIFY(result->certificate->nodes > 0);
        const SearchSnapshot shown = monitor.snapshot();
        QVERIFY(shown.state == SearchState::finished);
        QVERIFY(shown.best && shown.best->mapping == result->best->mapping);
        QVERIFY(shown.certificate == result->certificate);
    }

    void theResultIsTheSameAtAnyThreadCountAndSeed() {
        for (const Placement placement : {Placement::classic, Placement::uneven}) {
            const SearchSetup setup = searchSetup(kGemm);
            SearchOptions options = optimalOptions(placement);
            const auto one = run(setup, options);
            options.threads = 8;
            const auto eight = run(setup, options);
            const auto json = [&](const SearchResult& result) {
                return withoutRun(searchToJson(result, options, setup.mapspace, setup.evaluator)).dump();
            };
            QCOMPARE(json(*eight), json(*one));
            options.seed = 77;
            QCOMPARE(run(setup, options)->best->score.edp(), one->best->score.edp());
        }
    }

    /// What is known so far is a bound, and nothing is claimed.
    void aSearchThatRanOutOfTimeProvesNothing() {
        SearchProblem problem = kGemm;
        problem.bounds = "m=72,n=84,k=96";
        problem.settings = {};
        problem.factorization = Factorization::ruby;
        const SearchSetup setup = searchSetup(problem);
        SearchOptions options = optimalOptions();
        options.maxSeconds = 0.2;
        auto result = run(setup, options);
        while (!result->best && *options.maxSeconds < 60) {  // on a slow machine
            *options.maxSeconds *= 3;
            result = run(setup, options);
        }
        QVERIFY(!result->proven);
        QVERIFY(result->cause == StopCause::seconds);
        QVERIFY(result->best && result->certificate->bound);
        QVERIFY(*result->certificate->bound <= result->best->score.edp());
        QVERIFY(*result->certificate->gap > 0 && *result->certificate->gap < 1);
    }

    void aSearchStoppedAtOnceHasNothing() {
        for (const Placement placement : {Placement::classic, Placement::uneven}) {
            const SearchSetup setup = searchSetup(kGemm);
            Job job;
            job.requestStop();
            const auto result = search(setup.mapspace, setup.evaluator, optimalOptions(placement), job);
            QVERIFY(result.ok() && !result->proven && result->cause == StopCause::byHand);
            QVERIFY(!result->certificate->bound);
        }
    }

    void whatIsNotCoveredIsRefused_data() {
        QTest::addColumn<int>("way");
        QTest::addColumn<QString>("message");
        QTest::newRow("tails anywhere") << 0
                                        << "optimal with uneven placement doesn't cover mapspace ruby, expected pfm or "
                                           "ruby-s";
        QTest::newRow("loops") << 1
                               << "optimal with uneven placement doesn't cover constraints on the loops of a level, "
                                  "which Stores of its own for each tensor share, found at L2";
        QTest::newRow("semantics") << 2 << "uneven placement with tails is proven under --compat accelforge only";
        QTest::newRow("compat") << 3
                                << "optimal counts by the reuse model, or by --compat accelforge with --placement "
                                   "uneven";
        QTest::newRow("outputs") << 4 << "optimal with uneven placement doesn't cover outputs with sliding windows";
        QTest::newRow("others") << 5 << "only the algorithm optimal places Stores unevenly";
    }
    void whatIsNotCoveredIsRefused() {
        QFETCH(int, way);
        QFETCH(QString, message);
        SearchProblem problem = kGemm;
        SearchOptions options = optimalOptions(Placement::uneven);
        if (way == 0) problem.factorization = Factorization::ruby;
        if (way == 1) problem.constraints.levels["L2"].only = {"m"};
        if (way == 2) {
            problem.factorization = Factorization::rubyS;
            options.compat.reset();
        }
        if (way == 3) options.placement = Placement::classic;
        if (way == 4) problem.einsum = "C[m+n] += A[m,k] * B[k,n]";
        if (way == 5) {
            options.algorithm = Algorithm::random;
            options.maxEvaluations = 10;
        }
        const auto result = run(searchSetup(problem), options);
        QVERIFY(!result.ok());
        QCOMPARE(QString::fromStdString(result.diagnostics().front().message), message);
    }

    /// Two levels, tails, and what the chains of tiles don't cover otherwise; the whole front holds the best of each metric.
    void regionsProveWhatChainsDoNot() {
        SearchProblem problem{.design = "toy-6", .einsum = kGemm.einsum, .bounds = "m=13,n=10,k=7"};
        problem.factorization = Factorization::rubyS;
        SearchOptions options = optimalOptions(Placement::uneven);
        options.wholeFront = true;
        const SearchSetup setup = searchSetup(problem);
        SearchMonitor monitor;
        const auto front = run(setup, options, &monitor);
        QVERIFY2(front.ok(), front.errorText().c_str());
        QVERIFY(front->proven && !front->front.empty());
        QCOMPARE(front->certificate->method, std::string("regions between fanouts"));
        QVERIFY(monitor.snapshot().certificate == front->certificate);
        options.wholeFront = false;
        for (const Metric metric : {Metric::energy, Metric::latency, Metric::edp}) {
            options.objective = {{metric}};
            const auto best = run(setup, options);
            QVERIFY(best->proven && best->front.size() == 1);
            double least = valueOf(metric, front->front.front().score);
            for (const Candidate& candidate : front->front) least = std::min(least, valueOf(metric, candidate.score));
            QCOMPARE(valueOf(metric, best->best->score), least);
        }
    }

    void aFrontOfClassicPlacementIsRefused() {
        SearchOptions options = optimalOptions();
        options.wholeFront = true;
        const auto result = run(searchSetup(kGemm), options);
        QVERIFY(!result.ok());
        QCOMPARE(result.diagnostics().front().message,
                 std::string("the whole front is proven for uneven placement only"));
    }

    /// Nothing fits, and that is proven, too.
    void anEmptySpaceIsProvenEmpty() {
        SearchProblem problem = kGemm;
        problem.constraints.fanouts["PE"].minUtilization = 1;
        problem.bounds = "m=3,n=5,k=7";
        const auto result = run(searchSetup(problem), optimalOptions());
        QVERIFY2(result.ok(), result.errorText().c_str());
        QVERIFY(result->proven && !result->best);
    }
};

QTEST_APPLESS_MAIN(SearchOptimalTest)
#include "search_optimal_test.moc"
