// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/lanes/lane_setup.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace lapidary::lanes {
namespace {

/// Doubles hold integers up to 2^53; the rest is room for sums.
constexpr double kExact = 0x1p50;

LaneRank laneRank(const reuse::RankShape& shape, bool box) {
    LaneRank rank;
    rank.terms = shape.terms();
    rank.box = box;
    rank.shape = shape;
    const std::int64_t unit = std::gcd(shape.coefficient(0), shape.coefficient(1));
    for (int i = 0; i < shape.terms(); ++i) {
        rank.dimension[i] = shape.dimension(i);
        rank.coefficient[i] = static_cast<double>(shape.coefficient(i));
        const std::int64_t reduced = shape.coefficient(i) / unit;
        rank.reduced[i] = static_cast<double>(reduced);
    }
    rank.interval = box || (shape.coefficient(0) == 1 && shape.coefficient(1) == 1);
    return rank;
}

LaneTensor laneTensor(const reuse::TensorPlan& plan) {
    LaneTensor tensor;
    tensor.isOutput = plan.isOutput;
    tensor.used = plan.used;
    tensor.windows = plan.windows;
    tensor.rankCount = plan.rankCount;
    for (int r = 0; r < plan.rankCount; ++r)
        tensor.ranks[r] = laneRank(plan.ranks[static_cast<std::size_t>(r)], plan.box);
    std::copy(plan.rankOf.begin(), plan.rankOf.end(), tensor.rankOf);
    return tensor;
}

/// Multiplying by it is dividing, to the bit; 0 if it isn't a power of two.
double inverseOf(double value) {
    int exponent = 0;
    return value > 0 && std::frexp(value, &exponent) == 0.5 ? 1 / value : 0;
}

LaneLevel laneLevel(const LevelRates& rates, const TargetLevel& resolved) {
    LaneLevel level;
    for (std::size_t t = 0; t < kMaxTensors; ++t) {
        const StoreRates& from = rates.stores[t];
        level.stores[t] = {.read = from.read.value_or(0),
                           .fill = from.fill.value_or(0),
                           .update = from.update.value_or(0),
                           .block = static_cast<double>(from.block),
                           .inverse = inverseOf(static_cast<double>(from.block)),
                           .wordBits = static_cast<double>(resolved.wordBits[t]),
                           .part = from.part};
    }
    level.parts = rates.parts;
    for (std::size_t p = 0; p < static_cast<std::size_t>(rates.parts); ++p) {
        level.readRate[p] = rates.ports[p].read;
        level.writeRate[p] = rates.ports[p].write;
        level.readInverse[p] = inverseOf(rates.ports[p].read);
        level.writeInverse[p] = inverseOf(rates.ports[p].write);
        level.sharedRate[p] = rates.ports[p].shared;
        level.limited = level.limited || rates.ports[p].limited();
        level.capacityBits[p] = static_cast<double>(resolved.capacityBits[p]);
    }
    level.leaks = rates.leak.has_value();
    level.leak = rates.leak.value_or(0);
    level.instances = static_cast<double>(rates.instances);
    return level;
}

LaneSharing laneSharing(const Fanout& fanout, bool output, Multicast usual) {
    if (output) return fanout.reduction ? LaneSharing::byWord : LaneSharing::none;
    switch (fanout.multicast.value_or(usual)) {
    case Multicast::none: return LaneSharing::none;
    case Multicast::equal: return LaneSharing::equal;
    case Multicast::distinct: return LaneSharing::byWord;
    }
    return LaneSharing::none;
}

bool isUsable(const reuse::Plan& plan) {
    const Semantics& semantics = plan.semantics;
    if (plan.needsDetail || semantics.fullSteps || semantics.time != Time::overlap) return false;
    for (int t = 0; t < plan.tensorCount; ++t) {
        const reuse::TensorPlan& tensor = plan.tensors[static_cast<std::size_t>(t)];
        if (!tensor.closedTiles || !tensor.shortRanks || tensor.oneAxis || tensor.clippedDimensions) return false;
    }
    return true;
}

}  // namespace

LanePlan makeLanePlan(const reuse::Plan& plan) {
    LanePlan lanes;
    lanes.usable = isUsable(plan);
    if (!lanes.usable) return lanes;
    const Target& target = *plan.target;
    lanes.drainRead = plan.semantics.drainRead;
    lanes.dimensions = plan.dimensionCount;
    lanes.tensors = plan.tensorCount;
    lanes.levels = static_cast<int>(target.levels.size());
    lanes.fanouts = target.architecture.fanoutCount();
    double most = 1, bits = 1;
    for (std::size_t t = 0; t < static_cast<std::size_t>(lanes.tensors); ++t) {
        lanes.tensor[t] = laneTensor(plan.tensors[t]);
        double own = 1;
        for (int r = 0; r < lanes.tensor[t].rankCount; ++r)
            own *= lanes.tensor[t].ranks[r].coefficient[0] + lanes.tensor[t].ranks[r].coefficient[1];
        most = std::max(most, own);
    }
    for (std::size_t l = 0; l < target.levels.size(); ++l) {
        lanes.level[l] = laneLevel(plan.rates.levels[l], target.levels[l]);
        lanes.mustKeep[l] = target.mustKeep(static_cast<int>(l));
        lanes.mayKeep[l] = target.mayKeep(static_cast<int>(l));
        for (const LaneStoreRates& store : lanes.level[l].stores) bits = std::max(bits, store.wordBits);
    }
    for (std::size_t f = 0; f < static_cast<std::size_t>(lanes.fanouts); ++f) {
        const Fanout& fanout = target.architecture.fanouts()[f];
        lanes.axes[f][0] = static_cast<double>(fanout.x);
        lanes.axes[f][1] = static_cast<double>(fanout.y);
        lanes.below[f] = fanout.below;
        lanes.reduces[f] = fanout.reduction;
        for (std::size_t t = 0; t < static_cast<std::size_t>(lanes.tensors); ++t)
            lanes.sharing[f][t] = laneSharing(fanout, lanes.tensor[t].isOutput, plan.semantics.multicast);
    }
    for (int d = 0; d < lanes.dimensions; ++d) lanes.bound[d] = static_cast<double>(target.workload.bound(d));
    lanes.interval = static_cast<double>(plan.rates.interval);
    lanes.mac = plan.rates.mac.value_or(0);
    lanes.mostCovered = kExact / (most * bits * lanes.interval);
    return lanes;
}

bool fitsAxes(const LanePlan& plan, const Mapping& mapping) {
    double used[kMaxFanouts][2];
    for (int f = 0; f < plan.fanouts; ++f) used[f][0] = used[f][1] = 1;
    bool fits = true;
    for (const Node& node : mapping.nodes) {
        if (node.kind != NodeKind::spatial) continue;
        const std::size_t axis = node.axis == Axis::y;
        used[node.fanout][axis] *= static_cast<double>(node.bound);
        fits = fits && used[node.fanout][axis] <= plan.axes[node.fanout][axis];
    }
    return fits;
}

namespace {

class SkeletonReader {
public:
    SkeletonReader(const LanePlan& plan, bool whole, Skeleton& skeleton, LaneBounds& bounds)
        : m_plan(plan), m_whole(whole), m_skeleton(skeleton), m_bounds(bounds) {
        m_skeleton.loopCount = m_skeleton.storeCount = m_skeleton.temporalCount = 0;
        m_skeleton.moving = 0;
        std::fill_n(m_skeleton.chainLength, m_plan.tensors, std::uint8_t{0});
        m_bounds.imperfect = 0;
        m_bounds.tailed = 0;
    }

    bool read(const Mapping& mapping) {
        m_padded = !mapping.paddedBounds.empty();
        for (const Node& node : mapping.nodes)
            if (!(node.isLoop() ? addLoop(node) : addStore(node.level, node.tensors))) return false;
        for (int l = 0; l < m_plan.levels; ++l)
            if ((m_plan.mustKeep[l] & ~m_stored[l]) | (m_stored[l] & ~m_plan.mayKeep[l])) return false;
        if (!addStore(0, (1u << m_plan.tensors) - 1)) return false;
        --m_skeleton.storeCount;
        m_bounds.computes = 1;
        for (int d = 0; d < m_plan.dimensions; ++d)
            m_bounds.computes *=
                m_padded ? static_cast<double>(mapping.paddedBounds[static_cast<std::size_t>(d)]) : m_plan.bound[d];
        return true;
    }

private:
    bool addLoop(const Node& node) {
        const unsigned own = 1u << node.dimension;
        std::int64_t bound = node.bound;
        if (node.tail != bound) {
            if (m_begun & own) {
                m_bounds.imperfect |= own;
            } else {
                if (node.kind == NodeKind::spatial) return false;
                bound = node.tail;
            }
        }
        if (bound == 1 && !(m_whole && (m_padded || m_plan.bound[node.dimension] > 1))) return true;
        if (bound != 1) m_begun |= own;
        const int index = m_skeleton.loopCount++;
        if (index == kMaxLoops) return false;
        m_skeleton.loops[index] = {node.dimension, node.fanout, node.kind == NodeKind::spatial, node.axis == Axis::y};
        m_skeleton.moving |= own;
        m_bounds.bounds[index] = static_cast<double>(bound);
        m_bounds.tails[index] = static_cast<double>(node.tail);
        m_bounds.tailed |= std::uint64_t{node.tail != bound} << index;
        if (node.kind == NodeKind::temporal)
            m_skeleton.temporals[m_skeleton.temporalCount++] = static_cast<std::uint8_t>(index);
        return true;
    }

    bool addStore(int level, unsigned tensors) {
        const int index = m_skeleton.storeCount++;
        if (index > kMaxStores) return false;
        m_skeleton.stores[index] = {static_cast<std::int8_t>(level), tensors, m_skeleton.loopCount,
                                    m_skeleton.temporalCount};
        m_stored[level] |= tensors;
        for (unsigned mask = tensors; mask != 0; mask &= mask - 1) {
            const int t = std::countr_zero(mask);
            m_skeleton.chain[t][m_skeleton.chainLength[t]++] = static_cast<std::uint8_t>(index);
        }
        return true;
    }

    const LanePlan& m_plan;
    const bool m_whole;
    Skeleton& m_skeleton;
    LaneBounds& m_bounds;
    bool m_padded = false;
    unsigned m_begun = 0;  ///< dimensions with a loop of more than one trip
    unsigned m_stored[kMaxLevels] = {};
};

}  // namespace

bool readSkeleton(const LanePlan& plan, const Mapping& mapping, bool whole, Skeleton& skeleton, LaneBounds& bounds) {
    return mapping.directives.empty() && SkeletonReader(plan, whole, skeleton, bounds).read(mapping);
}

Reason reasonOf(const LanePlan& plan, const Skeleton& skeleton, LaneFailure failure, int place, int detail,
                double needed) {
    const auto count = static_cast<std::int64_t>(needed);
    switch (failure) {
    case LaneFailure::none: return {};
    case LaneFailure::axis:
        return {.code = detail ? ReasonCode::fanoutY : ReasonCode::fanoutX,
                .fanout = static_cast<std::int8_t>(place),
                .needed = count,
                .available = static_cast<std::int64_t>(plan.axes[place][detail])};
    case LaneFailure::reduction:
        return {.code = ReasonCode::reduction,
                .fanout = static_cast<std::int8_t>(skeleton.loops[place].fanout),
                .tensor = static_cast<std::int8_t>(detail),
                .dimension = static_cast<std::int8_t>(skeleton.loops[place].dimension)};
    case LaneFailure::capacity: break;
    }
    int first = -1, tensors = 0;
    for (int s = 0; s < skeleton.storeCount; ++s) {
        if (skeleton.stores[s].level != place) continue;
        for (unsigned mask = skeleton.stores[s].tensors; mask != 0; mask &= mask - 1) {
            const int t = std::countr_zero(mask);
            if (plan.level[place].stores[t].part != detail) continue;
            if (tensors++ == 0 || t < first) first = t;
        }
    }
    return {.code = ReasonCode::capacity,
            .level = static_cast<std::int8_t>(place),
            .tensor = static_cast<std::int8_t>(tensors > 1 && detail == 0 ? -1 : first),
            .needed = count,
            .available = static_cast<std::int64_t>(plan.level[place].capacityBits[detail])};
}

}  // namespace lapidary::lanes
