// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300 xcb unsanitized
// The whole tour in one sitting, as an architect takes it: open an example, edit a size and take it back, break and mend
// the einsum, search, look into the best mapping, sweep the array, open a point, export, save, and find the same desk.

#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QTableView>

#include "tests/ui/design_desk.h"
#include "ui/export/export_dialog.h"
#include "ui/plots/pareto_plot.h"
#include "ui/shell/explore_perspective.h"
#include "ui/shell/sweep_control.h"
#include "ui/views/view_base.h"
#include "ui/widgets/example_card.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kWait = 120'000;
constexpr const char* kEinsum = "O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]";

}  // namespace

class OneSittingTest : public QObject {
    Q_OBJECT
    std::unique_ptr<DesignDesk> m_desk;

    const DesignDesk& desk() const { return *m_desk; }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
        desk().press(key, modifiers);
        QTest::qWait(20);
    }

private slots:
    // Each step goes on where the one before it ended.
    void initTestCase() {
        prepareApplication();
        m_desk = std::make_unique<DesignDesk>();
        desk().window->resize(1440, 900);
    }
    void cleanupTestCase() { m_desk.reset(); }

    void anExampleOpensByAClick() {
        desk().window->showWelcome();
        desk().comeToRest();
        auto* card = desk().find<ExampleCard>("example.resnet-eyeriss");
        QVERIFY(card);
        QTest::mouseClick(card, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!desk().window->welcomeShown(), kWait);
        QVERIFY(desk().document().exhibit() && desk().document().exhibit()->cost.valid);
        QVERIFY(!desk().document().modified());
    }

    void aSizeIsEditedUndoneAndRedone() {
        press(Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(desk().window->perspective(), QString("design"));
        const QString before = desk().sessionText();
        desk().select("GLB");
        desk().type("capacity", "256 KiB");
        QCOMPARE(desk().level(1).capacity, (std::optional<Capacity>{{2'097'152, false}}));
        const QString edited = desk().sessionText();
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk().sessionText(), before);
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(desk().sessionText(), edited);
    }

    void theEinsumBreaksAndIsMended() {
        const QString before = desk().sessionText();
        desk().write("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+t]");
        QVERIFY2(desk().notice("einsumNotice").contains("Unknown dimension t"),
                 qPrintable(desk().notice("einsumNotice")));
        QCOMPARE(desk().sessionText(), before);
        desk().write(kEinsum);
        QVERIFY(desk().notice("einsumNotice").isEmpty());
        QCOMPARE(desk().sessionText(), before);
    }

    void aSearchRunsIsHeldGoesOnAndIsStopped() {
        press(Qt::Key_2, Qt::ControlModifier);
        fill(desk().find<QLineEdit>("maxEvaluations"), "2000000000");
        press(Qt::Key_F5);
        QVERIFY(desk().window->runs().running());
        QTRY_VERIFY_WITH_TIMEOUT(desk().document().currentRun()->live.best.has_value(), kWait);
        press(Qt::Key_F6);
        QTRY_COMPARE_WITH_TIMEOUT(desk().document().currentRun()->live.state, SearchState::paused, kWait);
        const std::int64_t held = desk().document().currentRun()->live.counters.drawn;
        QTest::qWait(100);
        QCOMPARE(desk().document().currentRun()->live.counters.drawn, held);
        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(desk().document().currentRun()->live.counters.drawn > held, kWait);
        press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!desk().window->runs().running(), kWait);
        QCOMPARE(desk().document().currentRun()->result->cause, StopCause::byHand);
    }

    void theBestMappingOpensAndALoopLightsUpEverywhere() {
        auto* open = desk().find<QAbstractButton>("openBestButton");
        QVERIFY(open->isVisible() && open->isEnabled());
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(desk().window->perspective(), QString("mapping"));
        QCOMPARE(desk().document().exhibit()->mapping, desk().document().currentRun()->result->best->mapping);
        desk().comeToRest();

        const Mapping& mapping = desk().document().exhibit()->mapping;
        auto* nest = desk().find<View>("nestView");
        auto* array = desk().find<View>("arrayView");
        auto* tree = desk().find<View>("treeView");
        QVERIFY(nest->isVisible() && array->isVisible() && tree->isVisible());
        const QImage arrayBefore = array->grab().toImage(), treeBefore = tree->grab().toImage();
        Selection& selection = desk().document().selection();
        // A spatial loop of the dimension that the tree shows is a part of both pictures.
        bool lit = false;
        for (int y = 1; y < nest->height() && !lit; y += 3) {
            moveTo(*nest, QPoint(nest->width() / 3, y));
            const int node = selection.hovered().node;
            if (node < 0) continue;
            if (mapping.nodes[static_cast<std::size_t>(node)].kind != NodeKind::spatial) continue;
            lit = array->grab().toImage() != arrayBefore && tree->grab().toImage() != treeBefore;
        }
        QVERIFY(lit);
    }

    void theArrayIsSteppedThrough() {
        // Compare has such a pane too; this is the one around the array.
        QWidget* pane = desk().find<QWidget>("arrayView");
        while (!pane->findChild<QLineEdit*>("array.step")) pane = pane->parentWidget();
        auto* step = pane->findChild<QLineEdit*>("array.step");
        QVERIFY(step->isVisible());
        const QString first = step->text();
        QTest::mouseClick(pane->findChild<QAbstractButton*>("array.forward"), Qt::LeftButton);
        QVERIFY(step->text() != first);
        QTest::mouseClick(pane->findChild<QAbstractButton*>("array.back"), Qt::LeftButton);
        QCOMPARE(step->text(), first);
    }

    void theArrayIsSweptAndAPointOpens() {
        press(Qt::Key_4, Qt::ControlModifier);
        auto* values = desk().find<QLineEdit>("axisValues0");
        QVERIFY(values->text().startsWith("2x7,") && values->text().endsWith(" 16x16"));
        fill(desk().find<QLineEdit>("sweepEvaluations"), "2000");
        press(Qt::Key_F5);
        QVERIFY(desk().window->sweeps().running());
        QTRY_VERIFY_WITH_TIMEOUT(!desk().window->sweeps().running(), kWait);
        desk().comeToRest();
        const SweepRun& sweep = *desk().document().sweep();
        auto* plot = desk().find<ParetoPlot>("paretoPlot");
        QWidget* canvas = plot->findChild<QCustomPlot*>();
        std::optional<QPoint> place;
        for (const SweepPointPtr& point : sweep.points())
            if (point && point->values[0] == "14x12" && point->factorization == Factorization::rubyS)
                if (const auto at = plot->positionOf(static_cast<int>(point->index)))
                    place = canvas->mapFrom(plot, *at);
        QVERIFY(place);
        moveTo(*canvas, *place);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, *place);
        QVERIFY(desk().action("openPoint")->isEnabled());
        desk().action("openPoint")->trigger();
        QCOMPARE(desk().window->perspective(), QString("mapping"));
        QVERIFY2(desk().document().exhibit()->origin.startsWith("14 × 12, "),
                 qPrintable(desk().document().exhibit()->origin));
    }

    void aFigureIsWritten() {
        desk().find<QWidget>("nestView")->setFocus();
        press(Qt::Key_E, Qt::ControlModifier);
        QPointer<ExportDialog> dialog;
        QTRY_VERIFY_WITH_TIMEOUT((dialog = desk().find<ExportDialog>("exportDialog")), kWait);
        dialog->setFormat("svg");
        const QString path = desk().folder.filePath("nest.svg");
        fill(dialog->findChild<QLineEdit*>("exportPath"), path);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.isNull(), kWait);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.contains("<svg") && svg.contains("provenance") && svg.contains("parFor"));
    }

    void savedAndReopenedItIsTheSameDesk() {
        const QString path = desk().folder.filePath("sitting.lapidary");
        QVERIFY(desk().window->files().saveTo(path));
        const Desk other;
        QVERIFY(other.window->files().open(path));
        QCOMPARE(other.sessionText(), desk().sessionText());
        QCOMPARE(other.window->perspective(), desk().window->perspective());
        QCOMPARE(other.document().exhibit()->mapping, desk().document().exhibit()->mapping);
        other.window->setPerspective("explore");
        desk().window->setPerspective("explore");
        desk().comeToRest();
        other.comeToRest();
        QCOMPARE(other.find<ParetoPlot>("paretoPlot")->textTwin(), desk().find<ParetoPlot>("paretoPlot")->textTwin());
    }
};

QTEST_MAIN(OneSittingTest)
#include "one_sitting_test.moc"
