// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/event_counter.h"

#include <algorithm>

namespace lapidary::reuse {

void EventCounts::add(const EventCounts& more, std::int64_t times) {
    if (delivered.size() < more.delivered.size()) delivered.resize(more.delivered.size());
    for (std::size_t i = 0; i < more.delivered.size(); ++i) delivered[i] += times * more.delivered[i];
    asked += times * more.asked;
    for (const auto& [size, words] : more.groups) groups[size] += times * words;
    plain.add(more.plain, times);
    linked.add(more.linked, times);
    for (const auto& [entry, count] : more.entries) entries[entry] += times * count;
}

EventCounter::EventCounter(const Tensor& tensor, std::vector<RankTiles>& ranks,
                           const std::vector<DimensionKinds>& dimensions,
                           const std::vector<const ParentKinds*>& parents, Sharing sharing)
    : m_dimensions(dimensions), m_parents(parents), m_ranks(ranks), m_sharing(sharing) {
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        m_stride.push_back(m_combinations);
        m_combinations *= parents[d]->kinds.size();
        m_used.push_back(tensor.uses(dimensions[d].dimension));
    }
    for (const RankTiles& rank : ranks) {
        std::vector<int>& own = m_rankDimensions.emplace_back();
        for (const Term& term : rank.terms()) {
            const auto found = std::find_if(dimensions.begin(), dimensions.end(), [&](const DimensionKinds& kinds) {
                return kinds.dimension == term.dimension;
            });
            own.push_back(found == dimensions.end() ? -1 : static_cast<int>(found - dimensions.begin()));
        }
    }
}

std::int64_t EventCounter::children(std::size_t combination) const {
    std::int64_t product = 1;
    for (std::size_t d = 0; d < m_dimensions.size(); ++d)
        product *= static_cast<std::int64_t>(kind(d, combination).firsts.size());
    return product;
}

bool EventCounter::active(const Event& event, std::size_t combination) const {
    for (std::size_t d = 0; d < m_dimensions.size(); ++d)
        if (!event[d][kindIndex(d, combination)].active) return false;
    return true;
}

EventCounter::Tile EventCounter::tile(const Event& event, std::size_t rank, std::size_t combination) const {
    Tile tile;
    WordList shifts;
    for (const int dimension : m_rankDimensions[rank]) {
        const auto d = static_cast<std::size_t>(dimension);
        const KindEvent own = dimension < 0 ? KindEvent{} : event[d][kindIndex(d, combination)];
        if (dimension >= 0 && m_dimensions[d].clipped) {
            const std::int64_t first = m_parents[d]->kinds[kindIndex(d, combination)].firsts.front() + own.moved;
            tile.first += m_ranks[rank].terms()[tile.extents.size()].coefficient * first;
        }
        tile.extents.push_back(own.extent);
        tile.before.push_back(own.before);
        shifts.push_back(own.shift);
    }
    tile.distance = m_ranks[rank].distance(shifts);
    return tile;
}

Move EventCounter::move(const Event& event, std::size_t combination) {
    Move move;
    for (std::size_t r = 0; r < m_ranks.size(); ++r) {
        const Tile own = tile(event, r, combination);
        move.displacement.push_back(own.distance);
        move.changedRanks += own.distance != 0 || m_ranks[r].words(own.extents) != m_ranks[r].words(own.before);
    }
    return move;
}

std::int64_t EventCounter::lengthOf(const Tile& tile, std::size_t rank) {
    return m_ranks[rank].clipped() ? static_cast<std::int64_t>(wordsOf(tile, rank).size())
                                   : m_ranks[rank].length(tile.extents);
}

std::int64_t EventCounter::tileWords(const Event& event, std::size_t combination) {
    std::int64_t product = 1;
    for (std::size_t r = 0; r < m_ranks.size(); ++r) product *= lengthOf(tile(event, r, combination), r);
    return product;
}

std::int64_t EventCounter::keptWords(const Event& event, std::size_t combination, const std::vector<bool>& keeps) {
    std::int64_t product = keeps[combination];
    for (std::size_t r = 0; r < m_ranks.size() && product > 0; ++r) {
        const Tile own = tile(event, r, combination);
        product *= m_ranks[r].clipped()
                       ? static_cast<std::int64_t>(keptOf(own, r).size())
                       : static_cast<std::int64_t>(m_ranks[r].common(own.extents, own.before, own.distance).size());
    }
    return product;
}

EventCounts EventCounter::count(const Event& event, const std::vector<bool>& keeps, int position, int* news) {
    EventCounts counts;
    for (std::size_t c = 0; c < m_combinations; ++c)
        counts.delivered.push_back(active(event, c) ? tileWords(event, c) - keptWords(event, c, keeps) : 0);
    if (m_detail) {
        counts.plain = m_detail->plain(event, keeps, counts.delivered);
        if (m_detail->rules().links && news) counts.linked = m_detail->linked(counts.delivered, *news);
        counts.asked = counts.plain.asked;
        counts.groups = counts.plain.groups;
        if (m_log) enter(event, position, counts);
        return counts;
    }
    switch (m_sharing) {
    case Sharing::none: shareNone(counts); break;
    case Sharing::equal: shareEqual(event, keeps, counts); break;
    case Sharing::byWord: shareByWord(event, keeps, counts); break;
    }
    for (const auto& [size, words] : counts.groups) counts.asked += words;
    if (m_log) enter(event, position, counts);
    return counts;
}

void EventCounter::enter(const Event& event, int position, EventCounts& counts) {
    EventEntry entry{.position = position,
                     .tiles = {},
                     .delivered = counts.delivered,
                     .plain = counts.plain,
                     .linked = counts.linked};
    entry.plain.asked = counts.asked;
    entry.plain.groups = counts.groups;
    for (std::size_t c = 0; c < m_combinations; ++c) entry.tiles.push_back(active(event, c) ? tileWords(event, c) : 0);
    const auto number = static_cast<int>(m_log->size());
    counts.entries[m_log->try_emplace(std::move(entry), number).first->second] = 1;
}

void EventCounter::shareNone(EventCounts& counts) const {
    std::int64_t words = 0;
    for (std::size_t c = 0; c < m_combinations; ++c) words += children(c) * counts.delivered[c];
    if (words > 0) counts.groups[1] = words;
}

}  // namespace lapidary::reuse
