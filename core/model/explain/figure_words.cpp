// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/figure_words.h"

#include "core/base/units.h"

namespace lapidary::derive {
namespace {

using enum CostFigure;

bool isOfChildren(CostFigure kind) {
    return kind == reads || kind == readAccesses || kind == multicast || kind == accesses;
}

Multicast multicastOf(reuse::Sharing sharing) {
    switch (sharing) {
    case reuse::Sharing::none: return Multicast::none;
    case reuse::Sharing::equal: return Multicast::equal;
    case reuse::Sharing::byWord: break;
    }
    return Multicast::distinct;
}

/// Figures that count compute steps.
bool isOfSteps(const FigureId& id) {
    switch (id.kind) {
    case steps:
    case idle:
    case utilization:
    case throughputUtilization:
    case edp: return true;
    case cycles: return id.level < 0;
    default: return false;
    }
}

/// How one word serves several children below a Store, and who says so if it isn't the semantics: "distinct on PE". Empty
/// if there is only one child.
std::string multicastText(const reuse::Counting& counting, int tensor, int index) {
    const reuse::PairTable& pair = counting.pair(tensor, index);
    const reuse::Between between = counting.between(pair);
    if (between.count == 0) return {};
    const reuse::Nest& nest = counting.nest();
    const reuse::Sharing sharing = counting.sharing(tensor, pair);
    const Multicast rule = multicastOf(sharing);
    std::string text(keyOf(rule));
    if (counting.sharesApart(pair, sharing)) text += " per network";
    for (std::size_t n = 0; n < static_cast<std::size_t>(between.count); ++n) {
        const std::size_t f = between.fanouts[n];
        const Fanout& fanout = counting.plan().target->architecture.fanouts()[f];
        if (nest.directed && nest.noMulticast[f] >> tensor & 1) return text + " by no-multicast of " + fanout.name;
        if (fanout.multicast == rule) return text + " on " + fanout.name;
    }
    return text;
}

}  // namespace

std::string unitOf(const FigureId& id) {
    switch (id.kind) {
    case energy:
    case computeEnergy:
    case networkEnergy:
    case leakage: return "pJ";
    case edp: return "pJ*cycles";
    case area: return "um^2";
    case cycles: return "cycles";
    case capacity: return "bits";
    case idle: return "lane steps";
    case hops: return "word hops";
    case accesses:
    case readAccesses:
    case fillAccesses:
    case updateAccesses: return "accesses";
    case tile:
    case reads:
    case fills:
    case updates:
    case delivered:
    case accumulateReads:
    case refetchReads:
    case drains:
    case spatialReductions:
    case distinct:
    case neighbourMoves:
    case multicast:
    case networkWords:
    case deliveries:
    case readWords:
    case writeWords: return "words";
    default: return "";
    }
}

std::string titleOf(const FigureId& id, const Target& target) {
    std::string text(entryOf(id.kind).label);
    if (id.kind == multicast) text += " to " + formatCount(id.groupSize);
    if (id.tensor >= 0) text += " of " + target.workload.tensors()[static_cast<std::size_t>(id.tensor)].name;
    if (id.level >= 0) text += " at " + target.architecture.levels()[static_cast<std::size_t>(id.level)].name;
    if (id.fanout >= 0)
        text += (id.tensor >= 0 ? " on " : " of ") +
                target.architecture.fanouts()[static_cast<std::size_t>(id.fanout)].name;
    return text;
}

std::string ruleOf(const FigureId& id, const Target& target, const Semantics& semantics) {
    const bool output = id.tensor >= 0 && target.workload.tensors()[static_cast<std::size_t>(id.tensor)].isOutput;
    switch (id.kind) {
    case reads:
        return output ? "Updates that meet a partial sum read it first; the first touch of an element does not"
                      : "Words the next inner holder asks for: tiles of all settings less what the instances still "
                        "hold, one read for all children with the same request";
    case fills:
        return output ? "Tiles that come back as partial sums; the first touch of an element is not filled"
                      : "New words of each tile: the tile less what the instance just held, over all instances";
    case updates:
        return output ? "Words that arrive from the next inner holder after those of the same element have merged"
                      : std::string(entryOf(id.kind).meaning);
    case utilization:
    case throughputUtilization: return "MACs over what all compute instances could do in that time";
    case steps:
        return semantics.fullSteps
                   ? "All settings of the temporal loops: tails take the time of full bounds"
                   : "Per dimension, the settings of its temporal loops at which the slowest lane works";
    case cycles:
        return semantics.time == Time::ports && id.level < 0
                   ? "The compute, what the port that stalls it longest makes it wait, and first and last tiles"
                   : std::string(entryOf(id.kind).meaning);
    case readWords:
    case writeWords: return "Each port by itself; partitions of a level have ports of their own";
    case capacity:
        return "The largest tiles of all tensors that share the memory, in bits, against what can be used of it";
    case idle: return "Compute instances times steps less computes: by the axes that are not filled and by the tails";
    default: return std::string(entryOf(id.kind).meaning);
    }
}

std::string switchesOf(const FigureId& id, const TrafficFacts& traffic) {
    const reuse::Plan& plan = traffic.facts().plan();
    const Semantics& semantics = plan.semantics;
    std::string text;
    const auto add = [&text](std::string_view name, std::string_view key) {
        text.append(text.empty() ? "" : ", ").append(name).append(" ").append(key);
    };
    if (semantics.fullSteps && isOfSteps(id)) add("tails", "take full steps");
    const bool ofHops = id.fanout >= 0 && (id.tensor >= 0 || id.kind == hops || id.kind == energy);
    if (!semantics.returnHops && ofHops) add("no hops", "of returning sums");
    if (id.tensor < 0 || id.level < 0) return text;
    const reuse::TensorPlan& tensor = plan.tensors[static_cast<std::size_t>(id.tensor)];
    if (!tensor.isOutput) add("halo", keyOf(semantics.halo));
    if (tensor.clippedDimensions != 0) add("halo zeros", "not fetched");
    if (id.kind == tile || id.kind == capacity || id.kind == instancesTouched) return text;
    if (tensor.windowed) add("window", keyOf(semantics.window));
    if (!isOfChildren(id.kind)) return text;
    const int store = traffic.storeAt(id.level, id.tensor);
    const std::string sharing = multicastText(traffic.counting(), id.tensor, id.kind == multicast ? store - 1 : store);
    if (!tensor.isOutput && !sharing.empty()) add("multicast", sharing);
    if (tensor.isOutput && id.kind != multicast) add("drain", semantics.drainRead ? "read" : "not read");
    return text;
}

}  // namespace lapidary::derive
