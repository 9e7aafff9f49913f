// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// How good can it get at all, as a person sees it: the gap of any search while it runs, a proof with its badge and what each
// rule closed, all of it again from the saved session, and the ski slope of the workload with the design's memories.

#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QTableView>
#include <qcustomplot.h>

#include "core/workload/einsum.h"
#include "tests/ui/search_desk.h"
#include "ui/models/run_table_model.h"
#include "ui/plots/convergence_plot.h"
#include "ui/plots/slope_plot.h"
#include "ui/shell/status_strip.h"
#include "ui/views/proof_view.h"
#include "ui/views/view_list.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/pill.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr std::int64_t kForever = 2'000'000'000;

void setWorkload(const Desk& desk, const char* einsum, const char* bounds) {
    auto parsed = parseEinsum(einsum, *parseBounds(bounds));
    QVERIFY2(parsed.ok(), parsed.errorText().c_str());
    SessionInputs inputs = desk.document().inputs();
    inputs.workload = *parsed;
    inputs.workloadKey.clear();
    inputs.mapspace.constraints = {};  // the design's own speak of other dimensions
    desk.document().edit(inputs, "Workload");
}

void toFront(const Desk& desk, const char* dock) {
    desk.find<QDockWidget>(dock)->raise();
    desk.comeToRest();
}

/// A run of the algorithm Optimal on a product small enough to be proven at once.
void prove(const Desk& desk) {
    desk.window->setPerspective("search");
    setWorkload(desk, "C[m,n] += A[m,k] * B[k,n]", "m=4,n=3,k=2");
    desk.document().setFactorization(Factorization::perfect);
    choose(desk.find<QComboBox>("algorithm"), "Optimal");
    desk.runToEnd();
    QVERIFY(isProven(*desk.document().currentRun()));
}

bool shows(const QImage& picture, const QRect& where, const QColor& color) {
    int hits = 0;
    for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x) hits += picture.pixelColor(x, y) == color;
    return hits > 60;
}

}  // namespace

class ProofTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void theGapIsThereWhileASearchRuns() {
        const Desk desk(kForever);
        desk.window->setPerspective("search");
        auto* view = desk.find<ProofView>("proofView");
        QVERIFY(view->emptyText().contains("once a search runs"));
        toFront(desk, "proof");
        desk.action("run")->trigger();
        const auto run = [&] { return desk.document().currentRun(); };
        QTRY_VERIFY_WITH_TIMEOUT(run()->live.gap.has_value(), 30'000);
        QVERIFY(*run()->live.gap > 0 && *run()->live.gap < 1);
        const auto* strip = desk.window->findChild<StatusStrip*>();
        QTRY_VERIFY2(strip->jobText().contains("gap "), qPrintable(strip->jobText()));
        QTRY_VERIFY2(view->textTwin().contains("nothing is below"), qPrintable(view->textTwin()));
        QVERIFY2(view->textTwin().contains("not proven"), qPrintable(view->textTwin()));
        auto* plot = desk.window->findChild<ConvergencePlot*>();
        QTRY_VERIFY(plot->data().bound.has_value());
        QCOMPARE(plot->data().bound->run, 1);
        QVERIFY(plot->data().bound->y.back() < plot->data().lines.front().y.back());
        desk.action("stop")->trigger();
        waitForAll(desk);
        QVERIFY(!isProven(*run()));
        QCOMPARE(desk.find<Dock>("proof")->pill()->text(), QString());
    }

    void theBoundTellsWhatItIs() {
        const Desk desk(50'000);
        desk.window->setPerspective("search");
        desk.runToEnd();
        auto* plot = desk.window->findChild<ConvergencePlot*>();
        desk.comeToRest();
        QCustomPlot& canvas = plot->canvas();
        canvas.replot(QCustomPlot::rpImmediateRefresh);
        const auto& bound = *plot->data().bound;
        canvas.yAxis->setRange(bound.y.back() / 2, bound.y.back() * 2);  // wherever it lies
        const QPointF at(canvas.xAxis->coordToPixel(std::sqrt(bound.x.front() * bound.end)),
                         canvas.yAxis->coordToPixel(bound.y.back()) + 2);
        moveTo(canvas, {3, 3});
        moveTo(canvas, at);
        const QString card = plot->cardLines().join(u'|');
        QVERIFY2(card.contains("Run 1: lower bound"), qPrintable(card));
        QVERIFY2(card.contains("gap "), qPrintable(card));
    }

    void aProofHasItsBadgeAndItsRules() {
        const Desk desk;
        prove(desk);
        toFront(desk, "proof");
        const Run& run = *desk.document().currentRun();
        QCOMPARE(stateText(run), QString("proven"));
        auto* table = desk.find<QTableView>("runTable");
        QCOMPARE(cell(*table, 0, RunTableModel::kState), QString("proven"));
        const QImage picture = table->viewport()->grab().toImage();
        const QRect state = table->visualRect(table->model()->index(0, RunTableModel::kState));
        QVERIFY(shows(picture, state & picture.rect(), lightTheme().ok));
        QCOMPARE(desk.find<Dock>("proof")->pill()->text(), QString("proven"));
        auto* view = desk.find<ProofView>("proofView");
        const QString told = view->textTwin();
        QVERIFY2(told.startsWith("run 1: proven: nothing is better"), qPrintable(told));
        for (const optimal::RuleCount& rule : run.result->certificate->closed)
            QCOMPARE(told.contains(QString::fromStdString(rule.meaning)), rule.count > 0);
        // What is pointed at is told with its share.
        int rule = 0;  // where the first one begins
        while (rule < view->height() && !view->wordsAt({40, rule}).contains('%')) ++rule;
        QVERIFY(rule < view->height());
        // It is seen without scrolling in a small window, too.
        desk.window->resize(1024, 700);
        desk.comeToRest();
        toFront(desk, "proof");
        rule = 0;
        while (rule < view->height() && !view->wordsAt({40, rule}).contains('%')) ++rule;
        QVERIFY2(view->visibleRegion().contains(QRect(20, rule, 100, 33)), qPrintable(QString::number(rule)));
        QVERIFY(desk.window->findChild<ConvergencePlot*>()->data().bound->proven);
        const auto* strip = desk.window->findChild<StatusStrip*>();
        QVERIFY2(strip->jobText().contains("proven"), qPrintable(strip->jobText()));
    }

    /// Typed into the form as a person does: the search ends there, and says so.
    void aGapThatWasAskedForEndsTheSearch() {
        const Desk desk;
        desk.window->setPerspective("search");
        desk.document().setFactorization(Factorization::perfect);
        choose(desk.find<QComboBox>("algorithm"), "Optimal");
        auto* field = desk.find<QDoubleSpinBox>("gap");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "90");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(desk.document().inputs().search.gap, std::optional(0.9));
        desk.runToEnd();
        toFront(desk, "proof");
        const Run& run = *desk.document().currentRun();
        QVERIFY(!isProven(run) && run.live.gap && *run.live.gap <= 0.9);
        const QString told = desk.find<ProofView>("proofView")->textTwin();
        QVERIFY2(told.contains("Ended at the gap that was asked for"), qPrintable(told));
    }

    /// What a method gives up on can be read whole.
    void withoutAProofTheReasonIsTold() {
        const Desk desk;
        prove(desk);
        auto* view = desk.find<ProofView>("proofView");
        const double before = view->pictureSize().height();
        const auto run = std::make_shared<Run>(*desk.document().currentRun());
        run->result->proven = false;
        run->live.gap = 0.25;
        const auto toldFor = [&](StopCause cause, const char* reason) {
            run->result->cause = cause;
            run->live.certificate->reason = reason;
            view->setRun(run);
            return view->textTwin();
        };
        const QString told = toldFor(StopCause::memory, "tables outgrew 512 MiB at GLB");
        QVERIFY2(told.contains("gap 25.0 %, not proven"), qPrintable(told));
        QVERIFY2(told.contains("Not proven: tables outgrew 512 MiB at GLB."), qPrintable(told));
        QVERIFY(view->pictureSize().height() >= before + 20);  // lines of its own
        QVERIFY(toldFor(StopCause::seconds, "").contains("the time limit ended the run"));
        QVERIFY(toldFor(StopCause::byHand, "").contains("it was stopped"));
    }

    void aProofIsInTheSession() {
        const Desk desk;
        prove(desk);
        const QString told = desk.find<ProofView>("proofView")->textTwin();
        const QString path = desk.folder.filePath("proof.lapidary");
        QVERIFY(desk.window->files().saveTo(path));
        const Desk other;
        QVERIFY(other.window->files().open(path));
        other.window->setPerspective("search");
        toFront(other, "proof");
        QVERIFY(isProven(*other.document().currentRun()));
        QCOMPARE(other.find<ProofView>("proofView")->textTwin(), told);
        const auto entry = findView("proof");
        const auto rules = (*entry)->table(other.document(), {}, NumberStyle::exact);
        QVERIFY2(rules.ok(), rules.errorText().c_str());
        QCOMPARE(rules->rows.size(), 5 + other.document().currentRun()->result->certificate->closed.size());
        QCOMPARE(rules->rows[3][1], std::string("yes"));
        QVERIFY((*entry)->figure(other.document(), {}).ok());
    }

    void theSkiSlopeShowsTheMemories() {
        const Desk desk;
        desk.window->setPerspective("search");
        toFront(desk, "skiSlope");
        auto* plot = desk.find<SlopePlot>("slopePlot");
        QTRY_VERIFY_WITH_TIMEOUT(plot->slope() != nullptr, 30'000);
        QVERIFY(plot->emptyText().isEmpty());
        QCOMPARE(plot->slope()->marks.size(), std::size_t{2});
        desk.comeToRest();
        QCustomPlot& canvas = plot->canvas();
        canvas.replot(QCustomPlot::rpImmediateRefresh);
        const SlopeMark mark = plot->slope()->marks.front();
        moveTo(canvas, {3, 3});
        moveTo(canvas, {canvas.xAxis->coordToPixel(static_cast<double>(mark.bits) / plot->slope()->wordBits),
                        canvas.axisRect()->rect().center().y() * 1.0});
        const QString card = plot->cardLines().join(u'|');
        QVERIFY2(card.contains("GLB") && card.contains("65,536 words") && card.contains("words moved"),
                 qPrintable(card));
        QVERIFY(plot->textTwin().contains("spad"));
    }

    void theSkiSlopeFollowsTheDesk() {
        const Desk desk;
        desk.window->setPerspective("search");
        toFront(desk, "skiSlope");
        auto* plot = desk.find<SlopePlot>("slopePlot");
        QTRY_VERIFY_WITH_TIMEOUT(plot->slope() != nullptr, 30'000);
        const auto before = plot->slope()->points;
        auto design = withSetting(desk.document().inputs().architecture, "GLB.capacity", "1KiB");
        QVERIFY(design.ok());
        desk.document().setArchitecture(*design, {});
        QTRY_COMPARE(plot->slope() ? plot->slope()->marks.front().bits : 0, std::int64_t{8192});
        QCOMPARE(plot->slope()->points, before);
        setWorkload(desk, "A[d]", "d=100");
        QTRY_VERIFY2(plot->emptyText().contains("ski slopes don't cover"), qPrintable(plot->emptyText()));
        const auto entry = findView("ski-slope");
        QVERIFY(!(*entry)->figure(desk.document(), {}).ok());
    }
};

QTEST_MAIN(ProofTest)
#include "proof_test.moc"
