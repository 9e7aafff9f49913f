// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/exploration.h"

namespace lapidary::cli {

namespace {

Diagnostic lacking(const Request& request, const char* part, const char* key) {
    return errorAt({request.timeloop.front(), 0, 0, key}, std::string("no ") + part + " in these files",
                   "give the file with '" + std::string(key) + ":', too");
}

Result<Ground> groundOfTimeloop(const Request& request) {
    InputOptions input = request.input;
    if (const std::string rival = rivalOfTimeloop(input); !rival.empty())
        return error(rival + " can't be given beside --timeloop, whose files hold it");
    for (const std::string& setting : input.settings)
        if (setting.starts_with("bounds."))
            return error("--set " + setting + " can't be given beside --timeloop: the bounds are those of the problem");
    const auto read = importTimeloopFiles({request.timeloop.begin(), request.timeloop.end()});
    if (!read) return read.diagnostics();
    if (!read->architecture) return lacking(request, "design", "architecture");
    if (!read->workload) return lacking(request, "workload", "problem");
    auto design = limitedDesign(*read);
    if (design) design = withSettings(*std::move(design), input);
    if (!design) return design.diagnostics();
    auto target = Target::make(*read->workload, *std::move(design));
    if (!target) return located(target.diagnostics(), request.timeloop.front());
    input.architecture = request.timeloop.front();
    // Without a template Timeloop's factors are perfect.
    if (input.mapspace.empty()) input.mapspace = keyOf(read->factorization.value_or(Factorization::perfect));
    auto mapspace = mapspaceOf(input, *target);
    if (!mapspace) return mapspace.diagnostics();
    auto evaluator = evaluatorOf(input, *target);
    if (!evaluator) return evaluator.diagnostics();
    Diagnostics notes = read.diagnostics();
    notes.insert(notes.end(), mapspace.diagnostics().begin(), mapspace.diagnostics().end());
    return Result<Ground>({{*std::move(mapspace), *std::move(evaluator)}, read->search.value_or(SearchOptions{})},
                          std::move(notes));
}

}  // namespace

Result<Architecture> limitedDesign(const TimeloopImport& read) {
    ArchitectureSpec spec = read.architecture->spec();
    if (read.constraints) spec.constraints = *read.constraints;
    return Architecture::make(std::move(spec));
}

std::string rivalOfTimeloop(const InputOptions& input) {
    for (const auto& [option, value] :
         {std::pair{"--arch", &input.architecture}, std::pair{"--workload", &input.workload},
          std::pair{"--einsum", &input.einsum}, std::pair{"--network", &input.network}})
        if (!value->empty()) return option;
    return {};
}

Result<Ground> groundOf(const Request& request) {
    if (!request.timeloop.empty()) return groundOfTimeloop(request);
    auto exploration = explorationOf(request.input);
    if (!exploration) return exploration.diagnostics();
    Diagnostics notes = exploration.diagnostics();
    return Result<Ground>({*std::move(exploration), {}}, std::move(notes));
}

}  // namespace lapidary::cli
