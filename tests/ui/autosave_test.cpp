// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// Work that a killed window leaves is offered back. The victim is this program again, started with --victim: it edits,
// waits until its copy is on the disk, says so, and is killed.

#include "ui/session/autosave.h"

#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTableWidget>

#include <cstdio>

#include "core/io/native.h"
#include "tests/ui/desk.h"
#include "ui/session/recovery.h"
#include "ui/shell/recovery_control.h"
#include "ui/shell/recovery_dialog.h"
#include "ui/shell/start_guard.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kWait = 60'000;

QString everythingOf(MainWindow& window) {
    return QString::fromStdString(toJson(copyOf(window.document()).session).dump());
}

std::unique_ptr<MainWindow> windowOn(const QString& root, std::int64_t evaluations = 200'000) {
    auto inputs = exampleInputs();
    if (!inputs) qFatal("%s", inputs.errorText().c_str());
    inputs->search.maxEvaluations = evaluations;
    auto window = std::make_unique<MainWindow>(
        std::move(inputs).value(), WindowOptions{.safeMode = true, .askBeforeLoss = false, .autosaveRoot = root});
    window->show();
    return window;
}

void say(const QByteArray& text) {
    std::fputs((text + '\n').constData(), stdout);
    std::fflush(stdout);
}

void editAFew(Document& document) {
    document.setFactorization(Factorization::perfect);
    SearchOptions options = document.inputs().search;
    options.seed = 4711;
    document.setSearch(options, "Seed");
}

/// Never returns: it is killed.
int beVictim(const QString& root, const QString& how, const QString& expected) {
    const auto window = windowOn(root, how == "running" ? 2'000'000'000 : 60'000);
    window->autosave()->setInterval(std::chrono::milliseconds(200));
    Document& document = window->document();
    if (how == "saved") {
        if (!window->files().saveTo(expected + ".lapidary")) return 1;
    }
    editAFew(document);
    if (how != "edits") window->runs().run();
    window->setPerspective("mapping");
    const bool there = how == "running"
                           ? QTest::qWaitFor([&] { return document.currentRun()->live.best.has_value(); }, kWait)
                           : QTest::qWaitFor([&] { return !window->runs().running(); }, kWait);
    if (!there) return 1;
    window->autosave()->writeNow();
    if (QDir(window->autosave()->folder()).entryList({"autosave-*"}).isEmpty()) return 1;
    QFile file(expected);
    if (!file.open(QIODevice::WriteOnly)) return 1;
    file.write(everythingOf(*window).toUtf8());
    file.close();
    say("written");
    return QApplication::exec();
}

}  // namespace

class AutosaveTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_root, m_expected;

    void killAVictim(const QString& how) {
        QProcess victim;
        victim.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        victim.start(QCoreApplication::applicationFilePath(), {"--victim", m_root, how, m_expected});
        QVERIFY(QTest::qWaitFor([&] { return victim.canReadLine() || victim.state() == QProcess::NotRunning; }, kWait));
        QCOMPARE(victim.readLine().trimmed(), QByteArray("written"));
        victim.kill();
        QVERIFY(victim.waitForFinished());
        QCOMPARE(victim.exitStatus(), QProcess::CrashExit);
    }
    QString expected() const {
        QFile file(m_expected);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static RecoveryDialog* question(MainWindow& window) {
        auto* dialog = window.findChild<RecoveryDialog*>("recoveryDialog");
        return dialog && dialog->isVisible() ? dialog : nullptr;
    }
    static void press(QWidget* where, const char* name) {
        auto* button = where->findChild<QPushButton*>(name);
        QVERIFY(button && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    static QString cell(RecoveryDialog* dialog, int row, int column) {
        return dialog->findChild<QTableWidget*>("recoveryTable")->item(row, column)->text();
    }

private slots:
    void initTestCase() { prepareApplication(); }
    void init() {
        m_root = m_folder.filePath(QStringLiteral("autosave-%1").arg(QTest::currentTestFunction()) +
                                   QTest::currentDataTag());
        m_expected = m_folder.filePath("expected");
    }

    void killedWorkComesBackEqual_data() {
        QTest::addColumn<QString>("onlyHere");
        QTest::newRow("edits") << "new session; 2 edits";
        QTest::newRow("finished") << "new session; 2 edits; run 1";
        QTest::newRow("saved") << "2 edits; run 1";
    }
    void killedWorkComesBackEqual() {
        QFETCH(QString, onlyHere);
        killAVictim(QTest::currentDataTag());
        const auto window = windowOn(m_root);
        QVERIFY(window->recovery().offer());
        RecoveryDialog* dialog = question(*window);
        QVERIFY(dialog);
        QVERIFY(dialog->isModal());
        const bool saved = QByteArray(QTest::currentDataTag()) == "saved";
        QCOMPARE(cell(dialog, 0, 0), saved ? QString("expected") : QString("Untitled"));
        QCOMPARE(cell(dialog, 0, 2) == "never", !saved);
        QCOMPARE(cell(dialog, 0, 3), onlyHere);
        QCOMPARE(dialog->findChild<QPushButton*>("restore")->text(), QString("Restore 1 session"));
        press(dialog, "restore");
        QCOMPARE(everythingOf(*window), expected());
        QVERIFY(window->document().modified());
        QCOMPARE(window->document().path(), saved ? m_expected + ".lapidary" : QString());
        // What was restored is kept anew, and the old copies are gone.
        QVERIFY(findLeftovers(m_root).empty());
        window->close();
        QCOMPARE(QDir(m_root).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList());
    }

    void aRunningSearchComesBackWithWhatItHadFound() {
        killAVictim("running");
        const auto window = windowOn(m_root);
        QVERIFY(window->recovery().offer());
        RecoveryDialog* dialog = question(*window);
        QVERIFY2(cell(dialog, 0, 3).startsWith("new session; 2 edits; run 1 at "), qPrintable(cell(dialog, 0, 3)));
        QVERIFY(dialog->findChild<QLabel*>("recoveryNote")->text().contains("Run 1 of Untitled comes back"));
        press(dialog, "restore");
        const RunPtr run = window->document().currentRun();
        QVERIFY(run && run->finished());
        QCOMPARE(run->result->cause, StopCause::none);
        QCOMPARE(stateText(*run), QString("interrupted"));
        QVERIFY(run->result->counters.drawn > 0);
        QVERIFY(run->result->best);
        // The figures are those of the mapping: it is valid and costs what the copy says.
        const Cost cost = run->setup->evaluator.evaluate(run->result->best->mapping);
        QVERIFY(cost.valid);
        QCOMPARE(cost.cycles, run->result->best->score.cycles);
        QVERIFY(window->document().exhibit());
    }

    void laterKeepsAndDiscardAsks() {
        killAVictim("edits");
        {
            const auto window = windowOn(m_root);
            QVERIFY(window->recovery().offer());
            press(question(*window), "restoreLater");
            QVERIFY(!window->document().modified());
            window->close();
        }
        const auto window = windowOn(m_root);
        QVERIFY(window->recovery().offer());
        RecoveryDialog* dialog = question(*window);
        press(dialog, "restoreDiscard");
        auto* sure = dialog->findChild<QMessageBox*>("discardQuestion");
        QVERIFY(sure);
        QTest::mouseClick(sure->button(QMessageBox::Cancel), Qt::LeftButton);
        QVERIFY(dialog->isVisible());
        QTRY_VERIFY(!dialog->findChild<QMessageBox*>("discardQuestion"));
        press(dialog, "restoreDiscard");
        press(dialog->findChild<QMessageBox*>("discardQuestion"), "discardForGood");
        QVERIFY(!window->recovery().offer());
    }

    void aSecondRestoredSessionOpensItsOwnWindow() {
        killAVictim("edits");
        killAVictim("finished");
        const auto before = QApplication::topLevelWidgets();
        const auto window = windowOn(m_root);
        QVERIFY(window->recovery().offer());
        press(question(*window), "restore");
        MainWindow* other = nullptr;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* main = qobject_cast<MainWindow*>(widget); main && main != window.get() && !before.contains(main))
                other = main;
        QVERIFY(other);
        QCOMPARE(everythingOf(*window), expected());  // the newest comes first
        QCOMPARE(other->document().inputs().search.seed, std::uint64_t{4711});
        QVERIFY(other->document().runs().empty());
        other->close();
    }

    void livingWindowsAreNotOffered() {
        const auto living = windowOn(m_root);
        editAFew(living->document());
        living->autosave()->writeNow();
        QVERIFY(findLeftovers(m_root).empty());
    }

    void threeCopiesStayAndSavingRemovesThem() {
        const auto window = windowOn(m_root);
        const QDir folder(window->autosave()->folder());
        for (int i = 0; i < 5; ++i) {
            window->document().setFactorization(i % 2 ? Factorization::ruby : Factorization::perfect);
            window->autosave()->writeNow();
        }
        QCOMPARE(folder.entryList({"autosave-*"}).size(), kAutosavesKept);
        QVERIFY(window->files().saveTo(m_folder.filePath("kept.lapidary")));
        QCOMPARE(folder.entryList({"autosave-*"}), QStringList());
    }

    void aDamagedNewestCopyFallsBackToTheOneBefore() {
        killAVictim("edits");
        const QString folder = QDir(m_root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot).front().filePath();
        QFile torn(copyPath(folder, 99));
        QVERIFY(torn.open(QIODevice::WriteOnly));
        torn.write("{\"schema\": \"lapidary/auto");
        torn.close();
        const auto window = windowOn(m_root);
        QVERIFY(window->recovery().offer());
        press(question(*window), "restore");
        QCOMPARE(everythingOf(*window), expected());
    }

    void changesAreKeptWithinTheInterval() {
        const auto window = windowOn(m_root);
        window->autosave()->setInterval(std::chrono::hours(1));  // more than is allowed
        QSignalSpy written(window->autosave(), &Autosave::written);
        window->autosave()->setInterval(std::chrono::milliseconds(300));
        // Edits that go on, ten in each interval, do not put the copy off.
        for (int edits = 0; written.isEmpty() && edits < 1'000; ++edits) {
            window->document().setFactorization(
                window->document().inputs().mapspace.factorization == Factorization::ruby ? Factorization::perfect
                                                                                          : Factorization::ruby);
            QTest::qWait(30);
        }
        QVERIFY(!written.isEmpty());
    }

    void afterTwoFailedStartsTheProgramIsSafe() {
        const QString data = m_folder.filePath("data");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_DATA_HOME", data);
        environment.insert("XDG_CONFIG_HOME", data);
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        const QString marks = data + "/lapidary/lapidary/starts";
        for (int failed = 0; failed < 4; ++failed) {
            QProcess program;
            program.setProcessEnvironment(environment);
            program.start(LAPIDARY_PATH, {});
            // Up as far as its mark, which it makes first of all; what it has to say comes before the window.
            QVERIFY(QTest::qWaitFor(
                [&] { return QFile::exists(QStringLiteral("%1/start-%2.lock").arg(marks).arg(program.processId())); },
                kWait));
            const bool safe = failed == 2;  // and the one after it is an ordinary one
            QByteArray said;
            if (safe)
                QVERIFY(QTest::qWaitFor(
                    [&] {
                        said += program.readAllStandardError();
                        return said.contains("safe mode");
                    },
                    kWait));
            program.kill();
            QVERIFY(program.waitForFinished());
            QCOMPARE((said + program.readAllStandardError()).contains("safe mode"), safe);
        }
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc == 5 && qstrcmp(argv[1], "--victim") == 0) {
        prepareApplication();
        return beVictim(argv[2], argv[3], argv[4]);
    }
    AutosaveTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "autosave_test.moc"
