// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search under rules that take long to count by: the mappings that did best under rules that count fast (drafts) are
// judged by the slow ones, and from the best of these several walks go on, each by itself, as hill climbing does. What is
// found depends on the drafts, the seed and the budget alone, not on threads. Pure functions of their arguments but for
// the job.
#pragma once

#include <vector>

#include "core/base/job.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/search/objective.h"

namespace lapidary {

struct RefineOptions {
    Objective objective;
    std::uint64_t seed = 1;
    int threads = 1;
    int walks = 8;              ///< from as many of the best drafts
    std::int64_t steps = 1000;  ///< of each walk
};

struct Refined {
    std::optional<Candidate> best;  ///< nullopt if no draft is valid
    std::int64_t judged = 0;        ///< mappings counted by the slow rules, those that break a limit included
    std::int64_t fromDrafts = 0;    ///< of these, drafts
};

/// Requires drafts of the mapspace and an evaluator of its target. Ends early, with what it has, if the job stops it.
Refined refine(const Mapspace& mapspace, const Evaluator& evaluator, const std::vector<Candidate>& drafts,
               const RefineOptions& options, Job& job);

/// The numbers of the terms that an index of the mapspace stands for.
MapspaceChoice choiceAt(const Mapspace& mapspace, BigInt index);

}  // namespace lapidary
