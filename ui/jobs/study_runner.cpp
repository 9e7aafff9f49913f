// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/study_runner.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

#include "core/io/native.h"
#include "core/io/study_results.h"

namespace lapidary::ui {

namespace {

struct StudyWork final : JobWork {
    StudyOrder order;
    StudyMonitor monitor;
    Renewed<StudyOutcomes> outcomes;
    bool stopped = false;
    Diagnostics problems;

    void run() override {
        const StudyStamp stamp(*order.study);
        const std::string file = order.file.toStdString();
        const auto write = [&](const StudyOutcomes& soFar) {
            if (file.empty()) return Diagnostics{};
            return writeTextFile(file, studyResultsToJson(*order.study, stamp, soFar, order.threads).dump() + '\n');
        };
        const auto keep = [&](const StudyOutcomes& soFar) {
            outcomes.change([&](StudyOutcomes& known) { known = soFar; });
            return write(soFar);
        };
        // The file is there from the beginning, so that what can't be written is said before anything was computed.
        problems = write(order.known);
        if (!hasErrors(problems)) {
            auto result = runStudy(order.study->spec, {order.threads, order.known, keep}, job, &monitor);
            if (result)
                stopped = result->stopped;
            else
                problems = result.diagnostics();
        }
    }
};

}  // namespace

void StudyRunner::start(StudyOrder order) {
    Q_ASSERT(!running());
    if (!order.file.isEmpty()) QDir().mkpath(QFileInfo(order.file).absolutePath());  // if not, writing says so
    auto work = std::make_unique<StudyWork>();
    work->outcomes.value() = order.known;
    work->order = std::move(order);
    launch(std::move(work));
}

StudyOutcomes StudyRunner::abandonWithOutcomes() {
    const auto work = takeBack();
    return work ? std::move(static_cast<StudyWork&>(*work).outcomes.value()) : StudyOutcomes{};
}

void StudyRunner::tellProgress(JobWork& work) {
    StudySnapshot snapshot = static_cast<StudyWork&>(work).monitor.snapshot();
    snapshot.seconds = std::max(0.0, snapshot.seconds - heldSeconds());
    if (snapshot.points > 0) emit updated(snapshot);  // else not set up yet
}

void StudyRunner::look(JobWork& work) {
    tellProgress(work);
    if (const auto news = static_cast<StudyWork&>(work).outcomes.takeNews()) emit outcomesChanged(*news);
}

void StudyRunner::deliver(JobWork& work) {
    tellProgress(work);
    const auto& done = static_cast<StudyWork&>(work);
    emit finished(done.outcomes.value(), done.stopped, done.problems);
}

}  // namespace lapidary::ui
