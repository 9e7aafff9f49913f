// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/confirmed.h"

#include <cmath>

#include "core/mapping/validity.h"
#include "core/model/compat/accelforge.h"

namespace lapidary::optimal {

Result<Candidate> confirmed(Mapping mapping, const Target& target, double energyPj, std::int64_t cycles,
                            const Evaluator* evaluator) {
    constexpr double kRounding = 1e-9;  // of a sum of doubles
    Candidate candidate{std::move(mapping), {}};
    const Diagnostics malformed = checkForm(candidate.mapping, target);
    if (hasErrors(malformed)) return malformed;
    if (evaluator) {
        candidate.score = evaluator->score(candidate.mapping, *evaluator->makeScratch());
    } else {
        const auto cost = accelforge::evaluate(candidate.mapping, target);
        if (!cost) return cost.diagnostics();
        if (!cost->valid) candidate.score.reason.code = ReasonCode::capacity;
        candidate.score.energyPj = cost->energyPj.value_or(0);
        candidate.score.cycles = cost->cycles;
        candidate.score.steps = cost->steps;
    }
    const bool equal = candidate.score.valid() && candidate.score.cycles == cycles &&
                       std::abs(candidate.score.energyPj - energyPj) <= kRounding * std::abs(energyPj);
    if (!equal)
        return error("the tables and the model count the best mapping differently, so nothing is proven",
                     "please report this with the workload and the design");
    return candidate;
}

}  // namespace lapidary::optimal
