// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tiles along one rank of any number of terms, as lists of words: the general form of RankShape, for the event walk.
// Equal sets get equal numbers, so that requests can be compared. Remembers what it made; one thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "core/model/reuse/clip.h"

namespace lapidary::reuse {

using WordList = std::vector<std::int64_t>;  ///< ascending; 0 = the first word of the tile

inline WordList shifted(WordList words, std::int64_t by) {
    for (std::int64_t& word : words) word += by;
    return words;
}

class RankTiles {
public:
    RankTiles(const Rank& rank, bool box, std::optional<Clip> clip) : m_terms(rank.terms), m_box(box), m_clip(clip) {}

    bool uses(int dimension) const {
        return std::any_of(m_terms.begin(), m_terms.end(),
                           [&](const Term& term) { return term.dimension == dimension; });
    }
    bool clipped() const { return m_clip.has_value(); }
    /// Positions of a clipped rank that are data.
    std::int64_t dataExtent() const { return m_clip->to - m_clip->from; }
    /// Which of the positions from `first` on are data, as far as a tile of these extents goes.
    Clip dataIn(const WordList& extents, std::int64_t first) const;
    /// The words behind `first` that are data.
    WordList dataOf(const WordList& words, std::int64_t first) const;

    const std::vector<Term>& terms() const { return m_terms; }
    /// Extents of the dimensions in the order of the terms.
    const WordList& words(const WordList& extents);
    std::int64_t length(const WordList& extents) { return static_cast<std::int64_t>(words(extents).size()); }
    std::int64_t distance(const WordList& shifts) const;

    /// The part of a tile that another one has, which began `distance` words before it.
    const WordList& common(const WordList& extents, const WordList& before, std::int64_t distance);
    /// Equal for equal lists, different for different ones.
    int number(const WordList& words);

private:
    struct Pair {
        WordList extents, before;
        std::int64_t distance = 0;
        auto operator<=>(const Pair&) const = default;
    };
    std::vector<Term> m_terms;
    bool m_box;
    std::optional<Clip> m_clip;
    std::map<WordList, WordList> m_words;
    std::map<Pair, WordList> m_common;
    std::map<WordList, int> m_numbers;
};

}  // namespace lapidary::reuse
