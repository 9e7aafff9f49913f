// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/setup.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/io/presets.h"

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
