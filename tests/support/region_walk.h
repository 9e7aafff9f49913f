// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What proofs of uneven placement are held against: a walk over every mapping of a small problem, the best of them by each
// objective and their front; and the comparison with what a search found.
#pragma once

#include <functional>

#include "core/model/compat/accelforge.h"
#include "core/search/optimal/regions/rules.h"
#include "core/search/search.h"
#include "tests/support/objectives.h"
#include "tests/support/region_problem.h"
#include "tests/support/region_space.h"

namespace lapidary::testing {

/// Nullopt: the mapping isn't valid, or isn't asked for.
using Count = std::function<std::optional<Score>(const Mapping&)>;

inline std::optional<Score> asAccelforgeCounts(const Mapping& mapping, const Target& target) {
    const auto cost = accelforge::evaluate(mapping, target);
    if (!cost.ok() || !cost->valid) return std::nullopt;
    return Score{{}, cost->energyPj.value_or(0), cost->cycles, cost->steps};
}

/// By the evaluator of the problem, which must outlive it.
inline Count byEvaluator(const RegionProblem& problem) {
    return [&problem, scratch = std::shared_ptr(problem.evaluator.makeScratch())](
               const Mapping& mapping) -> std::optional<Score> {
        const Score score = problem.evaluator.score(mapping, *scratch);
        return score.valid() ? std::optional(score) : std::nullopt;
    };
}

struct Least {
    std::vector<std::optional<Score>> best;  ///< by objective
    std::vector<std::string> text;           ///< of such a mapping
    Front front;                             ///< by energy
};

/// Of all mappings of the problem; nullopt if there are too many to look at.
inline std::optional<Least> leastOf(const RegionProblem& problem, const Count& count) {
    constexpr std::int64_t kMostMappings = 6000;
    const Target& target = problem.mapspace.target();
    const MapspaceOptions& options = problem.mapspace.options();
    const auto rules = resolveConstraints(target, options.constraints);
    Least least;
    least.best.resize(objectives().size());
    least.text.resize(objectives().size());
    const RegionSpace space(target, *rules, options.factorization == Factorization::rubyS, kMostMappings,
                            [&](const Mapping& mapping) {
                                const auto score = count(mapping);
                                if (!score) return;
                                for (std::size_t o = 0; o < least.best.size(); ++o) {
                                    if (least.best[o] && compareScores(objectives()[o], *score, *least.best[o]) >= 0)
                                        continue;
                                    least.best[o] = score;
                                    least.text[o] = toText(mapping, target.workload, target.architecture);
                                }
                                addTo(least.front, score->energyPj, score->cycles);
                            });
    if (!space.complete()) return std::nullopt;
    std::sort(least.front.begin(), least.front.end());
    return least;
}

/// The mapping found, if any, costs what the best one does, if there is any.
inline void compareBest(const std::optional<Candidate>& found, const std::optional<Score>& wanted,
                        const Objective& objective, const Target& target, const std::string& about) {
    QVERIFY2(found.has_value() == wanted.has_value(),
             (about + (found ? '\n' + toText(found->mapping, target.workload, target.architecture) : "")).c_str());
    if (!found) return;
    for (const Metric metric : objective.metrics) {
        const double own = valueOf(metric, found->score), least = valueOf(metric, *wanted);
        QVERIFY2(close(own, least), (about + '\n' + toText(found->mapping, target.workload, target.architecture) +
                                     '\n' + std::to_string(own) + " instead of " + std::to_string(least))
                                        .c_str());
    }
}

inline void compareFronts(const std::vector<Candidate>& found, const Front& wanted, const std::string& about) {
    QVERIFY2(found.size() == wanted.size(), about.c_str());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        QVERIFY2(close(found[i].score.energyPj, wanted[i].first), about.c_str());
        QVERIFY2(found[i].score.cycles == wanted[i].second, about.c_str());
    }
}

/// Of the classic mappings of the problem that obey its constraints, in pJ; nullopt if none is valid.
inline std::optional<double> leastClassicEnergy(const RegionProblem& problem, const Count& count) {
    std::optional<double> least;
    problem.mapspace.enumerateDistinct([&](const Mapping& mapping) {
        if (problem.mapspace.checkConstraints(mapping).code != ReasonCode::none) return true;
        if (const auto score = count(mapping)) least = std::min(least.value_or(score->energyPj), score->energyPj);
        return true;
    });
    return least;
}

/// Fanouts that serve equal lanes alike and merge their results, as the reuse model's tables ask for.
inline void makeMerging(ArchitectureSpec& spec) {
    for (Fanout& fanout : spec.fanouts) {
        fanout.multicast.reset();
        fanout.reduction = true;
    }
}

using RegionRule = bool optimal::regions::Rules::*;

/// All rules but one.
inline optimal::regions::Rules without(RegionRule rule) {
    optimal::regions::Rules rules;
    rules.*rule = false;
    return rules;
}

/// A search without the rule finds what the one with all rules found.
inline void compareWithout(RegionRule rule, const SearchResult& other, const SearchResult& all,
                           const Objective& objective, const RegionProblem& problem) {
    using optimal::regions::Rules;
    const char* name = rule == &Rules::dominance   ? "dominance"
                       : rule == &Rules::bound     ? "bound"
                       : rule == &Rules::capacity  ? "capacity"
                       : rule == &Rules::lanes     ? "lanes"
                       : rule == &Rules::start     ? "start"
                       : rule == &Rules::foresight ? "foresight"
                                                   : "alike";
    const auto wanted = all.best ? std::optional(all.best->score) : std::nullopt;
    compareBest(other.best, wanted, objective, problem.mapspace.target(),
                std::string("without ") + name + ": " + problem.words);
}

}  // namespace lapidary::testing
