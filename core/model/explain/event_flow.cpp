// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/event_flow.h"

#include <numeric>

namespace lapidary::derive {
namespace {

/// A factor; none if there is only one.
Expression alike(std::int64_t instances, const char* label) {
    return instances == 1 ? number(1) : number(instances, label);
}

Expression wordsLeaf(std::int64_t words, std::string label) {
    Expression leaf = number(words, std::move(label));
    leaf.unit = "words";
    return leaf;
}

}  // namespace

EventFlow::EventFlow(const NestFacts& facts, int tensor, int index, const reuse::InstanceGroup* group)
    : m_facts(facts),
      m_tensor(tensor),
      m_toMacs(facts.counting().pair(tensor, index).child == facts.nest().storeCount),
      m_group(group),
      m_events(facts.events(tensor, index)),
      m_linked(m_events.counts.given > 0) {}

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
    return overEntries([this](const reuse::ParentEvents&, const reuse::EventEntry& entry) {
        return ways(entry).asked == 0 ? std::nullopt : std::optional(askedIn(ways(entry)));
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
template <class Of>
Expression EventFlow::overEntriesOfOne(Of expressionOf) const {
    for (const reuse::ParentEvents& below : m_events.below) {
        for (std::size_t c = 0; c < below.children.size(); ++c) {
            if (!isMeant(m_events.counts.children[below.firstChild + c])) continue;
            std::vector<Expression> entries;
            for (std::size_t e = 0; e < below.log.size(); ++e)
                if (std::optional<Expression> moved = expressionOf(below.log[e], c))
                    entries.push_back(product({entryTimes(below, e), *std::move(moved)}));
            return sum(std::move(entries));
        }
    }
    return number(0);
}

Expression EventFlow::deliveredToOne() const {
    return overEntriesOfOne([this](const reuse::EventEntry& entry, std::size_t c) {
        return entry.delivered[c] == 0 ? std::nullopt : std::optional(newWords(entry, c));
    });
}

Expression EventFlow::held() const {
    std::vector<Expression> sums;
    for (const reuse::ClassWords& own : m_events.counts.children) {
        if (!isMeant(own)) continue;
        Expression held =
            wordsLeaf(own.held, "distinct elements of " + m_facts.tensor(m_tensor).name + " in one instance");
        if (m_group) return held;
        sums.push_back(product({std::move(held), number(own.instances, "instances alike")}));
    }
    return sum(std::move(sums));
}

Expression EventFlow::sharedBy(std::int64_t size) const {
    return overEntries([=, this](const reuse::ParentEvents&, const reuse::EventEntry& entry) {
        const auto found = ways(entry).groups.find(size);
        if (found == ways(entry).groups.end()) return std::optional<Expression>();
        return std::optional(wordsLeaf(found->second, "words for " + std::to_string(size) + " each"));
    });
}

Expression EventFlow::given() const {
    if (m_group) return givenByOne();
    return overEntries([](const reuse::ParentEvents&, const reuse::EventEntry& entry) {
        const auto& given = entry.linked.given;
        const std::int64_t words = std::accumulate(given.begin(), given.end(), std::int64_t{0});
        return words == 0 ? std::nullopt
                          : std::optional(wordsLeaf(words, "words that a neighbour got just before: it gives them"));
    });
}

Expression EventFlow::givenByOne() const {
    return overEntriesOfOne([](const reuse::EventEntry& entry, std::size_t c) {
        const std::int64_t words = c < entry.linked.given.size() ? entry.linked.given[c] : 0;
        return words == 0 ? std::nullopt : std::optional(wordsLeaf(words, "words for neighbours"));
    });
}

Expression EventFlow::carried(std::size_t network, std::int64_t reuse::CarriedWords::*what, std::string label) const {
    return overEntries([&](const reuse::ParentEvents&, const reuse::EventEntry& entry) {
        const auto& networks = ways(entry).carried;
        const std::int64_t count = network < networks.size() ? networks[network].*what : 0;
        return count == 0 ? std::nullopt : std::optional(number(count, label));
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
Expression EventFlow::askedIn(const reuse::Ways& ways) {
    std::vector<Expression> words;
    for (const auto& [size, moved] : ways.groups)
        words.push_back(wordsLeaf(moved, size == 1 ? "words for one child"
                                                   : "words, each for " + std::to_string(size) + " children at once"));
    return sum(std::move(words));
}

/// Of one child's tile.
Expression EventFlow::newWords(const reuse::EventEntry& entry, std::size_t combination) const {
    const std::int64_t tile = entry.tiles[combination], kept = tile - entry.delivered[combination];
    Expression words = wordsLeaf(tile, of("tile", m_facts.tensor(m_tensor).name));
    if (kept == 0) return words;
    return difference(std::move(words), number(kept, "kept of the tile before"));
}

}  // namespace lapidary::derive
