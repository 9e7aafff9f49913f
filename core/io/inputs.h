// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Inputs as a command line names them - design with its settings, workload, semantics, mapspace - looked up for both
// programs. Errors point at the file or at the option concerned. Plain values and pure functions but for the files read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/mapping/target.h"
#include "core/mapspace/mapspace.h"
#include "core/model/compat/compat.h"
#include "core/model/evaluator.h"
#include "core/workload/network.h"

namespace lapidary {

/// The design, the workload and how to look at them.
struct InputOptions {
    std::string architecture;
    std::vector<std::string> settings;  ///< PATH=VALUE
    std::string workload, einsum, bounds, roles, network, layer;
    std::string extents;  ///< NAME=N,... of axes that an ONNX model leaves open
    std::string mapspace, constraints, placement, model;
    std::string halo, window, multicast, time, compat;
    bool drainRead = false;
    bool padding = false;
};

/// --arch with every --set that speaks of the design.
Result<Architecture> architectureOf(const InputOptions& input);
/// `architecture` with every --set that speaks of the design.
Result<Architecture> withSettings(Architecture architecture, const InputOptions& input);
/// --network, with --extents if it is an ONNX model.
Result<Network> networkOf(const InputOptions& input);
/// --workload, --einsum or --network with --layer, with every --set bounds.x.
Result<Workload> workloadOf(const InputOptions& input);
/// Says of assignments such as "GLB.capacity=64" or "GLB.capacity=64,128" that a number without a unit means words.
Diagnostics wordNotes(const std::vector<std::string>& assignments);
Result<TargetPtr> targetOf(const InputOptions& input);
/// `start`, or Timeloop's rules if --compat asks for them, with every option that was given.
Result<Semantics> semanticsOf(const InputOptions& input, Semantics start = {});
/// --compat accelforge or sunstone: nullopt = not given. It stands for all switches of the semantics, which can't be given beside it.
Result<std::optional<Compat>> compatOf(const InputOptions& input);
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

/// The same diagnostics; those that name no file get `file`.
Diagnostics located(Diagnostics diagnostics, const std::string& file);

}  // namespace lapidary
