// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/flow_facts.h"

#include "core/model/explain/closed_flow.h"
#include "core/model/explain/event_flow.h"

namespace lapidary::derive {

FlowFacts::FlowFacts(const NestFacts& facts, int tensor, int index, const reuse::InstanceGroup* group)
    : m_facts(facts), m_tensor(tensor), m_index(index), m_group(group) {}

Expression FlowFacts::words(Flowing flowing) const {
    if (!isByEvents(flowing)) return perInstance(ClosedFlow(m_facts, m_tensor, m_index, flowing, m_group).words());
    const EventFlow events(m_facts, m_tensor, m_index, m_group);
    return flowing == Flowing::asked ? events.asked() : events.delivered();
}

bool FlowFacts::isByEvents(Flowing flowing) const {
    const reuse::Counting& counting = m_facts.counting();
    if (counting.events(m_tensor, m_index)) return true;
    const reuse::PairTable& pair = counting.pair(m_tensor, m_index);
    const reuse::Sharing sharing = counting.sharing(m_tensor, pair);
    // These have closed forms, but none by loops: zeros that aren't fetched, and children that share along a rank.
    if (plan().clippedDimensions != 0) return true;
    return flowing == Flowing::asked && sharing != reuse::Sharing::none && reuse::sharedRanks(plan(), pair) != 0 &&
           !counting.sharesApart(pair, sharing);
}

/// The closed form is one of all instances that fare like those of the group.
Expression FlowFacts::perInstance(Expression total) const {
    const std::int64_t alike = m_group ? m_facts.counting().selected(plan(), *m_group) : 1;
    return alike == 1 ? total : quotient(std::move(total), number(alike, "instances alike"));
}

Expression FlowFacts::held() const {
    if (m_facts.counting().events(m_tensor, m_index)) return EventFlow(m_facts, m_tensor, m_index, m_group).held();
    return perInstance(ClosedFlow(m_facts, m_tensor, m_index, Flowing::delivered, m_group).held());
}

Expression FlowFacts::touched() const {
    return ClosedFlow(m_facts, m_tensor, m_index, Flowing::delivered, nullptr).touched();
}

Expression FlowFacts::sharedBy(std::int64_t size) const {
    return EventFlow(m_facts, m_tensor, m_index, nullptr).sharedBy(size);
}

}  // namespace lapidary::derive
