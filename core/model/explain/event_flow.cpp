// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/event_flow.h"

namespace lapidary::derive {

EventFlow::EventFlow(const NestFacts& facts, int tensor, const reuse::PairTable& pair, const reuse::InstanceGroup* group)
    : m_facts(facts), m_tensor(tensor), m_toMacs(pair.child == facts.nest().storeCount), m_group(group),
      m_counts(reuse::walkEvents(facts.plan(), facts.nest(), tensor, pair.child, pair.parent,
                                 facts.counting().sharing(tensor, pair), &m_events)) {}

bool EventFlow::isMeant(const reuse::ClassWords& own) const {
    if (!m_group) return true;
    const reuse::DimensionMask placed = reuse::placedDimensions(m_facts.plan(), m_tensor);
    for (std::size_t d = 0; d < own.ids.size(); ++d)
        if (own.ids[d] != (placed >> d & 1 ? m_group->places[d] : m_group->ids[d])) return false;
    return true;
}

Expression EventFlow::asked() const {
    std::vector<Expression> sums;
    for (const reuse::ParentEvents& below : m_events) {
        if (!isMeant(m_counts.parents[below.parent])) continue;
        std::vector<Expression> entries;
        for (std::size_t e = 0; e < below.log.size(); ++e) {
            if (below.log[e].counts.asked == 0) continue;
            entries.push_back(product({entryTimes(below, e), askedIn(below.log[e])}));
        }
        sums.push_back(product({parents(below), sum(std::move(entries))}));
    }
    return sum(std::move(sums));
}

Expression EventFlow::delivered() const {
    if (m_group) return deliveredToOne();
    std::vector<Expression> sums;
    for (const reuse::ParentEvents& below : m_events) {
        std::vector<Expression> entries;
        for (std::size_t e = 0; e < below.log.size(); ++e) {
            std::vector<Expression> children;
            for (std::size_t c = 0; c < below.children.size(); ++c) {
                if (below.log[e].counts.delivered[c] == 0) continue;
                children.push_back(product({newWords(below.log[e], c), number(below.children[c], "children alike")}));
            }
            if (!children.empty()) entries.push_back(product({entryTimes(below, e), sum(std::move(children))}));
        }
        sums.push_back(product({parents(below), sum(std::move(entries))}));
    }
    return sum(std::move(sums));
}

/// A class of children stands below one class of parents.
Expression EventFlow::deliveredToOne() const {
    for (const reuse::ParentEvents& below : m_events) {
        for (std::size_t c = 0; c < below.children.size(); ++c) {
            if (!isMeant(m_counts.children[below.firstChild + c])) continue;
            std::vector<Expression> entries;
            for (std::size_t e = 0; e < below.log.size(); ++e)
                if (below.log[e].counts.delivered[c] != 0)
                    entries.push_back(product({entryTimes(below, e), newWords(below.log[e], c)}));
            return sum(std::move(entries));
        }
    }
    return number(0);
}

Expression EventFlow::held() const {
    std::vector<Expression> sums;
    for (const reuse::ClassWords& own : m_counts.children) {
        if (!isMeant(own)) continue;
        Expression held = number(own.held, "distinct elements of " + m_facts.tensor(m_tensor).name + " in one instance");
        held.unit = "words";
        if (m_group) return held;
        sums.push_back(product({std::move(held), number(own.instances, "instances alike")}));
    }
    return sum(std::move(sums));
}

Expression EventFlow::sharedBy(std::int64_t size) const {
    std::vector<Expression> sums;
    for (const reuse::ParentEvents& below : m_events) {
        std::vector<Expression> entries;
        for (std::size_t e = 0; e < below.log.size(); ++e) {
            const auto found = below.log[e].counts.groups.find(size);
            if (found == below.log[e].counts.groups.end()) continue;
            Expression words = number(found->second, "words for " + std::to_string(size) + " each");
            words.unit = "words";
            entries.push_back(product({entryTimes(below, e), std::move(words)}));
        }
        if (!entries.empty()) sums.push_back(product({parents(below), sum(std::move(entries))}));
    }
    return sum(std::move(sums));
}

Expression EventFlow::entryTimes(const reuse::ParentEvents& below, std::size_t entry) const {
    const int position = below.log[entry].position;
    if (position < 0) return number(below.times[entry], m_toMacs ? "steps alike" : "the first tiles");
    return number(below.times[entry], "times " + m_facts.loopName(position) + " advances so", {position});
}

/// Of a group, one instance is asked for.
Expression EventFlow::parents(const reuse::ParentEvents& below) const {
    if (m_group) return number(1);
    const std::int64_t instances = m_counts.parents[below.parent].instances;
    return m_events.size() == 1 && instances == 1 ? number(1) : number(instances, "parents alike");
}

/// Words that one read brings to so many children, in one event.
Expression EventFlow::askedIn(const reuse::EventEntry& entry) const {
    std::vector<Expression> words;
    for (const auto& [size, moved] : entry.counts.groups) {
        Expression own = number(moved, size == 1 ? "words for one child" : "words, each for " + std::to_string(size) +
                                                                               " children at once");
        own.unit = "words";
        words.push_back(std::move(own));
    }
    return sum(std::move(words));
}

/// Of one child's tile.
Expression EventFlow::newWords(const reuse::EventEntry& entry, std::size_t combination) const {
    const std::int64_t tile = entry.tiles[combination], kept = tile - entry.counts.delivered[combination];
    Expression words = number(tile, of("tile", m_facts.tensor(m_tensor).name));
    words.unit = "words";
    if (kept == 0) return words;
    return difference(std::move(words), number(kept, "kept of the tile before"));
}

}  // namespace lapidary::derive
