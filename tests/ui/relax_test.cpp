// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search that finds nothing valid tells what would help, one click does it, undo takes it back.

#include <QPushButton>
#include <QtTest>

#include "tests/support/small_space.h"
#include "tests/ui/search_desk.h"
#include "ui/shell/relax_panel.h"
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
};

QTEST_MAIN(RelaxTest)
#include "relax_test.moc"
