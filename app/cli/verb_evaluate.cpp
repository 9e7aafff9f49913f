// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <optional>

#include "app/cli/evaluation.h"
#include "app/cli/fabric_run.h"
#include "app/cli/fabric_trace.h"
#include "app/cli/maestro_files.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/stonne_run.h"
#include "app/cli/verbs.h"
#include "core/io/explain_report.h"
#include "core/io/inputs.h"
#include "core/io/report_table.h"
#include "core/io/report_text.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {
namespace {

/// What the report and the JSON say about the figures asked for.
struct Explanation {
    std::string text;
    Json json;
};

Result<Explanation> explanationOf(const std::vector<std::string>& figures, const Evaluator& evaluator,
                                  const Mapping& mapping) {
    Result<Explainer> explainer = Explainer::make(evaluator.targetPtr(), mapping, evaluator.semantics());
    if (!explainer) return explainer.diagnostics();
    const auto derivations = explainAll(*explainer, figures);
    if (!derivations) return derivations.diagnostics();
    return Explanation{explainText(*derivations), explainJson(*derivations, *explainer)};
}

Json withExplanation(Json json, const std::optional<Explanation>& explanation) {
    if (explanation) json.set("explain", explanation->json);
    return json;
}

}  // namespace

ExitCode runEvaluate(const Request& request) {
    if (!request.stonne.empty() || !request.bitmaps.empty() || !request.tile.empty()) return evaluateStonne(request);
    if (!request.maestro.empty()) return evaluateMaestroFiles(request);
    if (!request.quirks.empty() || request.pes)
        return refuse(ExitCode::badInput, (request.pes ? "--pes" : "--quirk") + std::string(" needs --maestro"));
    if (request.input.model == "fabric") return evaluateOnFabric(request);
    if (!request.onFabric.empty() || !request.layout.empty())
        return refuse(ExitCode::badInput, (request.onFabric.empty() ? "--layout" : "--fabric") +
                                              std::string(" needs --model fabric or --stonne"));
    if (watchesFabric(request))
        return refuse(ExitCode::badInput, (request.trace.empty() ? "--timeline" : "--trace") +
                                              std::string(" needs --stonne or --model fabric"));
    const auto evaluation = evaluationOf(request);
    if (!evaluation) return refuse(evaluation.diagnostics());
    const TargetPtr& target = evaluation->target;
    const Mapping& mapping = evaluation->mapping;
    const auto compat = compatOf(request.input);
    if (!compat) return refuse(compat.diagnostics());
    const auto evaluator = evaluatorOf(request.input, target);
    if (!evaluator) return refuse(evaluator.diagnostics());
    printNotes(evaluation.diagnostics(), request.output);

    const StopWatch watch;
    const Result<Cost> cost =
        *compat ? evaluateLike(**compat, mapping, target) : Result<Cost>(evaluator->evaluate(mapping));
    if (!cost) return refuse(located(cost.diagnostics(), evaluation->file));
    const double seconds = watch.seconds();

    std::optional<Explanation> explanation;
    if (!request.explain.empty()) {
        if (*compat)
            return refuse(ExitCode::badInput, "--explain can't be given beside --compat " + request.input.compat,
                          "it derives the reuse model's own figures: leave --compat out, or use --compat timeloop");
        if (request.output.format == keyOf(Format::csv))
            return refuse(ExitCode::badInput, "--explain gives no table", "use --format text or json");
        auto made = explanationOf(request.explain, *evaluator, mapping);
        if (!made) return refuse(made.diagnostics());
        explanation = *std::move(made);
    }

    const Rendering rendering{
        [&] { return costReport(*cost, *target, *compat) + (explanation ? '\n' + explanation->text : ""); },
        [&] { return withExplanation(evaluationToJson(*cost, *target, seconds, *compat), explanation); },
        [&] {
            const Table ports = portTable(*cost, NumberStyle::exact);
            return toCsv(trafficTable(*cost, *target, NumberStyle::exact)) +
                   (ports.rows.empty() ? "" : '\n' + toCsv(ports));
        }};
    return emit(request.output, rendering, cost->valid ? ExitCode::done : ExitCode::invalid);
}

}  // namespace lapidary::cli
