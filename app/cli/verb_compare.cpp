// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/fabric_machine.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/provenance.h"
#include "app/cli/verbs.h"
#include "core/io/compare_report.h"
#include "core/io/inputs.h"
#include "core/io/mapping_file.h"
#include "core/io/stonne/compare_report.h"

namespace lapidary::cli {

namespace {

/// One side: a file, and the rules of the model that stand behind it.
struct Side {
    std::string name, file;
    InputOptions input;
};

/// "exact,box" -> exact for A, box for B; a single value serves both. What was said twice is added to the names.
bool split(std::string InputOptions::*option, const char* rule, Side& a, Side& b) {
    const std::string text = a.input.*option;
    const auto comma = text.find(',');
    if (comma == std::string::npos) return false;
    a.input.*option = text.substr(0, comma);
    b.input.*option = text.substr(comma + 1);
    a.name += ", " + std::string(rule) + " " + a.input.*option;
    b.name += ", " + std::string(rule) + " " + b.input.*option;
    return true;
}

bool splitModels(Side& a, Side& b) {
    bool any = split(&InputOptions::model, "model", a, b);
    any = split(&InputOptions::halo, "halo", a, b) || any;
    any = split(&InputOptions::window, "window", a, b) || any;
    any = split(&InputOptions::time, "time", a, b) || any;
    return split(&InputOptions::multicast, "multicast", a, b) || any;
}

Result<Compared> sideOf(const Side& side, const TargetPtr& target) {
    const auto evaluator = evaluatorOf(side.input, target);
    if (!evaluator) return evaluator.diagnostics();
    auto mapping = readMapping(side.file, *target);
    if (!mapping) return mapping.diagnostics();
    const auto tool = compatOf(side.input);
    if (!tool) return tool.diagnostics();
    auto cost = *tool ? evaluateLike(**tool, *mapping, target) : Result<Cost>(evaluator->evaluate(*mapping));
    if (!cost) return located(cost.diagnostics(), side.file);
    return Compared{side.name, target, *std::move(mapping), *std::move(cost), *tool};
}

/// One mapping under the reuse model and on the fabric.
ExitCode compareFabric(const Request& request, InputOptions input, const std::string& file) {
    if (!input.compat.empty()) return refuse(ExitCode::badInput, "--compat counts with the reuse model's rules alone");
    input.model.clear();
    const auto target = targetOf(input);
    if (!target) return refuse(target.diagnostics());
    const auto evaluator = evaluatorOf(input, *target);
    if (!evaluator) return refuse(evaluator.diagnostics());
    const auto mapping = readMapping(file, **target);
    if (!mapping) return refuse(mapping.diagnostics());
    const auto choice = machineChoiceOf(request);
    if (!choice) return refuse(choice.diagnostics());
    const auto comparison = compareWithFabric(*mapping, *evaluator, *choice);
    if (!comparison) return refuse(located(comparison.diagnostics(), file));
    printNotes(comparison.diagnostics(), request.output);
    return emit(
        request.output,
        {[&] { return stonne::comparisonText(*comparison); }, [&] { return stonne::comparisonJson(*comparison); },
         [&] { return toCsv(stonne::comparisonTable(*comparison, NumberStyle::exact)); }},
        ExitCode::done);
}

}  // namespace

ExitCode runCompare(const Request& request) {
    const std::size_t found = request.mappings.size();
    const std::string first = found > 0 ? request.mappings.front() : "",
                      last = found > 0 ? request.mappings.back() : "";
    Side left{first, first, request.input}, right{last, last, request.input};
    const std::size_t expected = splitModels(left, right) ? 1 : 2;
    if (found != expected)
        return refuse(ExitCode::badInput,
                      expected == 1 ? "expected one mapping to count in two ways, found " + std::to_string(found)
                                    : "expected two mappings, found " + std::to_string(found),
                      expected == 1
                          ? "lapidary-cli compare A --halo exact --halo box --arch ... --workload ..."
                          : "lapidary-cli compare A B --arch ... --workload ...; or one mapping and a rule of "
                            "the model twice, e.g. --halo exact --halo box");
    const bool onFabric = left.input.model == "fabric" || right.input.model == "fabric";
    if (!onFabric && (!request.onFabric.empty() || !request.layout.empty()))
        return refuse(ExitCode::badInput, (request.onFabric.empty() ? "--layout" : "--fabric") +
                                              std::string(" needs --model reuse,fabric"));
    if (onFabric) {
        const std::string& other = left.input.model == "fabric" ? right.input.model : left.input.model;
        if (expected == 2 || (other != "reuse" && !other.empty()))
            return refuse(ExitCode::badInput, "the fabric is compared with the reuse model, of one mapping",
                          "lapidary-cli compare A --model reuse,fabric --arch ... --workload ...");
        return compareFabric(request, left.input, left.file);
    }
    const auto target = targetOf(request.input);
    if (!target) return refuse(target.diagnostics());
    const auto a = sideOf(left, *target);
    if (!a) return refuse(a.diagnostics());
    const auto b = sideOf(right, *target);
    if (!b) return refuse(b.diagnostics());
    Provenance provenance = provenanceOf(request);
    addInputs(provenance, **target);

    const Rendering rendering{[&] { return compareReport(*a, *b); }, [&] { return compareToJson(*a, *b, provenance); },
                              [&] { return toCsv(compareTable(*a, *b, NumberStyle::exact)); }};
    return emit(request.output, rendering, a->cost.valid && b->cost.valid ? ExitCode::done : ExitCode::invalid);
}

}  // namespace lapidary::cli
