// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/search_runner.h"

#include <atomic>

namespace lapidary::ui {

/// What the worker and the GUI thread share. Joins when it goes, so that nothing outlives the runner.
struct SearchRunner::Work {
    SetupPtr setup;
    SearchOptions options;
    Job job;
    SearchMonitor monitor;
    std::optional<Result<SearchResult>> result;  ///< read only after `done`
    std::atomic<bool> done{false};
    std::thread thread;

    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    void run() {
        result = search(setup->mapspace, setup->evaluator, options, job, &monitor);
        done.store(true, std::memory_order_release);
    }
};

SearchRunner::SearchRunner(QObject* parent) : JobRunner(parent) {}

SearchRunner::~SearchRunner() = default;

Job* SearchRunner::job() const { return m_work ? &m_work->job : nullptr; }

void SearchRunner::start(const SetupPtr& setup, const SearchOptions& options) {
    Q_ASSERT(!running());
    m_work = std::make_unique<Work>();
    m_work->setup = setup;
    m_work->options = options;
    m_work->options.cloud = true;
    m_work->thread = std::thread([work = m_work.get()] { work->run(); });
    beginPolling();
}

void SearchRunner::abandon() {
    if (!m_work) return;
    endPolling();
    m_work.reset();
    emit stateChanged();
}

void SearchRunner::poll() {
    if (!m_work->done.load(std::memory_order_acquire)) {
        emit updated(m_work->monitor.snapshot());
        return;
    }
    endPolling();
    const std::unique_ptr<Work> work = std::move(m_work);
    emit finished(*work->result);
    emit stateChanged();
}

}  // namespace lapidary::ui
