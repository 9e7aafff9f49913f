// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A flow as a sum over kinds of steps: which loop advances, how often with the same effect, and what that moves. For what
// the closed forms don't cover (window one-axis, partly overlapping halos, children on a diagonal of one rank, hops), and
// for how many children one read serves. Counts with the evaluator's event walk. Thread rule as NestFacts.
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
    /// Twice the word hops on the network number `network` of those between; requires that hops are counted there.
    Expression halfHops(std::size_t network) const;

private:
    Expression entryTimes(const reuse::ParentEvents& below, std::size_t entry) const;
    Expression parents(const reuse::ParentEvents& below) const;
    bool isMeant(const reuse::ClassWords& own) const;
    static Expression askedIn(const reuse::EventEntry& entry);
    Expression newWords(const reuse::EventEntry& entry, std::size_t combination) const;
    Expression deliveredToOne() const;
    /// Over the kinds of steps below all parents that are meant: how often, times what expressionOf(below, entry) gives;
    /// steps for which it gives nothing are left out.
    template <class Of>
    Expression overEntries(Of expressionOf) const;

    const NestFacts& m_facts;
    const int m_tensor;
    const bool m_toMacs;
    const reuse::InstanceGroup* m_group;
    const PairEvents& m_events;
};

}  // namespace lapidary::derive
