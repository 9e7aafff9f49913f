// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/ladder.h"

#include <algorithm>

namespace lapidary::timeloop {

namespace {

/// A name that no part of the design has.
std::string freeName(std::string wanted, const Architecture& design, const std::vector<Rung>& rungs) {
    const auto taken = [&](const std::string& name) {
        return std::ranges::any_of(rungs, [&](const Rung& rung) { return rung.name == name; }) ||
               design.findLevel(name) >= 0 || design.findFanout(name) >= 0 || design.compute().name == name;
    };
    while (taken(wanted)) wanted += '_';
    return wanted;
}

void addLevel(const Architecture& design, int index, const Target* target, Ladder& ladder) {
    const Level& level = design.levels()[static_cast<std::size_t>(index)];
    const auto add = [&](const std::string& name, const Partition* partition, unsigned tensors) {
        const bool isFirst = ladder.rungs.empty() || ladder.rungs.back().level != index;
        ladder.rungs.push_back({name, index, partition, tensors, ladder.x, ladder.y, isFirst, -1});
    };
    if (level.partitions.empty()) return add(level.name, nullptr, ~0u);
    const TargetLevel* resolved = target ? &target->levels[static_cast<std::size_t>(index)] : nullptr;
    unsigned shared = target ? 0 : ~0u;
    if (resolved != nullptr)
        for (int t = 0; t < target->workload.tensorCount(); ++t)
            if (resolved->part[static_cast<std::size_t>(t)] == 0 &&
                resolved->keep[static_cast<std::size_t>(t)] != Keep::never)
                shared |= 1u << t;
    if (target ? shared != 0 : level.capacity.has_value()) add(level.name, nullptr, shared);
    for (const auto& [key, partition] : level.partitions) {
        unsigned tensors = target ? 0 : ~0u;
        if (resolved != nullptr)
            for (int t = 0; t < target->workload.tensorCount(); ++t) {
                const int part = resolved->part[static_cast<std::size_t>(t)];
                if (part > 0 && resolved->partitions[static_cast<std::size_t>(part - 1)] == key) tensors |= 1u << t;
            }
        add(freeName(level.name + "_" + key, design, ladder.rungs), &partition, tensors);
    }
}

/// Walks a mapping's nodes and puts each at its rung.
class RungWalk {
public:
    RungWalk(const Ladder& ladder, const Target& target)
        : m_ladder(ladder), m_target(target), m_result(ladder.rungs.size()) {}

    Result<std::vector<RungMapping>> run(const Mapping& mapping) {
        for (const Node& node : mapping.nodes) {
            if (node.isLoop() && node.bound == 1) continue;
            const std::string why = node.kind == NodeKind::store      ? addStore(node)
                                    : node.kind == NodeKind::temporal ? addTemporal(node)
                                                                      : addSpatial(node);
            if (why.empty()) continue;
            return error("'" + toText(node, m_target.workload, m_target.architecture) +
                         "' has no place in a Timeloop mapping: " + why);
        }
        return std::move(m_result);
    }

private:
    std::string addStore(const Node& node) {
        for (int t = 0; t < m_target.workload.tensorCount(); ++t) {
            if (!(node.tensors >> t & 1)) continue;
            const auto found = std::ranges::find_if(
                m_ladder.rungs, [&](const Rung& rung) { return rung.level == node.level && (rung.tensors >> t & 1); });
            if (found == m_ladder.rungs.end()) return "its level has no memory for one of the tensors";
            const auto rung = static_cast<int>(found - m_ladder.rungs.begin());
            if (rung <= m_lastLoop)
                return "a loop stands outside of it that Timeloop can only have inside of its level";
            m_result[static_cast<std::size_t>(rung)].kept |= 1u << t;
            m_current = std::max(m_current, rung);
        }
        return {};
    }

    /// At the current rung, or at the next one that has no loop of the dimension yet: a rung that holds nothing there
    /// takes it as well, and a Store that still follows will object.
    std::string addTemporal(const Node& node) {
        const auto hasLoop = [&](int rung) {
            const auto& loops = m_result[static_cast<std::size_t>(rung)].temporal;
            return std::ranges::find(loops, node.dimension, &RungLoop::dimension) != loops.end();
        };
        const int last = static_cast<int>(m_ladder.rungs.size());
        if (m_current >= last) return "it stands between a fan-out and the compute";
        int rung = m_current;
        while (rung < last &&
               (hasLoop(rung) || (rung > m_current && m_ladder.rungs[static_cast<std::size_t>(rung)].level < 0)))
            ++rung;
        if (rung == last)
            return "there is another loop of its dimension at '" +
                   m_ladder.rungs[static_cast<std::size_t>(m_current)].name + "'";
        m_result[static_cast<std::size_t>(rung)].temporal.push_back({node.dimension, node.bound, node.tail, Axis::x});
        m_current = rung;
        m_lastLoop = std::max(m_lastLoop, m_current);
        return {};
    }

    std::string addSpatial(const Node& node) {
        const int rung = m_ladder.rungBelow(node.fanout);
        if (rung < 0) return "its fan-out is 1 x 1";
        if (m_lastLoop > rung) return "a temporal loop stands outside of it that Timeloop can only have inside";
        std::vector<RungLoop>& loops = m_result[static_cast<std::size_t>(rung)].spatial;
        if (std::ranges::find(loops, node.dimension, &RungLoop::dimension) != loops.end())
            return "its dimension is unrolled on both axes of one fan-out";
        loops.push_back({node.dimension, node.bound, node.tail, node.axis});
        m_lastLoop = std::max(m_lastLoop, rung);
        m_current = std::max(m_current, rung + 1);
        return {};
    }

    const Ladder& m_ladder;
    const Target& m_target;
    std::vector<RungMapping> m_result;
    int m_current = 0;    ///< rung that the next temporal loop stands at
    int m_lastLoop = -1;  ///< innermost rung with a loop so far
};

}  // namespace

int Ladder::rungBelow(int fanout) const {
    for (std::size_t i = 0; i < rungs.size(); ++i)
        if (rungs[i].fanout == fanout) return static_cast<int>(i);
    return -1;
}

Ladder ladderOf(const Architecture& design, const Target* target) {
    Ladder ladder;
    for (int level = 0; level < design.levelCount(); ++level) {
        addLevel(design, level, target, ladder);
        for (int f = 0; f < design.fanoutCount(); ++f) {
            const Fanout& fanout = design.fanouts()[static_cast<std::size_t>(f)];
            if (fanout.below != level || fanout.x * fanout.y == 1) continue;
            if (ladder.rungs.back().fanout >= 0)
                ladder.rungs.push_back({freeName("above_" + fanout.name, design, ladder.rungs), -1, nullptr, 0,
                                        ladder.x, ladder.y, false, -1});
            ladder.rungs.back().fanout = f;
            ladder.x *= fanout.x;
            ladder.y *= fanout.y;
        }
    }
    return ladder;
}

Result<std::vector<RungMapping>> rungsOf(const Mapping& mapping, const Ladder& ladder, const Target& target) {
    return RungWalk(ladder, target).run(mapping);
}

}  // namespace lapidary::timeloop
