// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/setup.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/io/presets.h"
#include "core/model/compat/compat.h"

namespace lapidary::ui {

Result<SetupPtr> makeSetup(const SessionInputs& inputs) {
    auto target = Target::make(inputs.workload, inputs.architecture);
    if (!target) return target.diagnostics();
    auto mapspace = Mapspace::make(*target, inputs.mapspace);
    if (!mapspace) return mapspace.diagnostics();
    auto evaluator = Evaluator::make(*target, inputs.semantics);
    if (!evaluator) return evaluator.diagnostics();
    return SetupPtr(std::make_shared<Setup>(
        Setup{std::move(target).value(), std::move(mapspace).value(), std::move(evaluator).value()}));
}

std::optional<Compat> modelOf(const SessionInputs& inputs) {
    const auto& tool = inputs.search.compat;
    return tool && isDataCentric(*tool) ? tool : std::nullopt;
}

void setModel(SessionInputs& inputs, std::optional<Compat> model) { inputs.search.compat = model; }

QString modelTitle(std::optional<Compat> model) {
    if (!model) return QObject::tr("reuse model");
    return *model == Compat::maestro ? QObject::tr("data-centric, as MAESTRO")
                                     : QObject::tr("data-centric, edge-exact");
}

namespace {

/// Nothing is counted, so that nobody takes the reuse model's figures for the other one's.
Cost uncounted(const Setup& setup, Compat model, const Mapping& mapping, const Diagnostics& why) {
    Cost cost;
    const Target& target = *setup.target;
    for (int l = 0; l < target.architecture.levelCount(); ++l) {
        LevelCost level;
        level.name = target.architecture.levels()[static_cast<std::size_t>(l)].name;
        level.instances = target.architecture.instances(l);
        level.tensors.resize(target.workload.tensors().size());
        cost.levels.push_back(std::move(level));
    }
    cost.macs = target.workload.macs();
    cost.boundBy = "compute";
    for (const Diagnostic& one : why) cost.notes.push_back(one.message);
    if (const auto judge = dataCentricModel(model, setup.target)) {
        data_centric::MappingModel::Workspace work;
        const Reason reason = judge->score(mapping, work).reason;
        if (reason.code != ReasonCode::none) cost.reasons.push_back(reason);
    }
    return cost;
}

}  // namespace

Cost costOf(const Setup& setup, const SessionInputs& inputs, const Mapping& mapping) {
    const auto model = modelOf(inputs);
    if (!model) return setup.evaluator.evaluate(mapping);
    auto cost = evaluateLike(*model, mapping, setup.target);
    return cost ? *std::move(cost) : uncounted(setup, *model, mapping, cost.diagnostics());
}

Result<SessionInputs> exampleInputs() {
    SessionInputs inputs;
    inputs.workloadKey = "resnet50/layer1_0_conv2";
    inputs.architectureKey = "eyeriss-like";
    auto workload = loadWorkload(inputs.workloadKey);
    if (!workload) return workload.diagnostics();
    auto architecture = loadArchitecture(inputs.architectureKey);
    if (!architecture) return architecture.diagnostics();
    inputs.workload = std::move(workload).value();
    inputs.architecture = std::move(architecture).value();
    inputs.mapspace.factorization = Factorization::rubyS;
    inputs.mapspace.constraints = inputs.architecture.spec().constraints;
    inputs.search.seed = 42;
    inputs.search.threads = searchThreads();
    inputs.search.maxEvaluations = 30'000'000;
    return inputs;
}

int searchThreads() { return std::max(1, availableThreads() - 1); }

}  // namespace lapidary::ui
