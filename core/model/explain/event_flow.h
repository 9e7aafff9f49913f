// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A flow as a sum over kinds of steps: which loop advances, how often with the same effect, and what that moves. For what
// the closed forms don't cover (window one-axis, partly overlapping halos, children on a diagonal of one rank), and for
// how many children one read serves. Counts with the evaluator's event walk. Thread rule as NestFacts.
#pragma once

#include "core/model/explain/flow_facts.h"
#include "core/model/reuse/event_walk.h"

namespace lapidary::derive {

class EventFlow {
public:
    EventFlow(const NestFacts& facts, int tensor, const reuse::PairTable& pair, const reuse::InstanceGroup* group);

    Expression asked() const;
    Expression delivered() const;
    Expression held() const;
    Expression sharedBy(std::int64_t size) const;

private:
    Expression entryTimes(const reuse::ParentEvents& below, std::size_t entry) const;
    Expression parents(const reuse::ParentEvents& below) const;
    bool isMeant(const reuse::ClassWords& own) const;
    Expression askedIn(const reuse::EventEntry& entry) const;
    Expression newWords(const reuse::EventEntry& entry, std::size_t combination) const;
    Expression deliveredToOne() const;

    const NestFacts& m_facts;
    const int m_tensor;
    const bool m_toMacs;
    const reuse::InstanceGroup* m_group;
    std::vector<reuse::ParentEvents> m_events;
    reuse::PairCounts m_counts;
};

}  // namespace lapidary::derive
