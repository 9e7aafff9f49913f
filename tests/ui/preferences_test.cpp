// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=120
// Preferences apply as they are changed, are kept, and can all be taken back. Odd files count as the defaults.

#include "ui/shell/preferences.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>

#include "core/base/parallel.h"
#include "tests/ui/desk.h"
#include "ui/session/settings.h"
#include "ui/shell/about.h"
#include "ui/shell/perspective.h"
#include "ui/shell/study_control.h"
#include "ui/shell/sweep_control.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

Preferences* opened(const Desk& desk) {
    desk.action("preferences")->trigger();
    return desk.find<Preferences>("preferences");
}

void enter(Preferences* dialog, const char* name, const QString& text) {
    auto* field = dialog->findChild<NumberField*>(name);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

}  // namespace

class PreferencesTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase() {
        prepareApplication();
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    void init() { QSettings().clear(); }

    void themeChangesTheWindowAtOnce() {
        const Desk desk;
        Preferences* dialog = opened(desk);
        QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
        auto* theme = dialog->findChild<Segmented*>("prefTheme");
        theme->setCurrent(2);
        QTRY_VERIFY(themeOf(desk.window.get()).dark);  // Qt tells its widgets a little later
        QCOMPARE(desk.window->settings().theme, ThemeChoice::dark);
        theme->setCurrent(1);
        QTRY_VERIFY(!themeOf(desk.window.get()).dark);
    }

    void numbersAreTakenInRangeOnly() {
        const Desk desk;
        Preferences* dialog = opened(desk);
        enter(dialog, "prefAutosave", "20");
        QCOMPARE(desk.window->settings().autosaveSeconds, 20);
        enter(dialog, "prefAutosave", "31");  // no more than 30 s may be lost
        QCOMPARE(desk.window->settings().autosaveSeconds, 20);
        enter(dialog, "prefRecent", "3");
        QCOMPARE(desk.window->settings().recentFiles, 3);
    }

    void threadsReachTheNextSession() {
        const Desk desk;
        Preferences* dialog = opened(desk);
        const int all = availableThreads();
        enter(dialog, "prefThreads", QString::number(all));
        QCOMPARE(searchThreadsBy(desk.window->settings()), all);
        desk.action("newSession")->trigger();
        QCOMPARE(desk.document().inputs().search.threads, all);
    }

    /// Of sweeps and studies, too: both are told of every change.
    void threadsReachSweepsAndStudies() {
        const Desk desk;
        Preferences* dialog = opened(desk);
        enter(dialog, "prefThreads", QString::number(availableThreads()));
        SweepFile plan = desk.document().sweepPlan();
        plan.spec.axes.clear();
        plan.spec.mapspaces = {Factorization::perfect};
        plan.spec.search.maxEvaluations = 200;
        desk.document().editSweep(plan, "short");
        dialog->close();
        desk.window->setPerspective("explore");
        desk.action("run")->trigger();
        QVERIFY(desk.document().sweep());
        QCOMPARE(desk.document().sweep()->threads, availableThreads());
        QTRY_VERIFY_WITH_TIMEOUT(!desk.window->sweeps().running(), 20'000);
        QCOMPARE(desk.window->studies().threads(), availableThreads());
    }

    void resetTakesBackAll() {
        const Desk desk;
        Preferences* dialog = opened(desk);
        auto* reset = dialog->findChild<QPushButton*>("prefReset");
        QVERIFY(!reset->isEnabled());
        enter(dialog, "prefAutosave", "20");
        auto* welcome = dialog->findChild<QCheckBox*>("prefWelcome");
        QTest::mouseClick(welcome, Qt::LeftButton, {}, QPoint(8, welcome->height() / 2));
        QVERIFY(!desk.window->settings().welcome);
        QVERIFY(reset->isEnabled());
        QTest::mouseClick(reset, Qt::LeftButton);
        QCOMPARE(desk.window->settings(), Settings{});
        QVERIFY(welcome->isChecked());
    }

    void settingsAreReadBackAndOddOnesAreDefaults() {
        Settings settings;
        settings.theme = ThemeChoice::dark;
        settings.scalePercent = 150;
        settings.searchThreads = 1;
        settings.autosaveSeconds = 7;
        settings.welcome = false;
        settings.recentFiles = 0;
        saveSettings(settings);
        QCOMPARE(loadSettings(), settings);
        QSettings file;
        file.setValue("theme", "purple");
        file.setValue("scalePercent", 133);
        file.setValue("searchThreads", 100000);
        file.setValue("autosaveSeconds", 3600);
        file.setValue("recentCount", "many");
        Settings expected;
        expected.welcome = false;
        QCOMPARE(loadSettings(), expected);
    }

    void aWindowKeepsSettingsAndLayoutForTheNext() {
        const auto window = [] {
            auto inputs = exampleInputs();
            auto made = std::make_unique<MainWindow>(std::move(inputs).value(),
                                                     WindowOptions{.safeMode = false, .askBeforeLoss = false});
            made->show();
            comeToRest(*made);
            return made;
        };
        auto first = window();
        Settings settings = first->settings();
        settings.autosaveSeconds = 9;
        first->applySettings(settings);
        first->setPerspective("search");
        comeToRest(*first);
        first->findChild<QWidget*>("reasons")->close();
        first->resize(960, 640);
        comeToRest(*first);
        first->close();
        first.reset();

        auto second = window();
        QCOMPARE(second->settings().autosaveSeconds, 9);
        QCOMPARE(second->size(), QSize(960, 640));
        second->setPerspective("search");
        comeToRest(*second);
        QVERIFY(second->findChild<QWidget*>("reasons")->isHidden());
        // Reset brings everything back.
        second->actionTable()["resetLayout"]->trigger();
        comeToRest(*second);
        QVERIFY(!second->findChild<QWidget*>("reasons")->isHidden());
        second->close();
    }

    void layoutsOfAnotherVersionAreNotUsed() {
        QSettings().setValue("layout/search", QByteArray("no layout"));
        auto inputs = exampleInputs();
        MainWindow window(std::move(inputs).value(), WindowOptions{.safeMode = false, .askBeforeLoss = false});
        window.show();
        comeToRest(window);
        for (const Perspective* perspective : window.perspectives())
            if (perspective->key() == u"search")
                for (const Dock* dock : perspective->docks())
                    QVERIFY2(!dock->isHidden(), qPrintable(dock->objectName()));
        window.close();
    }

    void aboutNamesEveryLibraryWithVersionAndLicence() {
        const Desk desk;
        desk.action("about")->trigger();
        const auto* sheet = desk.find<QDialog>("aboutSheet");
        QVERIFY(sheet && sheet->isVisible());
        QStringList texts;
        for (const QLabel* label : sheet->findChildren<QLabel*>()) texts << label->text();
        for (const char* name : {"Qt, Qt SVG", "Qt Charts", "QCustomPlot", "GMP", "JSON for Modern C++", "CLI11"}) {
            const auto at = texts.indexOf(QString::fromLatin1(name));
            QVERIFY2(at >= 0, name);
            QVERIFY2(texts[at + 1].contains(QRegularExpression("^[0-9]+\\.[0-9]+\\.[0-9]+$")),
                     qPrintable(texts[at + 1]));
            QVERIFY2(texts[at + 2].contains(QRegularExpression("GPL|MIT|BSD")), qPrintable(texts[at + 2]));
        }
    }
};

QTEST_MAIN(PreferencesTest)
#include "preferences_test.moc"
