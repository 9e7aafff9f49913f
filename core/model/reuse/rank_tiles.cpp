// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/rank_tiles.h"

#include <algorithm>
#include <numeric>

namespace lapidary::reuse {

const WordList& RankTiles::words(const WordList& extents) {
    const auto [entry, isNew] = m_words.try_emplace(extents);
    if (!isNew) return entry->second;
    std::int64_t end = 0;
    for (std::size_t i = 0; i < m_terms.size(); ++i) end += m_terms[i].coefficient * (extents[i] - 1);
    std::vector<bool> in(static_cast<std::size_t>(end) + 1, m_box);
    in[0] = true;
    for (std::size_t i = 0; i < m_terms.size() && !m_box; ++i) {
        // Every word so far, moved by each multiple of the coefficient below the extent.
        const std::vector<bool> fewer = in;
        for (std::int64_t k = 1; k < extents[i]; ++k) {
            const auto shift = static_cast<std::size_t>(k * m_terms[i].coefficient);
            for (std::size_t w = 0; w + shift < in.size(); ++w)
                if (fewer[w]) in[w + shift] = true;
        }
    }
    for (std::size_t w = 0; w < in.size(); ++w)
        if (in[w]) entry->second.push_back(static_cast<std::int64_t>(w));
    return entry->second;
}

std::int64_t RankTiles::distance(const WordList& shifts) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_terms.size(); ++i) sum += m_terms[i].coefficient * shifts[i];
    return sum;
}

const WordList& RankTiles::common(const WordList& extents, const WordList& before, std::int64_t distance) {
    const auto [entry, isNew] = m_common.try_emplace(Pair{extents, before, distance});
    if (!isNew) return entry->second;
    const WordList& old = words(before);
    for (const std::int64_t word : words(extents))
        if (std::binary_search(old.begin(), old.end(), word + distance)) entry->second.push_back(word);
    return entry->second;
}

Clip RankTiles::dataIn(const WordList& extents, std::int64_t first) const {
    std::int64_t end = 1;
    for (std::size_t i = 0; i < m_terms.size(); ++i) end += m_terms[i].coefficient * (extents[i] - 1);
    if (!m_clip) return {0, end};
    return {std::clamp<std::int64_t>(m_clip->from - first, 0, end),
            std::clamp<std::int64_t>(m_clip->to - first, 0, end)};
}

WordList RankTiles::dataOf(const WordList& words, std::int64_t first) const {
    if (!m_clip) return words;
    const auto begin = std::lower_bound(words.begin(), words.end(), m_clip->from - first);
    const auto end = std::lower_bound(words.begin(), words.end(), m_clip->to - first);
    return begin < end ? WordList(begin, end) : WordList();
}

int RankTiles::number(const WordList& words) {
    return m_numbers.try_emplace(words, static_cast<int>(m_numbers.size())).first->second;
}

}  // namespace lapidary::reuse
