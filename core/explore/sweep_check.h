// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is wrong with a sweep before it runs, and in which of its axes and values, so that a form can say it beside the
// field. Pure functions.
#pragma once

#include <vector>

#include "core/explore/sweep.h"

namespace lapidary {

struct SweepProblem {
    int axis = -1;          ///< index into SweepSpec::axes; -1 = of the sweep as a whole
    int value = -1;         ///< index into its values; -1 = of the axis as a whole
    Diagnostic diagnostic;  ///< its key is that of a sweep's file, "axes[1].values[0]"
};

/// What checkSweep says, with places.
std::vector<SweepProblem> structureProblems(const SweepSpec& spec);

/// All of that, then values that the base design (or a bound that every layer) refuses when they alone are changed, and
/// searches that might never end.
std::vector<SweepProblem> sweepProblems(const SweepSpec& spec);

}  // namespace lapidary
