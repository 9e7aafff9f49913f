// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=120
// The log: what was done is in it, it is bounded, it can be narrowed down, copied and saved.

#include "ui/session/log.h"

#include <QClipboard>
#include <QFile>
#include <QPushButton>
#include <QTableView>
#include <QThread>

#include "tests/ui/desk.h"
#include "ui/shell/log_window.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

/// The texts of the program's log from `from` on.
QStringList textsSince(int from) {
    QStringList texts;
    for (int row = from; row < programLog().rowCount(); ++row) texts << programLog().at(row).text;
    return texts;
}

}  // namespace

class LogTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void init() { programLog().clear(); }

    void filesAndRunsAreLogged() {
        const Desk desk;
        desk.runToEnd();
        const QString path = desk.folder.filePath("logged.lapidary");
        QVERIFY(desk.window->files().saveTo(path));
        QVERIFY(desk.window->files().open(path));
        const QStringList texts = textsSince(0);
        QVERIFY(texts.contains("Saved " + path));
        QVERIFY(texts.contains("Opened " + path));
        QCOMPARE(texts.filter(QRegularExpression("^Run 1 started: .*resnet50/layer1_0_conv2 on .*seed 42")).size(), 1);
        QCOMPARE(texts.filter(QRegularExpression("^Run 1 finished: 200,000 drawn, .* valid, .* best ")).size(), 1);
    }

    void bannersAreLoggedWithTheirSeverity() {
        const Desk desk;
        QVERIFY(!desk.window->files().open("/nowhere/none.lapidary"));
        const LogEntry& last = programLog().at(programLog().rowCount() - 1);
        QCOMPARE(last.severity, Severity::error);
        QVERIFY(last.text.contains("none.lapidary"));
    }

    void messagesOfQtAndOfOtherThreadsArrive() {
        programLog().listenToQt();
        QTest::ignoreMessage(QtWarningMsg, "a warning of a widget");
        qWarning("a warning of a widget");
        std::unique_ptr<QThread> thread(
            QThread::create([] { programLog().add(Severity::warning, "worker", "from another thread"); }));
        thread->start();
        QVERIFY(thread->wait());
        QTRY_VERIFY(textsSince(0).contains("from another thread"));
        QVERIFY(textsSince(0).contains("a warning of a widget"));
    }

    void theOldestGoWhenItIsFull() {
        Log log;
        for (int i = 0; i < 3 * Log::kMost; ++i) log.add(Severity::note, "test", QString::number(i));
        QVERIFY(log.rowCount() <= Log::kMost);
        QVERIFY(log.rowCount() >= Log::kMost * 9 / 10);
        QCOMPARE(log.at(log.rowCount() - 1).text, QString::number(3 * Log::kMost - 1));
    }

    void filterCopyAndSave() {
        Log log;
        log.add(Severity::note, "test", "one");
        log.add(Severity::warning, "test", "two");
        log.add(Severity::error, "test", "three");
        LogWindow window(log);
        window.show();
        auto* table = window.findChild<QTableView*>("logTable");
        QCOMPARE(table->model()->rowCount(), 3);
        window.findChild<Segmented*>("logFilter")->setCurrent(1);
        QCOMPARE(table->model()->rowCount(), 2);
        QTest::mouseClick(window.findChild<QPushButton*>("logCopy"), Qt::LeftButton);
        const QStringList lines = QApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].endsWith("  warning  test  two"), qPrintable(lines[0]));
        const QTemporaryDir folder;
        QVERIFY(window.saveTo(folder.filePath("log.txt")));
        QFile file(folder.filePath("log.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("  error  test  three"));
        QVERIFY(!window.saveTo("/nowhere/log.txt"));
        QCOMPARE(log.at(3).severity, Severity::error);
    }

    void theActionOpensAndClosesTheWindow() {
        const Desk desk;
        QTest::keyClick(desk.window.get(), Qt::Key_L, Qt::ControlModifier);
        auto* window = desk.find<LogWindow>("logWindow");
        QVERIFY(window && window->isVisible());
        desk.action("log")->trigger();
        QVERIFY(!window->isVisible());
    }
};

QTEST_MAIN(LogTest)
#include "log_test.moc"
