// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/sweep_runner.h"

#include <algorithm>

namespace lapidary::ui {

namespace {

struct SweepWork final : JobWork {
    SweepSpec spec;
    SweepPoints known;
    SweepMonitor monitor;
    std::optional<Result<SweepResult>> result;

    void run() override { result = runSweep(spec, job, &monitor, known); }
};

}  // namespace

void SweepRunner::start(const SweepSpec& spec, const SweepPoints& known) {
    Q_ASSERT(!running());
    auto work = std::make_unique<SweepWork>();
    work->spec = spec;
    work->known = known;
    launch(std::move(work));
}

void SweepRunner::look(JobWork& work) {
    SweepSnapshot snapshot = static_cast<SweepWork&>(work).monitor.snapshot();
    if (snapshot.points.empty()) return;  // not set up yet
    snapshot.seconds = std::max(0.0, snapshot.seconds - heldSeconds());
    if (paused()) snapshot.state = SearchState::paused;
    emit updated(snapshot);
}

void SweepRunner::deliver(JobWork& work) {
    Result<SweepResult>& result = *static_cast<SweepWork&>(work).result;
    if (result) result->seconds = std::max(0.0, result->seconds - heldSeconds());
    emit finished(result);
}

}  // namespace lapidary::ui
