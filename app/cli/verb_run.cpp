// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/base/units.h"
#include "core/io/inputs.h"
#include "core/io/onnx/run_report.h"

namespace lapidary::cli {

namespace {

Result<OnnxModel> modelOf(const Request& request) {
    OnnxOptions options{true, {}};
    if (!request.input.extents.empty()) {
        auto extents = parseExtents(request.input.extents);
        if (!extents) return located(extents.diagnostics(), "--extents");
        options.extents = *std::move(extents);
    }
    return loadOnnxModel(request.subject, options);
}

}  // namespace

ExitCode runRun(const Request& request) {
    if (request.subject.empty()) return refuse(ExitCode::badInput, "nothing to run", "give an ONNX model");
    const auto model = modelOf(request);
    if (!model) return refuse(model.diagnostics());
    printNotes(model.diagnostics(), request.output);
    Job job;
    const auto run = [&] {
        const auto line = [&job] {
            return "running " + formatSignificant(100 * std::max(job.progress(), 0.0), 3) + " %";
        };
        const Watch watch(job, line, !request.output.quiet && hasTerminal());
        return runGraph(model->graph, model->lowered, drawInputs(model->graph, request.seedOrDefault()), literalLayer,
                        &job);
    }();
    if (!run) return refuse(located(run.diagnostics(), request.subject));
    const bool agrees = run->largestError() <= kValueTolerance;
    const ExitCode code = job.stopRequested() ? ExitCode::stopped : agrees ? ExitCode::done : ExitCode::invalid;
    return emit(request.output,
                {[&] { return runText(*model, *run); }, [&] { return runJson(*model, *run); },
                 [&] { return toCsv(runTable(*model, *run, NumberStyle::exact)); }},
                code);
}

}  // namespace lapidary::cli
