// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/frame.h"

#include <algorithm>

#include "core/base/units.h"

namespace lapidary {

namespace {

/// Adds the slots of one dimension, from outermost to innermost.
class DimensionSlots {
public:
    DimensionSlots(const Target& target, const MapspaceRules& rules, Factorization kind, int dimension,
                   NestFrame& frame)
        : m_target(target), m_rules(rules), m_kind(kind), m_dimension(dimension), m_frame(frame) {}

    void addTemporal(std::size_t level) {
        const LevelRules& rules = m_rules.levels[level];
        if (!(rules.loops >> m_dimension & 1)) return;
        m_frame.levels[level].temporal[index()] = nextSlot();
        m_frame.levels[level].dimensions.push_back(static_cast<std::uint8_t>(m_dimension));
        add(temporal(m_dimension, 1, 1), rules.factors[index()], 0, m_target.architecture.levels()[level].name);
    }

    void addSpatial(std::size_t fanout) {
        const FanoutRules& rules = m_rules.fanouts[fanout];
        const Fanout& design = m_target.architecture.fanouts()[fanout];
        FactorRange range = rules.factors[index()];
        // With a slot on each axis, a lower limit of the product says nothing about either.
        if (rules.loops[0] & rules.loops[1] & 1u << m_dimension) range = {1, range.most, false};
        for (const Axis axis : {Axis::x, Axis::y}) {
            if (!(rules.loops[axis == Axis::y] >> m_dimension & 1)) continue;
            const std::int64_t size = axis == Axis::x ? design.x : design.y;
            const Node loop = spatial(m_dimension, 1, 1, static_cast<int>(fanout), axis);
            add(loop, range, size, design.name + (axis == Axis::x ? ".X" : ".Y"));
        }
    }

private:
    std::size_t index() const { return static_cast<std::size_t>(m_dimension); }
    std::int16_t nextSlot() const { return static_cast<std::int16_t>(m_frame.slotList.size()); }

    void add(const Node& loop, const FactorRange& range, std::int64_t axisSize, std::string name) {
        LoopSlot limits{allowsTails(m_kind, loop.kind), range.least, range.most};
        if (axisSize) limits.most = std::min(limits.most, axisSize);
        m_frame.slotList.push_back({loop, {limits, axisSize, range.whole}, std::move(name)});
    }

    const Target& m_target;
    const MapspaceRules& m_rules;
    Factorization m_kind;
    int m_dimension;
    NestFrame& m_frame;
};

}  // namespace

NestFrame makeFrame(const Target& target, const MapspaceRules& rules, Factorization kind) {
    NestFrame frame;
    frame.levels.resize(rules.levels.size());
    for (LevelFrame& level : frame.levels) level.temporal.fill(-1);
    const auto& fanouts = target.architecture.fanouts();
    for (int d = 0; d < target.workload.dimensionCount(); ++d) {
        DimensionSlots dimension(target, rules, kind, d, frame);
        for (std::size_t l = 0; l < rules.levels.size(); ++l) {
            dimension.addTemporal(l);
            for (std::size_t f = 0; f < fanouts.size(); ++f)
                if (fanouts[f].below == static_cast<int>(l)) dimension.addSpatial(f);
        }
        frame.first[static_cast<std::size_t>(d) + 1] = frame.slotList.size();
    }
    for (std::size_t f = 0; f < fanouts.size(); ++f)
        for (const Axis axis : {Axis::x, Axis::y})
            for (std::size_t s = 0; s < frame.slotList.size(); ++s) {
                const Node& loop = frame.slotList[s].loop;
                if (loop.kind == NodeKind::spatial && loop.fanout == f && loop.axis == axis)
                    frame.levels[static_cast<std::size_t>(fanouts[f].below)].spatial.push_back(
                        static_cast<std::int16_t>(s));
            }
    return frame;
}

std::string describeSlots(const NestFrame& frame, const Target& target, int dimension) {
    const Dimension& about = target.workload.dimensions()[static_cast<std::size_t>(dimension)];
    std::string text = about.name + " = " + formatCount(about.bound) + " over";
    const char* separator = " ";
    for (const NestSlot& slot : frame.slotsOf(dimension)) {
        const LoopSlot& limits = slot.choice.limits;
        text += separator + slot.name;
        separator = ", ";
        if (slot.choice.whole) {
            text += " = full";
        } else if (limits.least == limits.most) {
            text += " = " + formatCount(limits.least);
        } else {
            if (limits.least > 1) text += " >= " + formatCount(limits.least);
            if (limits.most < kMaxBound) text += " <= " + formatCount(limits.most);
        }
    }
    return frame.slotsOf(dimension).empty() ? text + " no loop" : text;
}

}  // namespace lapidary
