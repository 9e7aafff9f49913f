// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/io/inputs.h"
#include "core/io/mapping_file.h"
#include "core/io/report_table.h"
#include "core/io/report_text.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {

ExitCode runEvaluate(const Request& request) {
    if (request.mapping.empty())
        return refuse(ExitCode::badInput, "no mapping given", "use --mapping FILE; 'search --save FILE' writes one");
    const auto target = targetOf(request.input);
    if (!target) return refuse(target.diagnostics());
    const auto compat = compatOf(request.input);
    if (!compat) return refuse(compat.diagnostics());
    const auto evaluator = evaluatorOf(request.input, *target);
    if (!evaluator) return refuse(evaluator.diagnostics());
    const auto mapping = readMapping(request.mapping, **target);
    if (!mapping) return refuse(mapping.diagnostics());
    printNotes(mapping.diagnostics(), request.output);

    const StopWatch watch;
    const Result<Cost> cost =
        *compat ? evaluateLike(**compat, *mapping, *target) : Result<Cost>(evaluator->evaluate(*mapping));
    if (!cost) return refuse(located(cost.diagnostics(), request.mapping));
    const double seconds = watch.seconds();

    const Rendering rendering{[&] { return costReport(*cost, **target, *compat); },
                              [&] { return evaluationToJson(*cost, **target, seconds, *compat); },
                              [&] { return toCsv(trafficTable(*cost, **target, NumberStyle::exact)); }};
    return emit(request.output, rendering, cost->valid ? ExitCode::done : ExitCode::invalid);
}

}  // namespace lapidary::cli
