// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240 xcb
// A person sweeps PE arrays: edits the grid, runs, holds, goes on, ends, reads the plot, opens a point, saves, comes back.

#include <QAbstractButton>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>

#include <algorithm>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "tests/ui/desk.h"
#include "ui/export/figure.h"
#include "ui/models/point_metric.h"
#include "ui/plots/pareto_plot.h"
#include "ui/shell/explore_perspective.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/sweep_control.h"
#include "ui/views/improvement_view.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kLong = 120'000;

constexpr qint64 kEndless = 1'000'000'000'000;

/// A desk in Explore, with a sweep that takes a second.
class SweepDesk : public Desk {
public:
    explicit SweepDesk(const QString& arrays = "2x7, 6x7, 14x12, 16x16", qint64 mappings = 2000) {
        press(Qt::Key_4, Qt::ControlModifier);
        comeToRest();
        if (!arrays.isEmpty()) fill(find<QLineEdit>("axisValues0"), arrays);
        askFor(mappings);
    }
    /// By each search.
    void askFor(qint64 mappings) const { fill(find<QLineEdit>("sweepEvaluations"), QString::number(mappings)); }
    const SweepRun& sweep() const { return *document().sweep(); }
    ParetoPlot* pareto() const { return find<ParetoPlot>("paretoPlot"); }
    QTableView* table() const { return find<QTableView>("pointTable"); }
    PointSelection& selection() const { return window->findChild<ExplorePerspective*>()->selection(); }
    bool running() const { return window->sweeps().running(); }
    void waitForEnd() const {
        QVERIFY(QTest::qWaitFor([this] { return !running(); }, kLong));
    }
    void sweepToEnd() const {
        press(Qt::Key_F5);
        QVERIFY(running());
        waitForEnd();
        comeToRest();
    }
    /// Begins with so many mappings per search and lets `act` do something in the middle, to what then goes on or is held or
    /// has ended. On a machine so fast that all is over before that, again with more of them.
    template <class Act>
    void inTheMiddle(qint64 mappings, std::size_t tasksDone, const Act& act) const {
        for (;; mappings *= 4) {
            askFor(mappings);
            press(Qt::Key_F5);
            QVERIFY(running());
            QVERIFY(QTest::qWaitFor([&] { return !running() || sweep().live.tasksDone >= tasksDone; }, kLong));
            if (running()) act();
            if (QTest::currentTestFailed() || !sweep().whole()) return;
        }
    }
    /// A finished point that is drawn, of the mapspace and the array.
    int point(const char* array, Factorization kind) const {
        for (const SweepPointPtr& at : sweep().points())
            if (at && at->values[0] == array && at->factorization == kind) return static_cast<int>(at->index);
        return -1;
    }
};

}  // namespace

class ExploreTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void ctrl4BringsTheGridOfRuby() {
        const SweepDesk desk("");
        QCOMPARE(desk.window->perspective(), QString("explore"));
        QVERIFY(desk.action("explore")->isChecked());
        QVERIFY(desk.find<QLineEdit>("axisValues0")->text().startsWith("2x7, 3x7"));
        QVERIFY(desk.find<QLineEdit>("axisValues0")->text().endsWith("16x16"));
        const QString count = desk.find<QLabel>("searchCount")->text();
        QVERIFY2(count.contains("15 × 3 × 1 shape = <b>45</b>"), qPrintable(count));
        QVERIFY(desk.pareto()->emptyText().contains("Run it"));
        QVERIFY(desk.action("run")->isEnabled());
    }

    void aNetworkAndAPresetSayHowManySearches() {
        const SweepDesk desk("");
        QVERIFY(desk.window->sweeps().open("ruby-pe-array"));
        const QString count = desk.find<QLabel>("searchCount")->text();
        QVERIFY2(count.contains("15 × 3 × 24 shapes = <b>1,080</b>"), qPrintable(count));
        QCheckBox* ruby = desk.find<QCheckBox>("sweepMapspace.ruby");
        QVERIFY(!ruby->isChecked());
        QTest::mouseClick(ruby, Qt::LeftButton, {}, QPoint(8, ruby->height() / 2));
        QVERIFY(desk.find<QLabel>("searchCount")->text().contains("15 × 4 × 24 shapes = <b>1,440</b>"));
        desk.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!ruby->isChecked());
        QVERIFY(!desk.window->sweeps().open("ruby-pe-aray"));
        QVERIFY2(desk.window->banners().textOf("sweep").contains("ruby-pe-array"),
                 qPrintable(desk.window->banners().textOf("sweep")));
    }

    void aBrokenValueIsToldBelowItsFieldAndDisablesRun() {
        const SweepDesk desk;
        auto* values = desk.find<QLineEdit>("axisValues0");
        fill(values, "2x7, 3y7, 6x7");
        auto* problem = desk.find<QLabel>("axisProblem0");
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QString("value 2: expected a size such as '14x12', found '3y7'"));
        QVERIFY(!desk.action("run")->isEnabled());
        bool told = false;
        for (const QLabel* label : desk.window->findChildren<QLabel*>())
            told = told || (label->isVisible() && label->text().startsWith("fix 1 error to run"));
        QVERIFY(told);
        desk.press(Qt::Key_F5);
        QVERIFY(!desk.window->sweeps().running());
        fill(desk.find<QLineEdit>("axisPath0"), "PE.fanuot");
        QVERIFY2(problem->text().contains("did you mean 'PE.fanout'?"), qPrintable(problem->text()));
        desk.document().undoStack().undo();
        desk.document().undoStack().undo();
        QVERIFY(!problem->isVisible());
        QCOMPARE(values->text(), QString("2x7, 6x7, 14x12, 16x16"));
        QVERIFY(desk.action("run")->isEnabled());
    }

    void parametersComeAndGo() {
        const SweepDesk desk;
        const QString before = desk.sessionText();
        QTest::mouseClick(desk.find<QAbstractButton>("addAxis"), Qt::LeftButton);
        QCOMPARE(desk.find<QLineEdit>("axisPath1")->text(), QString("GLB.capacity"));
        fill(desk.find<QLineEdit>("axisValues1"), "64 KiB, 128 KiB");
        QVERIFY(desk.find<QLabel>("searchCount")->text().contains("4 × 2 × 3 × 1 shape = <b>24</b>"));
        QTest::mouseClick(desk.find<QAbstractButton>("removeAxis1"), Qt::LeftButton);
        QCOMPARE(desk.sessionText(), before);
    }

    void theWholeGridRunsIsHeldGoesOnAndEnds() {
        const SweepDesk desk(
            "2x7, 3x7, 4x7, 6x7, 7x8, 8x8, 7x12, 9x10, 10x10, 11x10, 12x12, 14x12, 15x13, 16x14, 16x16");
        desk.inTheMiddle(3000, 2, [&] {
            QVERIFY(!desk.action("run")->isEnabled());
            const auto* status = desk.window->findChild<StatusStrip*>();
            QVERIFY2(status->jobText().contains("of 45 searches"), qPrintable(status->jobText()));
            QVERIFY2(status->jobText().contains("ETA"), qPrintable(status->jobText()));
            desk.press(Qt::Key_F6);
            QVERIFY(QTest::qWaitFor([&] { return !desk.running() || desk.sweep().live.state == SearchState::paused; },
                                    kLong));
            // Tasks that ran when it was held wait at their next mappings, or end.
            standing([&] { return desk.sweep().live.tasksDone; });
        });
        QCOMPARE(desk.sweep().live.state, SearchState::paused);
        const std::size_t held = desk.sweep().live.tasksDone;
        const double elapsed = desk.sweep().seconds();
        QTest::qWait(300);
        QVERIFY(desk.running());
        QCOMPARE(desk.sweep().live.tasksDone, held);
        QVERIFY(desk.sweep().seconds() - elapsed < 0.1);
        QCOMPARE(desk.action("run")->iconText(), QString("Resume"));
        desk.press(Qt::Key_F5);
        desk.waitForEnd();
        QCOMPARE(desk.sweep().pointsDone(), std::size_t{45});
        QCOMPARE(desk.sweep().live.state, SearchState::finished);
        QTRY_COMPARE(desk.table()->model()->rowCount(), 45);
        QVERIFY(desk.pareto()->emptyText().isEmpty());
        QCOMPARE(desk.find<QLabel>("sweepDone")->text(), QString("45 of 45 searches"));
        // The same points as the sweep makes without a window.
        Job job;
        const auto alone = runSweep(desk.sweep().spec(), job);
        for (std::size_t i = 0; i < 45; ++i) QCOMPARE(desk.sweep().points()[i]->edp, alone->points[i]->edp);
    }

    void stopKeepsFinishedPointsAndRunGoesOnWithTheRest() {
        const SweepDesk desk;
        desk.inTheMiddle(400'000, 1, [&] {
            desk.press(Qt::Key_F5, Qt::ShiftModifier);
            desk.waitForEnd();
        });
        const std::size_t done = desk.sweep().pointsDone();
        QVERIFY(done >= 1 && done < 12);
        QCOMPARE(desk.sweep().live.state, SearchState::stopped);
        QCOMPARE(desk.action("run")->iconText(), QString("Continue"));
        const SweepPoints kept = desk.sweep().points();
        desk.press(Qt::Key_F5);
        QVERIFY(desk.running());
        QCOMPARE(desk.sweep().points(), kept);
        desk.press(Qt::Key_F5, Qt::ShiftModifier);
        desk.waitForEnd();
        QVERIFY(desk.sweep().pointsDone() >= done);
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (kept[i]) QCOMPARE(desk.sweep().points()[i], kept[i]);
    }

    void aClickSelectsAPointEverywhereAndADoubleClickOpensItsMapping() {
        const SweepDesk desk;
        desk.sweepToEnd();
        const int point = desk.point("14x12", Factorization::rubyS);
        const auto place = desk.pareto()->positionOf(point);
        QVERIFY(place);
        QWidget* canvas = desk.pareto()->findChild<QCustomPlot*>();
        moveTo(*canvas, canvas->mapFrom(desk.pareto(), *place));
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->mapFrom(desk.pareto(), *place));
        const int chosen = desk.selection().selected();
        QVERIFY(chosen >= 0);
        const ParetoData::Point* at = desk.pareto()->data().find(chosen);
        const ParetoData::Point* wanted = desk.pareto()->data().find(point);
        QCOMPARE(at->x, wanted->x);  // or another one that lies on the very same pixel
        const int row = desk.table()->currentIndex().row();
        QVERIFY(row >= 0);
        QCOMPARE(desk.table()->model()->index(row, 0).data().toString(), QString("14 × 12"));
        QVERIFY(desk.action("openPoint")->isEnabled());
        QVERIFY(desk.action("openPoint")->iconText().contains("14 × 12"));

        QTest::mouseDClick(canvas, Qt::LeftButton, {}, canvas->mapFrom(desk.pareto(), *place));
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        const Exhibit& exhibit = *desk.document().exhibit();
        const SweepPoint& source = *desk.sweep().points()[static_cast<std::size_t>(chosen)];
        QCOMPARE(exhibit.mapping, source.layers[0].best->mapping);
        QVERIFY(exhibit.inputs.architecture == *source.architecture);
        QCOMPARE(exhibit.cost.edp, source.layers[0].edp);
        QVERIFY(exhibit.origin.startsWith("14 × 12, "));
    }

    void pointsOfAnotherDesignThanTheDocumentsOpenWithTheirDesign() {
        const SweepDesk desk;
        desk.sweepToEnd();
        const int point = desk.point("2x7", Factorization::rubyS);
        desk.selection().select(point);
        desk.press(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        const Fanout& array = desk.document().exhibit()->inputs.architecture.fanouts()[0];
        QCOMPARE(array.x, std::int64_t{2});
        QCOMPARE(array.y, std::int64_t{7});
        QCOMPARE(desk.document().inputs().architecture.fanouts()[0].x, std::int64_t{14});
        auto* mapping = desk.find<QComboBox>("mappingChoice");
        QCOMPARE(mapping->currentText(), QString("2 × 7, Ruby-S"));
    }

    void aNetworksPointOffersItsLayers() {
        const SweepDesk desk("2x7, 14x12", 500);
        SweepFile plan = desk.document().sweepPlan();
        const Network network = *loadNetwork("alexnet");
        plan.networkKey = "alexnet";
        plan.spec.layers = {network.layers[1], network.layers[2]};
        desk.document().editSweep(plan, "layers");
        desk.sweepToEnd();
        const int point = desk.point("14x12", Factorization::rubyS);
        desk.selection().select(point);
        desk.action("openPoint")->trigger();
        auto* menu = desk.find<QMenu>("layerMenu");
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(menu->actions().size(), 3);  // a heading and two layers
        QVERIFY(menu->actions()[2]->isEnabled());
        menu->actions()[2]->trigger();
        menu->close();
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        QCOMPARE(desk.document().exhibit()->inputs.workload, network.layers[2].workload);
        QCOMPARE(desk.document().shown().layer, 1);
    }

    void twoPointsArePinnedToBeCompared() {
        const SweepDesk desk;
        desk.sweepToEnd();
        desk.selection().select(desk.point("2x7", Factorization::rubyS));
        desk.press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        desk.selection().select(desk.point("16x16", Factorization::rubyS));
        desk.press(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(desk.document().compared(Side::a) && desk.document().compared(Side::b));
        QCOMPARE(desk.document().compared(Side::a)->origin, QString("2 × 7, Ruby-S"));
        QCOMPARE(desk.document().compared(Side::b)->inputs.architecture.fanouts()[0].x, std::int64_t{16});
        QCOMPARE(desk.window->perspective(), QString("explore"));
        // Another sweep takes its points away.
        fill(desk.find<QLineEdit>("axisValues0"), "3x7");
        desk.sweepToEnd();
        QVERIFY(!desk.document().pinned(Side::a) && !desk.document().pinned(Side::b));
    }

    void aQueuedSearchWaitsForTheSweep() {
        const SweepDesk desk("2x7, 6x7, 14x12, 16x16", kEndless);
        desk.press(Qt::Key_F5);
        QVERIFY(desk.running());
        desk.action("enqueue")->trigger();
        QCOMPARE(desk.document().queuedRuns(), 1);
        QTest::qWait(100);
        QVERIFY(desk.running());
        QVERIFY(!desk.window->runs().running());
        desk.press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(desk.window->runs().running() || desk.document().queuedRuns() == 0, kLong);
        QVERIFY(QTest::qWaitFor([&] { return !desk.window->runs().running(); }, kLong));
        QCOMPARE(desk.document().runs().size(), std::size_t{1});
    }

    void draggingBrushesPointsInPlotTableAndChart() {
        const SweepDesk desk;
        desk.sweepToEnd();
        QWidget* canvas = desk.pareto()->findChild<QCustomPlot*>();
        // Around all points of 2x7 and nothing else: they have the smallest area, at the left.
        QRect box;
        for (const Factorization kind : {Factorization::perfect, Factorization::padded, Factorization::rubyS})
            if (const auto place = desk.pareto()->positionOf(desk.point("2x7", kind)))
                box |= QRect(*place - QPoint(1, 1), QSize(3, 3));
        QVERIFY(!box.isNull());
        const QPoint from = canvas->mapFrom(desk.pareto(), box.topLeft() - QPoint(6, 6));
        const QPoint to = canvas->mapFrom(desk.pareto(), box.bottomRight() + QPoint(6, 6));
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        QTest::mouseMove(canvas, (from + to) / 2);
        QTest::mouseMove(canvas, to);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, to);
        QVERIFY(desk.selection().brushed());
        const int rows = desk.table()->model()->rowCount();
        QCOMPARE(rows, static_cast<int>(desk.selection().brushed()->size()));
        QVERIFY(rows >= 1 && rows <= 3);
        for (int row = 0; row < rows; ++row)
            QCOMPARE(desk.table()->model()->index(row, 0).data().toString(), QString("2 × 7"));
        QTest::mouseClick(desk.find<QAbstractButton>("clearBrush"), Qt::LeftButton);
        QCOMPARE(desk.table()->model()->rowCount(), 12);
        QVERIFY(!desk.selection().brushed());
    }

    void theTableFiltersSortsAndCopies() {
        const SweepDesk desk;
        desk.sweepToEnd();
        auto* filter = desk.find<QLineEdit>("pointFilter");
        QTest::keyClicks(filter, "pe>=100");
        QCOMPARE(desk.table()->model()->rowCount(), 6);  // 168 and 256 PEs, three mapspaces
        QTest::keyClicks(filter, " ruby-s");
        QCOMPARE(desk.table()->model()->rowCount(), 2);
        filter->clear();
        QTest::keyClicks(filter, "pes>1");
        QVERIFY2(filter->toolTip().contains("no figure is called 'pes'"), qPrintable(filter->toolTip()));
        QCOMPARE(desk.table()->model()->rowCount(), 12);
        filter->clear();
        desk.table()->model()->sort(0, Qt::DescendingOrder);
        QCOMPARE(desk.table()->model()->index(0, 0).data().toString(), QString("16 × 16"));
        desk.table()->setCurrentIndex(desk.table()->model()->index(0, 0));
        QTest::keyClick(desk.table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), QString("16x16"));
        QTest::keyClick(desk.table(), Qt::Key_Return);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
    }

    void improvementsAreThoseOfTheCore() {
        const SweepDesk desk;
        desk.sweepToEnd();
        auto* chart = desk.find<ImprovementView>("improvementView");
        QVERIFY(chart->emptyText().isEmpty());
        const auto shares = improvements(desk.sweep().points(), PointMetric::edp);
        const int point = desk.point("14x12", Factorization::rubyS);
        const QString exact = QString::fromStdString(formatExact(*shares[static_cast<std::size_t>(point)]));
        QVERIFY2(chart->textTwin().contains("\"14 × 12\",Ruby-S," + exact), qPrintable(chart->textTwin()));
        auto* metric = desk.find<Segmented>("improvementMetric");
        metric->setCurrent(2);
        QVERIFY(chart->textTwin().startsWith("design,mapspace,Cycles below PFM"));
    }

    void tableAndPlotUseTheSameSignAndWords() {
        const SweepDesk desk;
        desk.sweepToEnd();
        const QAbstractItemModel& model = *desk.table()->model();
        const auto column = [&](const QString& title) {
            for (int i = 0; i < model.columnCount(); ++i)
                if (model.headerData(i, Qt::Horizontal).toString() == title) return i;
            return -1;
        };
        QVERIFY(column("below PFM, %") >= 0);
        const SweepPoints& points = desk.sweep().points();
        const auto shares = improvements(points, PointMetric::edp);
        const auto front = paretoFront(points, PointMetric::area, PointMetric::edp);
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto text = [&](const QString& title) { return model.index(row, column(title)).data().toString(); };
            const auto at = std::find_if(points.begin(), points.end(), [&](const SweepPointPtr& point) {
                return valueText(point->values[0]) == model.index(row, 0).data().toString() &&
                       shortName(point->factorization) == text("Mapspace");
            });
            QVERIFY(at != points.end());
            const auto number = static_cast<std::size_t>(at - points.begin());
            if (shares[number]) QCOMPARE(text("below PFM, %").startsWith(QChar(0x2212)), *shares[number] < 0);
            const ParetoData::Point* drawn = desk.pareto()->data().find(static_cast<int>(number));
            QVERIFY(drawn);
            const bool best = std::find(front.begin(), front.end(), number) != front.end();
            QCOMPARE(drawn->front, best);
            QVERIFY(!drawn->front || drawn->own);
            QCOMPARE(text("Pareto"), best         ? QString("front")
                                     : drawn->own ? QString("own front")
                                                  : QString("dominated"));
        }
    }

    void worseThanPfmIsToldAsTooFewDraws() {
        const SweepDesk desk;
        desk.sweepToEnd();
        const QString chart = desk.find<ImprovementView>("improvementView")->textTwin();
        const auto shares = improvements(desk.sweep().points(), PointMetric::edp);  // one layer, searched for EDP
        for (std::size_t point = 0; point < shares.size(); ++point)
            if (shares[point]) QCOMPARE(tooFewDraws(desk.sweep(), point), *shares[point] < 0);
        QVERIFY(chart.startsWith("design,mapspace,EDP below PFM,too few draws"));
    }

    void theStripTellsTheSweepThatEndedAndLongValuesAreReadable() {
        const SweepDesk desk("2x7, 3x7, 4x7, 6x7, 7x8, 8x8, 7x12, 9x10, 10x10, 11x10, 12x12, 14x12", 300);
        auto* list = desk.find<QLabel>("axisList0");
        QVERIFY(list->isVisible());
        QVERIFY2(list->text().endsWith("14x12"), qPrintable(list->text()));
        fill(desk.find<QLineEdit>("axisValues0"), "2x7");
        QVERIFY(!list->isVisible());
        desk.sweepToEnd();
        auto* status = desk.window->findChild<StatusStrip*>();
        QVERIFY2(status->jobText().startsWith("Sweep") && status->jobText().contains("finished"),
                 qPrintable(status->jobText()));
        const QString path = desk.folder.filePath("swept.lapidary");
        QVERIFY(desk.window->files().saveTo(path));
        QVERIFY(desk.window->files().open(path));  // the sweep of a file did not end just now
        QVERIFY(desk.document().sweep());
        QVERIFY2(!status->jobText().contains("Sweep"), qPrintable(status->jobText()));
    }

    void saveAndReopenShowsTheSamePointsAndOpensTheirMappings() {
        const SweepDesk desk;
        desk.sweepToEnd();
        const int point = desk.point("6x7", Factorization::perfect);
        desk.selection().select(point);
        desk.action("openPoint")->trigger();
        const QString path = desk.folder.filePath("sweep.lapidary");
        QVERIFY(desk.window->files().saveTo(path));

        const Desk other;
        QVERIFY(other.window->files().open(path));
        QCOMPARE(other.sessionText(), desk.sessionText());
        QCOMPARE(other.document().exhibit()->mapping, desk.document().exhibit()->mapping);
        QCOMPARE(other.document().exhibit()->origin, QString("6 × 7, PFM"));
        other.window->setPerspective("explore");
        other.comeToRest();
        QCOMPARE(other.find<QTableView>("pointTable")->model()->rowCount(), 12);
        QCOMPARE(other.find<ParetoPlot>("paretoPlot")->textTwin(), desk.pareto()->textTwin());
        const auto file = loadSweep(desk.folder.filePath("sweep.json").toStdString());
        QVERIFY(!file.ok());
        QVERIFY(desk.window->sweeps().saveTo(desk.folder.filePath("sweep.json")));
        const auto saved = loadSweep(desk.folder.filePath("sweep.json").toStdString());
        QVERIFY2(saved.ok(), saved.errorText().c_str());
        QCOMPARE(saved->spec.axes, desk.document().sweepPlan().spec.axes);
    }

    void withoutAreaDataThePlotSaysSoAndHasAWayOut() {
        const SweepDesk desk;
        ArchitectureSpec spec = desk.document().inputs().architecture.spec();
        spec.compute->area.value.reset();
        desk.document().setArchitecture(*Architecture::make(spec), {});
        desk.sweepToEnd();
        QVERIFY2(desk.pareto()->emptyText().contains("no area data: MAC"), qPrintable(desk.pareto()->emptyText()));
        auto* other = desk.find<QAbstractButton>("otherMetric");
        QVERIFY(other->isVisible());
        QTest::mouseClick(other, Qt::LeftButton);
        QVERIFY(desk.pareto()->emptyText().isEmpty());
        QCOMPARE(desk.find<QComboBox>("paretoX")->currentText(), QString("Compute instances"));
    }

    void figuresAreWrittenWithUnits() {
        const SweepDesk desk;
        desk.sweepToEnd();
        const QString path = desk.folder.filePath("pareto.svg");
        QVERIFY(!hasErrors(exportFigure(desk.pareto()->figure(), path)));
        const QString text = QString::fromStdString(*readTextFile(path.toStdString()));
        QVERIFY(text.contains("Area, mm²"));
        QVERIFY(text.contains("iso-EDP: PFM on"));
        QVERIFY(!hasErrors(exportFigure(desk.find<ImprovementView>("improvementView")->figure(),
                                        desk.folder.filePath("improvement.pdf"))));
    }

    void undoAllTakesThePlanBackAndRedoAllBringsItAgain() {
        const Desk start;
        const QString before = start.sessionText();
        start.window->setPerspective("explore");
        start.comeToRest();
        fill(start.find<QLineEdit>("axisValues0"), "2x7, 4x4");
        start.window->sweeps().open("ruby-pe-array");
        QTest::mouseClick(start.find<QCheckBox>("sweepMapspace.pfm"), Qt::LeftButton, {}, QPoint(8, 8));
        start.window->setPerspective("search");
        const QString after = start.sessionText();
        QUndoStack& stack = start.document().undoStack();
        while (stack.canUndo()) stack.undo();
        QCOMPARE(start.sessionText(), before);
        while (stack.canRedo()) stack.redo();
        QCOMPARE(start.sessionText(), after);
    }
};

QTEST_MAIN(ExploreTest)
#include "explore_test.moc"
