// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: serial
// Stop and pause reach the searches of a running sweep within 50 ms.

#include <QtTest>

#include <chrono>
#include <ctime>
#include <thread>

#include "core/base/rng.h"
#include "core/explore/sweep_monitor.h"
#include "tests/support/cases.h"
#include "tests/support/sweep_setup.h"
#include "tests/support/waiting.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

using std::chrono::milliseconds;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr milliseconds kPromise{500};  // instrumented programs run many times slower
#else
constexpr milliseconds kPromise{50};
#endif
/// The system may take the processor away in ways that Waiting does not see; it does not do so often.
constexpr int kAllowedByScheduler = 2;

/// Searches that would take ten minutes each.
SweepSpec endless() {
    SweepSpec spec = lineSweep();
    spec.base = orDie(withSetting(spec.base, "spad.capacity", "unbounded"));
    spec.layers = {{line("long", 720720), 1}, {line("longer", 1441440), 1}};
    spec.mapspaces = {Factorization::ruby};
    spec.search.algorithm = Algorithm::random;
    spec.search.maxSeconds = 600;
    spec.search.threads = 2;
    return spec;
}

class Running {
public:
    Running() : m_thread([this] { m_result = orDie(runSweep(m_spec, job, &monitor)); }) {}
    SweepResult join() {
        m_thread.join();
        return m_result;
    }
    void waitUntilBusy() const {
        while (monitor.snapshot().running.size() < 2) std::this_thread::sleep_for(milliseconds(1));
    }

    Job job;
    SweepMonitor monitor;

private:
    SweepSpec m_spec = endless();
    SweepResult m_result;
    std::jthread m_thread;
};

}  // namespace

class ExploreStopTest : public QObject {
    Q_OBJECT

private slots:
    void stoppingTakesAtMostFiftyMilliseconds() {
        Rng rng(5);
        const int tries = cases(50);
        int late = 0;
        for (int i = 0; i < tries; ++i) {
            Running running;
            running.waitUntilBusy();
            std::this_thread::sleep_for(milliseconds(rng.below(20)));
            Waiting stop;
            running.job.requestStop();
            const SweepResult result = running.join();
            late += stop.isLate(kPromise);
            QVERIFY(result.stopped);
            QVERIFY(!result.points[0]->complete);
            QVERIFY(result.points[0]->layers[0].cause == StopCause::byHand);
            QVERIFY(result.points[1]->layers[1].cause == StopCause::none);  // never started
        }
        QVERIFY2(late <= kAllowedByScheduler, qPrintable(QString("%1 of %2 stops were late").arg(late).arg(tries)));
    }

    void whatWasFoundBeforeTheStopIsKept() {
        SweepResult result;
        const auto found = [&] { return result.points[0]->layers[0].best && result.points[0]->layers[1].best; };
        // As long a head start as it takes here to find something: nothing tells from outside that it has been found.
        for (milliseconds headStart{50}; headStart < milliseconds(60'000); headStart *= 2) {
            Running running;
            running.waitUntilBusy();
            std::this_thread::sleep_for(headStart);
            running.job.requestStop();
            result = running.join();
            if (found()) break;
        }
        QVERIFY(found());
        QVERIFY(result.points[0]->edp && !result.points[0]->complete);
        QVERIFY(!result.points[1]->edp);
    }

    void aPausedSweepDrawsNothing() {
        Running running;
        running.waitUntilBusy();
        running.job.pause();
        std::this_thread::sleep_for(kPromise);
        // Nothing tells from outside how far a search is; so the processor time of this process is what is looked at.
        const std::clock_t before = std::clock();
        std::this_thread::sleep_for(milliseconds(200));
        const double spent = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY2(spent < 0.1, qPrintable(QString::number(spent)));
        running.job.requestStop();
        QVERIFY(running.join().stopped);
    }
};

QTEST_APPLESS_MAIN(ExploreStopTest)
#include "explore_stop_test.moc"
