// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/sweep_options.h"

#include <algorithm>

#include "app/cli/messages.h"
#include "app/cli/search_options.h"
#include "core/explore/sweep_check.h"
#include "core/explore/sweep_point.h"
#include "core/io/inputs.h"
#include "core/io/option_key.h"
#include "core/io/presets.h"

namespace lapidary::cli {

namespace {

std::vector<std::string> splitAtCommas(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        if (end > start) parts.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

Result<SweepAxis> axisOf(const std::string& option) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0)
        return errorAt({.file = "--axis " + option, .line = 0, .column = 0, .key = {}}, "expected PATH=V1,V2,...",
                       "for example PE.fanout=2x7,14x12");
    return SweepAxis{option.substr(0, equals), splitAtCommas(option.substr(equals + 1))};
}

/// Takes over what the request says of one part of the sweep; errors otherwise.
using Part = Diagnostics (*)(const Request&, SweepFile&);

template <class T>
Diagnostics take(Result<T> result, T& out) {
    if (!result) return result.diagnostics();
    out = *std::move(result);
    return {};
}

Diagnostics takeDesign(const Request& request, SweepFile& sweep) {
    const InputOptions& input = request.input;
    if (input.architecture.empty() && !request.sweep.file.empty()) {
        if (!input.settings.empty()) sweep.architectureKey.clear();
        return take(withSettings(sweep.spec.base, input), sweep.spec.base);
    }
    sweep.architectureKey = input.settings.empty() ? input.architecture : "";
    return take(architectureOf(input), sweep.spec.base);
}

Diagnostics takeLayers(const Request& request, SweepFile& sweep) {
    const InputOptions& input = request.input;
    const bool given = !input.network.empty() || !input.workload.empty() || !input.einsum.empty();
    if (!given && !request.sweep.file.empty()) return {};
    sweep.networkKey.clear();
    sweep.workloadKey.clear();
    if (input.network.empty() || !input.layer.empty()) {
        auto workload = workloadOf(input);
        if (!workload) return workload.diagnostics();
        sweep.spec.layers = {{*std::move(workload), 1}};
        return {};
    }
    if (std::any_of(input.settings.begin(), input.settings.end(),
                    [](const std::string& setting) { return setting.starts_with(kBoundsPrefix); }))
        return {error("--set changes the bounds of one workload, not of a network", "use --axis bounds.N=16")};
    auto network = networkOf(input);
    if (!network) return network.diagnostics();
    sweep.networkKey = input.network;
    sweep.spec.layers = std::move(network->layers);
    return {};
}

Diagnostics takeAxes(const Request& request, SweepFile& sweep) {
    if (!request.sweep.axes.empty()) sweep.spec.axes.clear();
    for (const std::string& option : request.sweep.axes) {
        auto axis = axisOf(option);
        if (!axis) return axis.diagnostics();
        sweep.spec.axes.push_back(*std::move(axis));
    }
    return {};
}

Diagnostics takeMapspaces(const Request& request, SweepFile& sweep) {
    if (request.input.mapspace.empty()) return {};
    sweep.spec.mapspaces.clear();
    for (const std::string& key : splitAtCommas(request.input.mapspace)) {
        const auto kind = optionKey("--mapspace", key, Factorization::rubyS);
        if (!kind) return kind.diagnostics();
        sweep.spec.mapspaces.push_back(*kind);
    }
    return {};
}

Diagnostics takeConstraints(const Request& request, SweepFile& sweep) {
    if (request.input.constraints.empty()) return {};
    return take(constraintsOf(request.input), sweep.spec.constraints);
}

Diagnostics takeSemantics(const Request& request, SweepFile& sweep) {
    return take(semanticsOf(request.input, sweep.spec.semantics), sweep.spec.semantics);
}

Diagnostics takeSearch(const Request& request, SweepFile& sweep) {
    SearchOptions& search = sweep.spec.search;
    Diagnostics problems = take(searchOptionsOf(request, search), search);
    if (!endsByItself(search.algorithm) && search.victory && !search.maxEvaluations && !search.maxSeconds)
        search.maxEvaluations = kMostPerSearch;
    return problems;
}

/// What is wrong with the sweep's structure: in an option that was given, else in the sweep's file.
Diagnostics structureOf(const Request& request, const SweepFile& sweep) {
    Diagnostics problems;
    for (SweepProblem& problem : structureProblems(sweep.spec)) {
        const std::string& key = problem.diagnostic.place.key;
        std::string option;
        if (key.starts_with("axes") && !request.sweep.axes.empty())
            option =
                problem.axis < 0 ? "--axis" : "--axis " + request.sweep.axes[static_cast<std::size_t>(problem.axis)];
        if (key == "mapspaces" && !request.input.mapspace.empty()) option = "--mapspace";
        if (!option.empty() || request.sweep.file.empty())
            problem.diagnostic.place = {option, 0, 0, {}};
        else
            problem.diagnostic = placedInFile(problem.diagnostic, sweep, request.sweep.file);
        problems.push_back(std::move(problem.diagnostic));
    }
    return problems;
}

}  // namespace

Result<SweepFile> sweepOf(const Request& request) {
    SweepFile sweep;
    if (!request.sweep.file.empty()) {
        auto loaded = loadSweep(request.sweep.file);
        if (!loaded) return located(loaded.diagnostics(), "--sweep");
        sweep = *std::move(loaded);
    }
    constexpr Part parts[] = {takeDesign,      takeLayers,    takeAxes,  takeMapspaces,
                              takeConstraints, takeSemantics, takeSearch};
    for (const Part part : parts)
        if (Diagnostics problems = part(request, sweep); hasErrors(problems)) return problems;
    if (Diagnostics problems = structureOf(request, sweep); hasErrors(problems)) return problems;
    return sweep;
}

}  // namespace lapidary::cli
