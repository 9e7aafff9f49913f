// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/case_walk.h"

#include <algorithm>

#include "core/base/arith.h"

namespace lapidary::data_centric {
namespace {

MapPositions temporalPositions(const Map& map, std::int64_t full) {
    MapPositions found;
    found.at[0] = {Phase::init, 1, full <= map.size, full < map.size, false};
    found.count = 1;
    const std::int64_t steady = full > map.size ? (full - map.size) / map.offset : 0;
    if (steady > 0) found.at[static_cast<std::size_t>(found.count++)] = {Phase::steady, steady, false, false, false};
    if (full >= map.size && steady * map.offset + map.size < full)
        found.at[static_cast<std::size_t>(found.count++)] = {Phase::edge, 1, false, true, false};
    return found;
}

MapPositions spatialPositions(const Map& map, std::int64_t full, std::int64_t units) {
    MapPositions found;
    const std::int64_t cover = map.size + map.offset * (units - 1);
    found.at[0] = {Phase::init, 1, full <= cover, full < cover, full < cover};
    found.count = 1;
    if (full <= cover) return found;
    const std::int64_t steady = ((full - map.size) / map.offset + 1) / units - 1;
    const std::int64_t stride = map.offset * units;
    if (steady > 0) found.at[static_cast<std::size_t>(found.count++)] = {Phase::steady, steady, false, false, false};
    if ((steady + 1) * stride + cover <= full || steady * stride + cover == full) return found;
    const std::int64_t rest = full - (steady + 1) * stride;
    const std::int64_t active = rest < map.size ? 1 : (rest - map.size) / map.offset + 1;
    const bool partial = (active - 1) * map.offset + map.size < rest || rest < map.size;
    found.at[static_cast<std::size_t>(found.count++)] = {Phase::edge, 1, false, true, partial};
    return found;
}

/// Other units' share of a dimension that is spread over them.
bool onlyNew(const LevelTable& table, const Case& one, bool restarted) {
    const bool moves = one.at[static_cast<std::size_t>(table.spatial)]->phase != Phase::init;
    if (!moves) return one.advancing >= 0 && table.spatial > one.advancing;
    return table.spatial == one.advancing && !restarted;
}

}  // namespace

void CaseWalk::findPositions(const LevelTable& table, const Sizes& sizes,
                             std::array<MapPositions, kMaxMaps>& found) const {
    for (int i = 0; i < table.count; ++i) {
        const Map& map = table.maps[static_cast<std::size_t>(i)];
        const std::int64_t full = sizes[static_cast<std::size_t>(map.dimension)];
        found[static_cast<std::size_t>(i)] =
            map.kind == MapKind::spatial ? spatialPositions(map, full, table.units) : temporalPositions(map, full);
    }
}

std::int64_t CaseWalk::held(const LevelTable& table, const Case& one, int dimension, bool partialUnit) const {
    const auto d = static_cast<std::size_t>(dimension);
    const int place = table.placeOf[d];
    const bool edge = place == table.spatial ? partialUnit : one.at[static_cast<std::size_t>(place)]->edge;
    return edge ? table.edgeMapped[d] : table.mapped[d];
}

std::int64_t CaseWalk::resultsHeld(const LevelTable& table, int dimension, bool edge) const {
    const auto d = static_cast<std::size_t>(dimension);
    const int filter = m_model.layer().dimensions[d].filter;
    const std::int64_t size = edge ? table.edgeMapped[d] : table.mapped[d];
    return filter < 0 ? size : size - table.mapped[static_cast<std::size_t>(filter)] + 1;
}

std::int64_t CaseWalk::inputMoved(const LevelTable& table, const Case& one, const LayerTensor& tensor) const {
    const int c = one.advancing;
    bool uses = c < 0, spread = false, restarted = false;
    for (const int d : tensor.dimensions) {
        const int place = table.placeOf[static_cast<std::size_t>(d)];
        uses = uses || place == c;
        spread = spread || place == table.spatial;
        const Position& at = *one.at[static_cast<std::size_t>(place)];
        restarted = restarted || (c >= 0 && place > c && at.phase == Phase::init && !at.unrolled);
    }
    if (!uses && (m_model.quirks().noReloadAfterRestart || !restarted)) return 0;
    std::int64_t rest = 1, first = 1, other = 1, partial = 1;
    for (const int dimension : tensor.dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        const int place = table.placeOf[d];
        const Position& at = *one.at[static_cast<std::size_t>(place)];
        if (place == table.spatial) {
            const bool fresh = onlyNew(table, one, restarted);
            first = table.mapped[d];
            other = fresh ? table.unique[d] : table.mapped[d];
            partial = one.working == 1 ? table.edgeMapped[d] : fresh ? table.edgeUnique[d] : table.edgeMapped[d];
        } else if (at.phase == Phase::init) {
            rest *= at.edge ? table.edgeMapped[d] : table.mapped[d];
        } else {
            const bool fresh = place == c && !restarted;
            const bool cut = at.edge && !m_model.quirks().fullEdgeTiles;
            rest *= fresh ? (cut ? table.edgeUnique[d] : table.unique[d]) : cut ? table.edgeMapped[d] : table.mapped[d];
        }
    }
    if (!spread) return rest;
    if (!one.partial) return rest * (first + (one.working - 1) * other);
    return rest * ((one.working > 1 ? first + (one.working - 2) * other : 0) + partial);
}

std::int64_t CaseWalk::outputMoved(const LevelTable& table, const Case& one, const LayerTensor& tensor) const {
    std::int64_t rest = 1, first = 1, other = 1, partial = 1;
    bool spread = false;
    for (const int dimension : tensor.dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        const int place = table.placeOf[d];
        const Map& map = table.maps[static_cast<std::size_t>(place)];
        if (place != table.spatial) {
            rest *= resultsHeld(table, dimension, one.at[static_cast<std::size_t>(place)]->edge);
            continue;
        }
        spread = true;
        first = resultsHeld(table, dimension, false);
        other = std::min(map.offset, table.mapped[d]);
        const std::int64_t cut = resultsHeld(table, dimension, true);
        const bool windowed = m_model.layer().dimensions[d].windowed();
        partial = one.working == 1 ? cut : windowed ? std::min(map.offset, cut) : table.edgeUnique[d];
    }
    if (!spread) return rest;
    if (!one.partial) return rest * (first + (one.working - 1) * other);
    return rest * ((one.working > 1 ? first + (one.working - 2) * other : 0) + partial);
}

void CaseWalk::fill(const LevelTable& table, Case& one) const {
    const Layer& layer = m_model.layer();
    one.times = 1;
    one.advancing = -1;
    for (int i = 0; i < table.count; ++i) {
        const Position& at = *one.at[static_cast<std::size_t>(i)];
        one.times *= at.times;
        if (at.phase != Phase::init) one.advancing = i;
    }
    if (m_model.quirks().narrowMultiplicities) one.times = static_cast<std::int32_t>(one.times);
    const Position& spread = *one.at[static_cast<std::size_t>(table.spatial)];
    one.working = spread.edge ? table.active : table.units;
    one.partial = spread.partial;

    const LayerTensor& output = layer.tensors.back();
    std::int64_t rest = 1, whole = 1, cut = 1;
    for (int i = 0; i < table.count; ++i) {
        const int d = table.maps[static_cast<std::size_t>(i)].dimension;
        const bool result = std::find(output.dimensions.begin(), output.dimensions.end(), d) != output.dimensions.end();
        const bool edge = one.at[static_cast<std::size_t>(i)]->edge;
        const auto size = [&](bool atEdge) {
            if (result) return resultsHeld(table, d, atEdge);
            return atEdge ? table.edgeMapped[static_cast<std::size_t>(d)] : table.mapped[static_cast<std::size_t>(d)];
        };
        if (i != table.spatial) {
            rest *= size(edge);
            continue;
        }
        whole = size(false);
        cut = size(true);
    }
    one.unitMacs = rest * whole;
    one.partialMacs = rest * cut;
    one.macs = one.partial ? one.unitMacs * (one.working - 1) + one.partialMacs : one.unitMacs * one.working;
    for (std::size_t t = 0; t < layer.tensors.size(); ++t)
        one.moved[t] = layer.tensors[t].isOutput ? outputMoved(table, one, layer.tensors[t])
                                                 : inputMoved(table, one, layer.tensors[t]);
}

Sizes CaseWalk::subSizes(const LevelTable& table, const Case& one, bool partialUnit, unsigned& mask) const {
    Sizes sizes{};
    mask = 0;
    for (int i = 0; i < table.count; ++i) {
        const int d = table.maps[static_cast<std::size_t>(i)].dimension;
        const bool edge = i == table.spatial ? partialUnit : one.at[static_cast<std::size_t>(i)]->edge;
        sizes[static_cast<std::size_t>(d)] = held(table, one, d, partialUnit);
        mask |= edge ? 1u << i : 0u;
    }
    return sizes;
}

const Invocation& CaseWalk::unit(std::size_t level, const Case& one, bool partialUnit) {
    unsigned mask = 0;
    const Sizes sizes = subSizes(m_scratch.tables[level], one, partialUnit, mask);
    EdgeMemo& memo = m_scratch.memos[level];
    if (memo.stamp[mask] != memo.now) {
        memo.unit[mask] = invoke(level + 1, sizes, nullptr);
        memo.stamp[mask] = memo.now;
    }
    return memo.unit[mask];
}

/// The slowest unit; adds what reaches the PEs of all.
std::int64_t CaseWalk::computing(std::size_t level, const Case& one, Invocation& sums) {
    const bool onlyPartial = one.partial && one.working == 1;
    const std::int64_t whole = one.working - (one.partial ? 1 : 0);
    const bool innermost = level + 1 == m_scratch.tables.size();
    if (innermost) {
        const LevelTable& table = m_scratch.tables[level];
        for (std::size_t t = 0; t + 1 < m_model.layer().tensors.size(); ++t) {
            const auto& dimensions = m_model.layer().tensors[t].dimensions;
            const bool spread = std::any_of(dimensions.begin(), dimensions.end(), [&](int d) {
                return table.placeOf[static_cast<std::size_t>(d)] == table.spatial;
            });
            sums.delivered[t] += one.times * one.moved[t] * (spread ? 1 : one.working);
        }
        return onlyPartial ? one.partialMacs : one.unitMacs;
    }
    std::int64_t slowest = 0;
    const auto add = [&](bool partial, std::int64_t units) {
        const Invocation& below = unit(level, one, partial);
        slowest = std::max(slowest, below.runtime);
        for (std::size_t t = 0; t < 4; ++t) sums.delivered[t] += one.times * units * below.delivered[t];
    };
    if (one.partial) add(true, 1);
    if (!onlyPartial) add(false, whole);
    return slowest;
}

std::int64_t CaseWalk::moving(std::int64_t elements) const {
    const Hardware& hardware = m_model.hardware();
    const std::int64_t flits = !hardware.nocBandwidth ? elements > 0 : ceilDiv(elements, *hardware.nocBandwidth);
    return hardware.hops + flits - 1;
}

void CaseWalk::addPhase(const Case& one, std::int64_t compute, std::int64_t delay, Outcome& outcome) const {
    const auto maps = one.at.begin() + m_scratch.tables.front().count;
    const bool cut = std::any_of(one.at.begin(), maps, [](const Position* at) { return at->phase == Phase::edge; });
    const Phase phase = one.advancing < 0 ? Phase::init : cut ? Phase::edge : Phase::steady;
    PhaseTime& time = outcome.phases[static_cast<std::size_t>(phase)];
    time.steps += one.times;
    time.cycles += one.times * delay;
    time.compute += one.times * std::min(compute, delay);
    time.communication += one.times * (delay - std::min(compute, delay));
}

Invocation CaseWalk::invoke(std::size_t level, const Sizes& sizes, TopSums* top) {
    const LevelTable& table = m_scratch.tables[level];
    EdgeMemo& memo = m_scratch.memos[level];
    if (++memo.now == 0) {
        memo.stamp.fill(0);
        memo.now = 1;
    }
    std::array<MapPositions, kMaxMaps> positions;
    findPositions(table, sizes, positions);
    // MAESTRO's order, which its off-chip requirement depends on: a map moves on whenever the number of the case is a
    // multiple of the cases inside it.
    std::array<int, kMaxMaps> inside{};
    int cases = 1;
    for (int i = table.count - 1; i >= 0; --i) {
        inside[static_cast<std::size_t>(i)] = cases;
        cases *= positions[static_cast<std::size_t>(i)].count;
    }
    const std::size_t output = m_model.layer().tensors.size() - 1;
    Invocation sums;
    Case one;
    for (int number = 0; number < cases; ++number) {
        for (int i = 0; i < table.count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const int moved = (number + inside[at] - 1) / inside[at];
            one.at[at] = &positions[at].at[static_cast<std::size_t>(moved % positions[at].count)];
        }
        fill(table, one);
        if (one.macs <= 0) continue;
        const std::int64_t compute = computing(level, one, sums);
        std::int64_t entering = 0;
        for (std::size_t t = 0; t < output; ++t) entering += one.moved[t];
        const std::int64_t in = moving(entering);
        const std::int64_t out = moving(one.moved[output]);
        const std::int64_t floor = top ? addTop(one, compute, *top) : 0;
        const std::int64_t delay = std::max(one.advancing < 0 ? compute + in : std::max({compute, in, out}), floor);
        sums.runtime += one.times * delay;
        if (top && top->outcome) addPhase(one, compute, delay, *top->outcome);
    }
    return sums;
}

std::int64_t CaseWalk::addTop(const Case& one, std::int64_t compute, TopSums& top) const {
    const std::size_t output = m_model.layer().tensors.size() - 1;
    std::int64_t entering = 0, required = 0;
    if (!top.seen) {
        for (std::size_t t = 0; t <= output; ++t) top.first[t] = one.moved[t];
        top.seen = true;
    }
    for (std::size_t t = 0; t <= output; ++t) top.moved[t] += one.times * one.moved[t];
    for (std::size_t t = 0; t < output; ++t) {
        entering += one.moved[t];
        required += 2 * top.first[t];
    }
    top.macs += one.times * one.macs;
    top.steps += one.times;
    const std::int64_t most = std::max(entering, one.moved[output]);
    const std::int64_t cycles = std::max<std::int64_t>(compute, 1);
    top.averageSum += one.times * most / cycles;
    top.offchip = std::max({top.offchip, 2 * top.first[output] / cycles, required / cycles}) / 2;
    if (Outcome* outcome = top.outcome) {
        outcome->peakBandwidth = std::max(outcome->peakBandwidth, most / cycles);
        const auto widen = [&](Delays& delays, std::int64_t value) {
            delays = top.steps == one.times ? Delays{value, value}
                                            : Delays{std::min(delays.least, value), std::max(delays.most, value)};
        };
        widen(outcome->ingress, moving(entering));
        widen(outcome->egress, moving(one.moved[output]));
        widen(outcome->compute, compute);
    }
    const auto& offchip = m_model.hardware().offchipBandwidth;
    return offchip ? std::max(2 * top.first[output] / *offchip / 2, required / *offchip / 2) : 0;
}

double CaseWalk::utilized(std::size_t level, const Sizes& sizes) {
    const LevelTable& table = m_scratch.tables[level];
    std::array<MapPositions, kMaxMaps> positions;
    findPositions(table, sizes, positions);
    const MapPositions& spread = positions[static_cast<std::size_t>(table.spatial)];
    double sum = 0, steps = 0;
    for (int i = 0; i < spread.count; ++i) {
        const Position& at = spread.at[static_cast<std::size_t>(i)];
        sum += static_cast<double>(at.times * (at.edge ? table.active : table.units));
        steps += static_cast<double>(at.times);
    }
    double below = 1;
    if (level + 1 < m_scratch.tables.size()) {
        Sizes inner = sizes;
        for (int i = 0; i < table.count; ++i) {
            const auto d = static_cast<std::size_t>(table.maps[static_cast<std::size_t>(i)].dimension);
            inner[d] = std::min(inner[d], table.mapped[d]);
        }
        below = utilized(level + 1, inner);
    }
    return sum / steps * below;
}

}  // namespace lapidary::data_centric
