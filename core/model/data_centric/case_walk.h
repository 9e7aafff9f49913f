// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cases of one level and what each moves and computes (reference/maestro, "Iteration cases", "Traffic per case",
// "Runtime"). Used by the evaluator only; each thread owns its walks.
#pragma once

#include "core/model/data_centric/evaluator.h"

namespace lapidary::data_centric {

/// One map at one kind of step.
struct Position {
    Phase phase = Phase::init;
    std::int64_t times = 1;
    bool unrolled = false;  ///< Init that covers the whole dimension
    bool edge = false;      ///< holds the edge sizes (temporal), or only `active` units work (spatial)
    bool partial = false;   ///< spatial: the last unit at work holds the edge sizes
};

struct MapPositions {
    int count = 0;
    std::array<Position, 3> at{};
};

/// One case of a level: which position each map is in, and what follows from it.
struct Case {
    std::array<const Position*, kMaxMaps> at{};
    std::int64_t times = 1;
    int advancing = -1;        ///< the innermost map that isn't in Init; -1 = all are
    std::int64_t working = 1;  ///< units
    bool partial = false;
    std::array<std::int64_t, 4> moved{};  ///< by tensor: into the sub-units, for the output out of them
    std::int64_t macs = 0, unitMacs = 0, partialMacs = 0;
};

/// Sums over the cases of the top level.
struct TopSums {
    Outcome* outcome = nullptr;
    std::array<std::int64_t, 4> moved{}, first{};
    std::int64_t macs = 0, steps = 0;
    std::int64_t offchip = 0;
    std::int64_t averageSum = 0;
    bool seen = false;
};

class CaseWalk {
public:
    CaseWalk(const Evaluator& model, Scratch& scratch) : m_model(model), m_scratch(scratch) {}

    /// Of a level on these sizes; the top level adds to `top`.
    Invocation invoke(std::size_t level, const Sizes& sizes, TopSums* top);
    /// Mean PEs at work below and in a level.
    double utilized(std::size_t level, const Sizes& sizes);

private:
    void findPositions(const LevelTable& table, const Sizes& sizes, std::array<MapPositions, kMaxMaps>& found) const;
    void fill(const LevelTable& table, Case& one) const;
    std::int64_t inputMoved(const LevelTable& table, const Case& one, const LayerTensor& tensor) const;
    std::int64_t outputMoved(const LevelTable& table, const Case& one, const LayerTensor& tensor) const;
    std::int64_t held(const LevelTable& table, const Case& one, int dimension, bool partialUnit) const;
    std::int64_t resultsHeld(const LevelTable& table, int dimension, bool edge) const;
    Sizes subSizes(const LevelTable& table, const Case& one, bool partialUnit, unsigned& mask) const;
    const Invocation& unit(std::size_t level, const Case& one, bool partialUnit);
    std::int64_t computing(std::size_t level, const Case& one, Invocation& sums);
    void addPhase(const Case& one, std::int64_t compute, std::int64_t delay, Outcome& outcome) const;
    std::int64_t moving(std::int64_t elements) const;
    std::int64_t addTop(const Case& one, std::int64_t compute, TopSums& top) const;

    const Evaluator& m_model;
    Scratch& m_scratch;
};

}  // namespace lapidary::data_centric
