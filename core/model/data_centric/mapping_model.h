// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Loop nests counted by the data-centric model: a nest becomes directives (nest.h), a design a machine (machine.h). Which of
// the two rules counts is said once. score() allocates nothing once its scratch has seen such nests. Thread rule: immutable;
// each thread owns its scratch.
#pragma once

#include <optional>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/model/data_centric/evaluator.h"
#include "core/model/data_centric/nest.h"

namespace lapidary::data_centric {

class MappingModel {
public:
    /// Without quirks: edge-exact. Refuses what layerOf() and hardwareOf() don't take.
    static Result<MappingModel> make(TargetPtr target, std::optional<Quirks> quirks);

    struct Workspace {
        NestDirectives nest;
        ExactScratch exact;
        Scratch cases;
    };
    /// Limits of the design first, then what directives can't say, then S1 and S2, which must hold what they need with double
    /// buffering. Requires a well-formed mapping.
    lapidary::Score score(const Mapping& mapping, Workspace& work) const;
    /// The model's own figures; refuses what directives can't say.
    Result<Outcome> outcome(const Mapping& mapping) const;
    /// The same as a cost: counts of L2 at the level above the array, of L1 at the innermost level, none elsewhere.
    Result<Cost> evaluate(const Mapping& mapping) const;

    const Layer& layer() const { return m_layer; }
    const Hardware& hardware() const { return m_hardware; }

private:
    MappingModel(TargetPtr target, Layer layer, Hardware hardware, std::optional<Evaluator> cases);
    bool readInto(const Mapping& mapping, NestDirectives& nest) const;
    Reason limitsOf(const Mapping& mapping, Workspace& work) const;
    Reason capacityOf(std::int64_t l1Required, std::int64_t l2Required) const;
    Result<Outcome> outcomeOf(const NestDirectives& nest) const;
    void addCounts(const Outcome& outcome, Cost& cost) const;

    TargetPtr m_target;
    Layer m_layer;
    Hardware m_hardware;
    std::optional<Evaluator> m_cases;  ///< as MAESTRO counts; none: edge-exact
    int m_shared = 0, m_private = 0;
    std::vector<int> m_tensorOf;  ///< the layer's tensors -> the workload's
};

}  // namespace lapidary::data_centric
