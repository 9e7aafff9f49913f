// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/algorithms.h"
#include "core/search/optimal/covers.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/problem.h"

namespace lapidary {

namespace optimal {

std::optional<Diagnostic> whatIsMissing(const Mapspace& mapspace, const Evaluator&, const SearchOptions& options) {
    if (options.placement == Placement::uneven) {
        if (options.compat != Compat::accelforge)
            return error("uneven placement is proven under --compat accelforge only",
                         "add --compat accelforge, or search with --placement classic");
        if (const auto problem = Problem::make(mapspace, options.objective); !problem)
            return problem.diagnostics().front();
        return std::nullopt;
    }
    if (options.compat)
        return error("optimal counts by the reuse model, or by --compat accelforge with --placement uneven",
                     "leave --compat out, or add --placement uneven");
    return error("optimal with classic placement isn't available yet");
}

}  // namespace optimal

Result<SearchResult> searchOptimally(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                     Job& job, SearchMonitor* monitor) {
    (void)evaluator;
    return optimal::searchChains(mapspace, options, job, monitor);
}

}  // namespace lapidary
