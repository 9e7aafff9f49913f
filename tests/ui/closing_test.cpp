// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// Closing a window while its search runs: no crash, no hang, within 200 ms.

#include "tests/ui/desk.h"

using namespace lapidary;
using namespace lapidary::ui;

class ClosingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void closingWhileSearchingFiftyTimes() {
        for (int i = 0; i < 50; ++i) {
            Desk desk(2'000'000'000);
            desk.action("run")->trigger();
            QVERIFY(desk.window->runs().running());
            if (i % 3 == 1) desk.action("pause")->trigger();
            QTest::qWait(5 + 3 * (i % 10));
            QElapsedTimer clock;
            clock.start();
            desk.window->close();
            QVERIFY(!desk.window->runs().running());
            QVERIFY2(clock.elapsed() < 1000,
                     qPrintable(QString::number(clock.elapsed())));  // 200 ms on a quiet machine
            desk.window.reset();
        }
    }

    void destroyingWhileSearchingIsSafe() {
        Desk desk(2'000'000'000);
        desk.action("run")->trigger();
        QTest::qWait(20);
        desk.window.reset();
    }
};

QTEST_MAIN(ClosingTest)
#include "closing_test.moc"
