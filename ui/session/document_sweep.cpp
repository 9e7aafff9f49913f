// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The document's sweep: its plan, edited with undo, and what came of it.

#include "core/io/sweep_plan.h"
#include "ui/session/commands.h"
#include "ui/session/document.h"

namespace lapidary::ui {

namespace {

/// Nothing shows or compares points of a sweep that is gone.
void forgetPoints(Document& document) {
    if (document.shown().point >= 0) document.show({});
    for (const Side side : {Side::a, Side::b})
        if (document.pinned(side) && document.pinned(side)->place.point >= 0) document.unpin(side);
}

}  // namespace

SweepFile Document::sweepAsked() const { return resolved(*m_plan, inputs()); }

void Document::editSweep(SweepFile plan, const QString& text, int mergeId) {
    m_undo.push(new ChangePlan(*this, std::move(plan), text, mergeId));
}

void Document::openSweep(SweepFile file, const QString& text) {
    SessionInputs next = inputs();
    next.architecture = file.spec.base;
    next.architectureKey = file.architectureKey;
    next.mapspace.constraints = file.spec.constraints.value_or(file.spec.base.spec().constraints);
    next.semantics = file.spec.semantics;
    const bool otherDesign = next.architecture != inputs().architecture ||
                             next.mapspace.constraints != inputs().mapspace.constraints ||
                             next.semantics != inputs().semantics;
    m_undo.beginMacro(text);
    if (otherDesign) edit(std::move(next), text);
    editSweep(planFor(std::move(file), false), text);
    m_undo.endMacro();
}

void Document::applyPlan(const PlanPtr& plan) {
    m_plan = plan;
    refreshPlan();
    emit sweepPlanChanged();
}

void Document::refreshPlan() { m_sweepProblems = lapidary::sweepProblems(sweepAsked().spec); }

SweepPoints Document::knownPoints() const {
    if (!m_sweep || m_sweep->whole() || !sameSweep(m_sweep->file, sweepAsked())) return {};
    return settledPoints(m_sweep->points());
}

SweepRunPtr Document::beginSweep(int threads) {
    const SweepPoints known = knownPoints();
    auto run = std::make_shared<SweepRun>();
    run->file = sweepAsked();
    run->file.spec.search.threads = threads;
    run->layers = uniqueLayers(run->file.spec);
    run->threads = threads;
    run->known = known;
    if (!known.empty()) run->before = m_sweep->seconds();
    run->live.points = known;
    run->live.points.resize(pointCount(run->file.spec));
    run->live.layers = run->layers.size();
    run->live.done.resize(run->live.points.size());
    run->live.tasks = run->live.points.size() * run->layers.size();
    m_sweep = run;
    m_resultsChanged = true;
    if (known.empty()) forgetPoints(*this);
    emit sweepChanged();
    emit sweepUpdated();
    emit fileChanged();
    return run;
}

void Document::updateSweep(const SweepSnapshot& snapshot) {
    if (!m_sweep || !m_sweep->running()) return;
    m_sweep->live = snapshot;
    m_sweep->countKnown();
    emit sweepUpdated();
}

void Document::settleSweep(SearchState state) {
    SweepSnapshot& live = m_sweep->live;
    live.state = state;
    live.points = settledPoints(live.points);
    live.tasksDone = 0;
    for (std::size_t i = 0; i < live.points.size(); ++i) {  // the last snapshot may be older than the end
        const bool searched = live.points[i] && live.points[i]->failure.empty();
        live.done[i] = searched ? live.layers : 0;
        live.tasksDone += live.done[i];
    }
    live.running.clear();
    live.secondsLeft.reset();
    m_resultsChanged = true;
    emit sweepUpdated();
    emit sweepChanged();
    emit fileChanged();
}

void Document::finishSweep(const SweepResult& result) {
    if (!m_sweep) return;
    m_sweep->live.points = result.points;
    m_sweep->live.seconds = result.seconds;
    settleSweep(result.stopped ? SearchState::stopped : SearchState::finished);
}

void Document::abandonSweep() {
    if (m_sweep && m_sweep->running()) settleSweep(SearchState::stopped);
}

}  // namespace lapidary::ui
