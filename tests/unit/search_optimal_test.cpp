// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The algorithm optimal as a searcher: certificates, what it says when it is stopped, what it refuses.

#include <QtTest>

#include "core/io/search_json.h"
#include "core/search/bounds/first_bound.h"
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
        QTest::newRow("uneven by the reuse model") << true;
    }
    void aProofClosesTheGap() {
        QFETCH(bool, uneven);
        const SearchSetup setup = searchSetup(kGemm);
        SearchMonitor monitor;
        SearchOptions options = optimalOptions(uneven ? Placement::uneven : Placement::classic);
        if (QByteArray(QTest::currentDataTag()).contains("reuse")) options.compat.reset();
        const auto result = run(setup, options, &monitor);
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
                               << "optimal with uneven placement doesn't cover constraints on loops with an output of "
                                  "120 words in accesses of 7, at L2";
        QTest::newRow("multicast") << 2
                                   << "optimal with uneven placement doesn't cover multicast other than equal, found "
                                      "on PE";
        QTest::newRow("compat") << 3 << "optimal counts by the reuse model, or by --compat accelforge";
        QTest::newRow("outputs") << 4 << "optimal with uneven placement doesn't cover outputs with sliding windows";
        QTest::newRow("others") << 5 << "only the algorithm optimal places Stores unevenly";
    }
    void whatIsNotCoveredIsRefused() {
        QFETCH(int, way);
        QFETCH(QString, message);
        SearchProblem problem = kGemm;
        SearchOptions options = optimalOptions(Placement::uneven);
        if (way == 0) problem.factorization = Factorization::ruby;
        if (way == 1) {
            problem.constraints.levels["L2"].only = {"m"};
            problem.settings.emplace_back("L2.block", "7");
        }
        if (way == 2) {
            problem.settings.emplace_back("PE.multicast", "none");
            options.compat.reset();
        }
        if (way == 3) options.placement = Placement::classic, options.compat = Compat::sunstone;
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

    /// As that of exhaustive search, by tables of tiles and by branch and bound.
    void theFrontOfClassicPlacementIsWhole() {
        for (const bool constrained : {false, true}) {
            SearchProblem problem = kGemm;
            problem.settings.emplace_back("L2.bandwidth.read", "1");  // so that there is something to trade
            if (constrained) problem.constraints.fanouts["PE"].minUtilization = 0.1;
            const SearchSetup setup = searchSetup(problem);
            SearchOptions options = optimalOptions();
            options.wholeFront = true;
            const auto result = run(setup, options);
            QVERIFY2(result.ok(), result.errorText().c_str());
            QVERIFY(result->proven && result->front.size() > 1);
            QCOMPARE(result->certificate->method, std::string(constrained ? "branch and bound" : "tables of tiles"));
            options.algorithm = Algorithm::exhaustive;
            options.wholeFront = false;
            const auto all = run(setup, options);
            QVERIFY(all.ok() && all->proven);
            QCOMPARE(result->front.size(), all->front.size());
            for (std::size_t i = 0; i < all->front.size(); ++i) {
                QCOMPARE(result->front[i].score.energyPj, all->front[i].score.energyPj);
                QCOMPARE(result->front[i].score.cycles, all->front[i].score.cycles);
            }
        }
    }

    /// Every way to a proof stops once its gap is small enough, and says so; exhaustive and random search, too.
    void aSearchStopsAtItsGap() {
        for (const Placement placement : {Placement::classic, Placement::uneven}) {
            SearchOptions options = optimalOptions(placement);
            const SearchSetup setup = searchSetup(kGemm);
            const auto proven = run(setup, options);
            options.gap = 0.6;
            const auto stopped = run(setup, options);
            QVERIFY2(stopped.ok(), stopped.errorText().c_str());
            QVERIFY(!stopped->proven && stopped->best && stopped->bound && stopped->gap);
            QCOMPARE(stopped->cause, StopCause::gap);
            QVERIFY(*stopped->gap <= 0.6);
            QVERIFY(*stopped->bound <= *proven->bound);
            QVERIFY(stopped->certificate->nodes <= proven->certificate->nodes);
        }
        SearchOptions options = optimalOptions();
        options.gap = 0.9;
        options.maxEvaluations = 100'000;
        std::optional<std::int64_t> drawn;
        for (const int threads : {1, 3}) {
            options.algorithm = Algorithm::randomPruned;
            options.threads = threads;
            const auto random = run(searchSetup(kGemm), options);
            QVERIFY2(random.ok(), random.errorText().c_str());
            QCOMPARE(random->cause, StopCause::gap);
            QVERIFY(*random->gap <= 0.9 && random->counters.drawn < 100'000);
            if (drawn) QCOMPARE(random->counters.drawn, *drawn);
            drawn = random->counters.drawn;
        }
    }

    /// Those who watch see a bound before the first mapping.
    void theFirstSnapshotHasABound() {
        for (const Placement placement : {Placement::classic, Placement::uneven}) {
            SearchProblem problem = kGemm;
            problem.bounds = "m=360,n=360,k=720";
            const SearchSetup setup = searchSetup(problem);
            SearchOptions options = optimalOptions(placement);
            options.maxSeconds = 1e-9;
            SearchMonitor monitor;
            const auto stopped = run(setup, options, &monitor);
            QVERIFY2(stopped.ok(), stopped.errorText().c_str());
            QCOMPARE(stopped->cause, StopCause::seconds);
            Job job;
            const auto first = firstBound(setup.mapspace, setup.evaluator, options, job);
            QVERIFY(first && *first > 0);
            QVERIFY(monitor.snapshot().bound && *monitor.snapshot().bound >= *first);
            options.maxSeconds.reset();
            const auto proven = run(setup, options);
            QVERIFY(proven->proven && *first <= *proven->bound);
        }
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
