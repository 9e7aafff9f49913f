// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/traffic.h"

#include <bit>

#include "core/model/reuse/dimension_walk.h"

namespace lapidary::reuse {
namespace {

/// How many settings of a dimension have which of its two extents, over all instances.
struct ExtentCounts {
    std::int64_t full = 1, last = 1;
    std::int64_t atFull = 1, atLast = 0;

    ExtentCounts() = default;
    explicit ExtentCounts(const DimensionTable& table) : full(table.full), last(table.full), atFull(0) {
        for (int c = 0; c < table.count; ++c) {
            const InstanceClass& own = table.classes[static_cast<std::size_t>(c)];
            if (own.last == full) {
                atFull += own.instances * own.settings;
            } else {
                last = own.last;
                atFull += own.instances * (own.settings - 1);
                atLast += own.instances;
            }
        }
    }
};

bool buildShared(unsigned shared, const TensorPlan& tensor, const PairTable& table, const Nest& nest,
                 TrafficScratch& scratch) {
    for (; shared != 0; shared &= shared - 1) {
        const auto r = static_cast<std::size_t>(std::countr_zero(shared));
        if (!scratch.shared[r].build(tensor.ranks[r], nest, table, scratch.children)) return false;
    }
    return true;
}

void buildClipped(const TensorPlan& tensor, const PairTable& table, const Nest& nest, TrafficScratch& scratch) {
    for (unsigned mask = tensor.clipped; mask != 0; mask &= mask - 1) {
        const auto r = static_cast<std::size_t>(std::countr_zero(mask));
        const RankShape& rank = tensor.ranks[r];
        const auto filter = [&](int term) { return scratch.places[static_cast<std::size_t>(rank.dimension(term))]; };
        scratch.clipped[r].build(rank, tensor.clips[r], nest, table, filter(0), filter(rank.terms() == 2 ? 1 : 0));
    }
}

class Walk {
public:
    Walk(const TensorPlan& tensor, const PairTable& table, const Nest& nest, TrafficScratch& scratch)
        : m_tensor(tensor),
          m_table(table),
          m_nest(nest),
          m_scratch(scratch),
          m_used(tensor.used & nest.moving),
          m_unused(nest.moving & ~tensor.used),
          m_shared(scratch.apart ? 0 : sharedRanks(tensor, table) & ~tensor.clipped),
          m_apart(m_shared | tensor.clipped),
          m_next(nest.stores[static_cast<std::size_t>(table.child)].temporalsOutside - 1) {
        for (DimensionMask mask = nest.moving; mask != 0; mask &= mask - 1)
            m_walks[lowest(mask)].start(table.dimensions[lowest(mask)]);
    }

    std::optional<Flow> run(bool reuses) {
        if (!buildShared(m_shared, m_tensor, m_table, m_nest, m_scratch)) return std::nullopt;
        buildClipped(m_tensor, m_table, m_nest, m_scratch);
        // Loops inside the innermost one that moves the tile only repeat it.
        while (reuses && m_next >= 0 && !(m_used & bit(nextLoop().dimension))) pass();
        const DimensionWalk::Sum settings = idleSettings(0);
        const Product words = tileWords();
        Flow flow{settings.instances * words.delivered, settings.served * words.asked};
        explain(nullptr, words.delivered);
        while (reuses && m_next >= 0 && !m_dead) {
            const Loop& loop = nextLoop();
            const Product kept = overlap(loop);
            if (kept.delivered != 0 || kept.asked != 0) {
                const DimensionWalk::Sum times = idleChanges(loop);
                explain(&loop, -kept.delivered);
                flow.delivered -= times.instances * kept.delivered;
                flow.asked -= times.served * kept.asked;
            }
            pass();
            if (m_used & bit(loop.dimension)) moved(rankOf(loop.dimension));
        }
        return flow;
    }

private:
    const Loop& nextLoop() const { return m_nest.loops[m_nest.temporals[static_cast<std::size_t>(m_next)]]; }
    std::size_t rankOf(int dimension) const {
        return static_cast<std::size_t>(m_tensor.rankOf[static_cast<std::size_t>(dimension)]);
    }

    void explain(const Loop* advancing, std::int64_t words) const {
        if (m_scratch.terms) m_scratch.terms->push_back({advancing, m_next + 1, words});
    }

    std::size_t ranks() const { return static_cast<std::size_t>(m_tensor.rankCount); }
    bool isShared(std::size_t r) const { return m_shared >> r & 1; }
    bool isClipped(std::size_t r) const { return m_tensor.clipped >> r & 1; }

    void pass() {
        const Loop& loop = nextLoop();
        m_walks[loop.dimension].pass(loop);
        if ((m_used & bit(loop.dimension)) && isShared(rankOf(loop.dimension)))
            m_scratch.shared[rankOf(loop.dimension)].pass(loop);
        if ((m_used & bit(loop.dimension)) && isClipped(rankOf(loop.dimension)))
            m_scratch.clipped[rankOf(loop.dimension)].pass(loop);
        --m_next;
    }

    /// Settings and instances of the dimensions that the tensor doesn't use, but `except`.
    DimensionWalk::Sum idleSettings(DimensionMask except) const {
        DimensionWalk::Sum product{1, 1};
        for (DimensionMask mask = m_unused & ~except; mask != 0; mask &= mask - 1) {
            const DimensionWalk::Sum own = m_walks[lowest(mask)].settings();
            product.instances *= own.instances;
            product.served *= own.served;
        }
        return product;
    }

    /// The same when `loop` advances: if it moves such a dimension, its settings less those that begin a round.
    DimensionWalk::Sum idleChanges(const Loop& loop) const {
        if (m_used & bit(loop.dimension)) return idleSettings(0);
        DimensionWalk::Sum product = idleSettings(bit(loop.dimension));
        DimensionWalk outer = m_walks[loop.dimension];
        const DimensionWalk::Sum inside = outer.settings();
        outer.pass(loop);
        const DimensionWalk::Sum outside = outer.settings();
        product.instances *= inside.instances - outside.instances;
        product.served *= inside.served - outside.served;
        return product;
    }

    /// Of words, over the ranks.
    struct Product {
        std::int64_t delivered = 1, asked = 1;
    };

    /// prod_r S_r: words of all tiles.
    Product tileWords() const {
        Product product;
        for (std::size_t r = 0; r < ranks(); ++r) {
            if (isClipped(r)) {
                const ClippedSums sums = m_scratch.clipped[r].sums(nullptr);
                product.delivered *= sums.words;
                product.asked *= sums.shared.tiles;
                continue;
            }
            const std::int64_t words = tileWords(m_tensor.ranks[r]);
            product.delivered *= words;
            product.asked *= isShared(r) ? m_scratch.shared[r].sums(nullptr).tiles : words;
        }
        return product;
    }

    std::int64_t tileWords(const RankShape& rank) const {
        const ExtentCounts a = extents(rank.dimension(0));
        if (rank.terms() == 1) return a.atFull * rank.length({a.full, 1}) + a.atLast * rank.length({a.last, 1});
        const ExtentCounts b = extents(rank.dimension(1));
        std::int64_t sum = a.atFull * b.atFull * rank.length({a.full, b.full});
        if (a.atLast) sum += a.atLast * b.atFull * rank.length({a.last, b.full});
        if (b.atLast) sum += a.atFull * b.atLast * rank.length({a.full, b.last});
        if (a.atLast && b.atLast) sum += a.atLast * b.atLast * rank.length({a.last, b.last});
        return sum;
    }

    ExtentCounts extents(int dimension) const {
        return m_used & bit(dimension) ? ExtentCounts(m_table.dimensions[static_cast<std::size_t>(dimension)])
                                       : ExtentCounts();
    }

    /// prod_r B_r: words that stay when `loop` advances.
    Product overlap(const Loop& loop) {
        const bool moves = m_used & bit(loop.dimension);
        const std::size_t own = moves ? rankOf(loop.dimension) : kMaxRanks;
        if (moves && m_tensor.ranks[own].terms() == 1) return {0, 0};
        Product product;
        for (std::size_t r = 0; r < ranks(); ++r) {
            if (r != own) product.delivered *= restart(r).kept;
            if (product.delivered == 0) return {0, 0};
        }
        Kept ownKept;
        if (moves) product.delivered *= (ownKept = keptByAdvance(own, loop)).kept;
        product.asked = m_apart ? askedOverlap(own, ownKept) : product.delivered;
        return product;
    }

    /// B_r, and what B_r becomes under one read for equal requests.
    struct Kept {
        std::int64_t kept = 0;
        SharedSums shared;  ///< for ranks that children share
    };

    /// Requests that keep nothing in some rank keep nothing at all: prod V - prod PC + prod PO.
    std::int64_t askedOverlap(std::size_t own, const Kept& ownKept) const {
        std::int64_t keepingTiles = 1, requests = 1, kept = 1;
        for (std::size_t r = 0; r < ranks(); ++r) {
            const SharedSums& sums = (r == own ? ownKept : m_restart[r]).shared;
            keepingTiles *= sums.keepingTiles;
            requests *= sums.requests;
            kept *= sums.kept;
        }
        return keepingTiles - requests + kept;
    }

    Kept keptByAdvance(std::size_t r, const Loop& loop) const {
        if (isClipped(r)) return clippedKept(r, &loop);
        const RankShape& rank = m_tensor.ranks[r];
        const bool first = rank.dimension(0) == loop.dimension;
        const Changes advancing = m_walks[loop.dimension].advances(loop);
        const Changes restarting = restartsOf(rank.dimension(first ? 1 : 0));
        return keptOf(r, first ? advancing : restarting, first ? restarting : advancing, &loop);
    }

    /// B_r when the passed loops of the rank's dimensions start again.
    const Kept& restart(std::size_t r) {
        if (m_known >> r & 1) return m_restart[r];
        m_known |= 1u << r;
        if (isClipped(r)) return m_restart[r] = clippedKept(r, nullptr);
        const RankShape& rank = m_tensor.ranks[r];
        Changes second;
        if (rank.terms() == 2)
            second = restartsOf(rank.dimension(1));
        else
            second.add({1, 1, 1, 0});
        return m_restart[r] = keptOf(r, restartsOf(rank.dimension(0)), second, nullptr);
    }

    Kept clippedKept(std::size_t r, const Loop* advancing) const {
        const ClippedSums sums = m_scratch.clipped[r].sums(advancing);
        return {.kept = sums.kept, .shared = sums.shared};
    }

    /// Once a one-term rank has moved in every instance it never overlaps again, and nothing of the tensor does.
    void moved(std::size_t r) {
        m_known &= ~(1u << r);
        m_dead = m_tensor.ranks[r].terms() == 1 && restart(r).kept == 0;
    }

    Kept keptOf(std::size_t r, const Changes& first, const Changes& second, const Loop* advancing) const {
        const RankShape& rank = m_tensor.ranks[r];
        Kept kept;
        std::int64_t keepingTiles = 0;
        for (int i = 0; i < first.count; ++i) {
            const Change& a = first.items[static_cast<std::size_t>(i)];
            for (int j = 0; j < second.count; ++j) {
                const Change& b = second.items[static_cast<std::size_t>(j)];
                const std::int64_t own =
                    rank.overlap({a.extent, b.extent}, {a.before, b.before}, rank.distance(a.shift, b.shift));
                if (own == 0) continue;
                kept.kept += a.weight * b.weight * own;
                if (m_apart) keepingTiles += a.weight * b.weight * rank.length({a.extent, b.extent});
            }
        }
        if (isShared(r))
            kept.shared = m_scratch.shared[r].sums(advancing);
        else
            kept.shared = {.keepingTiles = keepingTiles, .requests = keepingTiles, .kept = kept.kept};
        return kept;
    }

    Changes restartsOf(int dimension) const {
        if (m_used & bit(dimension)) return m_walks[static_cast<std::size_t>(dimension)].restarts();
        Changes still;
        still.add({1, 1, 1, 0});
        return still;
    }

    const TensorPlan& m_tensor;
    const PairTable& m_table;
    const Nest& m_nest;
    TrafficScratch& m_scratch;
    const DimensionMask m_used, m_unused;
    const unsigned m_shared;  ///< ranks, as in sharedRanks
    const unsigned m_apart;   ///< those and clipped ones: children's equal requests are looked for
    int m_next;               ///< innermost temporal loop not passed, as index into Nest::temporals; -1 = none
    bool m_dead = false;      ///< no later step keeps anything
    unsigned m_known = 0;     ///< ranks whose m_restart is up to date
    std::array<Kept, kMaxRanks> m_restart;
    std::array<DimensionWalk, kMaxDimensions> m_walks;
};

}  // namespace

std::optional<Flow> storeTraffic(const TensorPlan& tensor, const PairTable& table, const Nest& nest,
                                 TrafficScratch& scratch, bool reuses) {
    return Walk(tensor, table, nest, scratch).run(reuses);
}

std::optional<Flow> operandTraffic(const TensorPlan& tensor, const PairTable& table, const Nest& nest,
                                   TrafficScratch& scratch) {
    const unsigned shared = scratch.apart ? 0 : sharedRanks(tensor, table) & ~tensor.clipped;
    if (!buildShared(shared, tensor, table, nest, scratch)) return std::nullopt;
    buildClipped(tensor, table, nest, scratch);
    Flow flow{1, 1};
    DimensionMask inShared = 0, inClipped = 0;
    for (unsigned mask = tensor.clipped; mask != 0; mask &= mask - 1) {
        const auto r = static_cast<std::size_t>(std::countr_zero(mask));
        inClipped |= tensor.rankDimensions[r];
        const ClippedSums sums = scratch.clipped[r].sums(nullptr);
        flow.delivered *= sums.words;
        flow.asked *= sums.shared.tiles;
    }
    for (unsigned mask = shared; mask != 0; mask &= mask - 1) {
        const auto r = static_cast<std::size_t>(std::countr_zero(mask));
        inShared |= tensor.rankDimensions[r];
        flow.asked *= scratch.shared[r].sums(nullptr).tiles;
    }
    for (DimensionMask mask = nest.moving; mask != 0; mask &= mask - 1) {
        const DimensionTable& own = table.dimensions[lowest(mask)];
        const DimensionMask dimension = mask & -mask;
        if (inClipped & dimension) continue;
        std::int64_t computes = 0, served = 0;
        for (int c = 0; c < own.count; ++c) {
            const InstanceClass& lanes = own.classes[static_cast<std::size_t>(c)];
            computes += lanes.instances * lanes.settings;
            served += lanes.served * lanes.settings;
        }
        flow.delivered *= computes;
        if (!(inShared & dimension)) flow.asked *= tensor.used & dimension ? computes : served;
    }
    return flow;
}

std::int64_t distinctHeld(const TensorPlan& tensor, const PairTable& table, const Nest& nest) {
    std::int64_t product = 1;
    for (DimensionMask mask = nest.moving; mask != 0; mask &= mask - 1) {
        const DimensionTable& own = table.dimensions[lowest(mask)];
        std::int64_t sum = 0;
        for (int c = 0; c < own.count; ++c) {
            const InstanceClass& instances = own.classes[static_cast<std::size_t>(c)];
            const bool used = tensor.used & bit(static_cast<int>(lowest(mask)));
            sum += instances.instances * (used ? (instances.settings - 1) * own.full + instances.last : 1);
        }
        product *= sum;
    }
    return product;
}

std::int64_t instancesTouched(const PairTable& table, const Nest& nest) {
    std::int64_t product = 1;
    for (DimensionMask mask = nest.moving; mask != 0; mask &= mask - 1)
        product *= table.dimensions[lowest(mask)].instances();
    return product;
}

unsigned sharedRanks(const TensorPlan& tensor, const PairTable& table) {
    unsigned shared = 0;
    for (std::size_t r = 0; r < static_cast<std::size_t>(tensor.rankCount); ++r)
        if (std::popcount(tensor.rankDimensions[r] & table.spatialBetween) > 1) shared |= 1u << r;
    return shared;
}

}  // namespace lapidary::reuse
