// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/fabric_run.h"

#include "app/cli/evaluation.h"
#include "app/cli/fabric_machine.h"
#include "app/cli/fabric_trace.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "core/base/units.h"
#include "core/io/inputs.h"
#include "core/io/search_json.h"
#include "core/io/stonne/report.h"
#include "core/model/fabric/from_mapping.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {
namespace {

/// Cycles of the reuse model over those simulated.
double ratioOf(std::int64_t reuse, std::int64_t simulated) {
    return static_cast<double>(reuse) / static_cast<double>(simulated);
}

}  // namespace

ExitCode evaluateOnFabric(const Request& request) {
    if (!request.explain.empty()) return refuse(ExitCode::badInput, "--explain derives the reuse model's figures");
    if (!request.input.compat.empty()) return refuse(ExitCode::badInput, "--compat counts with the reuse model");
    const auto evaluation = evaluationOf(request);
    if (!evaluation) return refuse(evaluation.diagnostics());
    InputOptions input = request.input;
    input.model.clear();  // the reuse model, to compare with
    const auto evaluator = evaluatorOf(input, evaluation->target);
    if (!evaluator) return refuse(evaluator.diagnostics());
    const auto choice = machineChoiceOf(request);
    if (!choice) return refuse(choice.diagnostics());
    const auto run = fabric::runOf(evaluation->mapping, *evaluation->target, *choice);
    if (!run) return refuse(run.diagnostics());
    printNotes(run.diagnostics(), request.output);
    const Cost reuse = evaluator->evaluate(evaluation->mapping);
    Diagnostics problems = fabric::problemsOf(*run);
    if (!reuse.valid) problems.push_back(error("the reuse model finds the mapping invalid"));
    if (!problems.empty()) {
        refuse(problems);
        return emit(request.output,
                    {[] { return std::string(); }, [&] { return stonne::refusalJson(*run, problems); },
                     [] { return std::string(); }},
                    ExitCode::invalid);
    }
    auto trace = fabricTraceOf(request);
    if (!trace) return refuse(trace.diagnostics());
    const StopWatch watch;
    fabric::EngineOptions options;
    if (watchesFabric(request)) options.trace = &*trace;
    const auto outcome = fabric::simulate(*run, options);
    if (!outcome) return refuse(outcome.diagnostics());
    const double seconds = watch.seconds();
    printNotes(outcome.diagnostics(), request.output);
    const double ratio = ratioOf(reuse.cycles, outcome->cycles);
    return emit(request.output,
                {[&] {
                     return stonne::reportText(*run, *outcome) + "\nreuse model: " + formatCount(reuse.cycles) +
                            " cycles, " + formatSignificant(ratio) + " of those simulated\n" +
                            fabricTraceText(request, *trace, *run);
                 },
                 [&] {
                     return withFabricTrace(stonne::reportJson(*run, *outcome), request, *trace, *run)
                         .set("reuse", Json::object().set("cycles", reuse.cycles).set("ratio", ratio))
                         .set("run", runJson(seconds, 1, 1));
                 },
                 [&] {
                     return toCsv(watchesFabric(request) ? fabricTraceTable(request, *trace, *run)
                                                         : stonne::componentTable(*outcome, NumberStyle::exact));
                 }},
                ExitCode::done);
}

}  // namespace lapidary::cli
