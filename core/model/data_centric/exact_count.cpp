// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/exact_count.h"

#include <algorithm>

#include "core/base/arith.h"

namespace lapidary::data_centric {
namespace {

std::int64_t overlapOf(std::int64_t start, std::int64_t length, std::int64_t earlier) {
    return std::max<std::int64_t>(0, std::min(start + length, earlier) - std::max<std::int64_t>(start, 0));
}

std::uint64_t hashOf(const Sizes& sizes, std::size_t dimensions) {
    std::uint64_t hash = 0;
    for (std::size_t d = 0; d < dimensions; ++d)
        hash = (hash ^ static_cast<std::uint64_t>(sizes[d])) * 0x9E3779B97F4A7C15u;
    return hash;
}

StepLoop loopOf(const Tiling& tiling, std::int64_t units, std::int64_t extent) {
    StepLoop loop{tiling.dimension, tiling.spatial};
    loop.size = std::min(tiling.size, extent);
    loop.reach = loop.size * (tiling.spatial ? units : 1);
    loop.trips = loop.reach >= extent ? 1 : ceilDiv(extent, loop.reach);
    loop.lastLeft = extent - (loop.trips - 1) * loop.reach;
    loop.left = loop.reach;
    loop.cut = loop.trips > 1 && loop.lastLeft != loop.reach;
    if (tiling.spatial) {
        loop.working = units;
        loop.lastWorking = loop.lastLeft == loop.reach ? units : ceilDiv(loop.lastLeft, loop.size);
    }
    return loop;
}

/// Units with equal steps: up to where the last unit, now or before, holds less, and where it had no work before.
struct UnitGroups {
    std::array<std::int64_t, 5> from{};
    int count = 1;

    void cutAt(std::int64_t unit, std::int64_t working) {
        if (unit <= 0 || unit >= working) return;
        int place = count;
        while (from[static_cast<std::size_t>(place - 1)] > unit) --place;
        if (from[static_cast<std::size_t>(place - 1)] == unit) return;
        for (int i = count; i > place; --i) from[static_cast<std::size_t>(i)] = from[static_cast<std::size_t>(i - 1)];
        from[static_cast<std::size_t>(place)] = unit;
        ++count;
    }
};

UnitGroups groupsOf(const StepLoop& spread, bool lastNow, bool lastBefore) {
    UnitGroups groups;
    const std::int64_t now = spread.workingAt(lastNow), before = spread.workingAt(lastBefore);
    const auto partial = [&](bool last, std::int64_t working) {
        return spread.sizeOf(working - 1, last) < spread.size;
    };
    if (partial(lastNow, now)) groups.cutAt(now - 1, now);
    if (partial(lastBefore, before)) groups.cutAt(before - 1, now);
    groups.cutAt(before, now);
    return groups;
}

}  // namespace

ExactCount::ExactCount(std::span<const TiledLevel> levels, const Layer& layer, const Hardware& hardware,
                       ExactScratch& scratch, bool passes)
    : m_levels(levels), m_layer(layer), m_hardware(hardware), m_scratch(scratch), m_passes(passes) {
    if (scratch.memos.size() < levels.size()) scratch.memos.resize(levels.size());
    for (ExactMemo& memo : scratch.memos) {
        memo.hashes.clear();
        memo.extents.clear();
        memo.sums.clear();
    }
}

const LevelSums& ExactCount::of(std::size_t level, const Sizes& extents) {
    ExactMemo& memo = m_scratch.memos[level];
    const std::uint64_t hash = hashOf(extents, m_layer.dimensions.size());
    for (std::size_t i = 0; i < memo.hashes.size(); ++i)
        if (memo.hashes[i] == hash && memo.extents[i] == extents) return memo.sums[i];
    LevelSums sums = count(level, extents);
    memo.hashes.push_back(hash);
    memo.extents.push_back(extents);
    memo.sums.push_back(sums);
    return memo.sums.back();
}

LevelRun ExactCount::runOf(std::size_t level, const Sizes& extents) const {
    LevelRun run;
    run.level = level;
    run.extents = &extents;
    const TiledLevel& tiled = m_levels[level];
    int spatial = -1;
    for (const Tiling& tiling : tiled.tilings) {
        if (tiling.spatial) {
            run.spatial = run.count;
            spatial = tiling.dimension;
        }
        run.loops[static_cast<std::size_t>(run.count++)] =
            loopOf(tiling, tiled.units, extents[static_cast<std::size_t>(tiling.dimension)]);
    }
    for (std::size_t t = 0; t < m_layer.tensors.size(); ++t) {
        const LayerTensor& tensor = m_layer.tensors[t];
        for (const int d : tensor.dimensions)
            if (d == spatial ||
                (!tensor.isOutput && spatial >= 0 && m_layer.dimensions[static_cast<std::size_t>(d)].filter == spatial))
                run.spread[t] = true;
    }
    return run;
}

LevelSums ExactCount::count(std::size_t level, const Sizes& extents) {
    const LevelRun run = runOf(level, extents);
    LevelSums sums;
    StepClass first;
    for (int i = 0; i < run.count; ++i)
        first.now[static_cast<std::size_t>(i)] = run.loops[static_cast<std::size_t>(i)].trips == 1;
    add(run, first, sums);
    for (int c = 0; c < run.count; ++c)
        if (run.loops[static_cast<std::size_t>(c)].trips > 1) addAdvancesOf(run, c, sums);
    return sums;
}

/// Every choice of which loops outside and at c are at their last position, of those whose last position differs.
void ExactCount::addAdvancesOf(const LevelRun& run, int c, LevelSums& sums) {
    unsigned cuts = 0;
    StepClass base;
    base.advancing = c;
    for (int i = 0; i < run.count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const StepLoop& loop = run.loops[at];
        base.now[at] = loop.trips == 1;
        base.before[at] = i > c || (i < c && loop.trips == 1);
        if (i > c) continue;
        if (loop.cut)
            cuts |= 1u << i;
        else
            base.times *= loop.trips - (i == c ? 1 : 0);
    }
    unsigned last = 0;
    do {
        StepClass one = base;
        for (int i = 0; i <= c; ++i) {
            if ((cuts >> i & 1) == 0) continue;
            const auto at = static_cast<std::size_t>(i);
            const bool isLast = (last >> i & 1) != 0;
            one.now[at] = isLast;
            one.before[at] = i < c && isLast;
            if (!isLast) one.times *= run.loops[at].trips - (i == c ? 2 : 1);
        }
        if (one.times > 0) add(run, one, sums);
        last = (last - cuts) & cuts;
    } while (last != 0);
}

UnitStep ExactCount::stepOf(const LevelRun& run, const StepClass& one) const {
    UnitStep step{*run.extents, *run.extents, {}};
    for (int i = 0; i < run.count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const StepLoop& loop = run.loops[at];
        const auto d = static_cast<std::size_t>(loop.dimension);
        step.now[d] = loop.sizeOf(0, one.now[at]);
        step.before[d] = loop.sizeOf(0, one.before[at]);
        step.moved[d] = i < one.advancing ? 0 : i == one.advancing ? loop.reach : -(loop.trips - 1) * loop.reach;
    }
    return step;
}

/// Elements of a tensor in a unit, and how many of them it had before.
std::pair<std::int64_t, std::int64_t> ExactCount::heldAndKept(const LayerTensor& tensor, const UnitStep& step,
                                                              bool nothingBefore) const {
    std::int64_t held = 1, kept = nothingBefore ? 0 : 1;
    for (const int dimension : tensor.dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        const LayerDimension& along = m_layer.dimensions[d];
        std::int64_t length = step.now[d], earlier = step.before[d], moved = step.moved[d];
        if (along.windowed() && !tensor.isOutput) {
            const auto f = static_cast<std::size_t>(along.filter);
            length = along.stride * (length - 1) + step.now[f];
            earlier = along.stride * (earlier - 1) + step.before[f];
            moved = along.stride * moved + step.moved[f];
        }
        held *= length;
        kept *= overlapOf(moved, length, earlier);
    }
    return {held, kept};
}

/// Work of some equal units at a step, and what of inputs reaches PEs below; returns how long one takes.
std::int64_t ExactCount::addUnits(const LevelRun& run, std::int64_t workers, const UnitStep& step, LevelSums& sums) {
    if (run.level + 1 == m_levels.size()) {
        std::int64_t macs = 1;
        for (std::size_t d = 0; d < m_layer.dimensions.size(); ++d) macs *= step.now[d];
        sums.macs += workers * macs;
        sums.busy += static_cast<double>(workers);
        return macs;
    }
    const LevelSums& below = of(run.level + 1, step.now);
    sums.macs += workers * below.macs;
    sums.busy += static_cast<double>(workers) * below.utilized();
    for (std::size_t t = 0; t < 4; ++t) {
        sums.delivered[t] += workers * below.delivered[t];
        sums.passedBelow[t] += workers * (below.passed[t] + below.passedBelow[t]);
    }
    return below.runtime;
}

void ExactCount::add(const LevelRun& run, const StepClass& one, LevelSums& sums) {
    const bool first = one.advancing < 0;
    const bool innermost = run.level + 1 == m_levels.size();
    UnitStep step = stepOf(run, one);
    UnitGroups groups;
    std::int64_t working = 1;
    const auto s = static_cast<std::size_t>(std::max(run.spatial, 0));
    const StepLoop& spread = run.loops[s];
    if (run.spatial >= 0) {
        groups = groupsOf(spread, one.now[s], one.before[s]);
        working = spread.workingAt(one.now[s]);
    }
    std::array<std::int64_t, 4> moved{};
    std::int64_t compute = 0;
    for (int g = 0; g < groups.count; ++g) {
        const std::int64_t from = groups.from[static_cast<std::size_t>(g)];
        const std::int64_t units =
            (g + 1 < groups.count ? groups.from[static_cast<std::size_t>(g + 1)] : working) - from;
        if (run.spatial >= 0) {
            const auto d = static_cast<std::size_t>(spread.dimension);
            step.now[d] = spread.sizeOf(from, one.now[s]);
            step.before[d] = spread.sizeOf(from, one.before[s]);
        }
        const bool nothingBefore =
            first || (run.spatial >= 0 && step.before[static_cast<std::size_t>(spread.dimension)] <= 0);
        for (std::size_t t = 0; t < m_layer.tensors.size(); ++t) {
            const LayerTensor& tensor = m_layer.tensors[t];
            const auto [held, kept] = heldAndKept(tensor, step, nothingBefore);
            const std::int64_t words = tensor.isOutput ? held : held - kept;
            moved[t] = run.spread[t] ? moved[t] + units * words : std::max(moved[t], words);
            if (innermost && !tensor.isOutput) sums.delivered[t] += one.times * units * words;
        }
        compute = std::max(compute, addUnits(run, one.times * units, step, sums));
    }
    if (first) sums.first = moved;
    if (m_passes && !first && run.spatial >= 0)
        for (std::size_t t = 0; t + 1 < m_layer.tensors.size(); ++t)
            sums.passed[t] += one.times * passedBy(run, one, m_layer.tensors[t], step);
    for (std::size_t t = 0; t < 4; ++t) sums.moved[t] += one.times * moved[t];
    addTime(run, one, moved, compute, sums);
}

void ExactCount::addTime(const LevelRun& run, const StepClass& one, const std::array<std::int64_t, 4>& moved,
                         std::int64_t compute, LevelSums& sums) {
    const std::size_t output = m_layer.tensors.size() - 1;
    std::int64_t entering = 0, required = 0;
    for (std::size_t t = 0; t < output; ++t) {
        entering += moved[t];
        required += 2 * sums.first[t];
    }
    const std::int64_t in = movingDelay(m_hardware, entering), out = movingDelay(m_hardware, moved[output]);
    std::int64_t delay = one.advancing < 0 ? compute + in : std::max({compute, in, out});
    if (run.level == 0) {
        noteTop(one, entering, moved[output], compute, delay);
        if (const auto& offchip = m_hardware.offchipBandwidth)
            delay = std::max({delay, 2 * sums.first[output] / *offchip / 2, required / *offchip / 2});
    }
    sums.runtime += one.times * delay;
    sums.steps += one.times;
    bool cut = false;
    for (int i = 0; i < run.count; ++i)
        cut = cut || (run.loops[static_cast<std::size_t>(i)].cut && one.now[static_cast<std::size_t>(i)]);
    PhaseTime& time = sums.phases[static_cast<std::size_t>(one.advancing < 0 ? Phase::init
                                                           : cut             ? Phase::edge
                                                                             : Phase::steady)];
    time.steps += one.times;
    time.cycles += one.times * delay;
    time.compute += one.times * std::min(compute, delay);
    time.communication += one.times * (delay - std::min(compute, delay));
}

void ExactCount::noteTop(const StepClass& one, std::int64_t entering, std::int64_t leaving, std::int64_t compute,
                         std::int64_t delay) {
    const bool first = one.advancing < 0;
    const auto widen = [&](Delays& delays, std::int64_t value) {
        delays = first ? Delays{value, value} : Delays{std::min(delays.least, value), std::max(delays.most, value)};
    };
    widen(m_top.ingress, movingDelay(m_hardware, entering));
    widen(m_top.egress, movingDelay(m_hardware, leaving));
    widen(m_top.compute, compute);
    m_top.shortest = first ? delay : std::min(m_top.shortest, delay);
    const std::int64_t words = std::max(entering, leaving);
    m_top.peakBandwidth = std::max(m_top.peakBandwidth, ceilDiv(words, compute));
    m_top.bandwidthSum += static_cast<double>(one.times) * static_cast<double>(words) / static_cast<double>(compute);
}

}  // namespace lapidary::data_centric
