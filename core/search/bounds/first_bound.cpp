// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/first_bound.h"

#include <algorithm>

#include "core/search/bounds/space_bound.h"

namespace lapidary {

namespace {

/// Sets bound and gap of a result or a snapshot, and of its certificate, if it has one.
template <class Found>
void state(Found& found, const Objective& objective, const std::optional<double>& first) {
    if (found.certificate && found.certificate->bound)
        found.bound = std::max(*found.certificate->bound, first.value_or(0));
    else
        found.bound = first;
    found.gap.reset();
    if (!found.best || !found.bound) return;
    const double reached = valueOf(objective.metrics.front(), found.best->score);
    found.bound = std::min(*found.bound, reached);
    found.gap = gapOf(reached, *found.bound);
    if (!found.certificate) return;
    found.certificate->bound = found.bound;
    found.certificate->gap = found.gap;
}

}  // namespace

std::optional<double> firstBound(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                 Job& job) {
    return firstBound(mapspace, evaluator.semantics(), options, job);
}

std::optional<double> firstBound(const Mapspace& mapspace, const Semantics& rules, const SearchOptions& options,
                                 Job& job) {
    if ((options.compat && isDataCentric(*options.compat)) || options.objective.metrics.empty()) return std::nullopt;
    Counted counted = options.placement == Placement::classic ? Counted::byReuse : Counted::uneven;
    if (options.compat == Compat::sunstone) counted = Counted::bySunstone;
    // AccelForge reads drains, and counts no less than the reuse model.
    const Semantics semantics = options.compat == Compat::accelforge ? Semantics{.drainRead = true} : rules;
    const auto bound = boundOf(
        mapspace, semantics, [&job] { return !job.stopRequested(); }, counted);
    if (!bound) return std::nullopt;
    const double value = bound->value(options.objective.metrics.front());
    return value > 0 ? std::optional(value) : std::nullopt;
}

void stateBound(SearchResult& result, const Objective& objective, const std::optional<double>& first) {
    state(result, objective, first);
    if (!result.proven || !result.best) return;
    result.bound = valueOf(objective.metrics.front(), result.best->score);
    result.gap = 0;
}

void stateBound(SearchSnapshot& snapshot, const Objective& objective, const std::optional<double>& first) {
    state(snapshot, objective, first);
}

}  // namespace lapidary
