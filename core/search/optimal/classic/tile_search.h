// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best classic mapping of perfect factors, by tables of tiles: for each choice of what is kept, what lies inside the
// outermost lanes (Labels) is joined with these lanes and with what lies outside (OuterTables), the most promising
// first. The model judges what the tables promise. docs/models/optimal.md, Tiles level by level, has the proofs. Thread
// rule: one owner.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>

#include "core/search/optimal/classic/labels.h"
#include "core/search/optimal/classic/ragged/labels.h"
#include "core/search/optimal/classic/tails.h"
#include "core/search/optimal/judge.h"

namespace lapidary::optimal::classic {

/// Choices of what is kept: a table each for the bound of all, before the first of them is searched.
inline constexpr std::size_t kMostBounded = 16;

class TileSearch {
public:
    /// The arguments must outlive it.
    TileSearch(const Mapspace& mapspace, const ChoiceSpace& space, const Evaluator& evaluator,
               const SearchOptions& options, Tick tick, std::function<double()> clock, Rules rules = {});

    /// True once the best is proven.
    bool run();
    /// The tables would take too much memory: nothing is proven, nor disproven. Why, in words.
    bool outgrown() const { return !m_outgrown.empty(); }
    /// Good mappings where the tables of tails at every fanout are too small for all; they prove nothing.
    void goNarrow();
    /// A mapping of the space, and what another method has proven: nothing is better than `least`, which took it so many
    /// nodes. True if that proves the best.
    bool settle(const std::optional<Mapping>& mapping, const Score& least, std::int64_t nodes);
    /// The same of a value of the first metric alone.
    void raiseBound(double least, std::int64_t nodes);
    const Judge& judge() const { return m_judge; }
    Certificate certificate() const;

    // What the walk over the outer loops asks.
    bool closed(const State& state, const Bill& bill, double outside);
    bool closedByOrders(const State& state, double outside);
    bool end(const State& state, std::size_t level, unsigned used, const Bill& bill, double outside);

private:
    struct OuterLanes;
    struct Brief;
    /// A choice of what is kept, with a bound of all that keeps just this.
    struct Choice {
        Kept kept{};
        Score least;
    };
    /// All choices, the most promising first; nullopt if there are too many, or the search has to end.
    std::optional<std::vector<Choice>> keptChoices();
    bool passFront(const std::vector<Choice>& choices, bool tails);
    /// `pass`, closed by the front.
    template <class Pass>
    bool passEnergies(const Pass& pass);
    bool deepen(const std::vector<Choice>& choices);
    bool pass(const std::vector<Choice>& choices);
    bool passKept(const Choice& choice);
    OuterTables* tablesFor(const Kept& kept);
    std::vector<OuterLanes> outerLanes() const;
    std::vector<Brief> briefOf(const std::vector<State>& labels) const;
    Brief briefOf(const State& label) const;
    bool join(const std::vector<State>& labels);
    bool joinLanes(const std::vector<State>& labels, const std::vector<Brief>& briefs, const OuterLanes& lanes);
    std::optional<TileNumber> product(TileNumber a, TileNumber b) const;
    /// The rest as the tables have it.
    bool realize(State state, std::size_t level, Score* found);
    /// Every way to go on that may win, counted by the model: `inside` is the bill of what is known.
    bool goThrough(const State& state, std::size_t level, std::size_t dimension, unsigned used, const Bill& inside);
    bool goThroughOrders(const State& state, std::size_t level, unsigned used, const Bill& inside);
    /// One more bound on the way to what is judged next.
    void promise(double energyPj, std::int64_t cycles);
    void growTo(State& state, std::size_t level, TileNumber tile) const;
    Score leastScore(double energyPj, std::int64_t cycles) const;
    bool isClosedScore(const Score& least) const;
    bool isClosed(double energyPj, std::int64_t cycles) const { return isClosedScore(leastScore(energyPj, cycles)); }
    bool judge(const State& state, Score* found = nullptr);
    void assemble(const State& state, Mapping& mapping);
    /// All but the lanes. Head: StateHead or RaggedHead.
    template <class Head>
    void fillDraft(const Head& state);
    // Lanes that leave tails.
    class TailWalk;
    bool anyTails(const std::vector<Choice>& choices);
    bool passTails(const std::vector<Choice>& choices);
    /// A bound of everything, tails or not; false if the search has to end.
    bool boundTails(const std::vector<Choice>& choices, TailBounds& bounds);
    bool joinTails(const std::vector<State>& labels, const TailBounds& bounds, const std::vector<Lanes>& list);
    const std::vector<std::int64_t>& divisorsOf(std::int64_t trips);
    bool walkTails(const State& label, const TailBounds& bounds, const Lanes& lanes);
    bool judgeTails(const State& state, const Lanes& lanes);
    // Lanes that leave tails at several fanouts.
    class RaggedWalk;
    struct RaggedJoin;
    bool deepenRagged(const std::vector<Choice>& choices);
    bool passRagged(const std::vector<Choice>& choices, const RaggedCounter& counter, TailBounds& bounds,
                    std::size_t narrow);
    bool joinRagged(const RaggedCounter& counter, const std::vector<RaggedState>& labels, const TailBounds& bounds);
    bool joinInOrder(const RaggedCounter& counter, const std::vector<RaggedState>& labels, const TailBounds& bounds,
                     std::vector<RaggedJoin>& joins);
    bool judgeRagged(const RaggedCounter& counter, const RaggedState& state);

    const Mapspace& m_mapspace;
    const ChoiceSpace& m_space;
    const SearchOptions& m_options;
    Tick m_tick;
    mutable Judge m_judge;
    const Rules m_rules;
    Shape m_shape;
    Counter m_counter;
    std::size_t m_outermost;
    LanesLeft m_lanesLeft;
    std::map<std::vector<unsigned>, std::unique_ptr<OuterTables>> m_outer;
    const OuterTables* m_tables = nullptr;
    Kept m_kept{};
    std::vector<std::vector<std::int64_t>> m_products;  ///< by dimension, of two digits: what it adds, -1 = no divisor
    std::unordered_map<std::int64_t, std::vector<std::int64_t>> m_divisors;  ///< found once
    RuleCounts m_counts;
    std::optional<double> m_cap;        ///< of the first metric: what costs more isn't looked at for now
    std::optional<double> m_energyCap;  ///< the same of energy, where no point of a front closes it
    mutable bool m_capped = false;      ///< something wasn't
    Draft m_draft;
    Mapping m_mapping;
    Score m_promised;                ///< the largest bound on the way to it
    std::optional<Score> m_bound;    ///< of all that isn't closed yet
    std::optional<double> m_raised;  ///< what another method has proven, of the first metric
    std::int64_t m_otherNodes = 0;   ///< partial choices of that method
    bool m_boundHolds = true;        ///< not while only a part of the space is looked at
    std::optional<Score> m_next;     ///< the same, of the choices of what is kept that come later
    bool m_proven = false, m_bestProven = false;
    bool m_tailsOutgrown = false;
    std::string m_outgrown;  ///< what took too much memory
};

}  // namespace lapidary::optimal::classic
