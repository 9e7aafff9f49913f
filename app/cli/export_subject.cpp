// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/export_subject.h"

#include "core/io/inputs.h"
#include "core/io/session_source.h"

namespace lapidary::cli {
namespace {

/// By the options, else as the window shows what these inputs give.
Result<std::optional<Compat>> rulesOf(const Request& request, const SessionInputs& inputs) {
    if (!request.input.model.empty() || !request.input.compat.empty()) return compatOf(request.input);
    const std::optional<Compat>& rules = inputs.search.compat;
    return rules && isDataCentric(*rules) ? rules : std::nullopt;
}

}  // namespace

Result<ExportSubject> exportSubjectOf(const Request& request) {
    auto session = request.subject.empty() ? sessionFrom(request.input, request.mapping) : readSession(request.subject);
    if (!session) return session.diagnostics();
    int place = 0;
    for (SessionRun& run : session->runs) {
        ++place;
        if (run.number == 0) run.number = place;
    }
    std::vector<SessionRun> runs = session->runs;
    std::erase_if(runs, [](const SessionRun& run) { return run.queued; });
    const ShownMapping& shown = session->shown;
    const SessionRun* run = shown.run < 0 ? nullptr : &session->runs[static_cast<std::size_t>(shown.run)];
    const SessionInputs& inputs = run ? run->inputs : session->inputs;
    const auto rules = rulesOf(request, inputs);
    if (!rules) return rules.diagnostics();
    if (shown.point >= 0) {
        const SweepPointPtr& point = session->sweep->points[static_cast<std::size_t>(shown.point)];
        const LayerOutcome& outcome = point->layers[static_cast<std::size_t>(shown.layer)];
        return ExportSubject{
            outcome.target, outcome.best->mapping, session->inputs, std::move(runs), {}, session->flash, *rules};
    }
    auto target = Target::make(inputs.workload, inputs.architecture);
    if (!target) return target.diagnostics();
    ExportSubject subject{*std::move(target), shown.own, session->inputs, std::move(runs), {}, session->flash, *rules};
    if (!run) return subject;
    const std::vector<Candidate>& found = shown.onFront ? run->result.front : run->result.top;
    subject.mapping = found[static_cast<std::size_t>(shown.rank)].mapping;
    subject.seed = run->inputs.search.seed;
    return subject;
}

}  // namespace lapidary::cli
