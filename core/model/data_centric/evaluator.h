// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The data-centric cost model of MAESTRO (Kwon et al., MICRO 2019; FLASH, 3.3) on one layer and machine: the steps of a
// level fall into cases - each map at its start (Init), on its way (Steady) or at a last partial step (Edge) - and a case
// costs its multiplicity times the longest of computing, bringing in and sending out, double-buffered. A sub-cluster's
// computing is the same again, one level below. The rules in words: docs/models/data_centric.md.
// score() allocates nothing once a Scratch has seen as many levels. Thread rule: an Evaluator is immutable; each thread owns
// its Scratch.
#pragma once

#include "core/model/data_centric/case_tables.h"
#include "core/model/data_centric/hardware.h"
#include "core/model/data_centric/outcome.h"
#include "core/model/data_centric/rules.h"

namespace lapidary::data_centric {

/// What an invocation of a level takes, and the words of inputs that reach its PEs, one per copy.
struct Invocation {
    std::int64_t runtime = 0;
    std::array<std::int64_t, 4> delivered{};
};

/// Invocations of a level's sub-clusters by which dimensions are cut at an edge; only valid within one of the level's own.
struct EdgeMemo {
    std::array<Invocation, 1u << kMaxMaps> unit{};
    std::array<std::uint32_t, 1u << kMaxMaps> stamp{};
    std::uint32_t now = 0;
};

struct Scratch {
    CaseTables tables;
    std::vector<EdgeMemo> memos;
};

class Evaluator {
public:
    /// Refuses what check() finds wrong with the layer or the hardware.
    static Result<Evaluator> make(Layer layer, Hardware hardware, Quirks quirks = {});

    const Layer& layer() const { return m_layer; }
    const Hardware& hardware() const { return m_hardware; }
    const Quirks& quirks() const { return m_quirks; }

    /// What is wrong with a flow on this layer and machine: check(), but a dimension mapped twice in a level is MAESTRO's
    /// own habit (its stock `rs` mappings) and passes, as long as the maps that count - the last of each dimension -
    /// have exactly one SpatialMap.
    Diagnostics problems(const Dataflow& flow) const;

    /// All figures. Requires a flow without problems.
    Outcome evaluate(const Dataflow& flow) const;
    /// The few that a search compares; equal to evaluate()'s. `pes`: how many are used, if not all.
    Score score(const Dataflow& flow, Scratch& scratch, std::optional<std::int64_t> pes = {}) const;

private:
    Evaluator(Layer layer, Hardware hardware, Quirks quirks)
        : m_layer(std::move(layer)), m_hardware(std::move(hardware)), m_quirks(quirks) {}

    Layer m_layer;
    Hardware m_hardware;
    Quirks m_quirks;
};

}  // namespace lapidary::data_centric
