// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/values_runner.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/io/inputs.h"
#include "core/io/stonne/machines.h"
#include "core/search/fabric/mapper.h"

namespace lapidary::ui {

namespace {

/// The run of a layer on the machine, by the node that noted it: the layer's own, or the normalisation folded into it.
std::optional<FabricLayerRun> fabricOf(const OnnxModel& model, const NodeRun& node,
                                       const std::vector<FabricLayerRun>& simulated) {
    const int layer = model.lowered.nodes[static_cast<std::size_t>(node.node)].layer;
    if (!node.isAccelerated || layer < 0 || static_cast<std::size_t>(layer) >= simulated.size()) return std::nullopt;
    return simulated[static_cast<std::size_t>(layer)];  // layers run in their order
}

}  // namespace

double ValuesAnswer::largestError() const {
    double largest = 0;
    for (const ValuesNode& node : nodes) largest = std::max(largest, node.run.error);
    return largest;
}

std::int64_t ValuesAnswer::cycles() const {
    std::int64_t sum = 0;
    for (const ValuesNode& node : nodes)
        if (node.fabric) sum = checkedAdd(sum, node.fabric->outcome.cycles).value_or(sum);
    return sum;
}

namespace {

struct ValuesWork final : JobWork {
    ValuesQuestion question;
    Job read;  ///< part of the job: its progress is of no interest
    Renewed<ValuesAnswer> soFar;
    std::optional<Result<ValuesPtr>> result;

    explicit ValuesWork(ValuesQuestion asked) : question(std::move(asked)), read(&job) {
        soFar.value().question = question;
    }

    void run() override { result.emplace(compute()); }

    Result<ValuesPtr> compute() {
        const ImportedModel& imported = *question.imported;
        const auto model = loadOnnxModel(imported.path, {true, imported.extents}, &read);
        if (job.stopRequested()) return answer();
        if (!model) return model.diagnostics();
        if (model->graph.nodes.size() != imported.model.graph.nodes.size())
            return errorAt({.file = imported.path}, "the file has changed since it was read", "import it again");
        std::vector<FabricLayerRun> simulated;
        LayerFunction layers = literalLayer;
        if (!question.machine.empty()) {
            const auto hardware = stonne::loadHardware(question.machine);
            if (!hardware) return hardware.diagnostics();
            layers = fabricLayers(*hardware, fabric::withMappedTile, simulated);
        }
        const auto visit = [&](const NodeRun& node) {
            auto ran = fabricOf(*model, node, simulated);
            soFar.change([&](ValuesAnswer& answer) { answer.nodes.push_back({node, std::move(ran)}); });
        };
        const auto run =
            runGraph(model->graph, model->lowered, drawInputs(model->graph, question.seed), layers, &job, visit);
        if (!run && !job.stopRequested()) return located(run.diagnostics(), imported.path);
        return answer();
    }

    ValuesPtr answer() const {
        auto whole = std::make_shared<ValuesAnswer>(soFar.value());
        whole->stopped = job.stopRequested();
        whole->complete = !whole->stopped;
        return whole;
    }
};

}  // namespace

void ValuesRunner::start(ValuesQuestion question) {
    Q_ASSERT(!running());
    launch(std::make_unique<ValuesWork>(std::move(question)));
}

void ValuesRunner::look(JobWork& work) {
    if (auto news = static_cast<ValuesWork&>(work).soFar.takeNews())
        emit updated(std::make_shared<const ValuesAnswer>(*std::move(news)));
}

void ValuesRunner::deliver(JobWork& work) { emit finished(*static_cast<ValuesWork&>(work).result); }

}  // namespace lapidary::ui
