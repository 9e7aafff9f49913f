// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/flow_facts.h"

#include "core/model/explain/closed_flow.h"
#include "core/model/explain/event_flow.h"

namespace lapidary::derive {
namespace {

Expression perInstance(Expression total, const reuse::InstanceGroup* group) {
    if (!group || group->instances == 1) return total;
    return quotient(std::move(total), number(group->instances, "instances alike"));
}

}  // namespace

FlowFacts::FlowFacts(const NestFacts& facts, int tensor, int index, const reuse::InstanceGroup* group)
    : m_facts(facts), m_tensor(tensor), m_index(index), m_group(group), m_pair(facts.counting().pair(tensor, index)) {}

Expression FlowFacts::words(Flowing flowing) const {
    const reuse::Counting& counting = m_facts.counting();
    const reuse::TensorPlan& plan = m_facts.plan().tensors[static_cast<std::size_t>(m_tensor)];
    const reuse::Sharing sharing = counting.sharing(m_tensor, m_pair);
    bool byEvents = counting.events(m_tensor, m_index) != nullptr;
    if (flowing == Flowing::asked && sharing != reuse::Sharing::none)
        byEvents = byEvents || reuse::sharedRanks(plan, m_pair) != 0;
    if (byEvents) return eventWords(flowing);
    return closedWords(flowing);
}

Expression FlowFacts::eventWords(Flowing flowing) const {
    const EventFlow events(m_facts, m_tensor, m_pair, m_group);
    return flowing == Flowing::asked ? events.asked() : events.delivered();
}

Expression FlowFacts::closedWords(Flowing flowing) const {
    return perInstance(ClosedFlow(m_facts, m_tensor, m_pair, flowing, m_group).words(), m_group);
}

Expression FlowFacts::held() const {
    if (m_facts.counting().events(m_tensor, m_index)) return EventFlow(m_facts, m_tensor, m_pair, m_group).held();
    return perInstance(ClosedFlow(m_facts, m_tensor, m_pair, Flowing::delivered, m_group).held(), m_group);
}

Expression FlowFacts::touched() const {
    return ClosedFlow(m_facts, m_tensor, m_pair, Flowing::delivered, nullptr).touched();
}

Expression FlowFacts::sharedBy(std::int64_t size) const {
    return EventFlow(m_facts, m_tensor, m_pair, nullptr).sharedBy(size);
}

}  // namespace lapidary::derive
