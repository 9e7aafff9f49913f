// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/tuning_runner.h"

#include <atomic>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "core/io/stonne/tuning.h"
#include "core/search/stop_watch.h"

namespace lapidary::ui {

ShownTuning shownTuning(const TuningPtr& tuning) {
    if (!tuning) return {};
    auto space = tuningSpace(*tuning);
    if (!space) return {};
    return {tuning, std::make_shared<const fabric::KnobSpace>(*std::move(space))};
}

/// What the worker and the GUI thread share. Joins when it goes, so that nothing outlives the runner.
struct TuningRunner::Work {
    std::string log;
    Job job;
    StopWatch watch;
    std::mutex mutex;
    SessionTuning latest;                            ///< with `mutex`
    bool isNew = false;                              ///< with `mutex`
    std::shared_ptr<const fabric::KnobSpace> space;  ///< with `mutex`
    std::optional<Result<ShownTuning>> result;       ///< read only after `done`
    std::atomic<bool> done{false};
    std::thread thread;

    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    Result<ShownTuning> tune() {
        const auto run = tuningRun(latest.inputs);
        if (!run) return run.diagnostics();
        auto made = fabric::tileSpace(*run, latest.sizes, latest.knobs);
        if (!made) return made.diagnostics();
        std::ofstream file;
        auto known = openedLog(*run, file);
        if (!known) return known.diagnostics();
        {
            const std::lock_guard lock(mutex);
            space = std::make_shared<const fabric::KnobSpace>(*std::move(made));
            latest.configurations = space->size();
        }
        const auto visit = [&](const fabric::Trial& trial, bool isKnown) {
            if (file.is_open() && !isKnown) file << stonne::logLine(trial) << std::flush;
            const std::lock_guard lock(mutex);
            latest.trials.push_back(trial);
            isNew = true;
        };
        const fabric::TuneResult found = fabric::tune(*space, latest.options, job, *known, visit);
        if (!found.failures.empty()) return found.failures;
        if (found.trials.empty() && !found.stopped)
            return error("none of " + std::to_string(found.configurations) + " configurations can run on the machine",
                         "allow other sizes of tiles, or more multipliers");
        const std::lock_guard lock(mutex);
        latest.valid = found.stopped && found.trials.empty() ? 0 : found.valid;
        latest.stopped = found.stopped;
        latest.seconds = watch.seconds();
        return ShownTuning{std::make_shared<const SessionTuning>(latest), space};
    }

    Result<fabric::KnownCosts> openedLog(const fabric::Run& run, std::ofstream& file) const {
        if (log.empty()) return fabric::KnownCosts{};
        stonne::Tuning tuning;
        tuning.arguments.run = run;
        tuning.sizes = latest.sizes;
        tuning.knobs = latest.knobs;
        tuning.options = latest.options;
        return stonne::openLog(log, tuning, file);
    }

    ShownTuning takeLatest() {
        const std::lock_guard lock(mutex);
        if (!isNew) return {};
        isNew = false;
        return {std::make_shared<const SessionTuning>(latest), space};
    }
};

TuningRunner::TuningRunner(QObject* parent) : JobRunner(parent) {}

TuningRunner::~TuningRunner() = default;

Job* TuningRunner::job() const { return m_work ? &m_work->job : nullptr; }

double TuningRunner::progress() const { return m_work ? m_work->job.progress() : -1; }

double TuningRunner::seconds() const { return m_work ? m_work->watch.seconds() - heldSeconds() : 0; }

void TuningRunner::start(const SessionInputs& inputs, const TuningSettings& settings) {
    Q_ASSERT(!running());
    m_work = std::make_unique<Work>();
    m_work->log = settings.log;
    SessionTuning& asked = m_work->latest;
    asked.inputs = inputs;
    asked.inputs.network.reset();
    asked.inputs.fabric = {.hardware = inputs.fabric.hardware};
    asked.sizes = settings.sizes;
    asked.knobs = settings.knobs;
    asked.options = settings.options;
    m_work->thread = std::thread([work = m_work.get()] {
        work->result.emplace(work->tune());
        work->done.store(true, std::memory_order_release);
    });
    beginPolling();
}

void TuningRunner::abandon() {
    if (!m_work) return;
    endPolling();
    m_work.reset();
    emit stateChanged();
}

void TuningRunner::poll() {
    if (!m_work->done.load(std::memory_order_acquire)) {
        if (const ShownTuning latest = m_work->takeLatest()) emit updated(latest);
        return;
    }
    endPolling();
    const std::unique_ptr<Work> work = std::move(m_work);
    emit finished(*work->result);
    emit stateChanged();
}

}  // namespace lapidary::ui
