// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/sunstone_inspector.h"

#include "core/search/sunstone/inside.h"

namespace lapidary::ui {

namespace {

using InsidePtr = std::shared_ptr<const sunstone::Inside>;

/// What a stage needs of a run, so that the run may change meanwhile.
struct InspectedRun {
    SetupPtr setup;
    sunstone::Options options;
    Metric metric = Metric::edp;
    std::optional<Mapping> best;
    InsidePtr inside;
};

InspectedRun inspected(const Run& run) {
    InspectedRun asked{
        run.setup, run.inputs.search.sunstone, run.inputs.search.objective.metrics.front(), {}, run.inside};
    if (run.live.best) asked.best = run.live.best->mapping;
    return asked;
}

/// One stage more; as before if the problem can't be put.
InsidePtr furtherInside(const InspectedRun& asked, Job& job) {
    const auto problem = sunstone::Problem::make(asked.setup->mapspace);
    if (!problem) {
        auto nothing = std::make_shared<sunstone::Inside>();
        nothing->complete = true;
        return nothing;
    }
    if (!asked.inside)
        return std::make_shared<sunstone::Inside>(
            insideOf(*problem, asked.options, asked.metric, asked.best ? &*asked.best : nullptr, job));
    auto more = std::make_shared<sunstone::Inside>(*asked.inside);
    addAblation(*more, *problem, asked.options, asked.metric, job);
    return more;
}

bool canInspect(const Run& run) {
    return run.inputs.search.algorithm == Algorithm::sunstone && run.finished() && run.setup;
}

bool isInspected(const Run& run) { return run.inside && run.inside->complete; }

}  // namespace

void SunstoneInspector::inspect(const RunPtr& run) {
    if (!run || !canInspect(*run) || isInspected(*run) || (run == m_run && m_task.running())) return;
    m_task.abandon();
    m_run = run;
    next();
}

void SunstoneInspector::next() {
    m_task.start([this, asked = inspected(*m_run)](Job& job) -> std::function<void()> {
        return [this, inside = furtherInside(asked, job)] {
            m_run->inside = inside;
            if (!isInspected(*m_run)) next();
            emit found();
        };
    });
}

void inspectNow(Run& run) {
    Job job;
    while (canInspect(run) && !isInspected(run)) run.inside = furtherInside(inspected(run), job);
}

}  // namespace lapidary::ui
