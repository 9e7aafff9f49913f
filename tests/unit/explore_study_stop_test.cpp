// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: serial
// Stop reaches the searches of a running study within 50 ms, and what was not finished is left out.

#include <QtTest>

#include <chrono>
#include <thread>

#include "core/base/rng.h"
#include "tests/support/cases.h"
#include "tests/support/study_setup.h"
#include "tests/support/waiting.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

using std::chrono::milliseconds;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr milliseconds kStudyPromise{500};  // instrumented programs run many times slower
#else
constexpr milliseconds kStudyPromise{50};
#endif
/// The system may take the processor away in ways that Waiting does not see; it does not do so often.
constexpr int kLateAllowed = 2;

/// Four points that are there at once, then four that would take ten minutes each.
StudySpec endlessStudy() {
    StudySpec spec = lineStudy();
    StudyRuns& runs = spec.runs.front();
    runs.workloads = {{"five", line("five", 5), 1}};
    StudyRuns endless = runs;
    endless.name = "endless";
    endless.workloads = {{"long", line("long", 720720), 1}};
    for (StudyDesign& design : endless.designs)
        design.architecture = orDie(withSetting(design.architecture, "spad.capacity", "unbounded"));
    endless.mapspaces = {Factorization::rubyS, Factorization::ruby};
    endless.settings.front().search.algorithm = Algorithm::random;
    endless.settings.front().search.maxSeconds = 600;
    spec.runs.push_back(endless);
    return spec;
}

}  // namespace

class ExploreStudyStopTest : public QObject {
    Q_OBJECT

private slots:
    void stoppingTakesAtMostFiftyMilliseconds() {
        const StudySpec spec = endlessStudy();
        Rng rng(5);
        const int tries = cases(30);
        int late = 0;
        for (int i = 0; i < tries; ++i) {
            Job job;
            StudyMonitor monitor;
            StudyResult result;
            std::jthread running([&] { result = orDie(runStudy(spec, {.threads = 2}, job, &monitor)); });
            while (monitor.snapshot().done < 4 || monitor.snapshot().running.size() < 2)
                std::this_thread::sleep_for(milliseconds(1));
            std::this_thread::sleep_for(milliseconds(rng.below(20)));
            Waiting stop;
            job.requestStop();
            running.join();
            late += stop.isLate(kStudyPromise);
            QVERIFY(result.stopped);
            for (std::size_t point = 0; point < 8; ++point) QCOMPARE(result.outcomes[point] != nullptr, point < 4);
        }
        QVERIFY2(late <= kLateAllowed, qPrintable(QString("%1 of %2 stops were late").arg(late).arg(tries)));
    }
};

QTEST_APPLESS_MAIN(ExploreStudyStopTest)
#include "explore_study_stop_test.moc"
