// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search that finds nothing valid tells what would help, one click does it, undo takes it back.

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QtTest>

#include "tests/support/small_space.h"
#include "tests/ui/search_desk.h"
#include "ui/shell/relax_panel.h"
#include "ui/shell/sweep_control.h"
#include "ui/shell/sweep_relax_panel.h"
#include "ui/widgets/notice.h"

using namespace lapidary::ui;
using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// Z's tile in GLB is 10 x 12 words, A's and B's are at least 10 x 1 and 1 x 12: 142 words, and 64 fit.
SessionInputs tooSmall(SessionInputs inputs) {
    Level glb = memory("GLB");
    glb.capacity = Capacity{64, true};
    const TargetPtr target = makeTarget("Z[m,n] += A[m,k] * B[k,n]", "m=10,n=12,k=4", {memory("DRAM"), glb}, {});
    Constraints constraints;
    for (const char* rule : {"m = full", "n = full"})
        constraints.levels["GLB"].factors.push_back(orDie(parseFactorRule(rule)));
    constraints.fromUser = true;
    inputs.workload = target->workload;
    inputs.architecture = target->architecture;
    inputs.workloadKey = inputs.architectureKey = {};
    inputs.mapspace = {Factorization::perfect, constraints};
    inputs.search.algorithm = Algorithm::exhaustive;
    inputs.search.maxEvaluations.reset();
    return inputs;
}

Notice* notice(const Desk& desk, int place) {
    return desk.find<Notice>(qPrintable(QStringLiteral("relaxNotice%1").arg(place)));
}

}  // namespace

/// The same as a sweep of the sizes of GLB, ready to run in Explore.
void askSweep(const Desk& desk) {
    desk.document().edit(tooSmall(desk.document().inputs()), "small");
    SweepFile plan = desk.document().sweepPlan();
    plan.spec.axes = {{"GLB.capacity", {"64", "256"}}};
    plan.spec.mapspaces = {Factorization::perfect};
    plan.spec.search.algorithm = Algorithm::exhaustive;
    plan.spec.search.maxEvaluations.reset();
    plan.spec.search.victory.reset();
    desk.document().editSweep(plan, "sizes");
    desk.press(Qt::Key_4, Qt::ControlModifier);
    desk.comeToRest();
}

void sweepToEnd(const Desk& desk) {
    desk.press(Qt::Key_F5);
    QVERIFY(QTest::qWaitFor([&] { return !desk.window->sweeps().running(); }, 60'000));
}

class RelaxTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void oneClickMakesRoom() {
        const Desk desk;
        desk.document().edit(tooSmall(desk.document().inputs()), "small");
        desk.window->setPerspective("search");
        auto* panel = desk.window->findChild<RelaxPanel*>();
        QVERIFY(panel && panel->isHidden());
        desk.runToEnd();
        QVERIFY(!desk.document().currentRun()->live.best);
        QTRY_VERIFY_WITH_TIMEOUT(notice(desk, 2) && !notice(desk, 2)->text().isEmpty(), 20'000);
        QVERIFY2(notice(desk, 0)->text().contains("142"), qPrintable(notice(desk, 0)->text()));
        QVERIFY(notice(desk, 0)->toolTip().contains("--set GLB.capacity=142"));
        QVERIFY(notice(desk, 1)->text().contains("without factor m = full"));
        QVERIFY(notice(desk, 2)->text().contains("without factor n = full"));
        QVERIFY(panel->textTwin().contains("--set GLB.capacity=142"));

        auto* apply = desk.find<QPushButton>("relaxApply0");
        QVERIFY(apply && apply->isVisible());
        QTest::mouseClick(apply, Qt::LeftButton);
        QCOMPARE(desk.document().inputs().architecture.levels()[1].capacity->amount, 142);
        QVERIFY(desk.document().undoStack().undoText().contains("GLB"));
        desk.runToEnd();
        QVERIFY(desk.document().currentRun()->live.best);
        QVERIFY(panel->isHidden());

        desk.document().undoStack().undo();
        QCOMPARE(desk.document().inputs().architecture.levels()[1].capacity->amount, 64);
    }

    void aRuleCanBeLeftOut() {
        const Desk desk;
        desk.document().edit(tooSmall(desk.document().inputs()), "small");
        desk.window->setPerspective("search");
        desk.runToEnd();
        QTRY_VERIFY_WITH_TIMEOUT(desk.find<QPushButton>("relaxApply2"), 20'000);
        QTest::mouseClick(desk.find<QPushButton>("relaxApply2"), Qt::LeftButton);
        const auto& rules = desk.document().inputs().mapspace.constraints.levels.at("GLB").factors;
        QCOMPARE(rules.size(), std::size_t{1});
        desk.runToEnd();
        QVERIFY(desk.document().currentRun()->live.best);
    }

    /// The first point has room for 64 of 142 words: its axis gets the value, and the new point has a mapping.
    void aSweepGetsTheSizeOnItsAxis() {
        const Desk desk;
        askSweep(desk);
        auto* panel = desk.window->findChild<SweepRelaxPanel*>();
        QVERIFY(panel && panel->isHidden());
        sweepToEnd(desk);
        auto* first = desk.find<Notice>("sweepRelaxNotice0");
        QTRY_VERIFY_WITH_TIMEOUT(first && first->text().contains("142"), 20'000);
        QVERIFY2(first->text().contains("add 142 to the axis GLB capacity"), qPrintable(first->text()));
        QVERIFY(panel->textTwin().contains("value 142 on the axis GLB.capacity"));
        // Where there is little room, what has none is scrolled to, not cut.
        desk.window->resize(1024, 700);
        desk.comeToRest();
        auto* area = qobject_cast<QScrollArea*>(panel->parentWidget()->parentWidget());
        QVERIFY(area && area->isVisible());
        QVERIFY(panel->height() >= panel->heightForWidth(panel->width()));
        QCOMPARE(area->verticalScrollBar()->maximum(), std::max(0, panel->height() - area->viewport()->height()));
        QVERIFY(area->viewport()->rect().contains(QRect(first->mapTo(area->viewport(), QPoint()), first->size())));
        for (const Notice* notice : panel->findChildren<Notice*>()) {
            if (notice->isHidden() || notice->visibleRegion().isEmpty()) continue;
            QCOMPARE(notice->visibleRegion().boundingRect(), notice->rect());  // whole, or not at all
        }
        auto* apply = desk.find<QPushButton>("sweepRelaxApply0");
        QVERIFY(apply && apply->isVisible());
        QTest::mouseClick(apply, Qt::LeftButton);
        QCOMPARE(desk.document().sweepPlan().spec.axes.front().values, (std::vector<std::string>{"64", "256", "142"}));
        QCOMPARE(desk.document().inputs().architecture.levels()[1].capacity->amount, 64);
        QTRY_VERIFY(!first->findChild<QPushButton*>());  // what was found was found for another sweep
        desk.document().undoStack().undo();
        QCOMPARE(desk.document().sweepPlan().spec.axes.front().values, (std::vector<std::string>{"64", "256"}));
        desk.document().undoStack().redo();
        sweepToEnd(desk);
        QVERIFY(desk.document().sweep()->points()[2]->complete);
    }

    /// A point that has a mapping needs nothing; one without, chosen with the keys, says what it needs.
    void theChosenPointIsSpokenOf() {
        const Desk desk;
        askSweep(desk);
        sweepToEnd(desk);
        auto* panel = desk.window->findChild<SweepRelaxPanel*>();
        auto* table = desk.find<QTableView>("pointTable");
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
        QTRY_VERIFY(panel->isHidden());
        QTest::keyClick(table, Qt::Key_Home, Qt::ControlModifier);
        QTRY_VERIFY(!panel->isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(panel->textTwin().contains("64"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(desk.find<QPushButton>("sweepRelaxApply1"), 20'000);
        QTest::mouseClick(desk.find<QPushButton>("sweepRelaxApply1"), Qt::LeftButton);
        QCOMPARE(desk.document().inputs().mapspace.constraints.levels.at("GLB").factors.size(), std::size_t{1});
    }
};

QTEST_MAIN(RelaxTest)
#include "relax_test.moc"
