// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/tuning_runner.h"

#include <fstream>

#include "core/io/stonne/tuning.h"
#include "core/search/stop_watch.h"

namespace lapidary::ui {

ShownTuning shownTuning(const TuningPtr& tuning) {
    if (!tuning) return {};
    auto space = tuningSpace(*tuning);
    if (!space) return {};
    return {tuning, std::make_shared<const fabric::KnobSpace>(*std::move(space))};
}

namespace {

struct TuningWork final : JobWork {
    std::string log;
    StopWatch watch;
    Renewed<SessionTuning> soFar;
    std::shared_ptr<const fabric::KnobSpace> space;  ///< there before the first trial
    std::optional<Result<ShownTuning>> result;

    void run() override { result.emplace(tune()); }

    Result<ShownTuning> tune() {
        const SessionTuning& asked = soFar.value();
        const auto run = tuningRun(asked.inputs);
        if (!run) return run.diagnostics();
        auto made = fabric::tileSpace(*run, asked.sizes, asked.knobs);
        if (!made) return made.diagnostics();
        std::ofstream file;
        auto known = openedLog(*run, file);
        if (!known) return known.diagnostics();
        space = std::make_shared<const fabric::KnobSpace>(*std::move(made));
        const auto visit = [&](const fabric::Trial& trial, bool isKnown) {
            if (file.is_open() && !isKnown) file << stonne::logLine(trial) << std::flush;
            soFar.change([&](SessionTuning& tuning) {
                tuning.configurations = space->size();
                tuning.trials.push_back(trial);
            });
        };
        const fabric::TuneResult found = fabric::tune(*space, fabric::TuneOptions(asked.options), job, *known, visit);
        if (!found.failures.empty()) return found.failures;
        if (found.trials.empty() && !found.stopped)
            return error("none of " + std::to_string(found.configurations) + " configurations can run on the machine",
                         "allow other sizes of tiles, or more multipliers");
        SessionTuning whole = asked;
        whole.configurations = space->size();
        whole.valid = found.stopped && found.trials.empty() ? 0 : found.valid;
        whole.stopped = found.stopped;
        whole.seconds = watch.seconds();
        return ShownTuning{std::make_shared<const SessionTuning>(std::move(whole)), space};
    }

    Result<fabric::KnownCosts> openedLog(const fabric::Run& run, std::ofstream& file) const {
        if (log.empty()) return fabric::KnownCosts{};
        const SessionTuning& asked = soFar.value();
        stonne::Tuning tuning;
        tuning.arguments.run = run;
        tuning.sizes = asked.sizes;
        tuning.knobs = asked.knobs;
        tuning.options = asked.options;
        return stonne::openLog(log, tuning, file);
    }
};

}  // namespace

double TuningRunner::seconds() const {
    return running() ? static_cast<const TuningWork*>(work())->watch.seconds() - heldSeconds() : 0;
}

void TuningRunner::start(const SessionInputs& inputs, const TuningSettings& settings) {
    Q_ASSERT(!running());
    auto work = std::make_unique<TuningWork>();
    work->log = settings.log;
    SessionTuning& asked = work->soFar.value();
    asked.inputs = inputs;
    asked.inputs.network.reset();
    asked.inputs.fabric = {.hardware = inputs.fabric.hardware};
    asked.sizes = settings.sizes;
    asked.knobs = settings.knobs;
    asked.options = settings.options;
    launch(std::move(work));
}

void TuningRunner::look(JobWork& work) {
    auto& tuning = static_cast<TuningWork&>(work);
    if (auto news = tuning.soFar.takeNews())
        emit updated({std::make_shared<const SessionTuning>(*std::move(news)), tuning.space});
}

void TuningRunner::deliver(JobWork& work) { emit finished(*static_cast<TuningWork&>(work).result); }

}  // namespace lapidary::ui
