// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/inputs.h"
#include "app/cli/mapping_file.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/provenance.h"
#include "app/cli/verbs.h"
#include "core/io/compare_report.h"

namespace lapidary::cli {

namespace {

Result<Compared> sideOf(const std::string& file, const Evaluator& evaluator) {
    auto mapping = readMapping(file, evaluator.target());
    if (!mapping) return mapping.diagnostics();
    Cost cost = evaluator.evaluate(*mapping);
    return Compared{file, evaluator.targetPtr(), *std::move(mapping), std::move(cost)};
}

}  // namespace

ExitCode runCompare(const Request& request) {
    if (request.mappings.size() != 2)
        return refuse(ExitCode::badInput, "expected two mappings, found " + std::to_string(request.mappings.size()),
                      "lapidary-cli compare A B --arch ... --workload ...");
    const auto target = targetOf(request.input);
    if (!target) return refuse(target.diagnostics());
    const auto evaluator = evaluatorOf(request.input, *target);
    if (!evaluator) return refuse(evaluator.diagnostics());
    const auto a = sideOf(request.mappings[0], *evaluator);
    if (!a) return refuse(a.diagnostics());
    const auto b = sideOf(request.mappings[1], *evaluator);
    if (!b) return refuse(b.diagnostics());
    Provenance provenance = provenanceOf(request);
    addInputs(provenance, **target);

    const Rendering rendering{[&] { return compareReport(*a, *b); }, [&] { return compareToJson(*a, *b, provenance); },
                              [&] { return toCsv(compareTable(*a, *b, NumberStyle::exact)); }};
    return emit(request.output, rendering, a->cost.valid && b->cost.valid ? ExitCode::done : ExitCode::invalid);
}

}  // namespace lapidary::cli
