// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The closed form of one flow, term by term (docs/models/reuse.md, Closed form):
//   words = I(all) prod_r S_r - sum over temporal loops j of I(j) prod_r B_r(j).
// Dimensions whose tiles are all alike contribute plain factors, so that a perfect mapping gives the textbook's product of
// tile and trip counts; the others a sum over classes of instances. Thread rule as NestFacts.
#pragma once

#include "core/model/explain/class_facts.h"
#include "core/model/explain/flow_facts.h"

namespace lapidary::derive {

class ClosedFlow {
public:
    /// As FlowFacts. Requires a pair that the closed forms cover, no clipped rank, and none that several children share
    /// (reuse::sharedRanks) if asked.
    ClosedFlow(const NestFacts& facts, int tensor, int index, Flowing flowing, const reuse::InstanceGroup* group);

    /// Over all instances meant.
    Expression words() const;
    Expression held() const;
    Expression touched() const;

private:
    /// A tile that occurs `weight` times, or what is kept of it.
    struct Share {
        Expression weight, words;
    };
    using Shares = std::vector<Share>;
    /// How the tile of one dimension changes: reuse::Change with its words to be said.
    struct Shift {
        Expression weight;
        Expression extent;
        std::int64_t before = 1, by = 0;
    };

    const reuse::TensorPlan& plan() const { return m_facts.plan().tensors[static_cast<std::size_t>(m_tensor)]; }
    bool usesDimension(int dimension) const { return plan().used & reuse::bit(dimension); }
    /// Directive no-reuse.
    bool forbidsReuse() const { return m_facts.nest().forbidsReuse(m_tensor, m_pair.child); }
    bool toMacs() const { return m_pair.child == m_facts.nest().storeCount; }
    const reuse::StoreNode& child() const { return m_facts.nest().stores[static_cast<std::size_t>(m_pair.child)]; }

    DimensionFacts classes(int dimension, int limit, const reuse::Loop* advancing) const;
    bool isMeant(const ClassFacts& own, int dimension) const;
    std::string noteOf(const reuse::Loop& loop) const;
    const Expression& lanes(const ClassFacts& own, int dimension) const;
    Expression extentOf(int dimension, std::int64_t extent) const;

    Expression allTiles() const;
    Expression overlap(const reuse::Loop& advancing, int number) const;
    Expression idle(int limit, const reuse::Loop* advancing) const;
    Shares tiles(const Rank& rank, int limit) const;
    Shares kept(const Rank& rank, std::size_t planned, int limit, const reuse::Loop& advancing) const;
    std::vector<Shift> shifts(int dimension, int limit, const reuse::Loop& advancing) const;
    Expression keptWords(const Rank& rank, std::size_t planned, const Shift& first, const Shift* second) const;
    static void take(Shares shares, std::vector<Expression>& words, std::vector<Expression>& times);
    template <class Of>
    Expression overDimensions(Of expressionOf) const;

    const NestFacts& m_facts;
    const int m_tensor;
    const reuse::PairTable& m_pair;
    const Flowing m_flowing;
    const reuse::InstanceGroup* m_group;
    const bool m_oneForAll;  ///< one read serves all children that want the same
    int m_limit = 0;         ///< node from which temporal loops only repeat the tile
    int m_moving = -1;       ///< node of the innermost temporal loop that moves the tile, -1 = none
    int m_first = -1;        ///< number of that loop among Nest::temporals
};

}  // namespace lapidary::derive
