// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The probe of the event loop: its histogram against numbers by hand, and that it sees a block.

#include "ui/jobs/latency_probe.h"

#include <QTimer>
#include <QtTest>

#include <memory>
#include <thread>

using namespace lapidary::ui;
using namespace std::chrono_literals;

class LatencyProbeTest : public QObject {
    Q_OBJECT
private slots:
    void quantilesAreThoseOfTheValues() {
        LatencyHistogram histogram;
        QCOMPARE(histogram.milliseconds(0.5), 0.0);
        for (int i = 1; i <= 100; ++i) histogram.add(std::chrono::milliseconds(i));
        QCOMPARE(histogram.count(), 100);
        QCOMPARE(histogram.most(), 100.0);
        QCOMPARE(histogram.milliseconds(1.0), 100.0);
        // Never below the true value, at most a bucket of 1/16 above.
        for (const double share : {0.01, 0.25, 0.5, 0.9, 0.99}) {
            const double found = histogram.milliseconds(share);
            QVERIFY2(found >= 100 * share && found <= 100 * share * 17 / 16 + 0.001,
                     qPrintable(QStringLiteral("%1: %2").arg(share).arg(found)));
        }
    }

    void extremesHaveTheirPlace() {
        LatencyHistogram histogram;
        histogram.add(0ns);
        histogram.add(1ns);
        QVERIFY(histogram.milliseconds(1.0) <= 0.001);
        histogram.add(10h);
        QCOMPARE(histogram.milliseconds(1.0), 36e6);
        QCOMPARE(histogram.count(), 3);
    }

    void blockOfFiftyMillisecondsIsSeen() {
        LatencyProbe probe;
        probe.start();
        QTRY_VERIFY(probe.latency().count() > 0);
        const auto block = [this] {
            const auto over = std::make_shared<bool>(false);
            QTimer::singleShot(0, this, [over] {
                std::this_thread::sleep_for(50ms);
                *over = true;
            });
            QTRY_VERIFY(*over);
        };
        block();
        QTRY_VERIFY(probe.events().most() >= 50);
        // A tick comes within 1 ms of the block's start, later only if the ticking thread itself waits for a core: not always.
        for (int again = 0; again < 50 && probe.latency().most() < 25; ++again) block();
        QVERIFY(probe.latency().most() >= 25);
        probe.stop();
        QVERIFY2(!probe.slowestEvent().isEmpty(), qPrintable(probe.slowestEvent()));
    }

    void ticksThatPassMeanwhileHaveWaitedToo() {
        LatencyProbe probe;
        probe.start();
        QTRY_VERIFY(probe.latency().count() > 0);
        // Where the ticking thread waits for a core meanwhile, its first tick is late itself: not always.
        for (int again = 0; again < 50 && probe.latency().most() < 50; ++again) {
            probe.clear();
            std::this_thread::sleep_for(100ms);
            QCoreApplication::sendPostedEvents(&probe);
        }
        const double waited = probe.latency().most();
        QVERIFY2(waited >= 50, qPrintable(QString::number(waited)));
        const auto ticks = static_cast<double>(probe.latency().count());
        QVERIFY2(ticks >= waited, qPrintable(QStringLiteral("%1 in %2 ms").arg(ticks).arg(waited)));
        // Half of them waited half of the time or longer, but for one or two that came last.
        QVERIFY(probe.latency().milliseconds(0.5) >= waited / 2 - 2);
    }

    void nothingIsRecordedOnceItStopped() {
        LatencyProbe probe;
        probe.start();
        QTRY_VERIFY(probe.latency().count() > 0);
        probe.stop();
        const auto before = probe.latency().count();
        QTest::qWait(20);
        QCOMPARE(probe.latency().count(), before);
        probe.clear();
        QCOMPARE(probe.latency().count() + probe.events().count() + probe.paints().count(), 0);
    }

    void everyRepaintIsAPaint() {
        QWidget widget;
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        LatencyProbe probe;
        probe.start();
        widget.update();
        QTRY_VERIFY(probe.paints().count() > 0);
        QVERIFY(probe.events().count() >= probe.paints().count());
    }
};

int main(int argc, char** argv) {
    TimedApplication application(argc, argv);
    LatencyProbeTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "latency_probe_test.moc"
