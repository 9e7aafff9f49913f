// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// The fabric model as a person meets it: chosen beside the reuse model, stepped forward and back by keys, buttons, slider and
// number, played, jumped by a click on the time line; a tile and the machine edited, refused with the reason, undone;
// exported as shown.

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QToolButton>

#include <set>

#include "core/io/presets.h"
#include "core/workload/einsum.h"
#include "tests/ui/desk.h"
#include "ui/export/drawing.h"
#include "ui/models/fabric_table_model.h"
#include "ui/shell/fabric_perspective.h"
#include "ui/shell/status_strip.h"
#include "ui/views/compare_energy_view.h"
#include "ui/views/fabric_error_view.h"
#include "ui/views/fabric_pane.h"
#include "ui/views/fabric_timeline_view.h"
#include "ui/views/fabric_view.h"
#include "ui/views/view_list.h"
#include "ui/views/why_view.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/step_bar.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

/// Figures of the reference data for this layer, tile and machine (README convolution of the public simulator).
constexpr std::int64_t kCycles = 20'478, kMultiplications = 104'976;
constexpr std::int64_t kWeightReads = 324, kInputReads = 21'600, kPsumReads = 9'720, kPsumWrites = 11'664;

class FabricDesk : public Desk {
public:
    FabricDesk() {
        window->resize(1440, 900);
        window->pickDesign("maeri-128");
        SessionInputs next = document().inputs();
        next.workload =
            *parseEinsum("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]", *parseBounds("N=1,M=6,C=6,P=18,Q=18,R=3,S=3"));
        next.workloadKey.clear();
        next.fabric.hardware = fabric::Hardware{.multipliers = 64};
        next.fabric.tile = fabric::Tile{.r = 3, .s = 3, .x = 3};
        document().edit(next, "README convolution");
        window->setPerspective("fabric");
        comeToRest();
        settle();
    }
    FabricControl& control() const { return window->fabric().control(); }
    void settle() const {
        QVERIFY(QTest::qWaitFor([this] { return control().answer() || !control().refusal().isEmpty(); }, 30'000));
        QVERIFY(QTest::qWaitFor([this] { return !control().running(); }, 30'000));
    }
    FabricView* view() const { return find<FabricView>("fabricView"); }
    FabricTimelineView* timeline() const { return find<FabricTimelineView>("fabricTimeline"); }
    std::int64_t figure(const char* key) const {
        for (const auto& each : window->findChild<FabricTableModel*>()->figures())
            if (each.key == key) return static_cast<std::int64_t>(each.value);
        return -1;
    }
    void press(Qt::Key key) const {
        QTest::keyClick(view(), key);
        settle();
    }
};

}  // namespace

class FabricUiTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void chosenBesideTheReuseModel() {
        const Desk desk;
        desk.window->setPerspective("mapping");
        auto* model = desk.find<Segmented>("modelChoice");
        QVERIFY(model->isVisible());
        QCOMPARE(model->current(), 0);
        model->setCurrent(1);
        QCOMPARE(desk.window->perspective(), QString("fabric"));
        // The example's 14 x 12 array has no power of two: said, not simulated.
        QVERIFY(desk.window->fabric().control().refusal().contains("power of two"));
        QVERIFY2(desk.find<FabricView>("fabricView")->emptyText().contains("power of two"),
                 qPrintable(desk.find<FabricView>("fabricView")->emptyText()));
        QVERIFY(desk.find<Notice>("fabricNotice")->text().contains("power of two"));
        QVERIFY(hasErrors(whyNot(**findView("fabric"), desk.document(), {})));
        model->setCurrent(0);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        desk.action("fabric")->trigger();
        QCOMPARE(desk.window->perspective(), QString("fabric"));
        QCOMPARE(model->current(), 1);
    }

    void countsAsTheReference() {
        const FabricDesk desk;
        QCOMPARE(desk.figure("cycles"), kCycles);
        QCOMPARE(desk.figure("multiplications"), kMultiplications);
        QCOMPARE(desk.figure("sram_weight_reads"), kWeightReads);
        QCOMPARE(desk.figure("sram_input_reads"), kInputReads);
        QCOMPARE(desk.figure("sram_psum_reads"), kPsumReads);
        QCOMPARE(desk.figure("sram_psum_writes"), kPsumWrites);
        QCOMPARE(desk.control().answer()->lastCycle(), kCycles);
    }

    void stepping() {
        const FabricDesk desk;
        FabricView* view = desk.view();
        QVERIFY(view->isVisible());
        QCOMPARE(view->cycle(), 1);
        desk.press(Qt::Key_Right);
        QCOMPARE(view->cycle(), 2);
        QCOMPARE(view->still().cycle->cycle, 2);
        desk.press(Qt::Key_PageDown);
        QCOMPARE(view->cycle(), 102);
        desk.press(Qt::Key_Left);
        QCOMPARE(view->cycle(), 101);
        desk.press(Qt::Key_End);  // another window of cycles
        QCOMPARE(view->cycle(), kCycles);
        QCOMPARE(view->still().cycle->cycle, kCycles);
        QVERIFY(!desk.find<QToolButton>("fabric.forward")->isEnabled());
        desk.press(Qt::Key_PageUp);
        QCOMPARE(view->cycle(), kCycles - 100);
        desk.press(Qt::Key_Home);
        QCOMPARE(view->cycle(), 1);
        QVERIFY(!desk.find<QToolButton>("fabric.back")->isEnabled());
        QTest::mouseClick(desk.find<QToolButton>("fabric.forward"), Qt::LeftButton);
        QCOMPARE(view->cycle(), 2);
        auto* number = desk.find<NumberField>("fabric.cycle");
        fill(number, "4818");
        desk.settle();
        QCOMPARE(view->cycle(), 4818);
        desk.find<QSlider>("fabric.place")->setValue(10'000);
        desk.settle();
        QCOMPARE(view->cycle(), kCycles);
        QCOMPARE(number->number(), std::optional<std::int64_t>(kCycles));
        QVERIFY(!desk.document().undoStack().canUndo() ||
                desk.document().undoStack().undoText() == "README convolution");
    }

    void playing() {
        const FabricDesk desk;
        auto* pane = desk.window->findChild<FabricPane*>();
        desk.find<QSlider>("fabric.speed")->setValue(7);
        QTest::keyClick(desk.view(), Qt::Key_Space);
        QVERIFY(pane->bar()->isPlaying());
        QVERIFY(QTest::qWaitFor([&] { return desk.view()->cycle() > 50; }, 20'000));
        QTest::mouseClick(desk.find<QToolButton>("fabric.play"), Qt::LeftButton);
        QVERIFY(!pane->bar()->isPlaying());
        QTest::keyClick(desk.view(), Qt::Key_Space);
        desk.window->setPerspective("mapping");
        QVERIFY(!pane->bar()->isPlaying());  // nobody looks
    }

    void pointing() {
        const FabricDesk desk;
        FabricView* view = desk.view();
        const auto* note = desk.find<QLabel>("fabricNote");
        desk.press(Qt::Key_Down);
        QVERIFY2(note->text().startsWith("Multiplier 0 of VN 0"), qPrintable(note->text()));
        for (int i = 0; i < 11; ++i) desk.press(Qt::Key_Down);
        QVERIFY2(note->text().startsWith("Multiplier 11 of VN 1"), qPrintable(note->text()));
        desk.press(Qt::Key_Escape);
        const FabricGeometry places(*desk.control().window()->structures.front(), false, view->width());
        for (const auto& [at, words] :
             {std::pair{places.port(0).center(), "Port 0"}, std::pair{places.multiplier(12).center(), "Multiplier 12"},
              std::pair{places.multiplier(60).center(), "never used"},
              std::pair{places.line(3).center(), "Bus line 3"}}) {
            moveTo(*view, at);
            QVERIFY2(note->text().contains(words), qPrintable(note->text()));
        }
        // In some cycle each of the three kinds of packets is on its way, and an adder adds.
        std::set<QString> seen;
        for (const std::int64_t cycle : {1, 20, 4818}) {
            desk.control().setCycle(cycle);
            desk.settle();
            for (const char* kind : {"a weight", "an input", "a partial sum"})
                if (view->textTwin().contains(kind)) seen.insert(kind);
        }
        QCOMPARE(seen.size(), std::size_t{3});
    }

    void jumpingOnTheTimeline() {
        const FabricDesk desk;
        FabricTimelineView* timeline = desk.timeline();
        QVERIFY(timeline->emptyText().isEmpty());
        QVERIFY(timeline->summary().contains("of 27"));
        const QPoint middle(timeline->width() / 2, 30);
        QTest::mouseClick(timeline, Qt::LeftButton, Qt::NoModifier, middle);
        desk.settle();
        QCOMPARE(desk.view()->cycle(), timeline->cycleAt(middle, timeline->size()));
        QVERIFY(std::abs(desk.view()->cycle() - kCycles / 2) < kCycles / 10);
        QTest::keyClick(timeline, Qt::Key_Right);
        QVERIFY(desk.view()->cycle() != timeline->cycleAt(middle, timeline->size()));
        // 19.0 % at work: multiplications over cycles and mapped multipliers.
        QVERIFY2(timeline->textTwin().contains("19"), qPrintable(timeline->textTwin()));
    }

    void editingTheTile() {
        const FabricDesk desk;
        auto* rows = desk.find<NumberField>("fabric.T_X'");
        QCOMPARE(rows->number(), std::optional<std::int64_t>(3));
        fill(rows, "6");
        desk.settle();
        QCOMPARE(desk.document().inputs().fabric.tile->x, 6);
        const std::int64_t six = desk.figure("cycles");
        QVERIFY(six > 0 && six != kCycles);
        QCOMPARE(desk.document().undoStack().undoText(), QString("Tile T_X'"));
        fill(rows, "7");  // 70 multipliers of 64
        desk.settle();
        QCOMPARE(desk.figure("cycles"), -1);
        QVERIFY2(desk.find<Notice>("fabricNotice")->text().contains("70"),
                 qPrintable(desk.find<Notice>("fabricNotice")->text()));
        QVERIFY(desk.view()->emptyText().contains("can't run"));
        QVERIFY(hasErrors(whyNot(**findView("fabric"), desk.document(), {})));
        desk.action("undo")->trigger();
        desk.settle();
        QCOMPARE(desk.figure("cycles"), six);
        QCOMPARE(rows->number(), std::optional<std::int64_t>(6));
        desk.action("undo")->trigger();
        desk.settle();
        QCOMPARE(desk.figure("cycles"), kCycles);
        desk.action("redo")->trigger();
        desk.settle();
        QCOMPARE(desk.figure("cycles"), six);
    }

    void editingTheMachine() {
        const FabricDesk desk;
        desk.find<Segmented>("fabric.psums")->setCurrent(1);  // 9,402: the same with an accumulation buffer
        desk.settle();
        QVERIFY(desk.document().inputs().fabric.hardware->accumulationBuffer);
        QVERIFY(desk.figure("cycles") < kCycles);
        QCOMPARE(desk.figure("sram_psum_reads"), 0);
        desk.action("undo")->trigger();
        desk.settle();
        QCOMPARE(desk.find<Segmented>("fabric.psums")->current(), 0);
        fill(desk.find<NumberField>("fabric.dn_bw"), "12");
        desk.settle();
        QVERIFY(desk.find<Notice>("fabricNotice")->text().contains("dn_bw is 12, expected a power of two"));
        fill(desk.find<NumberField>("fabric.dn_bw"), "8");
        desk.settle();
        QCOMPARE(desk.figure("cycles"), kCycles);
        // The analytic mapper's tile is another, and not slower.
        QTest::mouseClick(desk.find<QPushButton>("fabricAnalytic"), Qt::LeftButton);
        desk.settle();
        QVERIFY(desk.figure("cycles") < kCycles && desk.figure("cycles") > 0);
        QTest::mouseClick(desk.find<QPushButton>("fabricFollow"), Qt::LeftButton);
        desk.settle();
        QVERIFY(desk.document().inputs().fabric.empty());
        QVERIFY(desk.figure("cycles") > 0);
        QCOMPARE(desk.control().answer()->desk.run.hardware.multipliers, 128);
    }

    /// A run of hours: told in the strip, held, gone on with, stopped, and taken up again.
    void heldAndStopped() {
        const FabricDesk desk;
        SessionInputs next = desk.document().inputs();
        next.workload = *parseEinsum("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]",
                                     *parseBounds("N=1,M=4096,C=2048,P=112,Q=112,R=3,S=3"));
        next.fabric.tile = fabric::Tile{};
        desk.document().edit(next, "huge");
        FabricControl& control = desk.control();
        auto* strip = desk.window->findChild<StatusStrip*>();
        QTRY_VERIFY_WITH_TIMEOUT(control.busy(), 30'000);
        QTRY_VERIFY2(strip->jobText().startsWith("Simulating"), qPrintable(strip->jobText()));
        for (const char* button : {"pauseStrip", "stopStrip"}) {
            QVERIFY(desk.find<QToolButton>(button)->isVisible());
            QVERIFY(desk.find<QToolButton>(button)->isEnabled());
        }
        QVERIFY(!desk.action("run")->isEnabled());
        QTest::mouseClick(desk.find<QToolButton>("pauseStrip"), Qt::LeftButton);
        QVERIFY(control.paused());
        QTRY_VERIFY2(strip->jobText().contains("paused"), qPrintable(strip->jobText()));
        QVERIFY(desk.find<Dock>("fabricPicture")->pill()->text().startsWith("paused"));
        QVERIFY(desk.action("run")->isEnabled());
        const double held = standing([&] { return control.progress(); });  // its next checkpoint is milliseconds away
        QTest::qWait(200);
        QVERIFY(control.running());
        QCOMPARE(control.progress(), held);
        desk.window->setPerspective(
            "search");  // F5 is the search's there, but what goes on is told and can be held and ended
        QVERIFY(desk.action("run")->isEnabled());
        QVERIFY(desk.action("stop")->isEnabled());
        QVERIFY(strip->jobText().startsWith("Simulating"));
        desk.action("pause")->trigger();
        QVERIFY(!control.paused());
        desk.action("pause")->trigger();
        QVERIFY(control.paused());
        desk.window->setPerspective("fabric");
        QVERIFY(strip->jobText().startsWith("Simulating"));
        desk.action("run")->trigger();
        QVERIFY(!control.paused() && control.running());
        QTest::mouseClick(desk.find<QToolButton>("stopStrip"), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return !control.running(); }, 30'000));
        QVERIFY(control.stopped());
        QCOMPARE(desk.figure("cycles"), -1);  // no figures of a part, or of what was before
        QVERIFY(desk.view()->emptyText().contains("Stopped"));
        QVERIFY(desk.timeline()->emptyText().contains("Stopped"));
        QVERIFY(!desk.action("stop")->isEnabled());
        QVERIFY(!strip->jobText().startsWith("Simulating"));
        // The tile can still be edited; what was stopped can be asked for again.
        auto* again = desk.find<Notice>("fabricNotice")->findChild<QPushButton*>("fabricRunAgain");
        QVERIFY(again && again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(control.running());
        desk.action("undo")->trigger();
        desk.settle();
        QCOMPARE(desk.figure("cycles"), kCycles);
        QVERIFY(!control.stopped());
    }

    /// SIGMA's operands from a file, as the public simulator's reference case has them.
    void bitmapsFromAFile() {
        const QString folder =
            QStringLiteral(LAPIDARY_SHARED_DIR "/reference/stonne/cases/sigma_16x10x200_ms64_sp50_mksta/");
        if (!QFile::exists(folder + "bitmaps.txt")) QSKIP("the reference data is absent");
        QFile expected(folder + "expected.json");
        QVERIFY(expected.open(QIODevice::ReadOnly));
        const auto json = parseJson(expected.readAll().toStdString(), "expected");
        const FabricDesk desk;
        desk.window->pickDesign("sigma-128");
        SessionInputs next = desk.document().inputs();
        next.workload = *parseEinsum("C[m,n] += A[m,k] * B[k,n]", *parseBounds("m=16,n=10,k=200"));
        next.workloadKey.clear();
        next.fabric = {};
        desk.document().edit(next, "product");
        desk.settle();
        const std::int64_t dense = desk.figure("cycles");
        fabric::Hardware machine = desk.control().answer()->desk.run.hardware;
        QVERIFY(machine.controller == fabric::Controller::sigma);
        QVERIFY(desk.find<QPushButton>("fabricBitmaps")->isVisible());
        QVERIFY(!desk.find<QPushButton>("fabricAllOnes")->isVisible());
        const QString missing = desk.folder.filePath("none.txt");
        QVERIFY(!desk.window->fabric().importBitmaps(missing));
        QVERIFY2(desk.find<Notice>("fabricNotice")->text().contains("none.txt"),
                 qPrintable(desk.find<Notice>("fabricNotice")->text()));
        machine.multipliers = 64;
        machine.distributionWidth = machine.reductionWidth = 32;
        desk.control().setHardware(machine, "64");
        QVERIFY(desk.window->fabric().importBitmaps(folder + "bitmaps.txt"));
        desk.settle();
        QVERIFY(desk.document().undoStack().undoText().contains("bitmaps.txt"));
        QCOMPARE(desk.figure("cycles"), (*json)["cycles"].integer());
        QVERIFY(desk.find<QLabel>("fabricSource")->text().contains("bitmaps.txt"));
        // Kept with the session, and refused where they don't fit.
        const auto back = sessionFromJson(*parseJson(desk.sessionText().toStdString(), "session"), "session");
        QVERIFY2(back.ok(), back.errorText().c_str());
        QCOMPARE(back->inputs.fabric, desk.document().inputs().fabric);
        QVERIFY(back->inputs.fabric.bitmaps);
        SessionInputs other = desk.document().inputs();
        other.workload = *parseEinsum("C[m,n] += A[m,k] * B[k,n]", *parseBounds("m=9,n=9,k=9"));
        desk.document().edit(other, "other");
        desk.settle();
        QVERIFY(!desk.control().answer()->problems.empty());
        desk.action("undo")->trigger();
        QTest::mouseClick(desk.find<QPushButton>("fabricAllOnes"), Qt::LeftButton);
        desk.settle();
        QVERIFY(!desk.document().inputs().fabric.bitmaps);
        QVERIFY(dense > 0 && desk.figure("cycles") > (*json)["cycles"].integer());
    }

    void theMappingOnShow() {
        const FabricDesk desk;
        SessionInputs next = desk.document().inputs();
        next.fabric = {};
        desk.document().edit(next, "follow");
        desk.action("trivial")->trigger();
        desk.window->setPerspective("fabric");
        desk.settle();
        QVERIFY(desk.control().answer()->desk.tileFrom == stonne::DeskRun::TileFrom::mapping);
        QCOMPARE(desk.control().answer()->desk.run.tile, fabric::Tile{});  // no spatial loop: Bifrost's basic mapping
        QVERIFY(desk.control().answer()->reuseCycles.has_value());
        QVERIFY(desk.figure("reuse_cycles") > 0);
    }

    void otherMachines() {
        const FabricDesk desk;
        for (const char* design : {"sigma-128", "tpu-16x16"}) {
            desk.window->pickDesign(design);
            desk.settle();
            QVERIFY2(desk.control().answer() && desk.control().answer()->runs(), design);
            QVERIFY(desk.figure("cycles") > 0);
            QVERIFY2(desk.view()->emptyText().isEmpty(), qPrintable(desk.view()->emptyText()));
            QVERIFY2(desk.timeline()->emptyText().isEmpty(), design);
            desk.control().setCycle(1 + desk.control().answer()->lastCycle() / 2);
            desk.settle();
            QVERIFY(desk.view()->textTwin().contains(
                QString(design).startsWith(QStringLiteral("sigma")) ? QString("round") : QString("tile")));
            desk.press(Qt::Key_Down);
            QVERIFY(!desk.find<QLabel>("fabricNote")->text().isEmpty());
            QVERIFY((*findView("fabric"))->figure(desk.document(), {{"cycle", "40"}}).ok());
        }
        auto* outputs = desk.find<NumberField>("fabric.T_N_out");
        QVERIFY(outputs->isVisible());
        const std::int64_t before = desk.figure("cycles");
        fill(outputs, "8");
        desk.settle();
        const std::int64_t byHand = desk.figure("cycles");
        QVERIFY(byHand > before);
        desk.action("undo")->trigger();
        desk.settle();
        QCOMPARE(desk.figure("cycles"), before);
        desk.action("redo")->trigger();
        QTest::mouseClick(desk.find<QPushButton>("fabricFollow"), Qt::LeftButton);  // the outputs, too
        desk.settle();
        QVERIFY(desk.document().inputs().fabric.empty());
        QCOMPARE(desk.figure("cycles"), before);
        QVERIFY(desk.find<QPushButton>("fabricFollow")->isHidden());
        desk.action("undo")->trigger();
        desk.settle();
        QCOMPARE(desk.figure("cycles"), byHand);
    }

    /// Compare shows the same mapping under both models, and how far the reuse model is off.
    void bothModelsInCompare() {
        const FabricDesk desk;
        desk.action("trivial")->trigger();
        desk.action("pinA")->trigger();
        desk.window->setPerspective("compare");
        auto* error = desk.find<FabricErrorView>("fabricError");
        QVERIFY(!error->emptyText().isEmpty());
        desk.find<Segmented>("compare.mode")->setCurrent(1);
        auto* model = desk.find<QComboBox>("compare.model");
        const int fabric = model->count() - 1;
        QVERIFY(model->itemText(fabric).contains("fabric"));
        model->setCurrentIndex(fabric);
        emit model->activated(fabric);
        QVERIFY(QTest::qWaitFor([&] { return error->comparison().has_value(); }, 60'000));
        const FabricComparison& both = *error->comparison();
        QCOMPARE(both.reuse.cycles, desk.document().compared(Side::a)->cost.cycles);
        // Bifrost's basic mapping of 1 x 1 x 1: every partial sum takes the way through memory.
        QVERIFY(both.outcome.cycles > both.reuse.cycles);
        std::int64_t sum = both.reuse.cycles;  // every cycle of the difference has its reason
        for (const FabricTerm& term : both.terms) sum += term.cycles;
        QCOMPARE(sum, both.outcome.cycles);
        QVERIFY(both.terms.size() >= 3);
        for (const FabricTerm& term : both.terms)
            QVERIFY2(error->textTwin().contains(QString::fromStdString(term.label)), term.key.c_str());
        QVERIFY(desk.find<CompareEnergyView>("compareEnergy")->emptyText().contains("no unit"));
        QVERIFY(desk.find<WhyView>("whyView")->emptyText().contains("Model error"));
        QVERIFY2(error->textTwin().contains("fewer cycles"), qPrintable(error->textTwin()));
        auto* table = desk.find<QTableView>("compareTable");
        QVERIFY(table->model()->rowCount() >= 8);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QString("Cycles"));
        model->setCurrentIndex(0);
        emit model->activated(0);
        QVERIFY(!error->emptyText().isEmpty());
        QVERIFY(desk.find<CompareEnergyView>("compareEnergy")->emptyText().isEmpty());
    }

    void savedWithTheSession() {
        const FabricDesk desk;
        const QString text = desk.sessionText();
        QVERIFY(text.contains("\"T_X'\"") && text.contains("ms_size"));
        const auto json = parseJson(text.toStdString(), "session");
        QVERIFY(json.ok());
        const auto back = sessionFromJson(*json, "session");
        QVERIFY2(back.ok(), back.errorText().c_str());
        QCOMPARE(back->inputs.fabric, desk.document().inputs().fabric);
        QString broken = text;
        broken.replace("ASNETWORK", "ASNETWROK");
        const auto refused = sessionFromJson(*parseJson(broken.toStdString(), "session"), "session");
        QVERIFY(!refused.ok());
        QVERIFY(refused.errorText().find("fabric.hardware") != std::string::npos);
    }

    void exports() {
        const FabricDesk desk;
        desk.control().setCycle(4818);
        desk.settle();
        const auto picture =
            (*findView("fabric"))->figure(desk.document(), {{"cycle", "4818"}, {"multipliers", "mapped"}});
        QVERIFY2(picture.ok(), picture.errorText().c_str());
        for (const QString& format : figureFormats()) {
            const QByteArray bytes = writeFigure(*picture, format, {}, {});
            QVERIFY(bytes.size() > 2000);
            if (format == "svg") QVERIFY(bytes.contains("VN 2"));
        }
        const auto timeline = (*findView("fabric-timeline"))->figure(desk.document(), {{"cycle", "4818"}});
        QVERIFY2(timeline.ok(), timeline.errorText().c_str());
        QVERIFY(!(*findView("fabric"))->figure(desk.document(), {{"cycle", "99999"}}).ok());
        const auto table = (*findView("fabric-counters"))->table(desk.document(), {}, NumberStyle::exact);
        QVERIFY(table.ok());
        QCOMPARE(table->rows[0], (std::vector<std::string>{"cycles", std::to_string(kCycles), ""}));
    }
};

QTEST_MAIN(FabricUiTest)
#include "fabric_test.moc"
