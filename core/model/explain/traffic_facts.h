// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every count of a tensor at a level, and of a level's ports, as an expression (reuse.md). Thread rule as NestFacts.
#pragma once

#include <optional>

#include "core/model/explain/nest_facts.h"
#include "core/model/reuse/port_time.h"

namespace lapidary::derive {

enum class Action { read, fill, update };

/// What the ports of an instance move.
enum class Port { read, write, shared };

class TrafficFacts {
public:
    /// Requires counted pairs.
    TrafficFacts(reuse::Counting& counting, const Mapping& mapping)
        : m_facts(counting, mapping), m_counting(counting) {}

    const NestFacts& facts() const { return m_facts; }
    const reuse::Counting& counting() const { return m_counting; }
    /// Times of ports are counted anew.
    PortTime portTime(reuse::PortReport& report) const { return reuse::portTime(m_counting, &report); }
    /// Number of a tensor's Store at a level, outermost = 0; -1 = not stored there.
    int storeAt(int level, int tensor) const;

    /// A figure of kind tile .. multicast of a tensor that is stored there.
    Expression ofTensor(const FigureId& id) const;
    /// In blocks, over all instances.
    Expression accesses(int level, int tensor, Action action) const;
    /// Words through a port of the busiest instance, in one part of a level; 0 if nothing lives there.
    Expression busiest(int level, int part, Port port) const;
    /// Bits of the largest tiles that live in one part.
    Expression usedBits(int level, int part) const;

    Expression words(int tensor, int index, Action action, const reuse::InstanceGroup* group = nullptr) const;

    /// Where a tensor's words cross a network: below its Store number `index`, as number `network` of those between;
    /// nullopt if no loop is unrolled there.
    struct Crossing {
        int index = 0;
        std::size_t network = 0;
    };
    std::optional<Crossing> crossing(int fanout, int tensor) const;
    /// Of one tensor on one network; requires one with a hop energy. Hops are a double, 0.0 if no word crosses it.
    Expression hops(int fanout, int tensor) const;
    Expression networkWords(int fanout, int tensor) const;
    Expression deliveries(int fanout, int tensor) const;
    /// Of all tensors.
    Expression hops(int fanout) const;

private:
    std::vector<int> lanesOf(int fanout) const;
    /// Partial sums that come back over a crossing; 0 if none do, or the semantics doesn't count their way.
    Expression returning(int tensor, const Crossing& at) const;
    Expression carried(int fanout, int tensor, std::int64_t reuse::CarriedWords::*what, std::string label) const;
    Expression neighbourMoves(int tensor, int index, const reuse::InstanceGroup* group = nullptr) const;
    /// First touches taken off, unless the level's directive counts them like others.
    Expression lessFirstTouches(Expression words, int tensor, int index, const reuse::InstanceGroup* group,
                                std::string label) const;
    Expression reads(int tensor, int index, const reuse::InstanceGroup* group) const;
    Expression fills(int tensor, int index, const reuse::InstanceGroup* group) const;
    Expression updates(int tensor, int index, const reuse::InstanceGroup* group) const;
    Expression delivered(int tensor, int index, const reuse::InstanceGroup* group = nullptr) const;
    Expression distinct(int tensor, int index, const reuse::InstanceGroup* group = nullptr) const;
    Expression accumulateReads(int tensor, int index) const;
    Expression reductions(int tensor, int index) const;
    FigureId idOf(CostFigure kind, int tensor, int index) const;
    /// Names the operand, as the figure that it is or as one instance's share of it.
    Expression asFigure(Expression expression, CostFigure kind, int tensor, int index,
                        const reuse::InstanceGroup* group = nullptr) const;
    bool isOutput(int tensor) const { return m_facts.tensor(tensor).isOutput; }

    NestFacts m_facts;
    reuse::Counting& m_counting;
};

}  // namespace lapidary::derive
