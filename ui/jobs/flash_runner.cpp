// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/flash_runner.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "core/io/native.h"

namespace lapidary::ui {

namespace {

struct KnownFlash {
    std::mutex mutex;
    std::string question;
    FlashAnswerPtr answer;
};
KnownFlash& knownFlash() {
    static KnownFlash known;
    return known;
}

std::string nameOf(const FlashQuestion& question) {
    std::string name = question.workloadKey + toJson(question.workload).dump() + toJson(question.architecture).dump() +
                       std::string(keyOf(question.options.metric)) + std::to_string(question.options.seed);
    for (const flash::OptionText& option : texts(question.options)) name += option.key + "=" + option.value + ",";
    return name;
}

void rememberFlash(const FlashQuestion& question, const FlashAnswerPtr& answer) {
    KnownFlash& known = knownFlash();
    std::string name = nameOf(question);
    const std::lock_guard lock(known.mutex);
    known.question = std::move(name);
    known.answer = answer;
}

}  // namespace

FlashQuestion flashQuestion(const SessionInputs& inputs, flash::Options options) {
    options.metric = inputs.search.objective.metrics.front();
    options.seed = inputs.search.seed;
    return {inputs.workloadKey, inputs.workload, inputs.architecture, std::move(options)};
}

Result<FlashAnswerPtr> flashAnswerOf(const FlashQuestion& question) {
    {
        KnownFlash& known = knownFlash();
        const std::string name = nameOf(question);
        const std::lock_guard lock(known.mutex);
        if (known.answer && known.question == name) return known.answer;
    }
    Job job;
    auto found = answer(question, job);
    if (!found) return found.diagnostics();
    auto shared = std::make_shared<const FlashAnswer>(*std::move(found));
    rememberFlash(question, shared);
    return FlashAnswerPtr(std::move(shared));
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
    if (*work->result) rememberFlash(work->question, **work->result);
    emit finished(*work->result);
    emit stateChanged();
}

}  // namespace lapidary::ui
