// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/sweep.h"

#include <algorithm>
#include <atomic>

#include "core/base/parallel.h"
#include "core/explore/sweep_monitor.h"
#include "core/explore/sweep_point.h"
#include "core/search/stop_watch.h"

namespace lapidary {

namespace {

/// One run of runSweep. Points are written by the tasks, each outcome by one of them, and are shared as constants once
/// the last task of the point has ended.
class Sweep {
public:
    Sweep(const SweepSpec& spec, Job& job, SweepMonitor* monitor, const SweepPoints& known)
        : m_spec(spec), m_job(job), m_monitor(monitor), m_known(known), m_layers(uniqueLayers(spec)) {}

    SweepResult run();

private:
    bool isKnown(std::size_t point) const { return point < m_known.size() && m_known[point]; }
    void setUp();
    void runTask(SweepTask task);
    void close(std::size_t point);

    const SweepSpec& m_spec;
    Job& m_job;
    SweepMonitor* m_monitor;
    const SweepPoints& m_known;
    std::vector<Layer> m_layers;
    std::vector<std::shared_ptr<SweepPoint>> m_points;
    std::vector<std::atomic<std::size_t>> m_open;  ///< tasks per point that have not ended
    std::vector<SweepTask> m_tasks;
    std::atomic<std::size_t> m_ended{0};
};

void Sweep::setUp() {
    const std::size_t count = pointCount(m_spec);
    m_open = std::vector<std::atomic<std::size_t>>(count);
    for (std::size_t index = 0; index < count; ++index) {
        m_points.push_back(isKnown(index) ? nullptr : std::make_shared<SweepPoint>(pointAt(m_spec, index)));
        if (!m_points[index] || !m_points[index]->architecture) continue;
        m_points[index]->layers.resize(m_layers.size());
        m_open[index] = m_layers.size();
        for (std::size_t layer = 0; layer < m_layers.size(); ++layer) m_tasks.push_back({index, layer});
    }
    if (!m_monitor) return;
    m_monitor->begin(count, m_layers.size(), m_tasks.size(), m_spec.search.threads);
    for (std::size_t index = 0; index < count; ++index) {
        if (isKnown(index))
            m_monitor->finished(m_known[index]);
        else if (!m_points[index]->architecture)
            m_monitor->finished(m_points[index]);
    }
}

void Sweep::runTask(SweepTask task) {
    if (!m_job.checkpoint()) return;
    if (m_monitor) m_monitor->started(task);
    SweepPoint& point = *m_points[task.point];
    Job part(&m_job);
    LayerOutcome& outcome = point.layers[task.layer];
    outcome = searchLayer(m_spec, point, m_layers[task.layer].workload, part);
    if (m_monitor) m_monitor->ended(task, outcome.seconds);
    m_job.setProgress(static_cast<double>(++m_ended) / static_cast<double>(m_tasks.size()));
    if (--m_open[task.point] == 0) close(task.point);
}

void Sweep::close(std::size_t point) {
    addTotals(*m_points[point], m_layers, m_spec);
    if (m_monitor) m_monitor->finished(m_points[point]);
}

SweepResult Sweep::run() {
    const StopWatch watch;
    setUp();
    parallelFor(m_spec.search.threads, m_tasks.size(), [this](std::size_t i) { runTask(m_tasks[i]); });
    SweepResult result;
    result.stopped = m_job.stopRequested();
    for (std::size_t point = 0; point < m_points.size(); ++point)
        if (m_open[point] != 0) close(point);
    result.layers = m_layers;
    result.points.assign(m_points.begin(), m_points.end());
    for (std::size_t point = 0; point < m_points.size(); ++point)
        if (isKnown(point)) result.points[point] = m_known[point];
    result.threads = m_spec.search.threads;
    result.seconds = watch.seconds();
    if (m_monitor) m_monitor->end(result.stopped);
    return result;
}

}  // namespace

std::size_t pointCount(const SweepSpec& spec) {
    std::size_t count = spec.mapspaces.size();
    for (const SweepAxis& axis : spec.axes) count = std::min(count * axis.values.size(), kMaxSweepPoints + 1);
    return count;
}

std::vector<Layer> uniqueLayers(const SweepSpec& spec) {
    Network network;
    network.layers = spec.layers;
    return network.uniqueLayers();
}

Result<SweepResult> runSweep(const SweepSpec& spec, Job& job, SweepMonitor* monitor, const SweepPoints& known) {
    Diagnostics problems = checkSweep(spec);
    if (hasErrors(problems)) return problems;
    return Sweep(spec, job, monitor, known).run();
}

}  // namespace lapidary
