// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Looks up what a request names: design with its settings, workload, semantics, mapspace. Errors point at the file or
// at the option concerned.
#pragma once

#include "app/cli/request.h"
#include "core/arch/architecture.h"
#include "core/mapping/target.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/workload/workload.h"

namespace lapidary::cli {

/// --arch with every --set that speaks of the design.
Result<Architecture> architectureOf(const InputOptions& input);
/// `architecture` with every --set that speaks of the design.
Result<Architecture> withSettings(Architecture architecture, const InputOptions& input);
/// --workload, --einsum or --network with --layer, with every --set bounds.x.
Result<Workload> workloadOf(const InputOptions& input);
Result<TargetPtr> targetOf(const InputOptions& input);
/// `start` with every option that was given.
Result<Semantics> semanticsOf(const InputOptions& input, Semantics start = {});
/// --constraints: nullopt = the design's own.
Result<std::optional<Constraints>> constraintsOf(const InputOptions& input);
Result<Evaluator> evaluatorOf(const InputOptions& input, TargetPtr target);
/// --mapspace and --constraints.
Result<Mapspace> mapspaceOf(const InputOptions& input, TargetPtr target);

/// A mapspace and the evaluator of the same target.
struct Exploration {
    Mapspace mapspace;
    Evaluator evaluator;
};
Result<Exploration> explorationOf(const InputOptions& input);

}  // namespace lapidary::cli
