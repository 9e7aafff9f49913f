// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How one read serves several children in an event: by equal requests, or word by word.

#include <algorithm>
#include <functional>

#include "core/model/reuse/event_counter.h"

namespace lapidary::reuse {
namespace {

std::int64_t size(const std::vector<std::int64_t>& list) { return static_cast<std::int64_t>(list.size()); }

/// Children with the same request: together they are served `copies` times, differing in ranks that never share.
struct Group {
    std::int64_t children = 0;
    std::int64_t copies = 1;
    std::int64_t words = 0;
};

}  // namespace

/// Children that differ in one dimension of a rank ask for different words of it; in two, perhaps for the same.
bool EventCounter::isShared(std::size_t rank) const {
    int spread = 0;
    for (const int dimension : m_rankDimensions[rank]) {
        if (dimension < 0) continue;
        std::int64_t children = 0;
        for (const ChildKind& kind : m_parents[static_cast<std::size_t>(dimension)]->kinds)
            children += size(kind.firsts);
        spread += children > 1;
    }
    return spread > 1;
}

void EventCounter::shareEqual(const Event& event, const std::vector<bool>& keeps, EventCounts& counts) {
    std::vector<bool> shared;
    for (std::size_t r = 0; r < m_ranks.size(); ++r) shared.push_back(isShared(r));
    std::map<std::vector<std::int64_t>, Group> groups;
    for (std::size_t c = 0; c < m_combinations; ++c) {
        if (counts.delivered[c] == 0) continue;
        const bool keepsSome = keptWords(event, c, keeps) > 0;
        std::vector<std::int64_t> request;
        Group group{.children = 1, .copies = 1, .words = counts.delivered[c]};
        for (std::size_t d = 0; d < m_dimensions.size(); ++d)
            if (!m_used[d]) group.children *= size(kind(d, c).firsts);
        // Walks the ranks; where children share, every child by itself.
        const std::function<void(std::size_t)> choose = [&](std::size_t r) {
            if (r == m_ranks.size()) {
                Group& own = groups.try_emplace(request, Group{0, group.copies, group.words}).first->second;
                own.children += group.children;
                return;
            }
            const std::size_t length = request.size();
            const Tile own = tile(event, r, c);
            if (m_ranks[r].clipped()) {
                // What is left of different tiles may be the same data.
                request.push_back(keepsSome ? m_ranks[r].number(shifted(keptOf(own, r), own.first)) : -1);
                request.push_back(m_ranks[r].number(shifted(wordsOf(own, r), own.first)));
                choose(r + 1);
                request.resize(length);
                return;
            }
            request.push_back(keepsSome ? m_ranks[r].number(m_ranks[r].common(own.extents, own.before, own.distance))
                                        : -1);
            if (!shared[r]) {
                const std::int64_t copies = group.copies;
                for (const int dimension : m_rankDimensions[r]) {
                    if (dimension < 0) continue;
                    const auto d = static_cast<std::size_t>(dimension);
                    request.push_back(static_cast<std::int64_t>(kindIndex(d, c)));
                    group.copies *= size(kind(d, c).firsts);
                }
                choose(r + 1);
                group.copies = copies;
            } else {
                request.push_back(m_ranks[r].number(m_ranks[r].words(own.extents)));
                forEachFirst(r, c, [&](std::int64_t first) {
                    request.push_back(first);
                    choose(r + 1);
                    request.pop_back();
                });
            }
            request.resize(length);
        };
        choose(0);
    }
    for (const auto& [request, group] : groups) counts.groups[group.children] += group.copies * group.words;
}

/// Calls visit with the first word along a rank of each child of a combination.
void EventCounter::forEachFirst(std::size_t rank, std::size_t combination,
                                const std::function<void(std::int64_t)>& visit) const {
    const std::function<void(std::size_t, std::int64_t)> choose = [&](std::size_t term, std::int64_t first) {
        if (term == m_rankDimensions[rank].size()) return visit(first);
        const int dimension = m_rankDimensions[rank][term];
        if (dimension < 0) return choose(term + 1, first);
        for (const std::int64_t index : kind(static_cast<std::size_t>(dimension), combination).firsts)
            choose(term + 1, first + m_ranks[rank].terms()[term].coefficient * index);
    };
    choose(0, 0);
}

/// The words along a rank, by who holds them. `combination` runs over the kinds of the rank's dimensions.
EventCounter::Cells EventCounter::cells(const Event& event, std::size_t rank) {
    std::map<std::int64_t, Holders> holders;
    const std::function<void(std::size_t, std::size_t)> choose = [&](std::size_t term, std::size_t combination) {
        if (term < m_rankDimensions[rank].size()) {
            const int dimension = m_rankDimensions[rank][term];
            if (dimension < 0) return choose(term + 1, combination);
            const auto d = static_cast<std::size_t>(dimension);
            for (std::size_t k = 0; k < m_parents[d]->kinds.size(); ++k)
                if (event[d][k].active) choose(term + 1, combination + k * m_stride[d]);
            return;
        }
        const Tile own = tile(event, rank, combination);
        const WordList kept = keptOf(own, rank), words = wordsOf(own, rank);
        forEachFirst(rank, combination, [&](std::int64_t first) {
            auto next = kept.begin();
            for (const std::int64_t word : words) {
                const bool wasThere = next != kept.end() && *next == word;
                if (wasThere) ++next;
                holders[first + word].push_back({combination, wasThere, 1});
            }
        });
    };
    choose(0, 0);
    Cells cells;
    for (auto& [word, own] : holders) {
        std::sort(own.begin(), own.end());
        ++cells[std::move(own)];
    }
    return cells;
}

void EventCounter::shareByWord(const Event& event, const std::vector<bool>& keeps, EventCounts& counts) {
    std::vector<Cells> cells;
    for (std::size_t r = 0; r < m_ranks.size(); ++r) cells.push_back(this->cells(event, r));
    // Children along dimensions that the tensor doesn't use hold the same words.
    Holders idle{{}};
    for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
        if (m_used[d]) continue;
        Holders more;
        for (const Holder& holder : idle)
            for (std::size_t k = 0; k < m_parents[d]->kinds.size(); ++k)
                if (event[d][k].active)
                    more.push_back({holder.combination + k * m_stride[d], false,
                                    holder.children * size(m_parents[d]->kinds[k].firsts)});
        idle = std::move(more);
    }
    std::vector<const Holders*> chosen(m_ranks.size());
    const std::function<std::int64_t(std::size_t, std::size_t, bool)> takers = [&](std::size_t r,
                                                                                   std::size_t combination, bool kept) {
        std::int64_t sum = 0;
        if (r < m_ranks.size()) {
            for (const Holder& holder : *chosen[r])
                sum += takers(r + 1, combination + holder.combination, kept && holder.kept);
            return sum;
        }
        for (const Holder& holder : idle)
            if (!kept || !keeps[combination + holder.combination]) sum += holder.children;
        return sum;
    };
    const std::function<void(std::size_t, std::int64_t)> choose = [&](std::size_t r, std::int64_t words) {
        if (r == m_ranks.size()) {
            if (const std::int64_t children = takers(0, 0, true); children > 0) counts.groups[children] += words;
            return;
        }
        for (const auto& [holders, count] : cells[r]) {
            chosen[r] = &holders;
            choose(r + 1, words * count);
        }
    };
    choose(0, 1);
}

}  // namespace lapidary::reuse
