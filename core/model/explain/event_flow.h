// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A flow as a sum over kinds of steps: which loop advances, how often with the same effect, and what that moves. For what
// the closed forms don't cover by loops (window one-axis, partly overlapping halos, children on a diagonal of one rank,
// zeros of the padding that aren't fetched, moves between neighbours, hops), and for how many children one read serves. Counts with the evaluator's event walk. Thread rule as NestFacts.
#pragma once

#include "core/model/explain/flow_facts.h"

namespace lapidary::derive {

class EventFlow {
public:
    /// As FlowFacts.
    EventFlow(const NestFacts& facts, int tensor, int index, const reuse::InstanceGroup* group);

    Expression asked() const;
    Expression delivered() const;
    Expression held() const;
    Expression sharedBy(std::int64_t size) const;
    /// Words that children take from their neighbours; with a group, that one of them gives.
    Expression given() const;
    /// What number `network` of those between carries; requires that hops are counted there.
    Expression carried(std::size_t network, std::int64_t reuse::CarriedWords::*what, std::string label) const;

private:
    Expression entryTimes(const reuse::ParentEvents& below, std::size_t entry) const;
    Expression parents(const reuse::ParentEvents& below) const;
    bool isMeant(const reuse::ClassWords& own) const;
    const reuse::Ways& ways(const reuse::EventEntry& entry) const { return m_linked ? entry.linked : entry.plain; }
    static Expression askedIn(const reuse::Ways& ways);
    Expression newWords(const reuse::EventEntry& entry, std::size_t combination) const;
    Expression deliveredToOne() const;
    Expression givenByOne() const;
    /// Over the kinds of steps of the one class of children that is meant, as overEntries.
    template <class Of>
    Expression overEntriesOfOne(Of expressionOf) const;
    /// Over the kinds of steps below all parents that are meant: how often, times what expressionOf(below, entry) gives;
    /// steps for which it gives nothing are left out.
    template <class Of>
    Expression overEntries(Of expressionOf) const;

    const NestFacts& m_facts;
    const int m_tensor;
    const bool m_toMacs;
    const reuse::InstanceGroup* m_group;
    const PairEvents& m_events;
    const bool m_linked;  ///< neighbours give
};

}  // namespace lapidary::derive
