// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/study.h"

#include <algorithm>

#include "core/base/parallel.h"

namespace lapidary {

namespace {

class StudyRun {
public:
    StudyRun(const StudySpec& spec, const StudyRunOptions& options, Job& job, StudyMonitor* monitor)
        : m_spec(spec), m_options(options), m_job(job), m_monitor(monitor), m_points(studyPoints(spec)) {}

    Result<StudyResult> run() {
        const StopWatch watch;
        m_outcomes = m_options.known;
        m_outcomes.resize(m_points.size());
        std::vector<std::size_t> missing;
        for (std::size_t i = 0; i < m_points.size(); ++i)
            if (!m_outcomes[i]) missing.push_back(i);
        m_done = m_points.size() - missing.size();
        if (m_monitor) m_monitor->begin(m_points.size(), m_done);
        parallelFor(m_options.threads, missing.size(), [&](std::size_t i) { runOne(missing[i]); });
        if (hasErrors(m_problems)) return m_problems;
        return StudyResult{std::move(m_outcomes), m_job.stopRequested(), watch.seconds()};
    }

private:
    void runOne(std::size_t index) {
        // m_end ends the study for a reason of its own: the job is the caller's and not for us to stop.
        if (!m_job.checkpoint() || m_end.stopRequested()) return;
        const std::string key = keyOf(m_spec, m_points[index]);
        if (m_monitor) m_monitor->started(key);
        Job part(&m_job);
        StudyOutcomePtr outcome = runPoint(m_spec, m_points[index], index, part);
        if (m_monitor) m_monitor->ended(key, outcome != nullptr);
        if (outcome) close(index, std::move(outcome));
    }

    void close(std::size_t index, StudyOutcomePtr outcome) {
        const std::lock_guard lock(m_mutex);
        m_outcomes[index] = std::move(outcome);
        m_job.setProgress(static_cast<double>(++m_done) / static_cast<double>(m_points.size()));
        if (!m_options.keep || hasErrors(m_problems)) return;
        m_problems = m_options.keep(m_outcomes);
        if (hasErrors(m_problems)) m_end.requestStop();
    }

    const StudySpec& m_spec;
    const StudyRunOptions& m_options;
    Job& m_job;
    StudyMonitor* m_monitor;
    std::vector<StudyPoint> m_points;
    std::mutex m_mutex;
    StudyOutcomes m_outcomes;
    std::size_t m_done = 0;
    Diagnostics m_problems;
    Job m_end;
};

}  // namespace

StudyValue StudyOutcome::figure(std::string_view key) const {
    if (key == "seconds") return seconds;
    if (key == "cpu_seconds") return cpuSeconds;
    for (const auto& [name, value] : figures)
        if (name == key) return value;
    return {};
}

bool isOfTheMoment(std::string_view figure) { return figure == "seconds" || figure == "cpu_seconds"; }

StudySnapshot StudyMonitor::snapshot() const {
    const std::lock_guard lock(m_mutex);
    StudySnapshot copy = m_picture;
    copy.seconds = m_watch.seconds();
    return copy;
}

void StudyMonitor::begin(std::size_t points, std::size_t known) {
    const std::lock_guard lock(m_mutex);
    m_picture = {points, known, {}, 0};
    m_watch = StopWatch();
}

void StudyMonitor::started(const std::string& key) {
    const std::lock_guard lock(m_mutex);
    m_picture.running.push_back(key);
}

void StudyMonitor::ended(const std::string& key, bool finished) {
    const std::lock_guard lock(m_mutex);
    std::erase(m_picture.running, key);
    m_picture.done += finished ? 1 : 0;
}

Result<StudyResult> runStudy(const StudySpec& spec, const StudyRunOptions& options, Job& job, StudyMonitor* monitor) {
    Diagnostics problems = checkStudy(spec);
    if (hasErrors(problems)) return problems;
    return StudyRun(spec, options, job, monitor).run();
}

}  // namespace lapidary
