// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs a study. A point is one task with one thread; points run in parallel, each handed out as soon as it is finished, so
// that whoever keeps them loses none and a study that was stopped goes on with what is missing. What a point finds depends
// on the study alone, so that results are the same at any thread count, in one go or in several.
// Values, apart from the monitor, which any thread may ask.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "core/base/job.h"
#include "core/explore/study_spec.h"
#include "core/search/stop_watch.h"

namespace lapidary {

/// A number, words, or nothing: unknown.
using StudyValue = std::variant<std::monostate, double, std::string>;

struct StudyFigureInfo {
    std::string key, label, unit;
};
/// What each point of a task has, in order. "seconds" and "cpu_seconds" belong to machine and moment.
std::vector<StudyFigureInfo> figuresOf(StudyTask task);
/// Of figuresOf; whether it can differ from run to run.
bool isOfTheMoment(std::string_view figure);

/// What came of a point.
struct StudyOutcome {
    std::size_t point = 0;                                      ///< index into studyPoints
    std::vector<std::pair<std::string, StudyValue>> figures{};  ///< of the task, without those of the moment
    std::vector<std::string> failure{};                         ///< why there is nothing; empty = there is
    std::string stoppedBy{};                                    ///< of a search: key of StopCause
    std::string nest{};                                         ///< of a search: the best mapping as text
    double seconds = 0, cpuSeconds = 0;                         ///< of the moment

    StudyValue figure(std::string_view key) const;
};
using StudyOutcomePtr = std::shared_ptr<const StudyOutcome>;
/// By index of studyPoints; null = not finished.
using StudyOutcomes = std::vector<StudyOutcomePtr>;

struct StudySnapshot {
    std::size_t points = 0, done = 0;  ///< those known before are done
    std::vector<std::string> running;  ///< keys of points
    double seconds = 0;
};

class StudyMonitor {
public:
    StudySnapshot snapshot() const;

    /// Study side.
    void begin(std::size_t points, std::size_t known);
    void started(const std::string& key);
    void ended(const std::string& key, bool finished);

private:
    mutable std::mutex m_mutex;
    StudySnapshot m_picture;
    StopWatch m_watch;
};

struct StudyRunOptions {
    int threads = 1;
    StudyOutcomes known{};  ///< points that need not run again
    /// Called with all that is finished after each point, by one thread at a time; errors end the study.
    std::function<Diagnostics(const StudyOutcomes&)> keep{};
};

struct StudyResult {
    StudyOutcomes outcomes;
    bool stopped = false;  ///< by hand
    double seconds = 0;
};

/// Runs to the end in the calling thread plus others. Stop and pause through `job` take effect within 50 ms; points that
/// are not finished then are left out. Errors: those of checkStudy and of `keep`. A point that can't run says why and harms
/// no other.
Result<StudyResult> runStudy(const StudySpec& spec, const StudyRunOptions& options, Job& job,
                             StudyMonitor* monitor = nullptr);

/// One point alone. Null if `job` stopped it.
StudyOutcomePtr runPoint(const StudySpec& spec, const StudyPoint& point, std::size_t index, Job& job);

}  // namespace lapidary
