// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/why.h"

#include <algorithm>
#include <array>

#include "core/mapping/steps.h"
#include "core/model/rates.h"

namespace lapidary {

std::span<const KeyEntry<Action>> keyTable(Action) {
    static constexpr std::array<KeyEntry<Action>, 3> table{{
        {Action::read, "read", "reads", "blocks read", ""},
        {Action::fill, "fill", "fills", "blocks written from outside", ""},
        {Action::update, "update", "updates", "blocks of outputs written from inside", ""},
    }};
    return table;
}

namespace {

/// Lanes of different dimensions work independently of each other, so that the steps of a mapping are the product of the
/// steps of its dimensions.
std::int64_t stepsOf(const Mapping& mapping, int dimension) {
    Mapping alone;
    for (const Node& node : mapping.nodes)
        if (node.isLoop() && node.dimension == dimension) alone.nodes.push_back(node);
    return Steps(alone).count();
}

std::vector<WhySteps> dimensionsOf(const Compared& a, const Compared& b) {
    std::vector<WhySteps> result;
    const auto& left = a.target->workload.dimensions();
    for (std::size_t d = 0; d < left.size(); ++d)
        result.push_back({left[d].name, stepsOf(a.mapping, static_cast<int>(d)), 1});
    const auto& right = b.target->workload.dimensions();
    for (std::size_t d = 0; d < right.size(); ++d) {
        auto found = std::find_if(result.begin(), result.end(),
                                  [&](const WhySteps& steps) { return steps.dimension == right[d].name; });
        if (found == result.end()) found = result.insert(result.end(), {right[d].name, 1, 1});
        found->b = stepsOf(b.mapping, static_cast<int>(d));
    }
    return result;
}

/// A summand of one side.
struct Summand {
    std::string place, tensor;
    std::optional<Action> action;
    std::int64_t count = 0;
    std::optional<double> price;
    double energy = 0;
};

void addStore(std::vector<Summand>& summands, const std::string& place, const std::string& tensor,
              const TensorCost& cost, const StoreRates& rates) {
    const auto add = [&](Action action, std::int64_t accesses, const std::optional<double>& price) {
        if (accesses > 0)
            summands.push_back(
                {place, tensor, action, accesses, price, static_cast<double>(accesses) * price.value_or(0)});
    };
    add(Action::read, cost.readAccesses, rates.read);
    add(Action::fill, cost.fillAccesses, rates.fill);
    add(Action::update, cost.updateAccesses, rates.update);
}

std::vector<Summand> summandsOf(const Compared& side) {
    const Rates rates(*side.target);
    const auto& tensors = side.target->workload.tensors();
    const Cost& cost = side.cost;
    std::vector<Summand> summands;
    for (std::size_t l = 0; l < cost.levels.size(); ++l) {
        const LevelCost& level = cost.levels[l];
        for (std::size_t t = 0; t < level.tensors.size(); ++t)
            addStore(summands, level.name, tensors[t].name, level.tensors[t], rates.levels[l].stores[t]);
        if (level.leakagePj) summands.push_back({level.name, "", std::nullopt, 0, std::nullopt, *level.leakagePj});
    }
    for (const NetworkCost& network : cost.networks)
        if (network.energyPj) summands.push_back({network.name, "", std::nullopt, 0, std::nullopt, *network.energyPj});
    summands.push_back({side.target->architecture.compute().name, "", std::nullopt, cost.computes, rates.mac,
                        cost.computeEnergyPj.value_or(0)});
    return summands;
}

std::vector<EnergyShift> shiftsOf(const Compared& a, const Compared& b) {
    std::vector<EnergyShift> shifts;
    for (Summand& one : summandsOf(a))
        shifts.push_back({one.place, one.tensor, one.action, one.count, 0, one.price, std::nullopt, one.energy, 0});
    for (const Summand& one : summandsOf(b)) {
        auto found = std::find_if(shifts.begin(), shifts.end(), [&](const EnergyShift& shift) {
            return shift.place == one.place && shift.tensor == one.tensor && shift.action == one.action;
        });
        if (found == shifts.end()) {
            const auto last = std::find_if(shifts.rbegin(), shifts.rend(),
                                           [&](const EnergyShift& shift) { return shift.place == one.place; });
            const auto at = last == shifts.rend() ? shifts.end() : last.base();
            found = shifts.insert(at, {one.place, one.tensor, one.action, 0, 0, {}, {}, 0, 0});
        }
        found->countB = one.count;
        found->priceB = one.price;
        found->energyB = one.energy;
    }
    return shifts;
}

bool sameCounts(const LevelCost& a, const LevelCost& b, std::int64_t& words) {
    if (a.tensors.size() != b.tensors.size()) return false;
    for (std::size_t t = 0; t < a.tensors.size(); ++t) {
        const TensorCost& left = a.tensors[t];
        const TensorCost& right = b.tensors[t];
        if (left.reads != right.reads || left.fills != right.fills || left.updates != right.updates) return false;
        words += left.reads + left.fills + left.updates;
    }
    return true;
}

void addEqualLevels(const Cost& a, const Cost& b, Why& why) {
    for (const LevelCost& level : a.levels)
        for (const LevelCost& other : b.levels) {
            std::int64_t words = 0;
            if (level.name != other.name || !sameCounts(level, other, words)) continue;
            why.equalLevels.push_back(level.name);
            why.equalWords.push_back(words);
        }
}

double waiting(const Cost& cost, std::int64_t interval) {
    return static_cast<double>(cost.cycles) / (static_cast<double>(cost.steps) * static_cast<double>(interval));
}

}  // namespace

Why why(const Compared& a, const Compared& b) {
    const auto term = [](std::string name, auto left, auto right) {
        return WhyTerm{std::move(name), static_cast<double>(left), static_cast<double>(right)};
    };
    const Compute& computeA = a.target->architecture.compute();
    const Compute& computeB = b.target->architecture.compute();
    Why why;
    const WhyTerm cycles = term("cycles", a.cost.cycles, b.cost.cycles);
    if (a.cost.edp && b.cost.edp && *a.cost.edp > 0) {
        why.headline = term("EDP", *a.cost.edp, *b.cost.edp);
        why.factors = {term("energy", *a.cost.energyPj, *b.cost.energyPj), cycles};
    } else {
        why.headline = cycles;
        why.factors = {cycles};
    }
    why.winner = why.headline.a == why.headline.b  ? Better::equal
                 : why.headline.b < why.headline.a ? Better::b
                                                   : Better::a;
    why.cycleFactors = {term("steps", a.cost.steps, b.cost.steps),
                        term("cycles per operation", computeA.interval, computeB.interval),
                        term("waiting", waiting(a.cost, computeA.interval), waiting(b.cost, computeB.interval))};
    why.dimensions = dimensionsOf(a, b);
    why.operations = term("operations", a.cost.computes, b.cost.computes);
    why.lanes = term("lanes at work", why.operations.a / static_cast<double>(a.cost.steps),
                     why.operations.b / static_cast<double>(b.cost.steps));
    why.instancesA = a.target->architecture.computeInstances();
    why.instancesB = b.target->architecture.computeInstances();
    why.computeName = computeB.name;
    why.boundA = a.cost.boundBy;
    why.boundB = b.cost.boundBy;
    why.shifts = shiftsOf(a, b);
    addEqualLevels(a.cost, b.cost, why);
    return why;
}

}  // namespace lapidary
