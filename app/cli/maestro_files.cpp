// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/maestro_files.h"

#include <algorithm>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "core/io/maestro/report.h"
#include "core/io/native.h"
#include "core/io/search_json.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {
namespace {

using maestro::EvaluatedLayer;

Result<std::vector<EvaluatedLayer>> evaluated(const std::vector<maestro::MappedLayer>& layers,
                                              const data_centric::Hardware& hardware, const maestro::Rules& rules,
                                              const std::string& file) {
    std::vector<EvaluatedLayer> results;
    for (const maestro::MappedLayer& layer : layers) {
        const auto model = data_centric::Evaluator::make(layer.layer, hardware, rules.value_or(data_centric::Quirks{}));
        if (!model) return maestro::located(model.diagnostics(), layer, file);
        if (!rules) {
            auto outcome = data_centric::evaluateEdgeExact(layer.dataflow, layer.layer, hardware);
            if (!outcome) return maestro::located(outcome.diagnostics(), layer, file);
            results.push_back({layer, *std::move(outcome)});
            continue;
        }
        Diagnostics problems = model->problems(layer.dataflow);
        if (!problems.empty()) return maestro::located(std::move(problems), layer, file);
        results.push_back({layer, model->evaluate(layer.dataflow)});
    }
    return results;
}

Diagnostics overflows(const std::vector<EvaluatedLayer>& layers, bool warn, const std::string& file) {
    Diagnostics notes;
    for (const EvaluatedLayer& layer : layers)
        for (const std::string& warning : layer.outcome.warnings)
            notes.push_back(
                {warn ? Severity::warning : Severity::error, warning, {file, 0, 0, layer.mapped.layer.name}, {}});
    return notes;
}

Result<data_centric::Hardware> machineOf(const Request& request, const maestro::Rules& rules) {
    if (request.maestro.size() == 2) {
        if (request.pes) return error("--pes can't be given beside a hardware file, which says num_pes");
        const auto text = readTextFile(request.maestro[0]);
        return text ? maestro::readHardware(*text, request.maestro[0]) : text.diagnostics();
    }
    if (!request.pes)
        return error("--maestro takes two files, found 1",
                     "first the hardware, then the network with its dataflows; or "
                     "say --pes N instead of a hardware file");
    data_centric::Hardware hardware;
    hardware.pes = *request.pes;
    hardware.hops = rules && rules->noHopsWithoutHardware ? 0 : 1;
    return hardware;
}

}  // namespace

Result<maestro::Rules> maestroRulesOf(const Request& request) {
    const std::string& compat = request.input.compat;
    if (compat.empty()) {
        if (request.quirks.empty()) return maestro::Rules();
        return error("--quirk " + request.quirks.front() + " needs --compat maestro",
                     "the rules edge-exact have no quirks");
    }
    if (compat != "maestro")
        return error("directives can't be counted with --compat " + compat,
                     "use --compat maestro, or none for the rules edge-exact");
    data_centric::Quirks quirks;
    for (const std::string& text : request.quirks) {
        const auto set = data_centric::withQuirk(quirks, text);
        if (!set) return located(set.diagnostics(), "--quirk");
        quirks = *set;
    }
    return maestro::Rules(quirks);
}

bool hasQuirk(const Request& request, const std::string& key) {
    return std::any_of(request.quirks.begin(), request.quirks.end(),
                       [&](const std::string& text) { return text.starts_with(key + "="); });
}

ExitCode evaluateMaestroFiles(const Request& request) {
    const InputOptions& input = request.input;
    if (!request.mapping.empty() || !request.timeloop.empty() || !request.explain.empty() ||
        !input.architecture.empty() || !input.settings.empty() || !input.workload.empty() || !input.einsum.empty() ||
        !input.network.empty())
        return refuse(ExitCode::badInput,
                      "--arch, --set, a workload, --mapping, --timeloop and --explain can't be given beside --maestro, "
                      "whose files hold all");
    if (request.maestro.size() > 2)
        return refuse(ExitCode::badInput, "--maestro takes two files, found " + std::to_string(request.maestro.size()),
                      "first the hardware, then the network with its dataflows");
    const auto rules = maestroRulesOf(request);
    if (!rules) return refuse(rules.diagnostics());
    const auto hardware = machineOf(request, *rules);
    if (!hardware) return refuse(hardware.diagnostics());
    const std::string& file = request.maestro.back();
    const auto networkText = readTextFile(file);
    if (!networkText) return refuse(networkText.diagnostics());
    const auto layers = maestro::readNetwork(*networkText, file);
    if (!layers) return refuse(layers.diagnostics());

    const StopWatch watch;
    const auto results = evaluated(*layers, *hardware, *rules, file);
    if (!results) return refuse(results.diagnostics());
    const double seconds = watch.seconds();
    const bool warn = *rules && (*rules)->overflowIsWarning;
    printNotes(overflows(*results, warn, file), request.output);
    const Rendering rendering{[&] { return maestro::reportText(*results, *hardware, *rules); },
                              [&] {
                                  return maestro::reportJson(*results, *hardware, *rules)
                                      .set("run", runJson(seconds, 1, static_cast<std::int64_t>(results->size())));
                              },
                              [&] { return toCsv(maestro::accessTable(*results, NumberStyle::exact)); }};
    const bool fits =
        std::all_of(results->begin(), results->end(), [](const EvaluatedLayer& layer) { return layer.outcome.fits; });
    return emit(request.output, rendering, fits || warn ? ExitCode::done : ExitCode::invalid);
}

}  // namespace lapidary::cli
