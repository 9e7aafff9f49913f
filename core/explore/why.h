// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why one of two mappings is better: the headline ratio factored exactly into its terms (EDP = energy x cycles, cycles =
// steps x interval x waiting, steps = settings of the temporal loops per dimension = operations / lanes at work) and the
// difference in energy as a sum over levels, tensors and actions. All figures come from the two costs and designs; the
// statements say them in words. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/explore/compare.h"

namespace lapidary {

/// What a term is on both sides. Requires a != 0 for the ratio.
struct WhyTerm {
    std::string name;
    double a = 0, b = 0;
    double ratio() const { return b / a; }
};

/// Settings of the temporal loops of one dimension in which a lane works. Their product is Cost::steps.
struct WhySteps {
    std::string dimension;
    std::int64_t a = 1, b = 1;
};

enum class Action { read, fill, update };
std::span<const KeyEntry<Action>> keyTable(Action);

/// One summand of the energy.
struct EnergyShift {
    std::string place;                     ///< level, network or compute
    std::string tensor;                    ///< empty for networks, compute and leakage
    std::optional<Action> action;          ///< nullopt: not of accesses
    std::int64_t countA = 0, countB = 0;   ///< accesses of blocks, operations; 0 where nothing is counted
    std::optional<double> priceA, priceB;  ///< pJ each
    double energyA = 0, energyB = 0;       ///< pJ
    double delta() const { return energyB - energyA; }
};

struct Why {
    Better winner = Better::neither;
    /// EDP, or cycles if an energy is unknown.
    WhyTerm headline;
    std::vector<WhyTerm> factors;       ///< energy, cycles; their ratios multiply to the headline's
    std::vector<WhyTerm> cycleFactors;  ///< steps, interval, waiting; their ratios multiply to that of the cycles
    std::vector<WhySteps> dimensions;   ///< in the order of the workload
    WhyTerm operations, lanes;          ///< steps = operations / lanes at work, mean over all steps
    std::int64_t instancesA = 1, instancesB = 1;  ///< lanes there are
    std::string computeName;
    std::string boundA, boundB;            ///< what the cycles are bound by
    std::vector<EnergyShift> shifts;       ///< all summands that are not 0 on both sides, outermost level first
    std::vector<std::string> equalLevels;  ///< names; every count there is the same on both sides
    std::vector<std::int64_t> equalWords;  ///< words moved in each of them
};

Why why(const Compared& a, const Compared& b);

/// One step of the explanation: a title, a sentence, and lines of figures.
struct WhyStatement {
    enum class Kind { steps, lanes, waiting, saving, price, notTheReason };
    Kind kind = Kind::steps;
    std::string title, text;
    std::vector<std::string> formulas;
};

/// "Why B wins", "Why A wins", "Neither wins".
std::string titleOf(const Why& why);
/// "−10.9 %"
std::string percentOf(const Why& why);
/// "EDP: B has 11.1 % fewer cycles and 0.27 % more energy"
std::string summaryOf(const Why& why);
/// "0.8913 = 1.0027 · 0.8889"
std::string productOf(const Why& why);
std::vector<WhyStatement> statementsOf(const Why& why);
/// All of it as plain text.
std::string toText(const Why& why);

}  // namespace lapidary
