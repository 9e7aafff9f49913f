// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/base/units.h"
#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/onnx/run_report.h"
#include "core/io/stonne/machines.h"
#include "core/model/values/prune.h"
#include "core/search/fabric/mapper.h"

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

/// What computes the layers: the machine of --fabric, else their own definition.
Result<LayerFunction> layersOf(const Request& request, std::vector<FabricLayerRun>& simulated) {
    if (request.onFabric.empty()) return LayerFunction(literalLayer);
    const auto hardware = stonne::loadHardware(request.onFabric);
    if (!hardware) return hardware.diagnostics();
    return fabricLayers(*hardware, fabric::withMappedTile, simulated);
}

}  // namespace

ExitCode runRun(const Request& request) {
    if (request.subject.empty()) return refuse(ExitCode::badInput, "nothing to run", "give an ONNX model");
    auto model = modelOf(request);
    if (!model) return refuse(model.diagnostics());
    printNotes(model.diagnostics(), request.output);
    if (request.prune) {
        const std::int64_t zeros = pruneWeights(model->graph, model->lowered, *request.prune);
        printNotes({{Severity::note, formatCount(zeros) + " weights of layers are zero", {}, {}}}, request.output);
    }
    std::vector<FabricLayerRun> simulated;
    const auto layers = layersOf(request, simulated);
    if (!layers) return refuse(layers.diagnostics());
    Job job;
    const auto run = [&] {
        const auto line = [&job] {
            return "running " + formatSignificant(100 * std::max(job.progress(), 0.0), 3) + " %";
        };
        const Watch watch(job, line, !request.output.quiet && hasTerminal());
        return runGraph(model->graph, model->lowered, drawInputs(model->graph, request.seedOrDefault()), *layers, &job);
    }();
    if (!run) return refuse(located(run.diagnostics(), request.subject));
    const bool agrees = run->largestError() <= kValueTolerance;
    const ExitCode code = job.stopRequested() ? ExitCode::stopped : agrees ? ExitCode::done : ExitCode::invalid;
    return emit(request.output,
                {[&] { return runText(*model, *run, simulated); }, [&] { return runJson(*model, *run, simulated); },
                 [&] { return toCsv(runTable(*model, *run, NumberStyle::exact)); }},
                code);
}

}  // namespace lapidary::cli
