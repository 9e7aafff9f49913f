// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time, lanes at work and lanes idle as expressions: compute steps from eq. 5 of Ruby over the temporal loops,
// idle lane steps by the axis that isn't filled and by the spatial loop whose tail leaves lanes idle. Thread rule as
// NestFacts.
#pragma once

#include "core/model/explain/traffic_facts.h"

namespace lapidary::derive {

class TimeFacts {
public:
    explicit TimeFacts(const TrafficFacts& traffic) : m_traffic(traffic), m_facts(traffic.facts()) {}

    Expression macs() const;
    Expression computes() const;
    Expression steps() const;
    /// Cycles of the slowest port of a level.
    Expression levelCycles(int level) const;
    Expression cycles() const;
    /// Of a level, levelCount() = the compute: product of the fanouts above.
    Expression instances(int level) const;
    /// MACs over instances times `steps` or `cycles`.
    Expression share(Expression time) const;
    Expression usedLanes(int fanout, Axis axis) const;
    /// Lane steps not used by the compute; only what comes about at one fanout if `fanout` isn't negative. If tails take
    /// full steps, those of temporal loops come about at none.
    Expression idle(int fanout) const;

private:
    const Architecture& design() const { return m_facts.target().architecture; }
    Expression compute() const;
    Expression cyclesByPorts() const;
    Expression stall(const reuse::PortReport& report) const;
    Expression stepsOf(int dimension) const;
    Expression unfilled(int fanout) const;
    Expression tails(int fanout) const;
    Expression tailsOf(int dimension, int fanout) const;
    Expression fullTailsOf(int dimension, int fanout) const;
    bool tailsTakeFullSteps() const { return m_facts.plan().semantics.fullSteps; }
    std::int64_t canonicalLanes(int fanout, Axis axis) const;

    const TrafficFacts& m_traffic;
    const NestFacts& m_facts;
};

}  // namespace lapidary::derive
