// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/lane_chain.h"

#include <algorithm>

#include "core/mapping/extent.h"

namespace lapidary {
namespace {

constexpr std::int64_t kAny = -1;

LaneRole roleOf(const Node& loop, int fanout) {
    if (loop.kind == NodeKind::temporal) return LaneRole::time;
    return loop.fanout < fanout ? LaneRole::outside : loop.fanout > fanout ? LaneRole::below : LaneRole::lane;
}

}  // namespace

LaneChain::LaneChain(const Mapping& mapping, int dimension, int fanout, std::int64_t instance)
    : m_nodes(mapping.nodes.size()) {
    std::int64_t stride = 1;
    for (std::size_t i = mapping.nodes.size(); i-- > 0;) {
        const Node& node = mapping.nodes[i];
        if (!node.isLoop()) continue;
        const LaneRole role = roleOf(node, fanout);
        std::int64_t fixed = 0;
        if (role == LaneRole::outside) {
            fixed = instance % node.bound;
            instance /= node.bound;
        }
        if (node.dimension != dimension) continue;
        m_loops.push_back({role, static_cast<int>(i), node.bound, node.tail, stride, fixed, m_lanes});
        stride = saturatingMul(stride, node.bound);
        if (role == LaneRole::lane) m_lanes *= node.bound;
    }
    std::reverse(m_loops.begin(), m_loops.end());
}

template <class DigitOf>
std::int64_t LaneChain::count(DigitOf digitOf) const {
    std::int64_t early = 0;  // combinations that are not in the last iteration of all loops so far
    bool last = true;        // whether the one that is in the last iteration of all loops is among them
    for (const ChainLoop& loop : m_loops) {
        const std::int64_t digit = digitOf(loop);
        if (digit == kAny) {
            early = saturatingMul(early, loop.bound) + (last ? loop.tail - 1 : 0);
        } else if (last && digit != loop.tail - 1) {
            early += digit < loop.tail;
            last = false;
        }
    }
    return early + last;
}

AtWork LaneChain::atWork(const Digits& digits) const {
    const auto counted = [&](bool below) {
        return count([&](const ChainLoop& loop) {
            switch (loop.role) {
            case LaneRole::time: return digits[static_cast<std::size_t>(loop.node)];
            case LaneRole::outside: return loop.fixed;
            case LaneRole::lane: return kAny;
            case LaneRole::below: break;
            }
            return below ? kAny : 0;
        });
    };
    return {counted(false), counted(true)};
}

std::int64_t LaneChain::index(const Digits& digits, std::int64_t lane) const {
    std::int64_t index = 0;
    for (const ChainLoop& loop : m_loops) {
        const std::int64_t digit = loop.role == LaneRole::time      ? digits[static_cast<std::size_t>(loop.node)]
                                   : loop.role == LaneRole::outside ? loop.fixed
                                   : loop.role == LaneRole::lane    ? laneDigit(loop, lane)
                                                                    : 0;
        index += digit * loop.stride;
    }
    return index;
}

std::int64_t LaneChain::worked(std::int64_t lane) const {
    return count([&](const ChainLoop& loop) {
        return loop.role == LaneRole::outside ? loop.fixed : loop.role == LaneRole::lane ? laneDigit(loop, lane) : kAny;
    });
}

void LaneChain::add(std::vector<ChainPhase>& phases, const Digits& first, std::int64_t settings) const {
    const AtWork now = atWork(first);
    if (!phases.empty() && phases.back().atWork == now)
        phases.back().settings += settings;
    else
        phases.push_back({now, settings, first});
}

std::vector<ChainPhase> LaneChain::phases() const {
    // Along the path of last iterations, each temporal loop has trips before its last one and, if some lane elsewhere is
    // not in its last iteration, trips behind it.
    struct Turn {
        const ChainLoop* loop;
        std::int64_t perTrip;
        bool goesOn;
    };
    std::vector<Turn> turns;
    bool someLaneEarly = false;
    for (const ChainLoop& loop : m_loops) {
        if (loop.role != LaneRole::time)
            someLaneEarly = someLaneEarly || loop.tail > 1;
        else
            turns.push_back({&loop, 1, someLaneEarly});
    }
    std::int64_t perTrip = 1;
    for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
        turn->perTrip = perTrip;
        perTrip = saturatingMul(perTrip, turn->loop->bound);
    }

    std::vector<ChainPhase> phases;
    Digits digits(m_nodes, 0);
    const auto digitOf = [&](const Turn& turn) -> std::int64_t& {
        return digits[static_cast<std::size_t>(turn.loop->node)];
    };
    for (const Turn& turn : turns) {
        const std::int64_t before = turn.loop->tail - 1;
        if (before > 0) add(phases, digits, saturatingMul(before, turn.perTrip));
        digitOf(turn) = before;
    }
    add(phases, digits, 1);
    for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
        const std::int64_t behind = turn->loop->bound - turn->loop->tail;
        digitOf(*turn) = turn->loop->tail;
        if (behind > 0 && turn->goesOn) add(phases, digits, saturatingMul(behind, turn->perTrip));
        digitOf(*turn) = 0;
    }
    return phases;
}

}  // namespace lapidary
