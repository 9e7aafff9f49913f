// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tuners in the manner of AutoTVM (Bifrost, section VII): they propose configurations of a knob space, learn from what these
// cost, and stop after so many trials or so many without a better one. A tuner's course depends on seed and costs only, so
// a log of costs resumes it: what is logged isn't simulated again. Only configurations that the machine can run are tried.
// Thread rule: one run per thread; the job may be steered from any.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "core/search/fabric/knob_space.h"

namespace lapidary::fabric {

enum class Tuner { grid, random, genetic, xgboost, analytic };
std::span<const KeyEntry<Tuner>> keyTable(Tuner);

/// What `xgboost` knows before it has tried anything.
enum class Prior { analytic, none };
std::span<const KeyEntry<Prior>> keyTable(Prior);

struct TuneOptions {
    Tuner tuner = Tuner::xgboost;
    TuneObjective objective = TuneObjective::cycles;
    std::optional<std::int64_t> trials;       ///< at most; none: all configurations
    std::optional<std::int64_t> withoutGain;  ///< early stopping: so many trials without a better one
    std::uint64_t seed = 1;
    Prior prior = Prior::analytic;  ///< xgboost
    int batch = 4;        ///< xgboost: trials between two models at least; an eighth of those so far if that is more
    int population = 16;  ///< genetic
};

struct Trial {
    std::int64_t index = 0;  ///< of the knob space
    double cost = 0;
    /// Before the trial, higher is better: xgboost's score by the model that chose it, of trials at random by the first of
    /// that round's, none of those before the first model; analytic: the estimated cycles, negative.
    std::optional<double> predicted;
};

/// Costs by index, as a log has them.
using KnownCosts = std::map<std::int64_t, double>;

struct TuneResult {
    std::vector<Trial> trials;  ///< in their order
    std::optional<Trial> best;  ///< the first of the least cost
    std::int64_t configurations = 0, valid = 0;
    std::int64_t simulated = 0;  ///< trials whose cost wasn't known
    bool stopped = false;        ///< by hand
    Diagnostics failures;        ///< of the ranking library: it ended the tuning
};

/// `onTrial` sees each trial as it ends (for logs and views), and whether its cost was known before.
using TrialVisit = std::function<void(const Trial&, bool known)>;

TuneResult tune(const KnobSpace& space, const TuneOptions& options, Job& job, const KnownCosts& known = {},
                const TrialVisit& onTrial = {});

}  // namespace lapidary::fabric
