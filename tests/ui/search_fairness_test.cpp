// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240 unsanitized
// What a first look at several runs must not suggest: runs of another design are marked and not mixed in, budgets that
// differ give no percentage, too few draws are said, and the buttons act on what stands beside them.

#include <QComboBox>
#include <QLabel>
#include <qcustomplot.h>

#include <algorithm>

#include "tests/ui/search_desk.h"
#include "ui/plots/cloud_plot.h"
#include "ui/plots/convergence_plot.h"
#include "ui/plots/plot_navigator.h"
#include "ui/views/mapspaces_view.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

/// Of the panel's CSV: mapspace, best, relative, run, drawn, remark.
QStringList lineOf(const Desk& desk, const QString& mapspace) {
    for (const QString& line : desk.find<MapspacesView>("mapspacesView")->textTwin().split(u'\n'))
        if (line.startsWith(mapspace + u',')) return line.split(u',');
    return {};
}

void setCapacity(const Desk& desk, const char* value) {
    desk.document().setArchitecture(*withSetting(desk.document().inputs().architecture, "GLB.capacity", value), {});
}

}  // namespace

class SearchFairnessTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void runsOfAnotherDesignAreMarkedAndNotMixed() {
        const Desk desk(60'000);
        desk.runToEnd();
        auto* convergence = desk.window->findChild<ConvergencePlot*>();
        auto* cloud = desk.find<CloudPlot>("cloudPlot");
        QCOMPARE(cell(desk, "runTable", 0, 3), QString("finished"));
        setCapacity(desk, "64 KiB");
        QCOMPARE(cell(desk, "runTable", 0, 3), QString("finished, other design"));
        const QString tip = desk.find<QTableView>("runTable")->model()->index(0, 3).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("GLB.capacity"), qPrintable(tip));
        QVERIFY(convergence->data().lines[0].other);
        desk.action("undo")->trigger();
        QCOMPARE(cell(desk, "runTable", 0, 3), QString("finished"));
        QVERIFY(!convergence->data().lines[0].other);
        desk.action("redo")->trigger();

        desk.runToEnd();
        QCOMPARE(convergence->data().lines.size(), std::size_t{2});
        QVERIFY(convergence->data().lines[0].other);
        QVERIFY(!convergence->data().lines[1].other);
        QCOMPARE(cloud->data().bests.size(), std::size_t{1});
        QCOMPARE(cloud->data().valid, runs(desk)[1]->result->counters.valid);
        const int rows = desk.find<QTableView>("topTable")->model()->rowCount();
        QVERIFY(rows > 0);
        for (int row = 0; row < rows; ++row) QCOMPARE(cell(desk, "topTable", row, 0), QString("2"));
        QCOMPARE(lineOf(desk, "Ruby-S").value(3), QString("2"));

        // Which runs are alike is known however runs come and go.
        const auto design = [&](std::size_t run) { return runs(desk)[run]->designId; };
        QCOMPARE(runs(desk)[0]->workloadId, runs(desk)[1]->workloadId);
        QVERIFY(design(0) != design(1));
        desk.document().removeRun(0);
        desk.runToEnd();
        QCOMPARE(design(0), design(1));
        desk.action("undo")->trigger();
        QCOMPARE(runs(desk).size(), std::size_t{3});
        QVERIFY(design(0) != design(1));
        QCOMPARE(design(1), design(2));
    }

    void openBestOpensTheFirstRowWhicheverRunIsChosen() {
        const Desk desk(20'000);
        QVERIFY(!desk.action("openBest")->isEnabled());
        for (int seed = 1; seed <= 3; ++seed) enqueue(desk, seed);
        waitForAll(desk);
        double least = runs(desk)[0]->result->best->score.edp();
        for (const RunPtr& run : runs(desk)) least = std::min(least, run->result->best->score.edp());
        auto* table = desk.find<QTableView>("runTable");
        for (int row = 0; row < 3; ++row) {
            desk.window->setPerspective("search");
            desk.comeToRest();
            table->setCurrentIndex(table->model()->index(row, 0));
            QVERIFY(desk.action("openBest")
                        ->toolTip()
                        .contains("of run " + cell(desk, "topTable", 0, 0).section(u',', 0, 0)));
            click(desk, "openBestButton");
            QCOMPARE(desk.window->perspective(), QString("mapping"));
            QCOMPARE(desk.document().exhibit()->cost.edp.value(), least);
        }
    }

    void openBestSurvivesASearchThatDidNotStart() {
        const Desk desk(20'000);
        desk.runToEnd();
        QVERIFY(desk.action("openBest")->isEnabled());
        SessionInputs inputs = desk.document().inputs();
        inputs.mapspace.factorization = Factorization::ruby;
        inputs.mapspace.constraints = {};  // far more mappings than can be enumerated
        inputs.search.algorithm = Algorithm::exhaustive;
        inputs.search.maxEvaluations.reset();
        desk.document().edit(inputs, "Exhaustive");
        desk.action("run")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return !desk.window->runs().running(); }, kRunWithin));
        QVERIFY(!desk.window->banners().textOf("search").isEmpty());
        QCOMPARE(runs(desk).size(), std::size_t{1});
        QVERIFY(desk.action("openBest")->isEnabled());
    }

    void aStartedRunBecomesTheCurrentOne() {
        const Desk desk(20'000);
        enqueue(desk, 1);
        enqueue(desk, 2);
        waitForAll(desk);
        auto* table = desk.find<QTableView>("runTable");
        table->setCurrentIndex(table->model()->index(0, 0));
        type(desk, "maxEvaluations", "2000000000");
        desk.action("run")->trigger();
        QCOMPARE(table->currentIndex().row(), 2);
        table->setCurrentIndex(table->model()->index(0, 0));  // and whoever looks at another stays there
        QTest::qWait(150);
        QCOMPARE(table->currentIndex().row(), 0);
        desk.window->runs().abandon();
    }

    void mapspacesAreComparedAtEqualBudgets() {
        const Desk desk(100'000);
        desk.runToEnd();  // Ruby-S, more than the others will have
        type(desk, "maxEvaluations", "60000");
        click(desk, "compareMapspacesButton");
        waitForAll(desk);
        QCOMPARE(lineOf(desk, "Ruby-S").value(3), QString("4"));
        for (const char* kind : {"PFM", "Padded", "Ruby-S", "Ruby-T", "Ruby"})
            QVERIFY2(!lineOf(desk, kind).value(2).isEmpty(), kind);
        for (int run = 2; run < 6; ++run) desk.document().setRunHidden(run, true);
        QCOMPARE(lineOf(desk, "Ruby-S").value(3), QString("1"));
        QVERIFY(lineOf(desk, "Ruby-S").value(2).isEmpty());
        QVERIFY2(lineOf(desk, "Ruby-S").join(u',').contains("100 k drawn"),
                 qPrintable(lineOf(desk, "Ruby-S").join(u',')));
        QVERIFY(lineOf(desk, "PFM").value(5).contains("60 k drawn"));
    }

    void worseThanPfmMeansTooFewDraws() {
        const Desk desk(60'000);
        click(desk, "compareMapspacesButton");
        waitForAll(desk);
        const double perfect = runs(desk)[0]->result->best->score.edp();
        int few = 0;
        for (std::size_t i = 1; i < 5; ++i) {
            const bool worse = runs(desk)[i]->result->best->score.edp() > perfect;
            const QString kind = shortName(runs(desk)[i]->inputs.mapspace.factorization);
            QCOMPARE(lineOf(desk, kind).value(5).contains("contains PFM: too few draws"), worse);
            few += worse ? 1 : 0;
        }
        QVERIFY2(few > 0, "60,000 draws of Ruby's mapspace are too few to reach PFM's best");
    }

    void aMappingFoundTwiceIsOneRow() {
        const Desk desk(20'000);
        enqueue(desk, 1);
        waitForAll(desk);
        const int rows = desk.find<QTableView>("topTable")->model()->rowCount();
        enqueue(desk, 1);
        waitForAll(desk);
        QCOMPARE(desk.find<QTableView>("topTable")->model()->rowCount(), rows);
        for (int row = 0; row < rows; ++row) QCOMPARE(cell(desk, "topTable", row, 0), QString("1, 2"));
    }

    void theFormRecommendsExhaustiveForSmallMapspaces() {
        const Desk desk(200'000);  // of 1,416,394
        auto* hint = desk.find<QLabel>("exhaustiveHint");
        QVERIFY(!hint->isVisible());
        type(desk, "maxEvaluations", "30M");
        QVERIFY(hint->isVisible());
        auto* algorithm = desk.find<QComboBox>("algorithm");
        algorithm->setFocus();
        QTest::keyClicks(algorithm, "Exh");
        QTRY_COMPARE(desk.document().inputs().search.algorithm, Algorithm::exhaustive);
        QVERIFY(!hint->isVisible());
    }

    void theEmptyTablesNameNoUnit() {
        const Desk desk;
        const auto title = [&](const char* table, int column) {
            return desk.find<QTableView>(table)->model()->headerData(column, Qt::Horizontal).toString();
        };
        QCOMPARE(title("runTable", 2), QString("EDP"));
        QCOMPARE(title("topTable", 1), QString("EDP"));
        desk.runToEnd();
        QVERIFY2(title("runTable", 2).endsWith("J·s"), qPrintable(title("runTable", 2)));
    }

    void whatLiesOutOfViewIsCounted() {
        const Desk desk(60'000);
        desk.runToEnd();
        auto* cloud = desk.find<CloudPlot>("cloudPlot");
        desk.comeToRest();
        const std::int64_t whole = cloud->outOfView();
        QVERIFY(whole >= 0 && whole < cloud->data().valid);
        cloud->canvas().setFocus();
        for (int i = 0; i < 4; ++i) QTest::keyClick(&cloud->canvas(), Qt::Key_Plus);
        QVERIFY(cloud->outOfView() > whole);
        QVERIFY(cloud->outOfView() <= cloud->data().cloud->total());
    }
};

QTEST_MAIN(SearchFairnessTest)
#include "search_fairness_test.moc"
