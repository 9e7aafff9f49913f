// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/holding.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lapidary::literal {
namespace {

void addSums(const std::vector<Term>& terms, std::size_t next, std::int64_t sum, const std::vector<Indices>& touched,
             std::set<std::int64_t>& out) {
    if (next == terms.size()) {
        out.insert(sum);
        return;
    }
    for (const std::int64_t index : touched[static_cast<std::size_t>(terms[next].dimension)])
        addSums(terms, next + 1, sum + terms[next].coefficient * index, touched, out);
}

}  // namespace

Words common(const Words& a, const Words& b) {
    Words result;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
}

Words without(const Words& a, const Words& b) {
    Words result;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
}

void unite(Words& into, const Words& more) {
    Words result;
    std::set_union(into.begin(), into.end(), more.begin(), more.end(), std::back_inserter(result));
    into = std::move(result);
}

namespace {

/// Whether a coordinate names data rather than a zero around them.
bool isData(const Rank& rank, std::int64_t coordinate) {
    if (rank.dataExtent == 0 || rank.terms.empty()) return true;
    return coordinate >= rank.paddingBefore && coordinate - rank.paddingBefore < rank.dataExtent;
}

}  // namespace

TileMaker::TileMaker(const Tensor& tensor, const std::vector<std::int64_t>& bounds, const Semantics& semantics)
    : m_tensor(tensor),
      m_box(semantics.halo == Halo::box && !tensor.isOutput),
      m_skipsPadding(semantics.padding && !tensor.isOutput) {
    for (const Rank& rank : tensor.ranks) {
        std::int64_t largest = rank.constant;
        for (const Term& term : rank.terms)
            largest += term.coefficient * (bounds[static_cast<std::size_t>(term.dimension)] - 1);
        m_extents.push_back(largest + 1);
    }
}

Tile TileMaker::make(const std::vector<Indices>& touched) const {
    Tile tile;
    tile.words = {0};
    for (std::size_t r = 0; r < m_tensor.ranks.size(); ++r) {
        tile.ranks.push_back(coordinates(m_tensor.ranks[r], touched));
        Words combined;
        for (const std::int64_t word : tile.words)
            for (const std::int64_t coordinate : tile.ranks.back())
                if (!m_skipsPadding || isData(m_tensor.ranks[r], coordinate))
                    combined.push_back(word * m_extents[r] + coordinate);
        tile.words = std::move(combined);
    }
    return tile;
}

Words TileMaker::coordinates(const Rank& rank, const std::vector<Indices>& touched) const {
    std::set<std::int64_t> sums;
    addSums(rank.terms, 0, rank.constant, touched, sums);
    if (!m_box) return Words(sums.begin(), sums.end());
    Words box;
    for (std::int64_t c = *sums.begin(); c <= *sums.rbegin(); ++c) box.push_back(c);
    return box;
}

Words Holding::take(const Tile& next, Window window) {
    Words kept;
    if (m_tile && (window == Window::set || mayReuse(next))) kept = common(next.words, m_tile->words);
    m_tile = next;
    return kept;
}

/// A move is allowed iff it is the first, or its displacement equals the previous move's, or the previous move was
/// itself not allowed. Steps that don't move count for nothing here. An allowed move keeps what is common to both
/// tiles if they differ along one rank only.
bool Holding::mayReuse(const Tile& next) {
    std::size_t changedRanks = 0;
    std::vector<std::int64_t> move;
    for (std::size_t r = 0; r < next.ranks.size(); ++r) {
        changedRanks += next.ranks[r] != m_tile->ranks[r];
        move.push_back(next.ranks[r].front() - m_tile->ranks[r].front());
    }
    bool allowed = true;
    if (std::any_of(move.begin(), move.end(), [](std::int64_t step) { return step != 0; })) {
        allowed = !m_move || move == *m_move || !m_moveAllowed;
        m_move = std::move(move);
        m_moveAllowed = allowed;
    }
    return allowed && changedRanks <= 1;
}

}  // namespace lapidary::literal
