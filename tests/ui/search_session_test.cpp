// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=180 xcb
// A person's first session: run, hold, end, look at the best mapping, save, come back.

#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QTableView>

#include "core/io/native.h"
#include "tests/ui/desk.h"
#include "ui/views/nest_view.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {
constexpr int kWithin = 120'000;  ///< milliseconds, however busy the machine is
}

class SearchSessionTest : public QObject {
    Q_OBJECT

    static void choose(const Desk& desk, const char* algorithm) {
        auto* choice = desk.find<QComboBox>("algorithm");
        choice->setCurrentText(algorithm);
        emit choice->activated(choice->currentIndex());
    }

private slots:
    void initTestCase() { prepareApplication(); }

    void startsOnResnetLayerAndEyeriss() {
        const Desk desk;
        QCOMPARE(desk.document().inputs().workloadKey, std::string("resnet50/layer1_0_conv2"));
        QCOMPARE(desk.document().inputs().architectureKey, std::string("eyeriss-like"));
        QVERIFY(desk.action("run")->isEnabled());
        QVERIFY(!desk.action("pause")->isEnabled());
        QVERIFY(!desk.action("stop")->isEnabled());
    }

    void runButtonStartsAndTheSearchEndsByItself() {
        const Desk desk;
        auto* button = desk.find<QAbstractButton>("runButton");
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(desk.window->runs().running());
        QVERIFY(!button->isEnabled());
        QVERIFY(QTest::qWaitFor([&] { return !desk.window->runs().running(); }, kWithin));
        const RunPtr run = desk.document().currentRun();
        QVERIFY(run && run->finished());
        QCOMPARE(run->result->counters.drawn, 200'000);
        QVERIFY(run->result->best.has_value());
        QVERIFY(desk.document().exhibit().has_value());
        QVERIFY(desk.document().exhibit()->cost.valid);
    }

    void pauseHoldsTheCountAndResumeGoesOn() {
        const Desk desk(2'000'000'000);
        desk.press(Qt::Key_F5);
        QVERIFY(desk.document().currentRun());
        QTRY_VERIFY_WITH_TIMEOUT(desk.document().currentRun()->live.counters.drawn > 0, kWithin);
        desk.press(Qt::Key_F6);
        QTRY_COMPARE_WITH_TIMEOUT(desk.document().currentRun()->live.state, SearchState::paused, kWithin);
        const std::int64_t held = desk.document().currentRun()->live.counters.drawn;
        QTest::qWait(200);
        QCOMPARE(desk.document().currentRun()->live.counters.drawn, held);
        QCOMPARE(desk.action("run")->iconText(), QString("Resume"));
        desk.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(desk.document().currentRun()->live.counters.drawn > held, kWithin);
        desk.press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.window->runs().running(), kWithin);
        QCOMPARE(desk.document().currentRun()->result->cause, StopCause::byHand);
    }

    void stopKeepsWhatWasFound() {
        const Desk desk(2'000'000'000);
        desk.action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(desk.document().currentRun()->live.best.has_value(), kWithin);
        desk.action("stop")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return !desk.window->runs().running(); }, kWithin));
        QVERIFY(desk.document().currentRun()->result->best.has_value());
        QVERIFY(desk.action("run")->isEnabled());
    }

    void openBestShowsTheNestInMapping() {
        const Desk desk;
        desk.runToEnd();
        QTest::mouseClick(desk.find<QAbstractButton>("openBestButton"), Qt::LeftButton);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        auto* nest = desk.find<NestView>("nestView");
        QVERIFY(nest->isVisible());
        const Exhibit& exhibit = *desk.document().exhibit();
        QCOMPARE(exhibit.mapping, desk.document().currentRun()->result->best->mapping);
        QCOMPARE(nest->textTwin(),
                 QString::fromStdString(toText(exhibit.mapping, exhibit.inputs.workload, exhibit.inputs.architecture)));
        auto* traffic = desk.find<QTableView>("trafficTable");
        QVERIFY(traffic->model()->rowCount() >= 4);
    }

    void enterOnARowOfTheBestOpensIt() {
        const Desk desk;
        desk.runToEnd();
        auto* table = desk.find<QTableView>("topTable");
        QVERIFY(table->model()->rowCount() >= 2);
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        QCOMPARE(desk.document().shown(), (ShownMapping{.run = 0, .rank = 1, .own = {}}));
    }

    void savedSessionReopensInTheSameState() {
        const Desk desk;
        desk.runToEnd();
        desk.window->setPerspective("mapping");
        const QString path = desk.folder.filePath("first.lapidary");
        QVERIFY(desk.window->files().saveTo(path));
        QVERIFY(!desk.document().modified());

        const Desk other;
        QVERIFY(other.window->files().open(path));
        QCOMPARE(other.window->perspective(), QString("mapping"));
        QCOMPARE(other.document().title(), QString("first"));
        QCOMPARE(other.document().runs().size(), std::size_t{1});
        QCOMPARE(other.document().exhibit()->mapping, desk.document().exhibit()->mapping);
        QCOMPARE(other.sessionText(), desk.sessionText());
    }

    void undoAllReturnsToTheStartAndRedoAllToTheEnd() {
        const Desk desk;
        const QString start = desk.sessionText();
        QTest::mouseClick(desk.find<Segmented>("mapspace"), Qt::LeftButton, {}, QPoint(12, 12));
        QCOMPARE(desk.document().inputs().mapspace.factorization, Factorization::perfect);
        auto* seed = desk.find<QLineEdit>("seed");
        seed->setFocus();
        seed->selectAll();
        QTest::keyClicks(seed, "7");
        QTest::keyClick(seed, Qt::Key_Return);
        QCOMPARE(desk.document().inputs().search.seed, std::uint64_t{7});
        const QString end = desk.sessionText();
        QUndoStack& stack = desk.document().undoStack();
        while (stack.canUndo()) stack.undo();
        QCOMPARE(desk.sessionText(), start);
        while (stack.canRedo()) stack.redo();
        QCOMPARE(desk.sessionText(), end);
    }

    void aSearcherIsChosenWithItsSettings() {
        const Desk desk(20'000);
        auto* patience = desk.find<NumberField>("patience");
        auto* cold = desk.find<QDoubleSpinBox>("cold");
        QVERIFY(!patience->isVisible() && !cold->isVisible());
        choose(desk, "Hill climbing");
        QVERIFY(patience->isVisible() && !cold->isVisible());
        patience->setFocus();
        patience->selectAll();
        QTest::keyClicks(patience, "250");
        QTest::keyClick(patience, Qt::Key_Return);
        QCOMPARE(desk.document().inputs().search.walk.patience, 250);
        desk.action("undo")->trigger();
        QCOMPARE(desk.document().inputs().search.walk.patience, WalkSettings{}.patience);
        choose(desk, "Simulated annealing");
        QVERIFY(!patience->isVisible() && cold->isVisible());
        cold->setFocus();
        cold->selectAll();
        QTest::keyClicks(cold, "0.02");
        QTest::keyClick(cold, Qt::Key_Return);
        QCOMPARE(desk.document().inputs().search.walk.cold, 0.02);
        desk.runToEnd();
        const RunPtr run = desk.document().currentRun();
        QCOMPARE(run->inputs.search.algorithm, Algorithm::annealing);
        QCOMPARE(run->inputs.search.walk.cold, 0.02);
        QVERIFY(run->result->best.has_value());
    }

    void wrongNumberIsNotTakenAndSaysSo() {
        const Desk desk;
        auto* limit = desk.find<QLineEdit>("maxEvaluations");
        limit->setFocus();
        limit->selectAll();
        QTest::keyClicks(limit, "-5");
        QTest::keyClick(limit, Qt::Key_Return);
        QCOMPARE(desk.document().inputs().search.maxEvaluations, std::optional<std::int64_t>(200'000));
        QVERIFY2(limit->toolTip().contains("a whole number from 1"), qPrintable(limit->toolTip()));
    }
};

QTEST_MAIN(SearchSessionTest)
#include "search_session_test.moc"
