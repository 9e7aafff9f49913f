// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=180 unsanitized
// The command palette: what a few letters find, and what Enter does with it.

#include "ui/shell/palette.h"

#include <QAbstractButton>
#include <QDialog>
#include <QLineEdit>
#include <QTableWidget>

#include "tests/ui/desk.h"
#include "ui/models/fuzzy.h"
#include "ui/models/palette_model.h"
#include "ui/shell/perspective.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

PaletteItem item(const QString& text, const QString& reason = {}) {
    return {.id = text, .text = text, .kind = "action", .iconName = {}, .shortcut = {}, .reason = reason, .use = [] {}};
}

QStringList texts(const PaletteModel& model) {
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) all << model.at(row).text;
    return all;
}

Palette* opened(const Desk& desk, const char* action) {
    desk.action(action)->trigger();
    auto* palette = desk.find<Palette>("palette");
    return palette && palette->isVisible() ? palette : nullptr;
}

void type(Palette* palette, const QString& text) {
    auto* field = palette->findChild<QLineEdit*>("paletteField");
    field->selectAll();
    QTest::keyClicks(field, text);
}

void press(Palette* palette, Qt::Key key) { QTest::keyClick(palette->findChild<QLineEdit*>("paletteField"), key); }

}  // namespace

class PaletteTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void lettersMustComeInOrder() {
        QVERIFY(fuzzyMatch(u"rl", u"Reset layout"));
        QVERIFY(fuzzyMatch(u"RESET", u"reset layout"));
        QVERIFY(!fuzzyMatch(u"lr", u"Reset lout"));
        QVERIFY(!fuzzyMatch(u"x", u"Reset layout"));
        QVERIFY(fuzzyMatch(u"layout reset", u"Reset layout"));  // words in any order
        QCOMPARE(fuzzyMatch(u"", u"anything")->score, 0);
        QCOMPARE(fuzzyMatch(u"rl", u"Reset layout")->positions, (std::vector<int>{0, 6}));
    }

    void theBetterMatchHasTheHigherScore_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        QTest::newRow("starts of words") << "sa"
                                         << "Save as"
                                         << "Messages";
        QTest::newRow("in a row") << "run"
                                  << "Run"
                                  << "Redo until now";
        QTest::newRow("shorter") << "save"
                                 << "Save"
                                 << "Save the picture of all docks";
        QTest::newRow("nearer") << "ab"
                                << "xaxb"
                                << "xaxxxxb";
        QTest::newRow("number in a row") << "conv2"
                                         << "conv2"
                                         << "conv1_2";
    }
    void theBetterMatchHasTheHigherScore() {
        QFETCH(QString, pattern);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        QVERIFY2(fuzzyMatch(pattern, better)->score > fuzzyMatch(pattern, worse)->score,
                 qPrintable(QStringLiteral("%1: %2, %3: %4")
                                .arg(better)
                                .arg(fuzzyMatch(pattern, better)->score)
                                .arg(worse)
                                .arg(fuzzyMatch(pattern, worse)->score)));
    }

    void usedLastComesFirstAndDisabledLater() {
        PaletteModel model;
        model.setItems({item("Save"), item("Save as"), item("Stop", "no search runs"), item("Step")},
                       {"Step", "Save as"});
        QCOMPARE(texts(model), QStringList({"Step", "Save as", "Save", "Stop"}));
        model.setPattern("st");
        QCOMPARE(texts(model).front(), QString("Step"));
        model.setPattern("zzz");
        QCOMPARE(model.rowCount(), 0);
    }

    void enterRunsTheAction() {
        const Desk desk;
        Palette* palette = opened(desk, "palette");
        QVERIFY(palette);
        type(palette, "desig");
        QCOMPARE(palette->model().at(0).text, QString("Design"));
        press(palette, Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(desk.window->perspective(), QString("design"));
        // Next time it is the first one without any letter.
        palette = opened(desk, "palette");
        QCOMPARE(palette->model().at(0).id, QString("action:design"));
    }

    void escapeClosesAndChangesNothing() {
        const Desk desk;
        const QString before = desk.sessionText();
        Palette* palette = opened(desk, "palette");
        type(palette, "alexnet");
        press(palette, Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
        QCOMPARE(desk.sessionText(), before);
    }

    void disabledActionsSayWhyAndDoNothing() {
        const Desk desk;
        Palette* palette = opened(desk, "palette");
        type(palette, "pause");
        const PaletteItem first = palette->model().at(0);
        QCOMPARE(first.id, QString("action:pause"));
        QCOMPARE(first.reason, QString("no search runs"));
        QCOMPARE(first.shortcut, QString("F6"));
        press(palette, Qt::Key_Return);
        QVERIFY(palette->isVisible());
        QVERIFY(!desk.window->runs().running());
    }

    void jumpFindsALayerAndDownChoosesAnother() {
        const Desk desk;
        Palette* palette = opened(desk, "jump");
        for (int row = 0; row < palette->model().rowCount(); ++row)
            QVERIFY(!palette->model().at(row).id.startsWith("action:"));
        type(palette, "alexnet conv2");
        QVERIFY(palette->model().rowCount() >= 2);
        press(palette, Qt::Key_Down);
        const QString second = palette->model().at(1).text;
        QVERIFY2(second.contains("conv2"), qPrintable(second));
        press(palette, Qt::Key_Return);
        QCOMPARE(QString::fromStdString(desk.document().inputs().workloadKey), second);
        QVERIFY(desk.document().undoStack().canUndo());
    }

    void jumpOpensADockOfAnotherPerspective() {
        const Desk desk;
        Palette* palette = opened(desk, "jump");
        type(palette, "storage");
        QCOMPARE(palette->model().at(0).text, QString("Storage (Mapping)"));
        press(palette, Qt::Key_Return);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        QVERIFY(desk.find<QWidget>("storage")->isVisible());
    }

    void runsAreFound() {
        const Desk desk;
        desk.runToEnd();
        Palette* palette = opened(desk, "jump");
        type(palette, "run 1");
        QCOMPARE(palette->model().at(0).id, QString("run:1"));
        press(palette, Qt::Key_Return);
        QCOMPARE(desk.document().shown().run, 0);
        QCOMPARE(desk.window->perspective(), QString("mapping"));
    }

    void theToolBarOpensIt() {
        const Desk desk;
        QTest::mouseClick(desk.find<QAbstractButton>("searchBox"), Qt::LeftButton);
        QVERIFY(desk.find<Palette>("palette")->isVisible());
    }

    void everyDisabledActionSaysWhy() {
        const Desk desk;
        const auto check = [&] {
            for (const QAction* action : desk.window->actionTable().all())
                if (!action->isEnabled())
                    QVERIFY2(!reasonAgainst(*action).isEmpty() && action->toolTip().contains(reasonAgainst(*action)),
                             qPrintable(action->objectName()));
        };
        check();
        desk.action("run")->trigger();
        check();
        QVERIFY(QTest::qWaitFor([&] { return !desk.window->runs().running(); }, 60'000));
        check();
    }

    void shortcutSheetListsAndSearches() {
        const Desk desk;
        desk.action("shortcuts")->trigger();
        auto* sheet = desk.find<QDialog>("shortcutSheet");
        QVERIFY(sheet && sheet->isVisible());
        auto* table = sheet->findChild<QTableWidget*>("shortcutTable");
        for (const QAction* action : desk.window->actionTable().all())
            QVERIFY2(!table->findItems(action->iconText(), Qt::MatchExactly).isEmpty(), qPrintable(action->iconText()));
        QTest::keyClicks(sheet->findChild<QLineEdit*>("shortcutSearch"), "shift+f5");
        int shown = 0;
        for (int row = 0; row < table->rowCount(); ++row) {
            if (table->isRowHidden(row)) continue;
            ++shown;
            QCOMPARE(table->item(row, 1)->text(), QString("Stop"));
        }
        QCOMPARE(shown, 1);
    }
};

QTEST_MAIN(PaletteTest)
#include "palette_test.moc"
