// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Makes what the lane kernel reads. Pure functions; those of mappings are on the path of every
// search and allocate nothing.
#pragma once

#include "core/mapping/validity.h"
#include "core/model/lanes/lane_plan.h"
#include "core/model/reuse/plan.h"

namespace lapidary::lanes {

/// `usable` if closed forms cover the target under its semantics, whatever the mapping.
LanePlan makeLanePlan(const reuse::Plan& plan);

/// Whether the mapping's spatial loops fit their axes: most of what a search draws doesn't, and this is quickly seen.
bool fitsAxes(const LanePlan& plan, const Mapping& mapping);

/// Bounds and tails of one mapping, loop by loop of its skeleton, canonical; and its dimensions that have a tail.
struct LaneBounds {
    double bounds[kMaxLoops], tails[kMaxLoops];
    double computes = 1;  ///< operations, with those of padded dimensions
    unsigned imperfect = 0;
    std::uint64_t tailed = 0;  ///< loops that have a tail
};

/// Loops of bound 1 are left out; if `whole`, only those of dimensions of bound 1. False if the plain path has to judge: the
/// mapping is too large, has directives, breaks a keep rule, or has a spatial loop that only ever runs its tail.
bool readSkeleton(const LanePlan& plan, const Mapping& mapping, bool whole, Skeleton& skeleton, LaneBounds& bounds);

/// The failing check of a lane as a Reason.
Reason reasonOf(const LanePlan& plan, const Skeleton& skeleton, LaneFailure failure, int place, int detail,
                double needed);

}  // namespace lapidary::lanes
