// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Puts an inner chain, the lanes of the fanout and an outer chain together. Spatial choices go in the order of their
// bounds, and the search is over once the next bound is no better than the best found: then nothing else is
// (docs/models/optimal.md, The join). Energies alone decide first; where a port may bind, the outer chains are counted
// again with the words they move. Thread rule: one owner.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/search/optimal/certificate.h"
#include "core/search/optimal/tables.h"

namespace lapidary::optimal {

/// A loop directly above Stores of the shared buffer whose windows also serve private buffers (their Stores have no
/// loop above them in the lane).
struct CrossingWindow {
    std::size_t dimension = 0;
    Lattice::Step loop{};
    unsigned tensors = 0;
};

/// A mapping in the terms of the tables, and what it is worth.
struct JoinedChains {
    Worth worth{};
    std::int64_t energy = 0, cycles = 0;
    Tile lanes{};
    TileNumber inner = 0;  ///< tile of one lane
    TileNumber outer = 0;  ///< of all lanes
    Label innerLabel, outerLabel;
    bool withWords = false;  ///< outerLabel is of the table with words
    std::optional<CrossingWindow> crossing;
};

class ChainSearch {
public:
    /// `tick` is called every few microseconds to milliseconds; false = give up.
    /// `gap`: SearchOptions::gap.
    ChainSearch(const Problem& problem, std::optional<double> gap, Tick tick);

    /// What the mapping of a neighbouring design costs here: worse isn't wanted.
    void setCut(const Cut& cut) { m_cut = cut; }
    /// True once nothing is open.
    bool run();
    /// What is open no more may be better by the gap that was asked for.
    bool endedByGap() const { return m_gap.closed().has_value(); }
    const std::optional<JoinedChains>& best() const { return m_best; }
    /// run() gave up because a table would take too much memory.
    bool outgrown() const { return m_outer.outgrown() || m_inner.outgrown() || m_outgrown; }
    /// Of the first metric, by what is known now.
    Certificate certificate() const;
    /// Requires a best one.
    Mapping mapping() const;
    bool improved() {
        const bool news = m_news;
        m_news = false;
        return news;
    }

private:
    struct SpatialChoice {
        Tile lanes{};
        TileNumber number = 0;
        std::int64_t constant = 0;
        Words sharing{};
        Worth bound{};
    };
    std::vector<SpatialChoice> orderedChoices(const std::vector<Tile>& lanesOfAll) const;
    bool visit(const SpatialChoice& choice);
    void joinCrossing(const SpatialChoice& choice, TileNumber inner, TileNumber outer);
    std::int64_t innerEnergy(const SpatialChoice& choice, const Words& words) const;
    /// Whether the chains may beat the best: by energies, and the words that every outer chain moves.
    bool mayWin(const SpatialChoice& choice, const Words& words, std::int64_t energy);
    bool isClosed(const Worth& least) { return m_cut.closes(least) || isNoBetter(least); }
    bool isNoBetter(const Worth& least) {
        return m_best && (!(least < m_best->worth) || m_gap.closes(least, m_best->worth));
    }
    void offer(const SpatialChoice& choice, const Words& words, std::int64_t inner, JoinedChains next);
    bool makeTableWithWords();

    const Problem& m_problem;
    Tick m_tick;
    GapRule m_gap;
    Cut m_cut;
    Lattice m_lattice;
    TileCosts m_costs;
    OuterTable m_outer;
    std::unique_ptr<OuterTable> m_outerWords;  ///< made when first needed
    InnerTable m_inner;
    std::int64_t m_leastInputs = 0, m_leastOutputs = 0;
    std::vector<std::array<std::uint16_t, kMaxDimensions>> m_digits;  ///< of the inner table's reached tiles
    std::optional<JoinedChains> m_best;
    std::optional<Worth> m_bound;
    std::int64_t m_choices = 0, m_visited = 0, m_joins = 0, m_joinsClosed = 0;
    bool m_news = false, m_proven = false, m_goesOn = true, m_outgrown = false;
};

}  // namespace lapidary::optimal
