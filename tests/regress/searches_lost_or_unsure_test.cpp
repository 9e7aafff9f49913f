// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// Searches that other tools could not set up, whose answers changed from run to run, or that ended at the first bad
// candidate.

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <optional>

#include "core/explore/sweep_monitor.h"
#include "core/io/report_table.h"
#include "core/io/search_json.h"
#include "core/io/sweep_report.h"
#include "core/search/search.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr const char* kGemm = "Z[m,n] += A[m,k] * B[k,n]";

SearchResult searched(const SearchSetup& setup, const SearchOptions& options) {
    Job job;
    const auto result = search(setup.mapspace, setup.evaluator, options, job);
    if (!result) qFatal("%s", result.errorText().c_str());
    return *result;
}

/// Most memory that this process ever held, in MiB.
std::int64_t peakMemory() {
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:")) return line.mid(6).trimmed().split(' ').front().toLongLong() / 1024;
    return 0;
}

std::int64_t refusedIn(const Counters& counters) {
    std::int64_t refused = 0;
    for (const ReasonCount& reason : counters.invalid) refused += reason.count;
    return refused;
}

std::string orderTerm(const Mapspace& space, const std::string& name) {
    for (const SizeTerm& term : space.terms())
        if (term.name == name) return toDecimal(term.count);
    return {};
}

}  // namespace

class SearchesLostOrUnsureTest : public QObject {
    Q_OBJECT
private slots:
    void c31ImperfectSpaceOfHugeDimensionsNeedsLittleMemory() {
        const auto setup = searchSetup({"eyeriss-like-192", kGemm, "m=6144,n=6144,k=6144", Factorization::ruby});
        SearchOptions options;
        options.maxEvaluations = 5'000;
        options.threads = 2;
        QCOMPARE(searched(setup, options).counters.drawn, 5'000);
        QVERIFY2(peakMemory() > 0 && peakMemory() < 1024, qPrintable(QString("%1 MiB").arg(peakMemory())));
    }

    void c33TiesAreBrokenTheSameWayByEveryRun() {
        const auto setup = searchSetup({"toy-6", kGemm, "m=104,n=104,k=104", Factorization::rubyS});
        std::optional<std::string> first;
        for (const int threads : {1, 2, 8, 1}) {
            SearchOptions options;
            options.maxEvaluations = 30'000;
            options.threads = threads;
            const std::string found =
                withoutRun(searchToJson(searched(setup, options), options, setup.mapspace, setup.evaluator)).dump();
            if (!first) first = found;
            QVERIFY(found == *first);
        }
    }

    // By latency, then energy: of all mappings as fast as the fastest, the one of least energy; the table shows both.
    void c34TheSecondMetricDecidesAmongTheFirstsTies() {
        const auto setup = searchSetup({"toy-6", kGemm, "m=5,n=4,k=3", Factorization::rubyS, {{"GLB.capacity", "24"}}});
        std::optional<std::pair<std::int64_t, double>> least;
        int alikeInTime = 0;
        const auto scratch = setup.evaluator.makeScratch();
        setup.mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
            const Score score = setup.evaluator.score(mapping, *scratch);
            if (!score.valid()) return true;
            const std::pair found{score.cycles, score.energyPj};
            if (!least || found.first < least->first) alikeInTime = 0;
            if (!least || found.first <= least->first) ++alikeInTime;
            if (!least || found < *least) least = found;
            return true;
        });
        QVERIFY2(alikeInTime > 1, "nothing to decide");
        SearchOptions options;
        options.algorithm = Algorithm::exhaustive;
        options.objective.metrics = {Metric::latency, Metric::energy};
        for (const int threads : {1, 2}) {
            options.threads = threads;
            const SearchResult result = searched(setup, options);
            QCOMPARE(result.best->score.cycles, least->first);
            QCOMPARE(result.best->score.energyPj, least->second);
            const Table table = candidateTable(result.top, setup.evaluator, NumberStyle::exact);
            QVERIFY(std::ranges::find(table.header, "cycles") != table.header.end());
            QVERIFY(std::ranges::find(table.header, "energy_pj") != table.header.end());
        }
    }

    void c37BadCandidatesAreCountedAndTheSearchGoesOn() {
        const auto setup =
            searchSetup({"toy-6", kGemm, "m=120,n=116,k=8", Factorization::ruby, {{"GLB.capacity", "64"}}});
        SearchOptions options;
        options.maxEvaluations = 20'000;
        const SearchResult result = searched(setup, options);
        const std::int64_t refused = refusedIn(result.counters);
        QVERIFY2(refused > 0, "nothing was bad");
        QCOMPARE(result.counters.valid + refused, 20'000);
        QVERIFY(result.best.has_value());
    }

    // By hand: 5 x 5 x 5 fills no 6 PEs, which are to be full, so that every mapping is refused; each is counted, with its
    // reason, and nothing is said to have failed; 5 PEs can be. Rules that can't judge the design are a failure: told, with
    // its text, before anything is drawn, and no mapping is called invalid for it.
    void c60AFailureIsNoInvalidMapping() {
        const SearchSetup alone = searchSetup({"toy-6", kGemm, "m=5,n=5,k=5"});
        SweepSpec spec{.base = alone.target().architecture,
                       .axes = {{"PE.fanout", {"6x1", "5x1"}}},
                       .mapspaces = {Factorization::perfect},
                       .layers = {{alone.target().workload, 1}},
                       .constraints = Constraints{},
                       .semantics = {},
                       .search = {}};
        spec.constraints->fanouts["PE"].minUtilization = 1;
        spec.search.maxEvaluations = 3000;
        Job job;
        const SweepResult both = *runSweep(spec, job);
        const LayerOutcome& six = both.points[0]->layers[0];
        QVERIFY(six.failure.empty() && !six.best);
        QCOMPARE(six.counters.drawn, 3000);
        QCOMPARE(six.counters.valid, 0);
        QCOMPARE(refusedIn(six.counters), 3000);
        const LayerOutcome& five = both.points[1]->layers[0];
        QVERIFY(five.failure.empty() && five.best);
        QCOMPARE(five.counters.valid + refusedIn(five.counters), 3000);

        spec.search.algorithm = Algorithm::sunstone;
        spec.search.compat = Compat::sunstone;
        const SweepResult refused = *runSweep(spec, job);
        QCOMPARE(refused.points.size(), std::size_t{2});
        for (const SweepPointPtr& point : refused.points) {
            const LayerOutcome& failed = point->layers[0];
            QVERIFY(
                QString::fromStdString(toText(failed.failure.at(0))).contains("no fanout below the innermost level"));
            QCOMPARE(failed.counters.drawn, 0);
            QVERIFY(failed.counters.invalid.empty() && !failed.best);
        }
        QVERIFY(!search(alone.mapspace, alone.evaluator, spec.search, job).ok());
    }

    // Four layers, two of them alike: every one is searched, a row each, and the watcher sees how many are done.
    void c61EveryLayerIsSearchedAndCounted() {
        const auto layer = [](const char* bounds) { return searchSetup({"toy-6", kGemm, bounds}).target().workload; };
        SweepSpec spec{.base = searchSetup({"toy-6", kGemm, "m=1,n=1,k=1"}).target().architecture,
                       .axes = {},
                       .mapspaces = {Factorization::perfect},
                       .layers = {{layer("m=4,n=3,k=2"), 1},
                                  {layer("m=6,n=3,k=2"), 1},
                                  {layer("m=4,n=3,k=2"), 2},
                                  {layer("m=8,n=2,k=2"), 1}},
                       .constraints = {},
                       .semantics = {},
                       .search = {}};
        spec.search.maxEvaluations = 500;
        Job job;
        SweepMonitor monitor;
        const SweepResult result = *runSweep(spec, job, &monitor);
        const SweepPoint& point = *result.points.at(0);
        QCOMPARE(result.layers.size(), std::size_t{3});
        QCOMPARE(point.layers.size(), std::size_t{3});
        for (const LayerOutcome& each : point.layers) QVERIFY(each.best);
        // 24 MACs three times, 36 and 32 once.
        QCOMPARE(point.macs.value(), 3 * 24 + 36 + 32);
        QCOMPARE(layerTable(spec, result, NumberStyle::exact).rows.size(), std::size_t{3});
        QCOMPARE(monitor.snapshot().tasks, std::size_t{3});
        QCOMPARE(monitor.snapshot().tasksDone, std::size_t{3});
        QVERIFY(QString::fromStdString(progressLine(monitor.snapshot())).startsWith("3 of 3 searches"));
    }

    // 7! = 5,040 orders; X before Y before Z is one of their 3! orders: 840.
    void c39APartialOrderIsCounted() {
        const SearchProblem free{"toy-6", "O[n,m,p,q] += W[m,c,r,s] * I[n,c,p+r,q+s]", "n=2,m=2,p=2,q=2,c=2,r=2,s=2",
                                 Factorization::perfect};
        SearchProblem ordered = free;
        ordered.constraints.levels["GLB"].order = {"p", "c", "m"};
        QCOMPARE(orderTerm(searchSetup(free).mapspace, "order at GLB"), std::string("5040"));
        QCOMPARE(orderTerm(searchSetup(ordered).mapspace, "order at GLB"), std::string("840"));
    }
};

QTEST_APPLESS_MAIN(SearchesLostOrUnsureTest)
#include "searches_lost_or_unsure_test.moc"
