// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random mappings that respect the limits. Where FittingDraw has tables of all chains, searchRandomlyPruned draws with
// those: uniformly among the choices that respect all limits, whatever they are. (Should constraints on several dimensions
// refuse FittingDraw::kTries draws in a row, one plain draw comes instead, lest the search seem to stand still.) What
// follows is for the others, PrunedDraw, and where nothing respects the limits, so that the counters tell why.
//
// Their draw is given up as soon as it can't become valid. What each level keeps and the orders are drawn
// first, uniformly, then the factors dimension by dimension, all levels of one at once, the dimensions in an order that
// is drawn anew each time (those with one chain only first). A chain of factors is drawn uniformly; if with it the limits
// of the design are broken though the dimensions to come have no loop yet, the partial draw is abandoned, which counts as
// drawn, with the reason, and that dimension is drawn again; after kChainTries in vain all begins anew. Tiles and lanes
// only grow with the dimensions to come, so that nothing valid is lost.
//
// What PrunedDraw samples from: let f be the share of a dimension's chains that the chains before it leave possible, m their
// number. One attempt comes to a given mapping within the limits with the probability 1 / (keeps x orders), times the
// mean over the orders of the dimensions of the product over the dimensions of (1 - (1 - f)^kChainTries) / m; the
// mappings come in proportion to that. So every valid mapping has its chance, and those among whose chains are few that
// fit have more of it than under `random`; where nothing is abandoned both are the same. Limits of constraints that speak
// of several dimensions (least use of a fanout) are judged at the end, when the mapping is whole. So of the counters'
// reasons utilization and factor are of whole mappings, all others of draws given up early; drawn counts both.
// Thread rule: one owner; every stream has its own.
#pragma once

#include <array>
#include <vector>

#include "core/mapspace/mapspace.h"
#include "core/search/stream.h"

namespace lapidary {

inline constexpr int kChainTries = 64;

class PrunedDraw {
public:
    explicit PrunedDraw(const Mapspace& mapspace);

    /// Draws on: the next whole mapping, or null after a partial one was abandoned, as the stream then has counted.
    const Mapping* next(Stream& stream);

private:
    void begin(Rng& rng);
    bool isWhole() const { return m_at == m_order.size(); }

    const Mapspace* m_mapspace;
    std::array<std::uint64_t, kMaxTerms> m_counts{};  ///< choices by term
    std::size_t m_dimensions = 0;                     ///< these are the first terms
    MapspaceChoice m_choice{};
    std::vector<std::size_t> m_order;  ///< of the dimensions
    std::size_t m_at = 0;              ///< drawn of these
    unsigned m_drawn = 0;              ///< the same as a bit mask
    int m_tries = 0;                   ///< of the dimension at hand
    bool m_begun = false;
};

}  // namespace lapidary
