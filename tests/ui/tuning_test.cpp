// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// Tuning tiles of the fabric model as a person does: chosen beside the other algorithms, refused with words for what has no
// such machine, run, held and stopped, looked at as points and table, its best tile used and taken back, kept and exported.

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/session_tuning.h"
#include "core/model/fabric/from_mapping.h"
#include "core/search/fabric/mapper.h"
#include "core/workload/builders.h"
#include "tests/ui/search_desk.h"
#include "ui/models/trial_table_model.h"
#include "ui/shell/tuning_control.h"
#include "ui/views/tuning_scatter.h"
#include "ui/views/view_list.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/pill.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

/// The layer of Bifrost's Fig. 10 on MAERI with 8 words a cycle in and out.
void prepare(const Desk& desk, int multipliers, const QString& algorithm = "Fabric tuner") {
    const auto json =
        parseJson(R"({"schema": "lapidary/workload/1", "name": "fig-10", "conv2d": {"C": 2, "M": 2, "P": 8,
        "Q": 8, "R": 5, "S": 5, "pad": 1, "H": 10, "W": 10}})",
                  "fig-10");
    const auto layer = workloadFromJson(*json, "fig-10");
    QVERIFY2(layer.ok(), layer.errorText().c_str());
    auto design = withSetting(*loadArchitecture("maeri-128"), "MS.fanout", std::to_string(multipliers) + "x1");
    QVERIFY(design.ok());
    design = withSetting(*design, "GB.bandwidth", "8");
    QVERIFY(design.ok());
    desk.window->setPerspective("search");
    desk.document().setArchitecture(*design, {});
    desk.document().setWorkload(*layer, {});
    choose(desk.find<QComboBox>("algorithm"), algorithm);
}

void waitForTuning(const Desk& desk) {
    QVERIFY(QTest::qWaitFor([&] { return !desk.window->tuning().running(); }, 90'000));
}

void runTuning(const Desk& desk) {
    QVERIFY(desk.action("run")->isEnabled());
    desk.action("run")->trigger();
    waitForTuning(desk);
}

double bestCost(const Desk& desk) {
    const SessionTuning& tuning = *desk.document().tuning();
    return tuning.trials[static_cast<std::size_t>(tuning.best())].cost;
}

}  // namespace

class TuningTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void refusedWithWords() {
        const Desk desk;
        desk.window->setPerspective("search");
        desk.document().setWorkload(*loadWorkload("tensor-100"), {});
        choose(desk.find<QComboBox>("algorithm"), "Fabric tuner");
        QVERIFY(!desk.action("run")->isEnabled());
        QVERIFY2(desk.find<QLabel>("tuningState")->text().contains("can't take workload"),
                 qPrintable(desk.find<QLabel>("tuningState")->text()));
        QVERIFY(desk.find<TuningScatter>("tuningTrialsView")->emptyText().contains("can't take workload"));
        // Its own settings stand in the place of those of a search of a mapspace; the seed serves both.
        QVERIFY(desk.find<QWidget>("tuneTrials")->isVisible());
        QVERIFY(!desk.find<QWidget>("maxEvaluations")->isVisible());
        QVERIFY(!desk.find<QWidget>("objective")->isVisible());
        QVERIFY(desk.find<QWidget>("seed")->isVisible());
        QVERIFY(!desk.find<QWidget>("enqueueButton")->isVisible());
        choose(desk.find<QComboBox>("algorithm"), "Analytic mapper (mRNA)");
        QVERIFY(!desk.find<QWidget>("tuner")->isVisible());
        choose(desk.find<QComboBox>("algorithm"), "FLASH");
        QVERIFY(!desk.find<QWidget>("tuneTrials")->isVisible());
        QVERIFY(desk.find<QWidget>("objective")->isVisible());
        choose(desk.find<QComboBox>("algorithm"), "Random");
        QVERIFY(desk.find<QWidget>("maxEvaluations")->isVisible());
        desk.document().undoStack().undo();
        desk.document().undoStack().undo();
        QVERIFY(desk.action("run")->isEnabled());
        for (const char* key : {"tuning-trials", "tuning-predicted"})
            QVERIFY(hasErrors(whyNot(**findView(key), desk.document(), {})));
    }

    /// Bifrost's Fig. 10 over all dividing tiles, as the runs of STONNE have it: 386 cycles with 64 multipliers, 1,062 with 32.
    void everyTileInTurn_data() {
        QTest::addColumn<int>("multipliers");
        QTest::addColumn<double>("best");
        QTest::newRow("32") << 32 << 1062.0;
        QTest::newRow("64") << 64 << 386.0;
    }
    void everyTileInTurn() {
        QFETCH(int, multipliers);
        QFETCH(double, best);
        const Desk desk;
        prepare(desk, multipliers);
        choose(desk.find<QComboBox>("tuner"), "Grid");
        type(desk, "tuneTrials", "");
        runTuning(desk);
        const auto tuning = desk.document().tuning();
        QVERIFY(tuning && !tuning->stopped);
        QCOMPARE(std::ssize(tuning->trials), tuning->valid);
        QCOMPARE(bestCost(desk), best);
        QCOMPARE(rows(desk), static_cast<int>(tuning->valid));
        auto* view = desk.find<TuningScatter>("tuningTrialsView");
        QVERIFY2(view->summary().startsWith(multipliers == 32 ? "best 1,062 cycles" : "best 386 cycles"),
                 qPrintable(view->summary()));
        QVERIFY(desk.find<TuningScatter>("tuningPredictedView")->emptyText().contains("predicts nothing"));
        QVERIFY(desk.find<QPushButton>("tuningApply")->isEnabled());
    }

    void chosenInOneChosenInAll() {
        const Desk desk;
        prepare(desk, 64);
        type(desk, "tuneTrials", "60");
        runTuning(desk);
        const auto tuning = desk.document().tuning();
        QCOMPARE(tuning->trials.size(), std::size_t{60});
        QCOMPARE(tuning->options.tuner, fabric::Tuner::xgboost);
        auto* trials = desk.find<TuningScatter>("tuningTrialsView");
        auto* predicted = desk.find<TuningScatter>("tuningPredictedView");
        QVERIFY(predicted->emptyText().isEmpty());
        QVERIFY2(predicted->summary().startsWith("rank correlation"), qPrintable(predicted->summary()));
        desk.find<Dock>("tuningTrials")->raise();
        desk.comeToRest();
        QTest::mouseClick(trials, Qt::LeftButton, {}, trials->placeOf(20, trials->size()).center().toPoint());
        const int chosen = trials->chosen();
        QVERIFY(chosen >= 0);
        QCOMPARE(desk.find<QPushButton>("tuningApply")->text().startsWith("Use"), true);
        trials->setFocus();
        QTest::keyClick(trials, Qt::Key_Home);
        QCOMPARE(trials->chosen(), 0);
        QTest::keyClick(trials, Qt::Key_Right);
        QCOMPARE(trials->chosen(), 1);
        QCOMPARE(predicted->chosen(), 1);
        QVERIFY2(desk.find<QLabel>("tuningTrialsNote")->text().startsWith("Trial 2: "),
                 qPrintable(desk.find<QLabel>("tuningTrialsNote")->text()));
        auto* table = desk.find<QTableView>("trialTable");
        table->model()->sort(TrialTableModel::kCost, Qt::AscendingOrder);
        QCOMPARE(cell(*table, 0, TrialTableModel::kVersus), QString("1.000"));
        table->setCurrentIndex(table->model()->index(0, 0));
        QCOMPARE(tuning->trials[static_cast<std::size_t>(trials->chosen())].cost, bestCost(desk));
    }

    /// The tile becomes a mapping that the fabric model runs in as many cycles; Undo takes it back.
    void theBestTileIsUsed() {
        const Desk desk;
        prepare(desk, 64);
        choose(desk.find<QComboBox>("tuner"), "Grid");
        type(desk, "tuneTrials", "");
        runTuning(desk);
        const ShownMapping before = desk.document().shown();
        desk.find<Dock>("tuningTable")->raise();
        click(desk, "tuningApply");
        QVERIFY2(desk.window->banners().count() == 0, qPrintable(desk.window->banners().textOf("tuning")));
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        const auto& exhibit = desk.document().exhibit();
        QVERIFY(exhibit.has_value());
        QVERIFY(exhibit->cost.valid);
        const auto run = fabric::runOf(exhibit->mapping, *exhibit->setup->target);
        QVERIFY(run.ok());
        const ShownTuning& shown = desk.window->tuning().shown();
        QCOMPARE(run->tile, shown.runOf(shown.tuning->best()).tile);
        QCOMPARE(static_cast<double>(fabric::simulate(*run)->cycles), 386.0);
        desk.document().undoStack().undo();
        QVERIFY(desk.document().shown() == before);
    }

    /// A trial on another machine brings that machine along.
    void theMachineIsTuned() {
        const Desk desk;
        prepare(desk, 64);
        type(desk, "knob.ms_size", "32, 64");
        type(desk, "knob.accumulation_buffer", "1");
        choose(desk.find<QComboBox>("tuner"), "Random");
        type(desk, "tuneTrials", "40");
        type(desk, "knob.dn_bw", "7x");
        QVERIFY2(desk.find<QLabel>("tuningProblem")->isVisible(), "a value that is no number");
        type(desk, "knob.dn_bw", "");
        runTuning(desk);
        const ShownTuning& shown = desk.window->tuning().shown();
        int small = -1;
        for (int i = 0; i < std::ssize(shown.tuning->trials) && small < 0; ++i)
            if (shown.runOf(i).hardware.multipliers == 32) small = i;
        QVERIFY(small >= 0);
        QVERIFY(trialText(shown, small).contains("ms_size=32"));
        desk.window->tuning().apply(small);
        QCOMPARE(desk.document().inputs().architecture.fanouts().front().x, std::int64_t{32});
        const auto hardware =
            fabric::hardwareOf(desk.document().inputs().architecture, desk.document().inputs().workload);
        QVERIFY(*hardware == shown.runOf(small).hardware);
        QVERIFY(!desk.window->tuning().otherDesk().isEmpty());
        desk.document().undoStack().undo();
        QCOMPARE(desk.document().inputs().architecture.fanouts().front().x, std::int64_t{64});
        QVERIFY(desk.window->tuning().otherDesk().isEmpty());
    }

    /// The mapper's own choice is the first; its estimates are near what is simulated.
    void theAnalyticMapperIsMeasured() {
        const Desk desk;
        prepare(desk, 64, "Analytic mapper (mRNA)");
        type(desk, "tuneTrials", "30");
        runTuning(desk);
        const auto tuning = desk.document().tuning();
        QCOMPARE(tuning->options.tuner, fabric::Tuner::analytic);
        QCOMPARE(tuning->trials.size(), std::size_t{30});
        const auto run = tuningRun(desk.document().inputs());
        const auto mapped = fabric::mapAnalytically(*run);
        QCOMPARE(desk.window->tuning().shown().runOf(0).tile, mapped->tile);
        QCOMPARE(-*tuning->trials[0].predicted, mapped->estimate);
        for (std::size_t i = 1; i < 30; ++i) QVERIFY(*tuning->trials[i].predicted <= *tuning->trials[i - 1].predicted);
        QVERIFY(*rankCorrelation(tuning->trials) > 0.5);
    }

    /// The machine that was set by hand in Mapping is the one that is tuned for.
    void theMachineSetByHand() {
        const Desk desk;
        prepare(desk, 64, "Analytic mapper (mRNA)");
        SessionInputs next = desk.document().inputs();
        next.fabric.hardware = fabric::Hardware{.multipliers = 8, .distributionWidth = 8, .reductionWidth = 8};
        desk.document().edit(next, "machine");
        QCOMPARE(desk.window->tuning().ownValues()[static_cast<std::size_t>(fabric::Knob::multipliers)], QString("8"));
        type(desk, "tuneTrials", "");
        runTuning(desk);
        QCOMPARE(bestCost(desk), 4766.0);  // the reference data's best for 8 multipliers; 386 for the design's 64
        QVERIFY(desk.window->tuning().otherDesk().isEmpty());
        desk.action("undo")->trigger();
        QVERIFY(desk.window->tuning().otherDesk().contains("by hand"));
        // Its best tile brings the machine along, as the design.
        desk.window->tuning().apply(desk.document().tuning()->best());
        QCOMPARE(desk.document().inputs().architecture.fanouts().front().x, std::int64_t{8});
        QVERIFY(desk.document().inputs().fabric.empty());
    }

    void heldStoppedAndBusy() {
        const Desk desk;
        prepare(desk, 64);
        choose(desk.find<QComboBox>("tileSizes"), "Any");
        choose(desk.find<QComboBox>("tuner"), "Random");
        type(desk, "tuneTrials", "");
        desk.action("run")->trigger();
        QVERIFY(desk.window->tuning().running());
        auto* view = desk.find<TuningScatter>("tuningTrialsView");
        QTRY_VERIFY_WITH_TIMEOUT(view->trials() > 0, 30'000);
        desk.action("pause")->trigger();
        QVERIFY(desk.window->tuning().paused());
        QTRY_COMPARE(desk.find<Dock>("tuningTrials")->pill()->text(), QString("paused"));
        desk.action("run")->trigger();
        QVERIFY(!desk.window->tuning().paused());
        desk.action("stop")->trigger();
        waitForTuning(desk);
        QVERIFY(desk.document().tuning()->stopped);
        QTRY_COMPARE(desk.find<Dock>("tuningTrials")->pill()->text(), QString("stopped"));
        QVERIFY(desk.find<QLabel>("tuningState")->text().startsWith("stopped"));
        QVERIFY(desk.action("run")->isEnabled());
    }

    /// The same file goes on where it ended; that of another tuning is refused.
    void aLogIsKept() {
        const Desk desk;
        prepare(desk, 64);
        choose(desk.find<QComboBox>("tuner"), "Random");
        type(desk, "tuneTrials", "10");
        type(desk, "tuneLog", desk.folder.filePath("tuning.log"));
        runTuning(desk);
        const auto first = desk.document().tuning();
        QCOMPARE(std::ssize(*readTextFile(desk.folder.filePath("tuning.log").toStdString())) > 0, true);
        type(desk, "tuneTrials", "20");
        runTuning(desk);
        const auto second = desk.document().tuning();
        QCOMPARE(second->trials.size(), std::size_t{20});
        for (std::size_t i = 0; i < 10; ++i) QCOMPARE(second->trials[i].index, first->trials[i].index);
        choose(desk.find<QComboBox>("tuneObjective"), "Psums");
        desk.action("run")->trigger();
        waitForTuning(desk);
        QVERIFY2(desk.window->banners().textOf("tuning").contains("the log of another tuning"),
                 qPrintable(desk.window->banners().textOf("tuning")));
        QCOMPARE(desk.document().tuning(), second);
    }

    void keptAndExported() {
        const Desk desk;
        prepare(desk, 64);
        type(desk, "tuneTrials", "40");
        runTuning(desk);
        const auto kept = desk.document().tuning();
        const auto json = parseJson(desk.sessionText().toStdString(), "s");
        auto session = sessionFromJson(*json, "s");
        QVERIFY2(session.ok(), session.errorText().c_str());
        QVERIFY(session->tuning);
        QCOMPARE(toJson(*session).dump().size(), json->dump().size());
        const Desk other;
        other.document().adopt(*std::move(session), {});
        const auto again = other.document().tuning();
        QVERIFY(again);
        QCOMPARE(again->trials.size(), kept->trials.size());
        for (std::size_t i = 0; i < kept->trials.size(); ++i) {
            QCOMPARE(again->trials[i].index, kept->trials[i].index);
            QCOMPARE(again->trials[i].cost, kept->trials[i].cost);
            QCOMPARE(again->trials[i].predicted, kept->trials[i].predicted);
        }
        other.window->setPerspective("search");
        QCOMPARE(other.find<TuningScatter>("tuningTrialsView")->trials(), 40);
        for (const char* key : {"tuning-trials", "tuning-predicted"}) {
            const auto entry = findView(key);
            QVERIFY(whyNot(**entry, other.document(), {}).empty());
            QVERIFY((*entry)->figure(other.document(), {}).ok());
            const auto table = (*entry)->table(other.document(), {}, NumberStyle::exact);
            QVERIFY(table.ok());
            QCOMPARE(table->rows.size(), std::size_t{40});
            QCOMPARE(table->header.back(), std::string("predicted"));
        }
    }

private:
    static int rows(const Desk& desk) { return desk.find<QTableView>("trialTable")->model()->rowCount(); }
};

QTEST_MAIN(TuningTest)
#include "tuning_test.moc"
