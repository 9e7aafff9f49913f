// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sweep as a session plans it: a sweep file that leaves open what the session says already. Its design and constraints
// are the session's, and so is its workload unless it names layers of its own. Pure functions.
#pragma once

#include "core/io/session.h"

namespace lapidary {

/// The plan with everything in it, ready to run and to be written.
SweepFile resolved(const SweepFile& plan, const SessionInputs& inputs);

/// What is left of a file as a plan: without design and constraints, without layers if it `follows` the session's workload.
SweepFile planFor(SweepFile file, bool follows);

/// A first plan for these inputs: the sizes of the design's first array (Ruby, Fig. 14), three mapspaces, the session's
/// workload.
SweepFile defaultPlan(const SessionInputs& inputs);

/// An axis to add: the first capacity that no axis varies, else the first limited bandwidth, at half, once and twice its
/// value. Without values if the design has neither.
SweepAxis proposedAxis(const SweepSpec& spec);

}  // namespace lapidary
