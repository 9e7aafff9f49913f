// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=base
#include <QtTest>

#include <atomic>
#include <set>
#include <thread>

#include "core/base/job.h"
#include "core/base/parallel.h"

using namespace lapidary;
using namespace std::chrono_literals;

class BaseJobTest : public QObject {
    Q_OBJECT
private slots:
    void runningJobsPassTheirCheckpoints() {
        Job job;
        QVERIFY(job.checkpoint());
        QCOMPARE(job.progress(), -1.0);
        job.setProgress(0.25);
        QCOMPARE(job.progress(), 0.25);
        job.requestStop();
        QVERIFY(!job.checkpoint());
    }
    void pausedWorkersWaitUntilResumed() {
        Job job;
        std::atomic<int> steps{0};
        job.pause();
        std::jthread worker([&] {
            while (job.checkpoint()) ++steps;
        });
        std::this_thread::sleep_for(50ms);
        QCOMPARE(steps.load(), 0);
        job.resume();
        QTRY_VERIFY(steps.load() > 0);
        job.requestStop();
    }
    void stopWakesEveryPausedWorker() {
        Job job;
        job.pause();
        std::atomic<int> ended{0};
        std::vector<std::jthread> workers;
        for (int i = 0; i < 4; ++i)
            workers.emplace_back([&] {
                if (!job.checkpoint()) ++ended;
            });
        std::this_thread::sleep_for(20ms);
        QCOMPARE(ended.load(), 0);
        job.requestStop();
        workers.clear();
        QCOMPARE(ended.load(), 4);
    }
    void pausingAndResumingManyTimesLosesNoWakeUp() {
        Job job;
        std::atomic<bool> ended{false};
        std::jthread worker([&] {
            while (job.checkpoint()) std::this_thread::yield();
            ended = true;
        });
        for (int i = 0; i < 2000; ++i) {
            job.pause();
            job.resume();
        }
        job.pause();
        job.requestStop();
        worker.join();
        QVERIFY(ended);
    }
    void partsStopAndPauseWithTheWhole() {
        Job whole;
        Job part(&whole);
        whole.pause();
        QVERIFY(part.paused());
        std::atomic<int> steps{0};
        std::jthread worker([&] {
            while (part.checkpoint()) ++steps;
        });
        std::this_thread::sleep_for(20ms);
        QCOMPARE(steps.load(), 0);
        whole.resume();
        QTRY_VERIFY(steps.load() > 0);
        whole.requestStop();
        worker.join();
        QVERIFY(part.stopRequested());
        part.setProgress(0.5);
        QCOMPARE(whole.progress(), -1.0);
    }

    void everyPieceRunsOnce() {
        for (const int threads : {-1, 0, 1, 2, 3, 16})
            for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
                std::vector<std::atomic<int>> runs(count);
                parallelFor(threads, count, [&](std::size_t i) { ++runs[i]; });
                for (const auto& run : runs) QCOMPARE(run.load(), 1);
            }
    }
    void oneThreadIsTheCallerInOrder() {
        std::vector<std::size_t> order;
        const auto caller = std::this_thread::get_id();
        parallelFor(1, 5, [&](std::size_t i) {
            order.push_back(i);
            QVERIFY(std::this_thread::get_id() == caller);
        });
        QVERIFY((order == std::vector<std::size_t>{0, 1, 2, 3, 4}));
    }
    void noMoreThreadsThanAllowed() {
        std::mutex mutex;
        std::set<std::thread::id> ids;
        parallelFor(3, 200, [&](std::size_t) {
            const std::scoped_lock lock(mutex);
            ids.insert(std::this_thread::get_id());
        });
        QVERIFY(ids.size() <= 3);
        QVERIFY(availableThreads() >= 1);
    }
};

QTEST_APPLESS_MAIN(BaseJobTest)
#include "base_job_test.moc"
