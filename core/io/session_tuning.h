// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tuning of the fabric model as a session keeps it: what it was asked - the layer and the machine are those of its own
// inputs, so that it stays true when the session's change - and all its trials. In a session file it is {"inputs", "tuner",
// "objective", "tiles", "tune", "trials_at_most", "without_gain", "seed", "configurations", "valid", "stopped", "seconds",
// "trials": [[index, cost, predicted]]}. Plain values; functions are pure.
#pragma once

#include "core/io/session.h"
#include "core/io/table.h"
#include "core/search/fabric/tuner.h"

namespace lapidary {

struct SessionTuning {
    SessionInputs inputs;  ///< workload, design and the machine set by hand count, nothing else of it
    fabric::TileSizes sizes = fabric::TileSizes::dividing;
    fabric::KnobValues knobs;
    fabric::TuneOptions options;
    std::vector<fabric::Trial> trials;  ///< in their order
    std::int64_t configurations = 0, valid = 0;
    bool stopped = false;  ///< by hand
    double seconds = 0;

    /// Place of the first trial of the least cost; -1 without trials.
    int best() const;
};
using TuningPtr = std::shared_ptr<const SessionTuning>;

/// The layer on the machine that was set by hand, else on the design's, with the simplest tile. Errors say why there is none.
Result<fabric::Run> tuningRun(const SessionInputs& inputs);
/// What the tuning turns.
Result<fabric::KnobSpace> tuningSpace(const SessionTuning& tuning);

/// How well predictions order what was measured: Spearman's coefficient of rank correlation, equal ranks shared, 1 = the
/// same order; none for fewer than three trials with a prediction or if all are alike.
std::optional<double> rankCorrelation(const std::vector<fabric::Trial>& trials);

/// One row per trial: number, index, tile, knobs of the machine that are turned, cost, best so far, prediction.
Table tuningTable(const SessionTuning& tuning, const fabric::KnobSpace& space, NumberStyle style);

}  // namespace lapidary
