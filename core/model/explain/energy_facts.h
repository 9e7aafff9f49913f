// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Energy, EDP and area as expressions, added up in the order of core/model/finish.cpp, so that the doubles are the same
// to the last bit (docs/models/reuse.md, Time, energy, area). Thread rule as NestFacts.
#pragma once

#include "core/model/explain/time_facts.h"

namespace lapidary::derive {

class EnergyFacts {
public:
    EnergyFacts(const TrafficFacts& traffic, const TimeFacts& time)
        : m_traffic(traffic), m_time(time), m_facts(traffic.facts()) {}

    /// Rates that are unknown count as 0: ask only for what the Cost knows.
    Expression ofTensor(int level, int tensor) const;
    Expression leakage(int level) const;
    Expression ofLevel(int level) const;
    /// Hops times the energy of one: of one tensor, all tensors, and all networks. Requires networks with a hop energy.
    Expression ofTraffic(int fanout, int tensor) const;
    Expression ofNetwork(int fanout) const;
    Expression ofNetworks() const;
    Expression ofCompute() const;
    Expression total() const;
    Expression edp() const;
    /// um^2; requires that all areas are known.
    Expression area() const;

private:
    const Architecture& design() const { return m_facts.target().architecture; }

    const TrafficFacts& m_traffic;
    const TimeFacts& m_time;
    const NestFacts& m_facts;
};

}  // namespace lapidary::derive
