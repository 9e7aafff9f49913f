// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The facts of one mapping as leaves of expressions: trip counts and tails of its loops, extents and words of its tiles
// (Ruby, eq. 5; docs/models/reuse.md). One thread at a time, as the counts that it reads.
#pragma once

#include <map>
#include <utility>

#include "core/model/explain/expression.h"
#include "core/model/reuse/counting.h"
#include "core/model/reuse/event_walk.h"

namespace lapidary::derive {

/// All that happens between a Store of a tensor and the next inner one, or the MACs, event by event.
struct PairEvents {
    reuse::PairCounts counts;
    std::vector<reuse::ParentEvents> below;  ///< by class of parents
};

class NestFacts {
public:
    /// Requires a mapping that `counting` has read; both must outlive the facts.
    NestFacts(const reuse::Counting& counting, const Mapping& mapping);

    const reuse::Counting& counting() const { return m_counting; }
    const reuse::Nest& nest() const { return m_counting.nest(); }
    const reuse::Plan& plan() const { return m_counting.plan(); }
    const Mapping& mapping() const { return m_mapping; }
    const Target& target() const { return *plan().target; }
    const Tensor& tensor(int index) const { return target().workload.tensors()[static_cast<std::size_t>(index)]; }
    const std::string& dimensionName(int dimension) const {
        return target().workload.dimensions()[static_cast<std::size_t>(dimension)].name;
    }

    /// "for m in 0..4 at DRAM", "parFor q in 0..7 (last 6) @PE.X".
    std::string loopName(int node) const;

    /// P of a loop.
    Expression trips(const reuse::Loop& loop, std::string note = {}) const;
    /// `outer` settings, with the loop inside them: outer * P, or (outer - 1) * P + R (Ruby, eq. 5).
    Expression inside(Expression outer, const reuse::Loop& loop, std::string note = {}) const;

    /// What the loops inside a Store cover of a dimension.
    Expression fullExtent(const reuse::StoreNode& store, int dimension) const;
    Expression lastExtent(const reuse::StoreNode& store, int dimension) const;
    Expression widestExtent(const reuse::StoreNode& store, int dimension) const;

    /// Words along a rank, from an extent for each of its terms.
    Expression rankWords(int tensor, const Rank& rank, std::vector<Expression> extents) const;
    /// Words of the largest tile; zeros of the padding are none if the semantics says so.
    Expression tile(int tensor, const reuse::StoreNode& store) const;

    /// Below a tensor's Store number `index`. Requires counted pairs; walked at the first call only.
    const PairEvents& events(int tensor, int index) const;

private:
    const reuse::Counting& m_counting;
    const Mapping& m_mapping;
    std::vector<int> m_owners;
    mutable std::map<std::pair<int, int>, PairEvents> m_events;
};

/// "tile of W": what a label says first is the tensor's name.
std::string of(const std::string& what, const std::string& name);
std::int64_t count(const Expression& expression);
/// The expression as an operand that is a figure of its own.
Expression asFigure(Expression expression, const FigureId& id, const Target& target, std::string unit);

}  // namespace lapidary::derive
