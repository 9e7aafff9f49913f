// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240 serial
// Closing a window while its search runs: no crash, no hang, within 200 ms.

#include "tests/support/waiting.h"
#include "tests/ui/desk.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::chrono::milliseconds kPromise{1000};  ///< instrumented programs run many times slower
#else
constexpr std::chrono::milliseconds kPromise{200};
#endif

}  // namespace

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
            testing::Waiting closing;
            desk.window->close();
            QVERIFY(!desk.window->runs().running());
            const double took = closing.took().count();
            QVERIFY2(!closing.isLate(kPromise), qPrintable(QString("closing took %1 ms").arg(took)));
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
