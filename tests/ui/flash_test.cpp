// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// FLASH as a person meets it: chosen beside the other algorithms, refused with words for what is no matrix product, run and
// stopped like any search, looked at as histogram, cases and heat map, by pointer and by keys, and exported as it is shown.

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>

#include "core/io/presets.h"
#include "core/model/data_centric/machine.h"
#include "tests/ui/search_desk.h"
#include "ui/shell/file_control.h"
#include "ui/shell/flash_control.h"
#include "ui/shell/status_strip.h"
#include "ui/views/flash_cases_view.h"
#include "ui/views/flash_histogram_view.h"
#include "ui/views/flash_styles_view.h"
#include "ui/views/view_list.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/pill.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

/// FLASH on a product of its paper, not yet run.
void prepare(const Desk& desk, const char* product) {
    desk.window->setPerspective("search");
    desk.window->pickDesign("flash-edge");
    desk.window->pickWorkload(QString::fromLatin1(product));
    choose(desk.find<QComboBox>("algorithm"), "FLASH");
}

void waitForFlash(const Desk& desk) {
    QVERIFY(QTest::qWaitFor([&] { return !desk.window->flash().running(); }, 90'000));
}

void runFlash(const Desk& desk, const char* product) {
    prepare(desk, product);
    QVERIFY(desk.action("run")->isEnabled());
    desk.action("run")->trigger();
    waitForFlash(desk);
    desk.comeToRest();
}

ExportOptions asked(std::initializer_list<std::pair<const std::string, std::string>> options) { return {options}; }

}  // namespace

class FlashTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void onlyProductsCanBeAsked() {
        const Desk desk;
        desk.window->setPerspective("search");
        for (const char* key : {"flash-histogram", "flash-cases", "flash-styles"})
            QVERIFY(hasErrors(whyNot(**findView(key), desk.document(), {})));
        auto* algorithm = desk.find<QComboBox>("algorithm");
        QVERIFY(desk.find<QWidget>("maxEvaluations")->isVisible());
        choose(algorithm, "FLASH");
        QVERIFY(!desk.action("run")->isEnabled());
        QVERIFY2(desk.action("run")->toolTip().contains("matrix products only"),
                 qPrintable(desk.action("run")->toolTip()));
        QVERIFY(desk.find<QLabel>("flashState")->text().contains("matrix products only"));
        QVERIFY(desk.find<FlashHistogramView>("flashHistogramView")->emptyText().contains("matrix products only"));
        // Its own settings stand in the place of those of a search of a mapspace; the objective serves both.
        QVERIFY(desk.find<QWidget>("flashStyleChoice")->isVisible());
        QVERIFY(!desk.find<QWidget>("maxEvaluations")->isVisible());
        QVERIFY(!desk.find<QWidget>("enqueueButton")->isVisible());
        QVERIFY(desk.find<QWidget>("objective")->isVisible());
        choose(algorithm, "Random");
        QVERIFY(desk.find<QWidget>("maxEvaluations")->isVisible());
        QVERIFY(!desk.find<QWidget>("flashStyleChoice")->isVisible());
        QVERIFY(desk.find<QWidget>("enqueueButton")->isVisible());
        QVERIFY(desk.action("run")->isEnabled());
        choose(algorithm, "FLASH");
        desk.window->pickDesign("flash-edge");
        desk.window->pickWorkload("flash-gemms/VI");
        QVERIFY(desk.action("run")->isEnabled());
        desk.window->pickDesign("toy-linear");  // no buffers on both sides of an array
        QCOMPARE(desk.action("run")->isEnabled(), desk.window->flash().reason().isEmpty());
    }

    /// The reference data's picks: as many candidates and the same runtime, on screen.
    void theHistogramMarksThePick() {
        const Desk desk;
        runFlash(desk, "flash-gemms/VI");
        const FlashAnswerPtr answer = desk.window->flash().answer();
        QVERIFY(answer);
        QCOMPARE(answer->report.runs.size(), std::size_t{6});
        QCOMPARE(answer->run()->workload, std::string("VI"));
        QVERIFY(!answer->stopped());
        auto* view = desk.find<FlashHistogramView>("flashHistogramView");
        QVERIFY(view->isVisible());
        for (const FlashRun& run : answer->report.runs)
            for (const flash::StyleResult& style : run.result.styles) {
                std::int64_t all = 0;
                for (const std::int64_t count : style.histogram.counts) all += count;
                QCOMPARE(all, style.candidates);
            }
        const int bar = view->pickBar();
        QVERIFY(bar >= 0);
        moveTo(*view, view->placeOf(bar, view->size()).center());
        const auto* note = desk.find<QLabel>("flashHistogramNote");
        QVERIFY2(note->text().contains("the pick is among them") && note->text().contains("cycles"),
                 qPrintable(note->text()));
        // By keys: to the first bar, to the last, into the panel below.
        QTest::keyClick(view, Qt::Key_Home);
        QCOMPARE(view->chosen(), 0);
        QTest::keyClick(view, Qt::Key_Down);
        QVERIFY(view->chosen() > 0);
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(view->chosen(), view->bars() - 1);
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains("NVDLA-style"));
        // One style alone.
        choose(desk.find<QComboBox>("flashStyle"), "TPU");
        QVERIFY(view->textTwin().contains("TPU-style") && !view->textTwin().contains("NVDLA"));
        QCOMPARE(desk.find<QComboBox>("flashCasesStyle")->currentText(), QString("TPU"));
    }

    void theCasesAreTheRuntime() {
        const Desk desk;
        runFlash(desk, "flash-gemms/IV");
        const FlashAnswerPtr answer = desk.window->flash().answer();
        const auto cases = flashCases(answer->report, *answer->run());
        QVERIFY(!cases.empty());
        for (const FlashCases& each : cases) {
            const auto& style = answer->run()->result.styles[each.style];
            std::int64_t cycles = 0, parts = 0;
            for (const data_centric::PhaseTime& time : each.outcome.phases) {
                cycles += time.cycles;
                parts += time.compute + time.communication;
            }
            QCOMPARE(cycles, style.best->score.runtime);
            QCOMPARE(parts, cycles);
        }
        auto* view = desk.find<FlashCasesView>("flashCasesView");
        QVERIFY(view->isVisible());
        QCOMPARE(view->rows(), 3 * static_cast<int>(cases.size()));
        moveTo(*view, view->placeOf(0, view->size()).center());
        const QString told = desk.find<QLabel>("flashCasesNote")->text();
        QVERIFY2(told.contains("Init") && told.contains("waiting for data"), qPrintable(told));
    }

    void theBestStylesAreAHeatMap() {
        const Desk desk;
        runFlash(desk, "flash-gemms/VI");
        auto* view = desk.find<FlashStylesView>("flashStylesView");
        QVERIFY(view->isVisible());
        QCOMPARE(view->columns(), 5);
        QCOMPARE(view->cells(), 30);
        QTest::mouseClick(view, Qt::LeftButton, {}, view->placeOf(5 + 2, view->size()).center().toPoint());
        QCOMPARE(view->chosen(), 7);  // II in TPU's style
        QCOMPARE(desk.find<QComboBox>("flashProduct")->currentText(), QString("II"));
        QCOMPARE(desk.find<QComboBox>("flashStyle")->currentText(), QString("TPU"));
        QVERIFY(desk.find<FlashHistogramView>("flashHistogramView")->summary().startsWith("II on flash-edge"));
        const QString told = desk.find<QLabel>("flashStylesNote")->text();
        QVERIFY2(told.contains("1,024 × 1,024 × 8,192") && told.contains("cycles"), qPrintable(told));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(view->chosen(), 12);
        QTest::keyClick(view, Qt::Key_Left);
        QCOMPARE(desk.find<QComboBox>("flashProduct")->currentText(), QString("III"));
        QCOMPARE(desk.find<QComboBox>("flashStyle")->currentText(), QString("NVDLA"));
        // Exactly one is the best of each workload, and none that fits is below it.
        const FlashAnswerPtr answer = desk.window->flash().answer();
        for (const FlashRun& run : answer->report.runs)
            for (std::size_t i = 0; i < run.result.styles.size(); ++i) {
                const auto ratio = overPick(answer->report, run, i);
                if (ratio && run.result.styles[i].best->score.fits) QVERIFY(*ratio >= 1);
                if (static_cast<int>(i) == run.result.best) QCOMPARE(*ratio, 1.0);
            }
    }

    void optionsCountAndAreExported() {
        const Desk desk;
        prepare(desk, "flash-gemms/VI");
        choose(desk.find<QComboBox>("flashStyleChoice"), "Eyeriss-style");
        QVERIFY(!desk.find<QComboBox>("flashOrder")->isEnabled());
        QVERIFY(desk.find<QLabel>("flashFacts")->text().contains("12 x 14"));
        type(desk, "flashSamples", "200");
        desk.action("run")->trigger();
        waitForFlash(desk);
        const FlashAnswerPtr answer = desk.window->flash().answer();
        QVERIFY(answer);
        QCOMPARE(answer->run()->result.styles.size(), std::size_t{1});
        QCOMPARE(answer->run()->result.styles[0].random.drawn, std::int64_t{200});
        QCOMPARE(flashWords(answer->report.options), std::string("style=eyeriss,samples=200"));
        QVERIFY(desk.find<FlashHistogramView>("flashHistogramView")->textTwin().contains("best random one"));
        const auto options = asked({{"flash", "style=eyeriss,samples=200"}});
        for (const char* key : {"flash-histogram", "flash-cases", "flash-styles"}) {
            const auto entry = findView(key);
            QVERIFY(entry.ok());
            QVERIFY(whyNot(**entry, desk.document(), options).empty());
            QVERIFY((*entry)->figure(desk.document(), options).ok());
            const auto table = (*entry)->table(desk.document(), options, NumberStyle::exact);
            QVERIFY2(table.ok(), table.errorText().c_str());
            for (const auto& row : table->rows) QCOMPARE(row[1], std::string("eyeriss"));
        }
        const auto cases = findView("flash-cases");
        const auto wrong = (*cases)->table(desk.document(), asked({{"style", "tpus"}}), NumberStyle::exact);
        QVERIFY(!wrong.ok());
        QVERIFY2(wrong.errorText().find("nvdla") != std::string::npos, wrong.errorText().c_str());
        QVERIFY(!(*cases)->figure(desk.document(), asked({{"flash", "tile=all"}})).ok());
        QVERIFY(!(*cases)->figure(desk.document(), asked({{"product", "VII"}})).ok());
    }

    void whatRunsCanBeStoppedAndHeld() {
        const Desk desk;
        prepare(desk, "flash-gemms/I");
        type(desk, "flashSamples", "50000000");
        desk.action("run")->trigger();
        QVERIFY(desk.window->flash().running());
        QVERIFY(!desk.window->runs().running());
        // Some of it is on show while it runs.
        auto* view = desk.find<FlashHistogramView>("flashHistogramView");
        QTRY_COMPARE_WITH_TIMEOUT(desk.find<Dock>("flashHistogram")->pill()->text(), QString("running"), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(view->emptyText().isEmpty(), 60'000);
        desk.action("pause")->trigger();
        QVERIFY(desk.window->flash().paused());
        QCOMPARE(desk.find<Dock>("flashHistogram")->pill()->text(), QString("paused"));
        desk.action("run")->trigger();
        QVERIFY(!desk.window->flash().paused());
        desk.action("stop")->trigger();
        waitForFlash(desk);
        QTRY_COMPARE(desk.find<Dock>("flashHistogram")->pill()->text(), QString("stopped"));
        QVERIFY(desk.window->flash().answer()->stopped());
        QVERIFY(desk.find<QLabel>("flashState")->text().startsWith("stopped"));
        QVERIFY(view->emptyText().isEmpty());
        QVERIFY(desk.action("run")->isEnabled());
        // Another workload: what was found is of the old one, and goes.
        desk.window->pickWorkload("flash-gemms/II");
        QVERIFY(!desk.window->flash().answer());
        QVERIFY(!view->emptyText().isEmpty());
    }

    /// A cell twice clicked is the mapping on show, counted by the data-centric model; undo takes it back, the answer stays.
    void picksOpenInMapping() {
        const Desk desk;
        QVERIFY(!desk.action("openPick")->isEnabled());
        runFlash(desk, "flash-gemms/VI");
        QVERIFY(desk.action("openPick")->isEnabled());
        const FlashAnswerPtr answer = desk.window->flash().answer();
        auto* view = desk.find<FlashStylesView>("flashStylesView");
        int opened = 0;
        for (int cell = 0; cell < view->cells(); ++cell) {
            const auto [run, style] = view->placeIn(cell);
            const FlashRun& asked = answer->report.runs[run];
            const auto& best = asked.result.styles[style].best;
            QVERIFY(best);
            desk.window->setPerspective("search");
            desk.comeToRest();
            const int steps = desk.document().undoStack().index();
            QTest::mouseDClick(view, Qt::LeftButton, {}, view->placeOf(cell, view->size()).center().toPoint());
            QCOMPARE(desk.window->perspective(), QString("mapping"));
            QCOMPARE(desk.document().undoStack().index(), steps + 1);
            const Exhibit& shown = *desk.document().exhibit();
            QCOMPARE(shown.inputs.workload.name(), asked.workload);
            QCOMPARE(modelOf(shown.inputs), std::optional(Compat::dataCentric));
            QVERIFY(shown.origin.startsWith("FLASH's pick"));
            // The runtime that FLASH scored, unless units stand idle for want of work.
            if (std::ranges::count_if(shown.mapping.nodes, [](const Node& node) {
                    return node.kind == NodeKind::spatial && node.bound > 1;
                }) == 2) {
                QCOMPARE(shown.cost.cycles, best->score.runtime);
                ++opened;
            }
            QVERIFY(desk.window->flash().answer());  // it still is about the open product
            QCOMPARE(desk.window->flash().answer()->run()->workload, asked.workload);
            desk.document().undoStack().undo();
            QCOMPARE(desk.document().inputs().workloadKey, std::string("flash-gemms/VI"));
            QCOMPARE(desk.document().inputs().architectureKey, std::string("flash-edge"));
            QVERIFY(!modelOf(desk.document().inputs()));
        }
        QVERIFY2(opened >= view->cells() * 2 / 3, qPrintable(QString::number(opened)));
        // By key, by button, by menu.
        desk.window->setPerspective("search");
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Home);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        desk.window->setPerspective("search");
        QTest::mouseClick(desk.find<QWidget>("flashStylesViewOpen"), Qt::LeftButton);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        desk.window->setPerspective("search");
        desk.action("openPick")->trigger();
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        QVERIFY(desk.find<QWidget>("directiveText")->isVisible());
    }

    /// Saved, opened in another window: the same pictures without asking again.
    void theAnswerIsInTheSession() {
        const Desk desk;
        prepare(desk, "flash-gemms/IV");
        type(desk, "flashSamples", "50");
        type(desk, "flashBins", "20");
        desk.action("run")->trigger();
        waitForFlash(desk);
        QVERIFY(desk.document().modified());
        const QString histogram = desk.find<FlashHistogramView>("flashHistogramView")->textTwin();
        const QString cases = desk.find<FlashCasesView>("flashCasesView")->textTwin();
        const QString styles = desk.find<FlashStylesView>("flashStylesView")->textTwin();
        const QString path = desk.folder.filePath("answer.lapidary");
        QVERIFY(desk.document().save(path).empty());
        const Desk other;
        QVERIFY(other.window->files().open(path));
        other.window->setPerspective("search");
        other.comeToRest();
        QVERIFY(!other.window->flash().running());
        QVERIFY(other.window->flash().answer());
        QVERIFY(other.window->flash().chosen());
        QCOMPARE(other.window->flash().options().samples, std::int64_t{50});
        QCOMPARE(other.find<FlashHistogramView>("flashHistogramView")->textTwin(), histogram);
        QCOMPARE(other.find<FlashCasesView>("flashCasesView")->textTwin(), cases);
        QCOMPARE(other.find<FlashStylesView>("flashStylesView")->textTwin(), styles);
        QCOMPARE(other.sessionText(), desk.sessionText());
        // Another product of the same answer is only another row of it.
        other.window->pickWorkload("flash-gemms/II");
        QCOMPARE(other.window->flash().answer()->run()->workload, std::string("II"));
        other.window->pickDesign("flash-cloud");
        QVERIFY(!other.window->flash().answer());
        other.document().undoStack().undo();
        QVERIFY(other.window->flash().answer());  // hidden, not lost
        other.action("newSession")->trigger();
        QVERIFY(!other.window->flash().answer());
    }

    void theStripTellsOfIt() {
        const Desk desk;
        prepare(desk, "flash-gemms/I");
        type(desk, "flashSamples", "50000000");
        desk.action("run")->trigger();
        const auto* strip = desk.window->findChild<StatusStrip*>();
        QTRY_VERIFY_WITH_TIMEOUT(strip->jobText().contains("candidates scored"), 30'000);
        QVERIFY2(strip->jobText().startsWith("FLASH I running"), qPrintable(strip->jobText()));
        QVERIFY(desk.find<QWidget>("pauseStrip")->isVisible());
        QTest::mouseClick(desk.find<QWidget>("pauseStrip"), Qt::LeftButton);
        QTRY_VERIFY(strip->jobText().startsWith("FLASH I paused"));
        // Nothing is exported that still grows, and nothing is counted for it in this thread.
        QVERIFY(desk.find<Dock>("flashHistogram")->property("exportNotYet").toString().contains("runs"));
        QTest::mouseClick(desk.find<QWidget>("stopStrip"), Qt::LeftButton);
        waitForFlash(desk);
        QTRY_VERIFY2(strip->jobText().startsWith("FLASH I stopped"), qPrintable(strip->jobText()));
        QVERIFY(desk.find<Dock>("flashHistogram")->property("exportNotYet").toString().isEmpty());
    }

    void rulesAndSizesAreInTheForm() {
        const Desk desk;
        prepare(desk, "flash-gemms/V");
        QVERIFY(!desk.find<QWidget>("flashQuirks")->isVisible());
        choose(desk.find<QComboBox>("flashRules"), "MAESTRO");
        QVERIFY(desk.find<QWidget>("flashQuirks")->isVisible());
        desk.find<QAction>("flashQuirk.full_edge_tiles")->trigger();
        type(desk, "flashCluster", "32");
        type(desk, "flashBins", "10");
        choose(desk.find<QComboBox>("flashStyleChoice"), "NVDLA-style");
        desk.action("run")->trigger();
        waitForFlash(desk);
        const FlashAnswerPtr answer = desk.window->flash().answer();
        QVERIFY(answer);
        const QString words = QString::fromStdString(flashWords(answer->report.options));
        QCOMPARE(words, QString("style=nvdla,cluster=32,bins=10,rules=maestro,full_edge_tiles=off"));
        QVERIFY(*flashOptions({}, words.toStdString()) == [&] {
            flash::Options options = answer->report.options;
            options.metric = flash::Options{}.metric;
            options.seed = flash::Options{}.seed;
            return options;
        }());
        QCOMPARE(answer->run()->result.styles[0].histogram.counts.size(), std::size_t{10});
        QCOMPARE(answer->run()->result.styles[0].clusters, std::vector<std::int64_t>{32});
        for (const char* name :
             {"flashTiles", "flashCluster", "flashBins", "flashRules", "flashQuirks", "flashOverflow"})
            QVERIFY2(desk.find<QWidget>(name)->toolTip().size() > 20, name);
    }

    void aWorkloadOfItsOwnIsOneRow() {
        const Desk desk;
        runFlash(desk, "gemm-100");
        QCOMPARE(desk.window->flash().answer()->report.runs.size(), std::size_t{1});
        QCOMPARE(desk.find<FlashStylesView>("flashStylesView")->cells(), 5);
        QVERIFY(!desk.find<QComboBox>("flashProduct")->isVisible());
    }
};

QTEST_MAIN(FlashTest)
#include "flash_test.moc"
