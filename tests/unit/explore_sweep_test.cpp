// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sweeps small enough to be redone by hand, and what happens to points that can't be.

#include <QtTest>

#include "core/explore/sweep_monitor.h"
#include "core/explore/sweep_point.h"
#include "core/io/sweep_report.h"
#include "tests/support/search_setup.h"
#include "tests/support/sweep_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

SweepResult run(const SweepSpec& spec, SweepMonitor* monitor = nullptr) {
    Job job;
    return orDie(runSweep(spec, job, monitor));
}

/// Everything that is said of a sweep apart from "run".
Json said(const SweepSpec& spec) {
    SweepFile file;
    file.spec = spec;
    return withoutRun(sweepToJson(file, run(spec), {}));
}

SweepSpec randomSweep(int threads) {
    SweepSpec spec = lineSweep();
    spec.search.algorithm = Algorithm::random;
    spec.search.maxEvaluations = 500;
    spec.search.threads = threads;
    spec.mapspaces = {Factorization::perfect, Factorization::padded, Factorization::rubyS, Factorization::ruby};
    return spec;
}

std::string firstError(const SweepSpec& spec) {
    const Diagnostics problems = checkSweep(spec);
    return problems.empty() ? "" : toText(problems.front());
}

}  // namespace

class ExploreSweepTest : public QObject {
    Q_OBJECT

private slots:
    void pointsRunThroughTheLastAxisAndThenTheMapspacesFastest() {
        SweepSpec spec = lineSweep();
        spec.axes.push_back({"spad.capacity", {"4", "8", "16"}});
        QCOMPARE(pointCount(spec), std::size_t{12});
        const SweepPoint point = pointAt(spec, 9);  // 9 = (1 * 3 + 1) * 2 + 1
        QCOMPARE(point.values, (std::vector<std::string>{"3x1", "8"}));
        QVERIFY(point.factorization == Factorization::rubyS);
    }

    void pointsHaveOneBeforeThem() {
        SweepSpec spec = lineSweep();  // 2 arrays, 2 mapspaces
        spec.axes.push_back({"spad.capacity", {"4", "8", "16"}});
        QVERIFY(!pointBefore(spec, 0));
        QCOMPARE(*pointBefore(spec, 1), std::size_t{0});  // the mapspace before
        QCOMPARE(*pointBefore(spec, 9), std::size_t{7});  // 3x1, 8, second: 3x1, 4, second
        QCOMPARE(*pointBefore(spec, 7), std::size_t{1});  // 3x1, 4, second: 2x1, 4, second
        for (std::size_t i = 1; i < pointCount(spec); ++i)
            QCOMPARE(rankOf(spec, *pointBefore(spec, i)) + 1, rankOf(spec, i));
    }

    /// What a neighbour has proven spares work and changes nothing that is found.
    void sharedProofsFindTheSame() {
        SweepSpec spec = lineSweep();
        spec.axes = {{"PE.fanout", {"2x1", "3x1", "6x1"}}, {"spad.capacity", {"4", "8", "16"}}};
        spec.search = {};
        spec.search.algorithm = Algorithm::optimal;
        const SweepResult shared = run(spec);
        spec.share = false;
        const SweepResult alone = run(spec);
        std::int64_t sharedJudged = 0, aloneJudged = 0;
        for (std::size_t i = 0; i < alone.points.size(); ++i)
            for (std::size_t l = 0; l < alone.layers.size(); ++l) {
                const LayerOutcome &a = alone.points[i]->layers[l], &b = shared.points[i]->layers[l];
                QVERIFY(a.proven && b.proven && a.best && b.best);
                QCOMPARE(b.best->mapping, a.best->mapping);
                QCOMPARE(b.best->score.cycles, a.best->score.cycles);
                sharedJudged += b.counters.drawn;
                aloneJudged += a.counters.drawn;
            }
        QVERIFY(sharedJudged <= aloneJudged);
        spec.share = true;
        const Json one = said(spec);
        spec.search.threads = 4;
        QCOMPARE(said(spec).dump(), one.dump());
    }

    // 5 is prime: PFM puts it on one PE, 5 steps; Ruby-S needs ceil(5 / PEs). 6 takes 6 / PEs steps in both.
    void aGridOfTwoByTwoIsWhatOneFindsByHand_data() {
        QTest::addColumn<int>("point");
        QTest::addColumn<int>("five");
        QTest::addColumn<int>("six");
        QTest::addColumn<double>("area");
        QTest::newRow("2 PEs, PFM") << 0 << 5 << 3 << 30.0;
        QTest::newRow("2 PEs, Ruby-S") << 1 << 3 << 3 << 30.0;
        QTest::newRow("3 PEs, PFM") << 2 << 5 << 2 << 45.0;
        QTest::newRow("3 PEs, Ruby-S") << 3 << 2 << 2 << 45.0;
    }
    void aGridOfTwoByTwoIsWhatOneFindsByHand() {
        QFETCH(int, point);
        QFETCH(int, five);
        QFETCH(int, six);
        QFETCH(double, area);
        const SweepResult result = run(lineSweep());
        QCOMPARE(result.points.size(), std::size_t{4});
        QCOMPARE(result.layers.size(), std::size_t{2});
        QCOMPARE(result.layers[0].count, std::int64_t{2});
        const SweepPoint& it = *result.points[static_cast<std::size_t>(point)];
        QVERIFY(it.complete);
        QCOMPARE(*it.areaUm2, area);  // PEs * (10 + 5); DRAM is off chip
        const double energy = 2 * 103.0 * 5 + 103.0 * 6;
        const int cycles = 2 * five + six;
        QCOMPARE(*it.energyPj, energy);
        QCOMPARE(*it.cycles, std::int64_t{cycles});
        QCOMPARE(*it.edp, energy * cycles);
        QCOMPARE(*it.edpSum, 2 * 515.0 * five + 618.0 * six);
        QCOMPARE(*it.macs, std::int64_t{16});
        QCOMPARE(*it.utilization, 16.0 / (cycles * (point < 2 ? 2 : 3)));
    }

    void theResultIsTheSameAtAnyThreadCount() {
        const Json one = said(randomSweep(1));
        QVERIFY(one == said(randomSweep(2)));
        QVERIFY(one == said(randomSweep(8)));
    }

    void aTaskIsTheSearchThatRunsAlone() {
        const SweepSpec spec = randomSweep(2);
        const SweepResult result = run(spec);
        const LayerOutcome& outcome = result.points[6]->layers[1];  // 3 PEs, Ruby-S, six
        const Mapspace mapspace = orDie(Mapspace::make(outcome.target, {Factorization::rubyS, {}}));
        const Evaluator evaluator = orDie(Evaluator::make(outcome.target));
        Job job;
        SearchOptions options = spec.search;
        const SearchResult alone = orDie(search(mapspace, evaluator, options, job));
        QVERIFY(alone.best->mapping == outcome.best->mapping);
        QCOMPARE(alone.counters.drawn, outcome.counters.drawn);
        QCOMPARE(alone.counters.valid, outcome.counters.valid);
    }

    void aRefusedDesignHarmsNoOtherPoint() {
        SweepSpec spec = lineSweep();
        spec.axes[0].values = {"2x1", "many", "3x1"};
        const SweepResult result = run(spec);
        for (const std::size_t refused : {2u, 3u}) {
            QVERIFY(!result.points[refused]->architecture);
            QCOMPARE(result.points[refused]->failure.front().message,
                     std::string("expected a size such as '14x12', found 'many'"));
            QVERIFY(!result.points[refused]->edp);
        }
        for (const std::size_t good : {0u, 1u, 4u, 5u}) QVERIFY(result.points[good]->complete);
    }

    void aLayerThatAMapspaceRefusesSaysWhy() {
        SweepSpec spec = lineSweep();
        spec.constraints = Constraints{};
        spec.constraints->fromUser = true;
        spec.constraints->fanouts["PE"].factors = {orDie(parseFactorRule("d = 3"))};
        const SweepResult result = run(spec);
        const SweepPoint& two = *result.points[0];
        QVERIFY(two.architecture && !two.complete && !two.edp);
        QVERIFY2(!two.layers[0].failure.empty(), "3 lanes can't be had from 2 PEs");
        QVERIFY(result.points[3]->complete);
        const Table table = pointTable(spec, result, NumberStyle::exact);
        QVERIFY(QString::fromStdString(table.rows[0].back()).startsWith("five: "));
        QCOMPARE(table.rows[3].back(), std::string());
    }

    void aPointThatDrewTooFewSaysSo() {
        const SweepSpec spec = lineSweep();
        SweepResult result = run(spec);
        QCOMPARE(pointTable(spec, result, NumberStyle::people).rows[1].back(), std::string());
        SweepPoint worse = *result.points[1];
        worse.layers[0].best->score.energyPj *= 3;
        result.points[1] = std::make_shared<const SweepPoint>(std::move(worse));
        for (const NumberStyle style : {NumberStyle::people, NumberStyle::exact})
            QCOMPARE(pointTable(spec, result, style).rows[1].back(), std::string("contains PFM: too few draws"));
    }

    void boundsCanBeAnAxis() {
        SweepSpec spec = lineSweep();
        spec.axes = {{"bounds.d", {"4", "12"}}};
        spec.mapspaces = {Factorization::perfect};
        const SweepResult result = run(spec);
        QCOMPARE(*result.points[0]->macs, std::int64_t{4 * 3});
        QCOMPARE(*result.points[1]->macs, std::int64_t{12 * 3});
        spec.axes = {{"bounds.m", {"4"}}};
        QCOMPARE(run(spec).points[0]->layers[0].failure.front().message,
                 std::string("layer 'five' has no dimension 'm'"));
    }

    void aSweepWithoutSenseIsRefused() {
        SweepSpec spec = lineSweep();
        spec.axes[0].path = "PE.fanuot";
        QCOMPARE(firstError(spec),
                 std::string("error: the design has no setting 'PE.fanuot' [axes[0].path]; did you mean 'PE.fanout'?"));
        spec = lineSweep();
        spec.axes[0].values = {};
        QCOMPARE(firstError(spec),
                 std::string("error: the axis 'PE.fanout' has no values, expected at least one [axes[0].values]"));
        spec.axes[0].values = {"2x1", "2x1"};
        QCOMPARE(firstError(spec),
                 std::string("error: the axis 'PE.fanout' has the value '2x1' twice [axes[0].values[1]]"));
        spec = lineSweep();
        spec.layers.clear();
        QCOMPARE(firstError(spec), std::string("error: a sweep needs a network or a workload [network]"));
        spec = lineSweep();
        spec.axes.assign(5, {"PE.x", std::vector<std::string>(10)});
        QVERIFY(toText(checkSweep(spec)).find("the grid has more than 10000 points") != std::string::npos);
        Job job;
        QVERIFY(!runSweep(spec, job).ok());
    }

    void theMonitorKnowsWhatIsFinished() {
        SweepSpec spec = lineSweep();
        spec.axes[0].values.emplace_back("many");
        SweepMonitor monitor;
        const SweepResult result = run(spec, &monitor);
        const SweepSnapshot snapshot = monitor.snapshot();
        QVERIFY(snapshot.state == SearchState::finished);
        QCOMPARE(snapshot.tasks, std::size_t{8});  // 4 designs that exist x 2 shapes
        QCOMPARE(snapshot.tasksDone, std::size_t{8});
        QCOMPARE(snapshot.done, (std::vector<std::size_t>{2, 2, 2, 2, 0, 0}));
        QVERIFY(snapshot.running.empty());
        QVERIFY(snapshot.points == result.points);
        QCOMPARE(*snapshot.secondsLeft, 0.0);
    }

    void theTimeLeftIsThatOfTheRecentTasks() {
        SweepMonitor monitor;
        monitor.begin(100, 2, 200, 4);
        QVERIFY(!monitor.snapshot().secondsLeft);
        for (int i = 0; i < 50; ++i) monitor.ended({0, 0}, 100.0);  // forgotten below
        for (int i = 0; i < 50; ++i) monitor.ended({1, 0}, 3.0);
        QCOMPARE(*monitor.snapshot().secondsLeft, 3.0 * 100 / 4);
        monitor.started({2, 1});
        QVERIFY((monitor.snapshot().running == std::vector<SweepTask>{{2, 1}}));
    }
};

QTEST_APPLESS_MAIN(ExploreSweepTest)
#include "explore_sweep_test.moc"
