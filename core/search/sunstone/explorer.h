// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's search (ISPASS 2023, III-C and IV): level by level, each level's unrolling, tile and order from the sets that
// the principles leave. Partial mappings carry a lower bound: what is known exactly, the open boundary as if all that is
// left stood in one level under its best order, and each tensor once at every boundary beyond; bypassed levels included,
// since a boundary charges whoever holds the tensor. Alpha-beta: children are followed in the order of their bounds, and
// left out once they can't beat the best. Depth first, so that a good mapping is there early.
// One thread; the same calls in the same order each time.
#pragma once

#include <functional>
#include <vector>

#include "core/search/objective.h"
#include "core/search/sunstone/bound_trace.h"
#include "core/search/sunstone/costs.h"
#include "core/search/sunstone/options.h"
#include "core/search/sunstone/orders.h"
#include "core/search/sunstone/problem.h"
#include "core/search/sunstone/unrolling.h"

namespace lapidary::sunstone {

/// A complete mapping: factors by level and gap, and the order chosen at each level (index into Costs::orders).
struct Solution {
    std::array<Sizes, kMaxLevels> temporal, spatial;
    std::array<std::uint16_t, kMaxLevels> order{};
    double energy = 0, cycles = 0;  ///< by the compat model, cycles not rounded
};

/// Loops from the outermost inwards, those of one trip left out.
Mapping mappingOf(const Problem& problem, const Costs& costs, const Solution& solution);

struct ExplorerHooks {
    std::function<bool(const Solution&)> offer;  ///< false ends the search
    std::function<bool()> tick;                  ///< called every few microseconds to milliseconds; false ends it
    BoundTrace* trace = nullptr;                 ///< told of bounds and cuts, if there is one
};

class Explorer {
public:
    /// `problem` must outlive this. `top`: mappings as good as the best `top` so far, and those on the front of energy
    /// and cycles, are offered.
    Explorer(const Problem& problem, const Options& options, Metric metric, int top, ExplorerHooks hooks);

    /// True if it ended by itself.
    bool run();

    const Counters& counters() const { return m_counters; }
    const Costs& costs() const { return m_costs; }

private:
    struct State;
    struct Child;
    struct Family;

    bool expandUp(int level, const State& state);
    bool expandDown(int level, const State& state);
    bool follow(Family& family);
    bool addChild(Family& family, const Child& child);
    bool boundUp(const Family& family, Child& child) const;
    bool boundDown(const Family& family, Child& child) const;
    bool couldSink(const Family& family, const Child& child) const;
    bool isOrderBound(int level) const { return level > 0 && m_problem.isOrdered(level); }
    bool isFreeWithin(int level) const;
    State stateAfter(const Family& family, const Child& child) const;

    bool spread(Family& family);
    bool unrollThenTile(Family& family);
    bool unrollThenSteer(Family& family);
    bool tileThenUnroll(Family& family);
    bool orderThenTile(Family& family);
    /// Tiles of the family's level: factors over `base` in what `rest` leaves, growing in `grows`.
    bool eachTileOf(const Family& family, const Sizes& base, const Sizes& rest, const Sizes& outside, Mask grows,
                    const std::function<bool(const Sizes&)>& take,
                    const std::function<bool(const Sizes&)>* mayCount = nullptr);
    bool eachSteeredTile(const Family& family, const Sizes& rest, const Sizes& outside, Mask exploited,
                         const std::function<bool(const Sizes&)>& take);
    bool eachTileAfter(const Family& family, const Sizes& rest, const Sizes& outside,
                       const std::function<bool(const Sizes&)>& take,
                       const std::function<bool(const Sizes&)>* mayCount = nullptr);
    bool mayBeat(const Family& family, const Sizes& spatial, const Sizes& rest);
    Sizes baseOf(const Family& family) const;
    Mask growingAt(const Family& family) const;
    std::vector<Unrolling> unrollingsOf(const Family& family, const Sizes& rest, int operand);

    bool complete(const State& state);
    bool offerBest(Solution& solution, double laneCycles);
    bool offerIfWanted(const Solution& solution);
    bool tick();
    bool isTopDown() const { return m_options.direction == Direction::topDown; }
    double value(double energy, double cycles) const;
    double laneCycles(double lanes, int from, int to, const Sizes& rest) const;

    const Problem& m_problem;
    Options m_options;
    Metric m_metric;
    std::size_t m_top;
    ExplorerHooks m_hooks;
    Counters m_counters;
    PromisingOrders m_promising;
    Costs m_costs;
    std::vector<BoundaryCost> m_open;   ///< compulsory of boundaries from this one outwards
    std::vector<BoundaryCost> m_inner;  ///< compulsory of boundaries inside this one
    double m_best;
    std::vector<double> m_bestValues;                ///< of what was offered, ascending, at most m_top
    std::vector<std::pair<double, double>> m_front;  ///< energy, cycles of what was offered
    std::array<std::vector<BoundaryCost>, kMaxLevels> m_byOrder;
    std::int64_t m_ticks = 0;
};

}  // namespace lapidary::sunstone
