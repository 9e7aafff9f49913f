// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240 unsanitized
// What a new user meets: examples that open with one click and hold what they promise, recent files, the tour.

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>

#include "core/io/examples.h"
#include "core/io/presets.h"
#include "tests/ui/desk.h"
#include "ui/shell/tour.h"
#include "ui/shell/welcome_page.h"
#include "ui/widgets/example_card.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {
constexpr int kWait = 60'000;

QList<ExampleCard*> cards(const Desk& desk) { return desk.window->findChildren<ExampleCard*>(); }
}  // namespace

class WelcomeTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void sixExamplesWithPicturesThatAreNotBlank() {
        const Desk desk;
        desk.window->showWelcome();
        QVERIFY(desk.window->welcomeShown());
        QCOMPARE(cards(desk).size(), 6);
        QCOMPARE(presets("example").size(), std::size_t{6});
        for (ExampleCard* card : cards(desk)) {
            QVERIFY(QTest::qWaitFor([&] { return card->hasPicture(); }, kWait));
            QVERIFY(!card->text().isEmpty() && !card->accessibleDescription().isEmpty());
            // The picture has a good many pixels that are not its ground.
            const QImage image = card->grab(QRect(10, 10, 118, card->height() - 20)).toImage();
            const QRgb ground = image.pixel(2, 2);
            int drawn = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) drawn += image.pixel(x, y) != ground;
            QVERIFY2(drawn > 150, qPrintable(QStringLiteral("%1: %2 pixels").arg(card->objectName()).arg(drawn)));
        }
    }

    void everyExampleOpensReadyWithAMappingThatCostsWhatItSays_data() {
        QTest::addColumn<QString>("key");
        for (const PresetInfo& info : presets("example"))
            QTest::newRow(info.key.c_str()) << QString::fromStdString(info.key);
    }
    void everyExampleOpensReadyWithAMappingThatCostsWhatItSays() {
        QFETCH(QString, key);
        const Desk desk;
        desk.window->showWelcome();
        desk.comeToRest();
        auto* card = desk.find<ExampleCard>(qPrintable("example." + key));
        QVERIFY(card);
        QTest::mouseClick(card, Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return !desk.window->welcomeShown(); }, kWait));
        const Document& document = desk.document();
        QVERIFY(document.problems().empty());
        QVERIFY(!document.modified());
        QVERIFY(!document.runs().empty());
        QCOMPARE(desk.window->perspective(), QString::fromStdString(loadExample(key.toStdString())->perspective));
        QVERIFY(document.exhibit() && document.exhibit()->cost.valid);
        for (const RunPtr& run : document.runs()) {
            QVERIFY(run->finished() && run->result->best);
            QCOMPARE(run->setup->evaluator.evaluate(run->result->best->mapping).cycles,
                     run->result->best->score.cycles);
        }
        QVERIFY(desk.action("run")->isEnabled());
    }

    void oneHundredOnSixTakesSeventeenRoundsWithATailOfFour() {  // Ruby Fig. 5
        Job job;
        const auto session = rehearse(*loadExample("uneven-hundred"), job);
        QVERIFY(session);
        QCOMPARE(session->runs.size(), std::size_t{2});
        QCOMPARE(session->runs[0].result.best->score.steps, 20);  // 5 of 6 PEs: 100 = 20 x 5
        QCOMPARE(session->runs[1].result.best->score.steps, 17);  // 16 x 6 + 4
    }

    void missingRecentFilesSaySoAndAreNotOpened() {
        const Desk desk;
        desk.window->showWelcome();
        const QString there = desk.folder.filePath("there.lapidary");
        QVERIFY(desk.window->files().saveTo(there));
        auto* page = desk.find<WelcomePage>("welcomePage");
        page->setRecent({there, "/nowhere/gone.lapidary"});
        desk.comeToRest();
        const auto rows = page->findChildren<QAbstractButton*>("recentFile");
        QCOMPARE(rows.size(), 2);
        QVERIFY(rows[1]->accessibleDescription().contains("file is missing"));
        QSignalSpy chosen(page, &WelcomePage::fileChosen);
        QSignalSpy locate(page, &WelcomePage::locateWanted);
        disconnect(page, &WelcomePage::locateWanted, desk.window.get(), nullptr);  // it would open a dialog
        QTest::mouseClick(page->findChild<QPushButton*>("recentLocate"), Qt::LeftButton);
        QCOMPARE(locate.size(), 1);
        QCOMPARE(chosen.size(), 0);
        QTest::mouseClick(rows[0], Qt::LeftButton);
        QCOMPARE(chosen.size(), 1);
        QVERIFY(!desk.window->welcomeShown());
    }

    void showAtStartIsASetting() {
        const Desk desk;
        desk.window->showWelcome();
        QVERIFY(desk.window->settings().welcome);
        desk.comeToRest();
        auto* box = desk.find<QCheckBox>("welcomeAtStart");
        QVERIFY(box->isChecked());
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY(!desk.window->settings().welcome);
    }

    void tourPointsAtRealWidgetsAndCanBeSkippedAndReplayed() {
        const Desk desk;
        desk.window->showWelcome();
        desk.action("tour")->trigger();
        auto* tour = desk.find<Tour>("tour");
        QVERIFY(tour && tour->isVisible());
        QList<int> steps;
        while (tour->step() >= 0) {
            desk.comeToRest();
            steps << tour->step();
            QVERIFY2(tour->target() && tour->target()->isVisible(),
                     tourSteps()[static_cast<std::size_t>(tour->step())].target);
            QVERIFY(desk.window->rect().contains(tour->geometry()));
            QTest::mouseClick(tour->findChild<QPushButton*>("tourNext"), Qt::LeftButton);
            QVERIFY(steps.size() < 10);
        }
        QVERIFY(steps.size() >= 4);
        QCOMPARE(steps.front(), 0);
        QCOMPARE(steps.back(), 4);
        QVERIFY(!tour->isVisible());
        desk.action("tour")->trigger();
        QCOMPARE(tour->step(), 0);
        QTest::keyClick(tour, Qt::Key_Right);
        QCOMPARE(tour->step(), 1);
        QTest::keyClick(tour, Qt::Key_Escape);
        QCOMPARE(tour->step(), -1);
    }

    void backAndForwardGoWhereOneHasLooked() {
        const Desk desk;
        QVERIFY(!desk.action("back")->isEnabled());
        desk.runToEnd();
        desk.window->setPerspective("mapping");
        desk.document().show({.run = 0, .rank = 1, .own = {}});
        desk.window->setPerspective("design");
        const bool clean = !desk.document().undoStack().canUndo();
        QTest::keyClick(desk.window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        QCOMPARE(desk.document().shown().rank, 1);
        QTest::keyClick(desk.window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(desk.document().shown().rank, 0);
        QTest::keyClick(desk.window.get(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(desk.document().shown().rank, 1);
        QTest::keyClick(desk.window.get(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(desk.window->perspective(), QString("design"));
        QVERIFY(!desk.action("forward")->isEnabled());
        QCOMPARE(!desk.document().undoStack().canUndo(), clean);
    }
};

QTEST_MAIN(WelcomeTest)
#include "welcome_test.moc"
