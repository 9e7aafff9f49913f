// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why a frame cannot be filled, with the arithmetic: said before anything is searched.

#include <algorithm>

#include "core/base/units.h"
#include "core/mapping/extent.h"
#include "core/mapspace/frame.h"

namespace lapidary {

namespace {

const Dimension& dimensionOf(const Target& target, int d) {
    return target.workload.dimensions()[static_cast<std::size_t>(d)];
}

/// "3 x 4 = 12", or the number alone if it is one.
struct Product {
    std::int64_t value = 1;
    std::string text;
    int factors = 0;

    void multiply(std::int64_t factor) {
        if (factor == 1) return;
        value = saturatingMul(value, factor);
        text += (factors++ ? " x " : "") + formatCount(factor);
    }
    std::string shown() const { return factors < 2 ? formatCount(value) : text + " = " + formatCount(value); }
};

/// A rule asks for a loop where the dimension has none.
void checkSlotlessLevels(const NestFrame& frame, const Target& target, const MapspaceRules& rules, Diagnostics& out) {
    for (std::size_t l = 0; l < rules.levels.size(); ++l)
        for (int d = 0; d < target.workload.dimensionCount(); ++d) {
            const std::int64_t least = rules.levels[l].factors[static_cast<std::size_t>(d)].least;
            if (least == 1 || frame.levels[l].temporal[static_cast<std::size_t>(d)] >= 0) continue;
            const std::string& level = target.architecture.levels()[l].name;
            const std::string& name = dimensionOf(target, d).name;
            out.push_back(errorAt(
                {{}, 0, 0, "constraints.levels." + level + ".factors"},
                level + ": " + name + " needs a factor of at least " + formatCount(least) + ", but has no loop here"));
        }
}

void checkFanout(const Target& target, const FanoutRules& rules, const Fanout& fanout, Factorization kind,
                 Diagnostics& out) {
    const std::array<std::int64_t, 2> sizes{fanout.x, fanout.y};
    std::array<std::int64_t, 2> reach{1, 1};  // lanes that loops can fill at most
    for (int d = 0; d < target.workload.dimensionCount(); ++d) {
        const std::int64_t bound = dimensionOf(target, d).bound;
        const FactorRange& range = rules.factors[static_cast<std::size_t>(d)];
        std::int64_t lanes = 1;
        for (const std::size_t axis : {0u, 1u}) {
            if (!(rules.loops[axis] >> d & 1)) continue;
            lanes *= sizes[axis];
            const bool raised = kind == Factorization::padded && bound > 1;
            const std::int64_t most = std::min(range.most, raised ? sizes[axis] : bound);
            reach[axis] = std::min(sizes[axis], saturatingMul(reach[axis], most));
        }
        if (range.least > lanes)
            out.push_back(errorAt({{}, 0, 0, "constraints.fanouts." + fanout.name + ".factors"},
                                  fanout.name + ": " + dimensionOf(target, d).name + " needs a factor of at least " +
                                      formatCount(range.least) +
                                      (lanes == 1 ? ", but may not be unrolled here"
                                                  : ", but its axes have " + formatCount(lanes) + " lanes")));
    }
    if (rules.leastLanes > reach[0] * reach[1])
        out.push_back(errorAt({{}, 0, 0, "constraints.fanouts." + fanout.name + ".min_utilization"},
                              fanout.name + ": the minimum utilization asks for " + formatCount(rules.leastLanes) +
                                  " of " + formatCount(fanout.x * fanout.y) + " lanes, but loops can fill at most " +
                                  formatCount(reach[0]) + " x " + formatCount(reach[1])));
}

}  // namespace

Diagnostics contradictions(const NestFrame& frame, const Target& target, const MapspaceRules& rules,
                           Factorization kind) {
    Diagnostics found;
    checkSlotlessLevels(frame, target, rules, found);
    for (std::size_t f = 0; f < rules.fanouts.size(); ++f)
        checkFanout(target, rules.fanouts[f], target.architecture.fanouts()[f], kind, found);
    return found;
}

Diagnostic whyNoChain(const NestFrame& frame, const Target& target, int dimension, Factorization kind) {
    const auto& [name, alias, bound] = dimensionOf(target, dimension);
    Product least, most;
    std::string indivisible;
    for (const NestSlot& slot : frame.slotsOf(dimension)) {
        const LoopSlot& limits = slot.choice.limits;
        const std::int64_t atLeast = slot.choice.whole ? bound : limits.least;
        least.multiply(atLeast);
        most.multiply(std::min(limits.most, bound));
        if (atLeast == limits.most && bound % atLeast != 0) indivisible = formatCount(atLeast);
    }
    if (frame.slotsOf(dimension).empty())
        return errorAt(
            {{}, 0, 0, "constraints"}, name + " = " + formatCount(bound) + " may have no loop anywhere",
            "let some level or axis have a loop over " + name + " or its alias, or search without constraints");
    std::string message = "no factors fit: " + describeSlots(frame, target, dimension);
    if (most.value < bound) {
        message += "; the largest allowed factors give " + most.shown();
    } else if (least.value > bound) {
        message += "; the smallest allowed factors give " + least.shown();
    } else if (!indivisible.empty()) {
        message += "; " + indivisible + " does not divide " + formatCount(bound);
    }
    return errorAt({{}, 0, 0, "constraints"}, std::move(message),
                   kind == Factorization::perfect ? "tails (ruby, ruby-s, ruby-t) or padding may help" : "");
}

}  // namespace lapidary
