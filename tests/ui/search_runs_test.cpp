// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240 xcb
// Several runs as a person handles them: queue, hold, stop, hide, name, remove, restore, compare, look at where their
// mappings lie, and find everything again in the saved session.

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/io/native.h"
#include "tests/ui/search_desk.h"
#include "ui/models/top_table_model.h"
#include "ui/plots/cloud_plot.h"
#include "ui/plots/convergence_plot.h"
#include "ui/plots/density_layer.h"
#include "ui/plots/plot_navigator.h"
#include "ui/shell/search_perspective.h"
#include "ui/shell/status_strip.h"
#include "ui/views/explain_view.h"
#include "ui/views/mapspaces_view.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr std::int64_t kEndless = 2'000'000'000;

QTableView* rows(const Desk& desk) { return desk.find<QTableView>("runTable"); }

void choose(const Desk& desk, int row) {
    rows(desk)->setFocus();
    rows(desk)->setCurrentIndex(rows(desk)->model()->index(row, 0));
}

QString grouped(std::int64_t count) { return QString::fromStdString(formatCount(count)); }

/// Moves the pointer to a pixel of a plot.
void hover(QCustomPlot& plot, const QPointF& pixel) {
    QTest::mouseMove(&plot, QPoint(3, 3));
    moveTo(plot, pixel);
}

/// A plot that has been painted at its present size.
void settle(QCustomPlot& plot) {
    comeToRest(*plot.window());
    plot.replot(QCustomPlot::rpImmediateRefresh);
}

}  // namespace

class SearchRunsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void queuedRunsFollowOneAnother() {
        const Desk desk(400'000);
        for (int seed = 1; seed <= 3; ++seed) enqueue(desk, seed);
        QCOMPARE(runs(desk).size(), std::size_t{3});
        QCOMPARE(stateOf(*runs(desk)[0]), RunState::running);
        QCOMPARE(stateOf(*runs(desk)[2]), RunState::queued);
        QCOMPARE(cell(*rows(desk), 2, 3), QString("queued"));
        waitForAll(desk);
        for (int i = 0; i < 3; ++i) {
            const Run& run = *runs(desk)[static_cast<std::size_t>(i)];
            QCOMPARE(run.number, i + 1);
            QCOMPARE(run.inputs.search.seed, static_cast<std::uint64_t>(i + 1));
            QCOMPARE(run.result->counters.drawn, std::int64_t{400'000});
        }
    }

    /// Three seeds by one press; the plot shows them as one line of means in a band, and each again.
    void severalSeedsAreOneLineInABand() {
        const Desk desk(60'000);
        desk.window->setPerspective("search");
        type(desk, "seed", "11");
        type(desk, "seedCount", "3");
        click(desk, "enqueueButton");
        QCOMPARE(runs(desk).size(), std::size_t{3});
        for (int i = 0; i < 3; ++i)
            QCOMPARE(runs(desk)[static_cast<std::size_t>(i)]->inputs.search.seed, static_cast<std::uint64_t>(11 + i));
        QCOMPARE(desk.document().inputs().search.seed, std::uint64_t{11});
        waitForAll(desk);
        auto* plot = desk.window->findChild<ConvergencePlot*>();
        QTRY_COMPARE(plot->data().lines.size(), std::size_t{3});
        std::vector<double> ends;
        for (const auto& line : plot->data().lines) ends.push_back(line.y.back());
        desk.find<QAbstractButton>("convergenceSeeds")->click();
        QCOMPARE(plot->data().lines.size(), std::size_t{1});
        const auto& band = plot->data().lines.front();
        QVERIFY2(band.label.endsWith(", 3 seeds"), qPrintable(band.label));
        QCOMPARE(band.least.back(), *std::min_element(ends.begin(), ends.end()));
        QCOMPARE(band.most.back(), *std::max_element(ends.begin(), ends.end()));
        QCOMPARE(band.y.back(), std::cbrt(ends[0] * ends[1] * ends[2]));  // qFuzzyCompare
        QCOMPARE(band.end, 60'000.0);
        settle(plot->canvas());
        hover(plot->canvas(),
              {plot->canvas().xAxis->coordToPixel(band.x.back()), plot->canvas().yAxis->coordToPixel(band.y.back())});
        QVERIFY2(plot->cardLines().join(u' ').contains("mean"), qPrintable(plot->cardLines().join(u' ')));
        type(desk, "seedCount", "1");
        click(desk, "enqueueButton");  // the same seed again is no further seed
        waitForAll(desk);
        QCOMPARE(runs(desk).size(), std::size_t{4});
        QTRY_COMPARE(plot->data().lines.size(), std::size_t{1});
        QCOMPARE(plot->data().lines.front().seeds, std::size_t{3});
        type(desk, "maxEvaluations", "50000");  // another question: no part of the band
        click(desk, "enqueueButton");
        waitForAll(desk);
        QTRY_COMPARE(plot->data().lines.size(), std::size_t{2});
        desk.find<QAbstractButton>("convergenceSeeds")->click();
        QCOMPARE(plot->data().lines.size(), std::size_t{5});
    }

    void pauseHoldsTheRunAndStopGoesOnWithTheNext() {
        const Desk desk(kEndless);
        enqueue(desk, 1);
        enqueue(desk, 2);
        desk.press(Qt::Key_F6);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*runs(desk)[0]), RunState::paused, kRunWithin);
        QCOMPARE(cell(*rows(desk), 0, 3), QString("paused"));
        QCOMPARE(stateOf(*runs(desk)[1]), RunState::queued);
        QVERIFY(etaText(*runs(desk)[0]).isEmpty());
        desk.press(Qt::Key_F6);  // the second press goes on
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*runs(desk)[0]), RunState::running, kRunWithin);
        desk.press(Qt::Key_F6);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*runs(desk)[0]), RunState::paused, kRunWithin);
        desk.press(Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*runs(desk)[0]), RunState::running, kRunWithin);
        desk.press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*runs(desk)[0]), RunState::stopped, kRunWithin);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*runs(desk)[1]), RunState::running, kRunWithin);
        desk.press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.window->runs().running(), kRunWithin);
    }

    void stripTellsTheQueueAndTheTimeLeft() {
        const Desk desk(kEndless);
        type(desk, "maxEvaluations", "600M");
        enqueue(desk, 1);
        enqueue(desk, 2);
        auto* strip = desk.window->findChild<StatusStrip*>();
        QTRY_VERIFY_WITH_TIMEOUT(strip->jobText().contains("to 600 M drawn"), kRunWithin);
        QVERIFY(strip->jobText().contains("Run 1: random, Ruby-S"));
        bool told = false;
        for (const QLabel* label : strip->findChildren<QLabel*>()) told = told || label->text().contains("1 queued");
        QVERIFY(told);
        desk.window->runs().abandon();
    }

    void spaceAndTheCheckBoxHideARunEverywhere() {
        const Desk desk(60'000);
        enqueue(desk, 1);
        enqueue(desk, 2);
        waitForAll(desk);
        auto* convergence = desk.window->findChild<ConvergencePlot*>();
        auto* cloud = desk.find<CloudPlot>("cloudPlot");
        auto* top = desk.find<QTableView>("topTable");
        QCOMPARE(convergence->data().lines.size(), std::size_t{2});
        QCOMPARE(cloud->data().bests.size(), std::size_t{2});
        choose(desk, 0);
        QTest::keyClick(rows(desk), Qt::Key_Space);
        QVERIFY(runs(desk)[0]->hidden);
        QCOMPARE(convergence->data().lines.size(), std::size_t{1});
        QVERIFY(convergence->data().lines[0].label.startsWith("2 "));
        QCOMPARE(cloud->data().bests.size(), std::size_t{1});
        QCOMPARE(cloud->data().cloud->total(), runs(desk)[1]->result->counters.valid);
        for (int row = 0; row < top->model()->rowCount(); ++row) QCOMPARE(cell(*top, row, 0), QString("2"));
        const QRect first = rows(desk)->visualRect(rows(desk)->model()->index(0, 0));
        QTest::mouseClick(rows(desk)->viewport(), Qt::LeftButton, {}, QPoint(first.left() + 14, first.center().y()));
        QVERIFY(!runs(desk)[0]->hidden);
        QCOMPARE(cloud->data().cloud->total(),
                 runs(desk)[0]->result->counters.valid + runs(desk)[1]->result->counters.valid);
        QCOMPARE(desk.window->perspective(), QString("search"));
    }

    void f2NamesARunAndUndoTakesItBack() {
        const Desk desk(20'000);
        desk.runToEnd();
        choose(desk, 0);
        QTest::keyClick(rows(desk), Qt::Key_F2);
        auto* editor = rows(desk)->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, "baseline");
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(titleOf(*runs(desk)[0]), QString("baseline"));
        QVERIFY(cell(*rows(desk), 0, 0).contains("baseline"));
        desk.action("undo")->trigger();
        QCOMPARE(titleOf(*runs(desk)[0]), QString("random, Ruby-S"));
    }

    void delRemovesARunAndUndoBringsItBack() {
        const Desk desk(20'000);
        for (int seed = 1; seed <= 3; ++seed) enqueue(desk, seed);
        waitForAll(desk);
        desk.document().show({.run = 2, .rank = 0, .own = {}});
        const QString before = desk.sessionText();
        const Mapping shown = desk.document().exhibit()->mapping;
        choose(desk, 1);
        QTest::keyClick(rows(desk), Qt::Key_Delete);
        QCOMPARE(runs(desk).size(), std::size_t{2});
        QCOMPARE(runs(desk)[1]->number, 3);
        QCOMPARE(desk.document().shown().run, 1);  // the third run moved up, and is still the one shown
        QCOMPARE(desk.document().exhibit()->mapping, shown);
        desk.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.sessionText(), before);
        enqueue(desk, 4);
        QCOMPARE(runs(desk).back()->number, 4);
        waitForAll(desk);
    }

    void theRunThatGoesOnIsNotRemoved() {
        const Desk desk(kEndless);
        enqueue(desk, 1);
        enqueue(desk, 2);
        choose(desk, 0);
        QTest::keyClick(rows(desk), Qt::Key_Delete);
        QCOMPARE(runs(desk).size(), std::size_t{2});
        choose(desk, 1);
        QTest::keyClick(rows(desk), Qt::Key_Delete);
        QCOMPARE(runs(desk).size(), std::size_t{1});
        QVERIFY(desk.window->runs().running());
        desk.window->runs().abandon();
    }

    void theReopenedSessionIsInTheSameState() {
        const Desk desk(60'000);
        enqueue(desk, 1);
        enqueue(desk, 2);
        waitForAll(desk);
        desk.document().renameRun(0, "narrow");
        desk.document().setRunHidden(1, true);
        type(desk, "maxEvaluations", "2000000000");
        enqueue(desk, 3);
        enqueue(desk, 4);
        QTRY_VERIFY_WITH_TIMEOUT(runs(desk)[2]->live.best.has_value(), kRunWithin);
        desk.action("stop")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*runs(desk)[3]), RunState::running, kRunWithin);
        desk.window->runs().abandon();  // as if the window were closed
        QCOMPARE(runs(desk).size(), std::size_t{3});
        QVERIFY(desk.document().enqueueRun(desk.document().inputs()));
        const QString path = desk.folder.filePath("runs.lapidary");
        QVERIFY(desk.window->files().saveTo(path));

        const Desk other;
        QVERIFY(other.window->files().open(path));
        QCOMPARE(other.sessionText(), desk.sessionText());
        QCOMPARE(runs(other).size(), std::size_t{4});
        QCOMPARE(titleOf(*runs(other)[0]), QString("narrow"));
        QVERIFY(runs(other)[1]->hidden);
        QCOMPARE(stateOf(*runs(other)[2]), RunState::stopped);
        QCOMPARE(stateOf(*runs(other)[3]), RunState::queued);
        QVERIFY(!other.window->runs().running());
        QCOMPARE(*runs(other)[0]->live.cloud, *runs(desk)[0]->live.cloud);
        // What waits begins when asked to, not by opening a file.
        click(other, "startQueueButton");
        QCOMPARE(stateOf(*runs(other)[3]), RunState::running);
        other.window->runs().abandon();
    }

    void oneClickComparesTheFiveMapspaces() {
        const Desk desk(60'000);
        click(desk, "compareMapspacesButton");
        QCOMPARE(runs(desk).size(), std::size_t{5});
        waitForAll(desk);
        for (std::size_t i = 0; i < 5; ++i) {
            QCOMPARE(runs(desk)[i]->inputs.mapspace.factorization, mapspaceKinds()[i]);
            QCOMPARE(runs(desk)[i]->inputs.search.seed, std::uint64_t{42});
            QCOMPARE(runs(desk)[i]->result->counters.drawn, std::int64_t{60'000});
        }
        const QStringList lines = desk.find<MapspacesView>("mapspacesView")->textTwin().trimmed().split(u'\n');
        QCOMPARE(lines.size(), 6);
        const double perfect = runs(desk)[0]->result->best->score.edp();
        for (int i = 0; i < 5; ++i) {
            const double ratio = runs(desk)[static_cast<std::size_t>(i)]->result->best->score.edp() / perfect;
            QCOMPARE(lines[i + 1].split(u',')[2].toDouble(), ratio);
        }
    }

    void hoveringAFrontPointTellsItAndAClickOpensIt() {
        const Desk desk(400'000);
        desk.runToEnd();
        auto* cloud = desk.find<CloudPlot>("cloudPlot");
        QCustomPlot& canvas = cloud->canvas();
        settle(canvas);
        QVERIFY(cloud->data().front.size() >= 2);
        const QPointF pixel = cloud->frontPixel(1);
        hover(canvas, pixel);
        const Candidate& point = runs(desk)[0]->result->front[1];
        QVERIFY2(cloud->cardLines().join(u'|').contains("Run 1, Pareto point 2"),
                 qPrintable(cloud->cardLines().join(u'|')));
        QVERIFY(cloud->cardLines().join(u'|').contains(grouped(point.score.cycles)));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, pixel.toPoint());
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        QCOMPARE(desk.document().exhibit()->mapping, point.mapping);
        QCOMPARE(desk.document().exhibit()->origin, QString("Run 1, Pareto point 2"));
        const QString path = desk.folder.filePath("front.lapidary");
        QVERIFY(desk.window->files().saveTo(path));
        const Desk other;
        QVERIFY(other.window->files().open(path));
        QCOMPARE(other.document().exhibit()->mapping, point.mapping);
    }

    void keysWalkAlongTheFrontAndEnterOpens() {
        const Desk desk(100'000);
        desk.runToEnd();
        auto* cloud = desk.find<CloudPlot>("cloudPlot");
        settle(cloud->canvas());
        cloud->canvas().setFocus();
        QTest::keyClick(&cloud->canvas(), Qt::Key_Right);
        QTest::keyClick(&cloud->canvas(), Qt::Key_Right);
        QVERIFY(cloud->cardLines().join(u'|').contains("Pareto point 2"));
        QTest::keyClick(&cloud->canvas(), Qt::Key_Return);
        QCOMPARE(desk.document().exhibit()->mapping, runs(desk)[0]->result->front[1].mapping);
    }

    void theCloudCountsAllValidMappingsAndTellsCells() {
        const Desk desk(200'000);
        desk.runToEnd();
        auto* cloud = desk.find<CloudPlot>("cloudPlot");
        QCOMPARE(cloud->data().cloud->total(), runs(desk)[0]->result->counters.valid);
        settle(cloud->canvas());
        const Cloud& counted = *cloud->data().cloud;
        const QRect axes = cloud->canvas().axisRect()->rect();
        for (const CloudCell& cell : counted.cells) {
            const QPointF pixel(
                cloud->canvas().xAxis->coordToPixel(std::sqrt(cloudEdge(cell.energy, counted.energyPerOctave) *
                                                              cloudEdge(cell.energy + 1, counted.energyPerOctave)) *
                                                    cloud->data().energy.factor),
                cloud->canvas().yAxis->coordToPixel(std::sqrt(cloudEdge(cell.cycles, counted.cyclesPerOctave) *
                                                              cloudEdge(cell.cycles + 1, counted.cyclesPerOctave))));
            if (!axes.adjusted(30, 30, -30, -30).contains(pixel.toPoint()) || cell.count < 2) continue;
            hover(cloud->canvas(), pixel);
            if (cloud->cardLines().join(u'|').contains("Run 1")) continue;  // under a symbol
            QCOMPARE(cloud->cardLines().value(0), QStringLiteral("%1 valid mappings here").arg(grouped(cell.count)));
            return;
        }
        QFAIL("no cell in sight");
    }

    void zoomIsKeptUntilReset() {
        const Desk desk(60'000);
        desk.runToEnd();
        auto* cloud = desk.find<CloudPlot>("cloudPlot");
        settle(cloud->canvas());
        const QCPRange whole = cloud->canvas().xAxis->range();
        cloud->canvas().setFocus();
        QTest::keyClick(&cloud->canvas(), Qt::Key_Plus);
        QTest::keyClick(&cloud->canvas(), Qt::Key_Plus);
        const QCPRange closer = cloud->canvas().xAxis->range();
        QVERIFY(closer.upper / closer.lower < whole.upper / whole.lower);
        enqueue(desk, 5);
        waitForAll(desk);
        QCOMPARE(cloud->canvas().xAxis->range(), closer);
        click(desk, "convergenceFit");
        QCOMPARE(cloud->canvas().xAxis->range(), closer);
        auto* fit = desk.window->findChild<QAbstractButton*>("cloudFit");
        QTest::mouseClick(fit, Qt::LeftButton);
        QVERIFY(!cloud->navigator().moved());
        QVERIFY(cloud->canvas().xAxis->range() != closer);
    }

    void hoveringALineTellsTheImprovementThatHoldsThere() {
        const Desk desk(100'000);
        desk.runToEnd();
        auto* plot = desk.window->findChild<ConvergencePlot*>();
        settle(plot->canvas());
        const auto& line = plot->data().lines.front();
        const std::size_t last = line.x.size() - 1;
        const double x = std::sqrt(line.x[last] * line.end);
        hover(plot->canvas(),
              {plot->canvas().xAxis->coordToPixel(x), plot->canvas().yAxis->coordToPixel(line.y[last]) - 4});
        const QString card = plot->cardLines().join(u'|');
        QVERIFY2(card.contains("Run 1: random, Ruby-S"), qPrintable(card));
        QVERIFY2(card.contains(grouped(line.drawn[last])), qPrintable(card));
    }

    void timeRunsForwardsInTheConvergence() {
        const Desk desk(100'000);
        desk.runToEnd();
        auto* axis = desk.find<Segmented>("convergenceAxis");
        axis->setFocus();
        QTest::keyClick(axis, Qt::Key_Right);
        const auto& line = desk.window->findChild<ConvergencePlot*>()->data().lines.front();
        QVERIFY(line.x.size() >= 2);
        QVERIFY(std::is_sorted(line.x.begin(), line.x.end()));
        QVERIFY(std::is_sorted(line.y.rbegin(), line.y.rend()));
        QCOMPARE(line.y.back(), desk.window->findChild<ConvergencePlot*>()->data().lines.front().y.back());
        QCOMPARE(line.end, runs(desk)[0]->result->seconds);
    }

    void countersFollowTheChosenRow() {
        const Desk desk(30'000);
        enqueue(desk, 1);
        waitForAll(desk);
        type(desk, "maxEvaluations", "50000");
        enqueue(desk, 2);
        waitForAll(desk);
        auto* reasons = desk.find<QTableView>("reasonTable");
        const auto counted = [&] {
            qlonglong sum = 0;
            for (int row = 0; row < reasons->model()->rowCount(); ++row)
                sum += cell(*reasons, row, 3).remove(u',').toLongLong();
            return sum;
        };
        const auto invalid = [&](std::size_t run) {
            return qlonglong{runs(desk)[run]->live.counters.drawn - runs(desk)[run]->live.counters.valid};
        };
        QCOMPARE(counted(), invalid(1));
        choose(desk, 0);
        QCOMPARE(counted(), invalid(0));
    }

    // The capacity is explained by the tiles of the mapping that is opened, and the session keeps it.
    void aRefusedMappingOpensWithItsReasonExplained() {
        const Desk desk(30'000);
        desk.runToEnd();
        auto* reasons = desk.find<QTableView>("reasonTable");
        int row = 0;
        while (row < reasons->model()->rowCount() && !cell(*reasons, row, 1).contains("capacity")) ++row;
        QVERIFY(row < reasons->model()->rowCount());
        const Counters& counters = runs(desk)[0]->live.counters;
        const ReasonCount reason = counters.invalid[static_cast<std::size_t>(row)];
        reasons->setCurrentIndex(reasons->model()->index(row, 1));
        QTest::keyClick(reasons, Qt::Key_Return);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        const auto& exhibit = desk.document().exhibit();
        QVERIFY(exhibit.has_value());
        QVERIFY(!exhibit->cost.valid);
        QVERIFY(exhibit->cost.reasons.front() == reason.example);
        const auto* explained = desk.find<ExplainView>("explainView");
        QTRY_VERIFY(explained->derivation() && explained->derivation()->figure.kind == CostFigure::capacity);
        QCOMPARE(explained->derivation()->limit.has_value(), true);
        QVERIFY(toDouble(explained->derivation()->value()) > static_cast<double>(*explained->derivation()->limit));
        QVERIFY(desk.find<View>("factsView")->textTwin().startsWith("Not valid: "));

        const auto json = parseJson(toJson(desk.document().session()).dump(), "s.lapidary");
        QVERIFY(json.ok());
        const auto again = sessionFromJson(*json, "s.lapidary");
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(again->runs.front().result.counters.invalid[static_cast<std::size_t>(row)].mapping == reason.mapping);
    }

    void twoTopRowsCanBeCompared() {
        const Desk desk(60'000);
        desk.runToEnd();
        auto* perspective = desk.window->findChild<SearchPerspective*>();
        QSignalSpy asked(perspective, &SearchPerspective::compareAsked);
        auto* table = desk.find<QTableView>("topTable");
        table->selectionModel()->select(table->model()->index(0, 1), QItemSelectionModel::ClearAndSelect);
        auto* button = desk.find<QAbstractButton>("compareRowsButton");
        QVERIFY(!button->isEnabled());
        table->selectionModel()->select(table->model()->index(2, 1), QItemSelectionModel::Select);
        QVERIFY(button->isEnabled() && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<ShownMapping>(), (ShownMapping{.run = 0, .rank = 0, .own = {}}));
        QCOMPARE(asked[0][1].value<ShownMapping>(), (ShownMapping{.run = 0, .rank = 2, .own = {}}));
    }

    /// How fast that is, the benchmark of the window tells.
    void aMillionPointsAreShownInFull() {
        CloudPlot plot;
        plot.resize(560, 380);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        // All of them in the left lower corner but one, which is ten times as far in both directions.
        std::vector<QPointF> points(999'999, QPointF(500, 6e5));
        points.emplace_back(5000, 6e6);
        plot.setPoints(points);
        plot.canvas().replot(QCustomPlot::rpImmediateRefresh);
        const auto* density = plot.canvas().findChild<DensityLayer*>();
        QVERIFY(density);
        QCOMPARE(density->most(), 999'999.0);
        plot.navigator().pan(0.01, 0);
        plot.canvas().replot(QCustomPlot::rpImmediateRefresh);
        QCOMPARE(density->most(), 999'999.0);
        plot.navigator().pan(0.5, 0);  // past the corner: only the far one is left
        plot.canvas().replot(QCustomPlot::rpImmediateRefresh);
        QCOMPARE(density->most(), 1.0);
    }
};

QTEST_MAIN(SearchRunsTest)
#include "search_runs_test.moc"
