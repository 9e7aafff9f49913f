// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The joint limits that need no tiles. On the path of every search: no allocation.

#include <array>
#include <bit>

#include "core/mapping/extent.h"
#include "core/mapping/validity.h"

namespace lapidary {
namespace {

Reason checkAxes(const Mapping& mapping, const Architecture& architecture) {
    std::array<std::array<std::int64_t, 2>, kMaxFanouts> used;
    for (auto& axes : used) axes = {1, 1};
    for (const Node& node : mapping.nodes) {
        if (node.kind != NodeKind::spatial) continue;
        std::int64_t& product = used[node.fanout][node.axis == Axis::y];
        product = saturatingMul(product, node.bound);
    }
    for (int f = 0; f < architecture.fanoutCount(); ++f) {
        const auto index = static_cast<std::size_t>(f);
        const Fanout& fanout = architecture.fanouts()[index];
        const auto [x, y] = used[index];
        const auto number = static_cast<std::int8_t>(f);
        if (x > fanout.x) return {.code = ReasonCode::fanoutX, .fanout = number, .needed = x, .available = fanout.x};
        if (y > fanout.y) return {.code = ReasonCode::fanoutY, .fanout = number, .needed = y, .available = fanout.y};
    }
    return {};
}

Reason checkKeep(const Mapping& mapping, const Target& target) {
    std::array<unsigned, kMaxLevels> stored{};
    for (const Node& node : mapping.nodes)
        if (!node.isLoop()) stored[node.level] |= node.tensors;
    for (std::size_t l = 0; l < target.levels.size(); ++l) {
        const int level = static_cast<int>(l);
        const unsigned missing = target.mustKeep(level) & ~stored[l];
        const unsigned forbidden = stored[l] & ~target.mayKeep(level);
        if ((missing | forbidden) == 0) continue;
        return {.code = missing ? ReasonCode::keepMissing : ReasonCode::keepForbidden,
                .level = static_cast<std::int8_t>(level),
                .tensor = static_cast<std::int8_t>(std::countr_zero(missing ? missing : forbidden))};
    }
    return {};
}

/// A dimension that some output doesn't index makes the lanes' partial sums meet on the way up. Every output is
/// stored above every fanout, since its first Store stands before all loops.
Reason checkReduction(const Mapping& mapping, const Target& target) {
    const auto& tensors = target.workload.tensors();
    for (const Node& node : mapping.nodes) {
        if (node.kind != NodeKind::spatial || node.bound == 1) continue;
        if (target.architecture.fanouts()[node.fanout].reduction) continue;
        for (std::size_t t = 0; t < tensors.size(); ++t) {
            if (!tensors[t].isOutput || tensors[t].uses(node.dimension)) continue;
            return {.code = ReasonCode::reduction,
                    .fanout = static_cast<std::int8_t>(node.fanout),
                    .tensor = static_cast<std::int8_t>(t),
                    .dimension = static_cast<std::int8_t>(node.dimension)};
        }
    }
    return {};
}

}  // namespace

Reason checkLimits(const Mapping& mapping, const Target& target) {
    if (const Reason reason = checkAxes(mapping, target.architecture); reason.code != ReasonCode::none) return reason;
    if (const Reason reason = checkKeep(mapping, target); reason.code != ReasonCode::none) return reason;
    return checkReduction(mapping, target);
}

}  // namespace lapidary
