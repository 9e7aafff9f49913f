// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/inputs.h"

#include <algorithm>

#include "core/io/onnx/onnx_model.h"
#include "core/io/option_key.h"
#include "core/io/presets.h"
#include "core/workload/einsum.h"

namespace lapidary {

namespace {

constexpr std::string_view kBoundsPrefix = "bounds.";

bool speaksOfBounds(const std::string& setting) { return setting.starts_with(kBoundsPrefix); }

/// What the value of an option stands for. Problems without a place concern the option; `list` tells what it may be.
template <class T>
Result<T> given(Result<T> read, const char* option, const char* list) {
    if (read) return read;
    Diagnostics problems = read.diagnostics();
    for (Diagnostic& problem : problems) {
        if (!problem.place.file.empty()) continue;
        problem.place.file = option;
        if (problem.hint.empty()) problem.hint = list;
    }
    return problems;
}

Result<Workload> layerOf(const InputOptions& input) {
    const auto network = networkOf(input);
    if (!network) return network.diagnostics();
    std::vector<std::string> names;
    for (const Layer& layer : network->layers) {
        const std::string& name = layer.workload.name();
        const std::string own = name.substr(name.rfind('/') + 1);
        if (name == input.layer || own == input.layer) return layer.workload;
        names.push_back(own);
    }
    Diagnostic problem = unknownLayer(input.network, input.layer, names);
    problem.place.file = "--layer";
    return problem;
}

/// A name that only a list has stands in that list, not in the expression.
Diagnostics locatedByOption(Diagnostics problems) {
    for (Diagnostic& problem : problems) {
        const auto speaksOf = [&](const std::string& what) {
            return problem.message.starts_with(what + " '" + problem.place.key + "' names no");
        };
        for (const auto& [what, option] : {std::pair{"bound", "--bounds"}, std::pair{"role", "--roles"}})
            if (speaksOf(what)) problem.place = {option, 0, 0, {}};
    }
    return located(std::move(problems), "--einsum");
}

Result<Workload> einsumOf(const InputOptions& input) {
    const auto bounds = parseBounds(input.bounds);
    if (!bounds) return located(bounds.diagnostics(), "--bounds");
    EinsumOptions options;
    if (!input.roles.empty()) {
        auto roles = parseNames(input.roles);
        if (!roles) return located(roles.diagnostics(), "--roles");
        options.roles = *std::move(roles);
    }
    auto workload = parseEinsum(input.einsum, *bounds, options);
    if (!workload) return locatedByOption(workload.diagnostics());
    return workload;
}

Result<Workload> withBound(const Workload& workload, const std::string& setting) {
    const auto bounds = parseBounds(std::string_view(setting).substr(kBoundsPrefix.size()));
    if (!bounds) return located(bounds.diagnostics(), "--set " + setting);
    std::vector<std::int64_t> all;
    std::vector<std::string> names;
    for (const Dimension& dimension : workload.dimensions()) {
        all.push_back(dimension.bound);
        names.push_back(dimension.name);
    }
    for (const auto& [name, bound] : *bounds) {
        const int dimension = workload.findDimension(name);
        if (dimension < 0)
            return aboutOption("--set " + setting, "the workload has no dimension '" + name + "'",
                               didYouMean(name, names));
        all[static_cast<std::size_t>(dimension)] = bound;
    }
    auto changed = workload.withBounds(all);
    if (!changed) return located(changed.diagnostics(), "--set " + setting);
    return changed;
}

Result<Workload> namedWorkload(const InputOptions& input) {
    const int ways = !input.workload.empty() + !input.einsum.empty() + !input.network.empty();
    if (ways == 0)
        return aboutOption("--workload", "no workload given",
                           "use --workload, --einsum with --bounds, or --network "
                           "with --layer; 'lapidary-cli presets network' lists some");
    if (ways > 1) return aboutOption("--workload", "give only one of --workload, --einsum and --network");
    if (input.network.empty() && !input.layer.empty()) return aboutOption("--layer", "goes with --network only");
    if (input.network.empty() && !input.extents.empty()) return aboutOption("--extents", "goes with --network only");
    if (input.einsum.empty() && !(input.bounds.empty() && input.roles.empty()))
        return aboutOption(input.bounds.empty() ? "--roles" : "--bounds", "goes with --einsum only",
                           "use --set bounds.m=100 to change a bound of a workload");
    if (!input.einsum.empty()) return einsumOf(input);
    if (!input.network.empty()) return layerOf(input);
    return given(loadWorkload(input.workload), "--workload", "'lapidary-cli presets workload' lists some");
}

}  // namespace

Result<Architecture> architectureOf(const InputOptions& input) {
    if (input.architecture.empty())
        return aboutOption("--arch", "no design given", "'lapidary-cli presets architecture' lists some");
    auto architecture =
        given(loadArchitecture(input.architecture), "--arch", "'lapidary-cli presets architecture' lists some");
    return architecture ? withSettings(*std::move(architecture), input) : architecture;
}

Result<Architecture> withSettings(Architecture architecture, const InputOptions& input) {
    for (const std::string& setting : input.settings) {
        if (speaksOfBounds(setting)) continue;
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            return aboutOption("--set " + setting, "expected PATH=VALUE", "for example GLB.capacity=64KiB");
        auto changed = withSetting(architecture, std::string_view(setting).substr(0, equals),
                                   std::string_view(setting).substr(equals + 1));
        if (!changed) return located(changed.diagnostics(), "--set " + setting);
        architecture = *std::move(changed);
    }
    return architecture;
}

Diagnostics wordNotes(const std::vector<std::string>& assignments) {
    constexpr std::string_view kCapacity = ".capacity";
    Diagnostics notes;
    for (const std::string& assignment : assignments) {
        const std::size_t equals = std::min(assignment.find('='), assignment.size());
        if (!std::string_view(assignment).substr(0, equals).ends_with(kCapacity)) continue;
        for (std::size_t start = equals + 1; start < assignment.size();) {
            const std::size_t end = std::min(assignment.find(',', start), assignment.size());
            const std::string value = assignment.substr(start, end - start);
            start = end + 1;
            if (value.empty() || value.find_first_not_of("0123456789") != std::string::npos) continue;
            notes.push_back({Severity::note,
                             assignment.substr(0, equals) + "=" + value + " means " + value + " words",
                             {},
                             "write a unit for bytes, such as " + value + "KiB"});
            break;
        }
    }
    return notes;
}

Result<Network> networkOf(const InputOptions& input) {
    const char* list = "'lapidary-cli presets network' lists some";
    if (input.extents.empty()) return given(loadNetwork(input.network), "--network", list);
    if (!isOnnxName(input.network))
        return aboutOption("--extents", "'" + input.network + "' leaves no axis open, expected an ONNX model");
    auto extents = parseExtents(input.extents);
    if (!extents) return located(extents.diagnostics(), "--extents");
    return loadOnnxNetwork(input.network, {false, *std::move(extents)});
}

Result<Workload> workloadOf(const InputOptions& input) {
    auto workload = namedWorkload(input);
    for (const std::string& setting : input.settings)
        if (workload && speaksOfBounds(setting)) workload = withBound(*workload, setting);
    return workload;
}

Result<TargetPtr> targetOf(const InputOptions& input) {
    auto architecture = architectureOf(input);
    if (!architecture) return architecture.diagnostics();
    auto workload = workloadOf(input);
    if (!workload) return workload.diagnostics();
    auto target = Target::make(*std::move(workload), *std::move(architecture));
    if (!target) return located(target.diagnostics(), input.architecture);
    return target;
}

Result<std::optional<Compat>> compatOf(const InputOptions& input) {
    using Choice = std::optional<Compat>;
    const bool directives = input.model == keyOf(Compat::dataCentric);
    if (!directives && input.compat == keyOf(Compat::maestro))
        return aboutOption("--compat", "maestro needs --model data-centric", "or --maestro with its files");
    if (directives && !input.compat.empty() && input.compat != keyOf(Compat::maestro))
        return aboutOption("--compat", input.compat + " can't be given beside --model data-centric",
                           "maestro can, or none for the rules edge-exact");
    if (!directives && (input.compat.empty() || input.compat == "timeloop"))
        return Choice();  // the latter is a set of switches
    if (!directives && input.compat == keyOf(Compat::dataCentric))
        return aboutOption("--compat", "data-centric is a model", "use --model data-centric");
    const auto tool = directives && input.compat.empty() ? Result<Compat>(Compat::dataCentric)
                                                         : optionKey("--compat", input.compat, Compat::accelforge);
    if (!tool) return tool.diagnostics();
    const std::pair<const char*, bool> given[] = {
        {"--halo", !input.halo.empty()}, {"--window", !input.window.empty()}, {"--multicast", !input.multicast.empty()},
        {"--time", !input.time.empty()}, {"--drain-read", input.drainRead},   {"--padding", input.padding}};
    for (const auto& [option, isGiven] : given)
        if (isGiven)
            return aboutOption(option,
                               directives ? "can't be given beside --model data-centric"
                                          : "can't be given beside --compat " + input.compat,
                               "its rules settle it");
    return Choice(*tool);
}

Result<Semantics> semanticsOf(const InputOptions& input, Semantics start) {
    if (const auto tool = compatOf(input); !tool) return tool.diagnostics();
    if (input.compat == "timeloop") start = timeloopSemantics();
    const auto halo = optionKey("--halo", input.halo, start.halo);
    if (!halo) return halo.diagnostics();
    const auto window = optionKey("--window", input.window, start.window);
    if (!window) return window.diagnostics();
    const auto multicast = optionKey("--multicast", input.multicast, start.multicast);
    if (!multicast) return multicast.diagnostics();
    const auto time = optionKey("--time", input.time, start.time);
    if (!time) return time.diagnostics();
    start.time = *time;
    start.halo = *halo;
    start.window = *window;
    start.multicast = *multicast;
    start.drainRead = start.drainRead || input.drainRead;
    start.padding = start.padding || input.padding;
    return start;
}

Result<Evaluator> evaluatorOf(const InputOptions& input, TargetPtr target) {
    const auto semantics = semanticsOf(input);
    if (!semantics) return semantics.diagnostics();
    return Evaluator::make(std::move(target), *semantics);
}

Result<std::optional<Constraints>> constraintsOf(const InputOptions& input) {
    using Choice = std::optional<Constraints>;
    if (input.constraints.empty()) return Choice();
    auto constraints = input.constraints == "none"
                           ? Result<Constraints>(Constraints{})
                           : given(loadConstraints(input.constraints), "--constraints", "expected none or a file");
    if (!constraints) return constraints.diagnostics();
    constraints->fromUser = true;
    return Choice(*std::move(constraints));
}

Result<Mapspace> mapspaceOf(const InputOptions& input, TargetPtr target) {
    const auto factorization = optionKey("--mapspace", input.mapspace, Factorization::rubyS);
    if (!factorization) return factorization.diagnostics();
    auto constraints = constraintsOf(input);
    if (!constraints) return constraints.diagnostics();
    const bool ownConstraints = !constraints->has_value();
    MapspaceOptions options{*factorization, constraints->value_or(target->architecture.spec().constraints)};
    auto mapspace = Mapspace::make(std::move(target), std::move(options));
    if (!mapspace) return located(mapspace.diagnostics(), ownConstraints ? input.architecture : input.constraints);
    return mapspace;
}

Result<Exploration> explorationOf(const InputOptions& input) {
    auto target = targetOf(input);
    if (!target) return target.diagnostics();
    auto mapspace = mapspaceOf(input, *target);
    if (!mapspace) return mapspace.diagnostics();
    auto evaluator = evaluatorOf(input, *target);
    if (!evaluator) return evaluator.diagnostics();
    Diagnostics notes = target.diagnostics();
    notes.insert(notes.end(), mapspace.diagnostics().begin(), mapspace.diagnostics().end());
    return Result<Exploration>({*std::move(mapspace), *std::move(evaluator)}, std::move(notes));
}

Diagnostics located(Diagnostics diagnostics, const std::string& file) {
    for (Diagnostic& diagnostic : diagnostics)
        if (diagnostic.place.file.empty()) diagnostic.place.file = file;
    return diagnostics;
}

}  // namespace lapidary
