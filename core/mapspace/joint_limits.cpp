// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/joint_limits.h"

#include "core/mapping/extent.h"

namespace lapidary {

JointLimits::JointLimits(const Target& target, const MapspaceRules& rules) {
    for (std::size_t f = 0; f < rules.fanouts.size(); ++f) {
        const FanoutRules& fanout = rules.fanouts[f];
        const auto number = static_cast<std::uint8_t>(f);
        if (fanout.leastLanes > 1) m_lanes.push_back({number, fanout.leastLanes});
        for (int d = 0; d < target.workload.dimensionCount(); ++d) {
            const FactorRange& range = fanout.factors[static_cast<std::size_t>(d)];
            const bool onBothAxes = fanout.loops[0] & fanout.loops[1] & 1u << d;
            if (onBothAxes && (range.least > 1 || range.most < kMaxBound))
                m_factors.push_back({number, static_cast<std::uint8_t>(d), range});
        }
    }
}

Reason JointLimits::check(const Mapping& mapping, const Workload& workload) const {
    for (const auto& [fanout, least] : m_lanes) {
        std::int64_t lanes = 1;
        for (const Node& node : mapping.nodes)
            if (node.kind == NodeKind::spatial && node.fanout == fanout) lanes = saturatingMul(lanes, node.bound);
        if (lanes < least)
            return {.code = ReasonCode::utilization,
                    .fanout = static_cast<std::int8_t>(fanout),
                    .needed = least,
                    .available = lanes};
    }
    for (const auto& [fanout, dimension, range] : m_factors) {
        std::int64_t factor = 1;
        for (const Node& node : mapping.nodes)
            if (node.kind == NodeKind::spatial && node.fanout == fanout && node.dimension == dimension)
                factor = saturatingMul(factor, node.bound);
        const std::int64_t least = range.whole ? mapping.coveredBound(workload, dimension) : range.least;
        if (least <= factor && factor <= range.most) continue;
        return {.code = ReasonCode::factor,
                .fanout = static_cast<std::int8_t>(fanout),
                .dimension = static_cast<std::int8_t>(dimension),
                .needed = factor,
                .available = factor < least ? least : range.most};
    }
    return {};
}

}  // namespace lapidary
