// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/flash_runner.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "core/io/maestro/flash_session.h"

namespace lapidary::ui {

FlashQuestion flashQuestion(const SessionInputs& inputs, flash::Options options) {
    options.metric = inputs.search.objective.metrics.front();
    options.seed = inputs.search.seed;
    return {inputs.workloadKey, inputs.workload, inputs.architecture, std::move(options)};
}

FlashAnswerPtr answerFor(const FlashAnswerPtr& answer, const SessionInputs& inputs) {
    if (!answer) return nullptr;
    const int run = runAbout(*answer, inputs.workload, inputs.architecture, inputs.search.objective.metrics.front(),
                             inputs.search.seed);
    if (run < 0) return nullptr;
    if (static_cast<std::size_t>(run) == answer->current) return answer;
    auto other = std::make_shared<FlashAnswer>(*answer);
    other->current = static_cast<std::size_t>(run);
    return other;
}

Result<FlashAnswerPtr> flashAnswerOf(const FlashQuestion& question, const FlashAnswerPtr& known) {
    if (known && known->report.options == question.options) return known;
    Job job;
    auto found = answer(question, job);
    if (!found) return found.diagnostics();
    return FlashAnswerPtr(std::make_shared<const FlashAnswer>(*std::move(found)));
}

/// What the worker and the GUI thread share. Joins when it goes, so that nothing outlives the runner.
struct FlashRunner::Work {
    FlashQuestion question;
    Job job;
    std::mutex mutex;
    FlashAnswerPtr latest;                         ///< with `mutex`; null once it was taken
    std::optional<Result<FlashAnswerPtr>> result;  ///< read only after `done`
    std::atomic<bool> done{false};
    std::thread thread;

    explicit Work(FlashQuestion asked) : question(std::move(asked)) {}
    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    void run() {
        const auto look = [this](const FlashAnswer& soFar) {
            auto shown = std::make_shared<const FlashAnswer>(soFar);
            const std::lock_guard lock(mutex);
            latest = std::move(shown);
        };
        auto found = answer(question, job, look);
        if (found)
            result.emplace(FlashAnswerPtr(std::make_shared<const FlashAnswer>(*std::move(found))));
        else
            result.emplace(found.diagnostics());
        done.store(true, std::memory_order_release);
    }

    FlashAnswerPtr takeLatest() {
        const std::lock_guard lock(mutex);
        return std::exchange(latest, nullptr);
    }
};

FlashRunner::FlashRunner(QObject* parent) : JobRunner(parent) {}

FlashRunner::~FlashRunner() = default;

Job* FlashRunner::job() const { return m_work ? &m_work->job : nullptr; }

void FlashRunner::start(FlashQuestion question) {
    Q_ASSERT(!running());
    m_work = std::make_unique<Work>(std::move(question));
    m_work->thread = std::thread([work = m_work.get()] { work->run(); });
    beginPolling();
}

void FlashRunner::abandon() {
    if (!m_work) return;
    endPolling();
    m_work.reset();
    emit stateChanged();
}

void FlashRunner::poll() {
    if (!m_work->done.load(std::memory_order_acquire)) {
        if (const FlashAnswerPtr latest = m_work->takeLatest()) emit updated(latest);
        return;
    }
    endPolling();
    const std::unique_ptr<Work> work = std::move(m_work);
    emit finished(*work->result);
    emit stateChanged();
}

}  // namespace lapidary::ui
