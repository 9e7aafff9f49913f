// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// JSON of what searches and counts find. Everything outside "run" is the same for the same input,
// seed and version at any thread count. Pure functions.
#pragma once

#include <optional>

#include "core/base/json.h"
#include "core/mapspace/mapspace.h"
#include "core/model/compat/compat.h"
#include "core/model/evaluator.h"
#include "core/search/search.h"
#include "core/search/valid_count.h"

namespace lapidary {

/// {"seconds", "threads", "rate"}: the part of an output that depends on machine and moment. rate = work / seconds. The
/// command line adds "cpu_seconds" of a search, all threads together.
Json runJson(double seconds, int threads, std::int64_t work);

/// Whose rules count: {"compat": the tool's key}, {"model", "rules"} or the switches of the reuse model.
Json rulesJson(const SearchOptions& options, const Semantics& semantics);

/// {"drawn", "valid", "invalid": [{"code", "reason", "count", "example"}]}
Json countersJson(const Counters& counters, const Target& target);

/// {"name", "einsum", "bounds"} of a workload, to say what a result speaks of.
Json workloadEcho(const Workload& workload);

/// A cost (lapidary/cost/1) with what it speaks of and "run".
/// `tool`: whose rules counted; then "semantics" is {"compat": its key}.
Json evaluationToJson(const Cost& cost, const Target& target, double seconds, std::optional<Compat> tool = {});

/// Requires an evaluator of the mapspace's target.
Json searchToJson(const SearchResult& result, const SearchOptions& options, const Mapspace& mapspace,
                  const Evaluator& evaluator);

/// What `count` was asked for beyond the size.
struct SpaceCounts {
    std::optional<ValidCount> valid;
    bool distinctAsked = false;
    std::optional<BigInt> distinct;  ///< nullopt though asked: too many candidates to walk
    double seconds = 0;
    int threads = 1;
};
Json countToJson(const SpaceCounts& counts, const Mapspace& mapspace);

}  // namespace lapidary
