// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/event_flow.h"

namespace lapidary::derive {
namespace {

/// A factor; none if there is only one.
Expression alike(std::int64_t instances, const char* label) {
    return instances == 1 ? number(1) : number(instances, label);
}

}  // namespace

EventFlow::EventFlow(const NestFacts& facts, int tensor, int index, const reuse::InstanceGroup* group)
    : m_facts(facts),
      m_tensor(tensor),
      m_toMacs(facts.counting().pair(tensor, index).child == facts.nest().storeCount),
      m_group(group),
      m_events(facts.events(tensor, index)) {}

bool EventFlow::isMeant(const reuse::ClassWords& own) const {
    if (!m_group) return true;
    const reuse::DimensionMask placed = reuse::placedDimensions(m_facts.plan(), m_tensor);
    for (std::size_t d = 0; d < own.ids.size(); ++d)
        if (own.ids[d] != (placed >> d & 1 ? m_group->places[d] : m_group->ids[d])) return false;
    return true;
}

template <class Of>
Expression EventFlow::overEntries(Of expressionOf) const {
    std::vector<Expression> sums;
    for (const reuse::ParentEvents& below : m_events.below) {
        if (!isMeant(m_events.counts.parents[below.parent])) continue;
        std::vector<Expression> entries;
        for (std::size_t e = 0; e < below.log.size(); ++e)
            if (std::optional<Expression> moved = expressionOf(below, below.log[e]))
                entries.push_back(product({entryTimes(below, e), *std::move(moved)}));
        if (!entries.empty()) sums.push_back(product({parents(below), sum(std::move(entries))}));
    }
    return sum(std::move(sums));
}

Expression EventFlow::asked() const {
    return overEntries([](const reuse::ParentEvents&, const reuse::EventEntry& entry) {
        return entry.asked == 0 ? std::nullopt : std::optional(askedIn(entry));
    });
}

Expression EventFlow::delivered() const {
    if (m_group) return deliveredToOne();
    return overEntries([this](const reuse::ParentEvents& below, const reuse::EventEntry& entry) {
        std::vector<Expression> children;
        for (std::size_t c = 0; c < below.children.size(); ++c)
            if (entry.delivered[c] != 0)
                children.push_back(product({newWords(entry, c), alike(below.children[c], "children alike")}));
        return children.empty() ? std::nullopt : std::optional(sum(std::move(children)));
    });
}

/// A class of children stands below one class of parents.
Expression EventFlow::deliveredToOne() const {
    for (const reuse::ParentEvents& below : m_events.below) {
        for (std::size_t c = 0; c < below.children.size(); ++c) {
            if (!isMeant(m_events.counts.children[below.firstChild + c])) continue;
            std::vector<Expression> entries;
            for (std::size_t e = 0; e < below.log.size(); ++e)
                if (below.log[e].delivered[c] != 0)
                    entries.push_back(product({entryTimes(below, e), newWords(below.log[e], c)}));
            return sum(std::move(entries));
        }
    }
    return number(0);
}

Expression EventFlow::held() const {
    std::vector<Expression> sums;
    for (const reuse::ClassWords& own : m_events.counts.children) {
        if (!isMeant(own)) continue;
        Expression held =
            number(own.held, "distinct elements of " + m_facts.tensor(m_tensor).name + " in one instance");
        held.unit = "words";
        if (m_group) return held;
        sums.push_back(product({std::move(held), number(own.instances, "instances alike")}));
    }
    return sum(std::move(sums));
}

Expression EventFlow::sharedBy(std::int64_t size) const {
    return overEntries([size](const reuse::ParentEvents&, const reuse::EventEntry& entry) -> std::optional<Expression> {
        const auto found = entry.groups.find(size);
        if (found == entry.groups.end()) return std::nullopt;
        Expression words = number(found->second, "words for " + std::to_string(size) + " each");
        words.unit = "words";
        return words;
    });
}

Expression EventFlow::halfHops(std::size_t network) const {
    return overEntries([network](const reuse::ParentEvents&, const reuse::EventEntry& entry) {
        const std::int64_t hops = entry.halfHops[network];
        return hops == 0 ? std::nullopt : std::optional(number(hops, "half hops that these words take"));
    });
}

Expression EventFlow::entryTimes(const reuse::ParentEvents& below, std::size_t entry) const {
    const int position = below.log[entry].position;
    if (position < 0) return number(below.times[entry], m_toMacs ? "steps alike" : "the first tiles");
    return number(below.times[entry], "times " + m_facts.loopName(position) + " advances so", {position});
}

/// Of a group, one instance is asked for.
Expression EventFlow::parents(const reuse::ParentEvents& below) const {
    if (m_group) return number(1);
    const std::int64_t instances = m_events.counts.parents[below.parent].instances;
    return alike(instances, "parents alike");
}

/// Words that one read brings to so many children, in one event.
Expression EventFlow::askedIn(const reuse::EventEntry& entry) {
    std::vector<Expression> words;
    for (const auto& [size, moved] : entry.groups) {
        Expression own = number(
            moved, size == 1 ? "words for one child" : "words, each for " + std::to_string(size) + " children at once");
        own.unit = "words";
        words.push_back(std::move(own));
    }
    return sum(std::move(words));
}

/// Of one child's tile.
Expression EventFlow::newWords(const reuse::EventEntry& entry, std::size_t combination) const {
    const std::int64_t tile = entry.tiles[combination], kept = tile - entry.delivered[combination];
    Expression words = number(tile, of("tile", m_facts.tensor(m_tensor).name));
    words.unit = "words";
    if (kept == 0) return words;
    return difference(std::move(words), number(kept, "kept of the tile before"));
}

}  // namespace lapidary::derive
