// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/study_runner.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "core/io/native.h"
#include "core/io/study_results.h"

namespace lapidary::ui {

/// What the worker and the GUI thread share. Joins when it goes, so that nothing outlives the runner.
struct StudyRunner::Work {
    StudyOrder order;
    Job job;
    StudyMonitor monitor;
    std::mutex mutex;
    StudyOutcomes latest;  ///< with `mutex`
    bool news = false;     ///< with `mutex`: since it was last taken
    bool stopped = false;  ///< these two are read only after `done`
    Diagnostics problems;
    std::atomic<bool> done{false};
    std::thread thread;

    ~Work() { join(); }

    void join() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    void run() {
        const StudyStamp stamp(*order.study);
        const std::string file = order.file.toStdString();
        const auto write = [&](const StudyOutcomes& outcomes) {
            if (file.empty()) return Diagnostics{};
            return writeTextFile(file, studyResultsToJson(*order.study, stamp, outcomes, order.threads).dump() + '\n');
        };
        const auto keep = [&](const StudyOutcomes& outcomes) {
            {
                const std::lock_guard lock(mutex);
                latest = outcomes;
                news = true;
            }
            return write(outcomes);
        };
        // The file is there from the beginning, so that what can't be written is said before anything was computed.
        problems = write(order.known);
        if (!hasErrors(problems)) {
            auto result = runStudy(order.study->spec, {order.threads, order.known, keep}, job, &monitor);
            if (result)
                stopped = result->stopped;
            else
                problems = result.diagnostics();
        }
        done.store(true, std::memory_order_release);
    }

    std::optional<StudyOutcomes> takeNews() {
        const std::lock_guard lock(mutex);
        if (!news) return std::nullopt;
        news = false;
        return latest;
    }
};

StudyRunner::StudyRunner(QObject* parent) : JobRunner(parent) {}

StudyRunner::~StudyRunner() = default;

Job* StudyRunner::job() const { return m_work ? &m_work->job : nullptr; }

void StudyRunner::start(StudyOrder order) {
    Q_ASSERT(!running());
    if (!order.file.isEmpty()) QDir().mkpath(QFileInfo(order.file).absolutePath());  // if not, writing says so
    m_work = std::make_unique<Work>();
    m_work->latest = order.known;
    m_work->order = std::move(order);
    m_work->thread = std::thread([work = m_work.get()] { work->run(); });
    beginPolling();
}

StudyOutcomes StudyRunner::abandon() {
    if (!m_work) return {};
    endPolling();
    const std::unique_ptr<Work> work = std::move(m_work);
    work->join();
    emit stateChanged();
    return std::move(work->latest);
}

void StudyRunner::poll() {
    const bool done = m_work->done.load(std::memory_order_acquire);
    StudySnapshot snapshot = m_work->monitor.snapshot();
    snapshot.seconds = std::max(0.0, snapshot.seconds - heldSeconds());
    if (snapshot.points > 0) emit updated(snapshot);  // else not set up yet
    if (!done) {
        if (const auto news = m_work->takeNews()) emit outcomesChanged(*news);
        return;
    }
    endPolling();
    const std::unique_ptr<Work> work = std::move(m_work);
    emit finished(work->latest, work->stopped, work->problems);
    emit stateChanged();
}

}  // namespace lapidary::ui
