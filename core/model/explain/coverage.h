// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which figures expressions don't cover yet, and by which rule of the semantics: traffic that leaves out the zeros of the
// padding, and words that neighbours give. A figure is refused if its count comes from such a flow. Thread rule as
// NestFacts.
#pragma once

#include <string_view>

#include "core/model/explain/traffic_facts.h"

namespace lapidary::derive {

class Coverage {
public:
    explicit Coverage(const TrafficFacts& traffic)
        : m_traffic(traffic), m_counting(traffic.counting()), m_plan(traffic.facts().plan()) {}

    /// What keeps a figure of the cost from being explained, "neighbour moves"; empty if nothing does.
    std::string_view gap(const FigureId& id) const;

private:
    using Gap = std::string_view;

    Gap asked(int tensor, int index) const;
    Gap reads(int level, int tensor) const;
    Gap fills(int level, int tensor) const;
    Gap accesses(int level, int tensor) const;
    Gap ofTensor(const FigureId& id) const;
    Gap tensorEnergy(int level, int tensor) const;
    Gap ofLevel(const FigureId& id) const;
    Gap levelEnergy(int level) const;
    Gap levelCycles(int level) const;
    Gap cycles() const;
    Gap networkHops(int fanout) const;
    Gap energy() const;
    /// The first gap of those of(tensor) at a level.
    template <class Of>
    Gap amongTensors(int level, Of gapOf) const;

    const TrafficFacts& m_traffic;
    const reuse::Counting& m_counting;
    const reuse::Plan& m_plan;
};

}  // namespace lapidary::derive
