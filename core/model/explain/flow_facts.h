// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Words between a parent Store and its children as an expression of loops (reuse.md, Closed form): the tiles of all
// settings, as tile words times the trips that bring them, less what consecutive tiles of an instance have in common, one
// term for each loop whose advance leaves an overlap. Where the evaluator counts event by event (event_walk.h), so does the
// expression: kinds of advances times the words that each moves. Thread rule as NestFacts.
#pragma once

#include "core/model/explain/nest_facts.h"

namespace lapidary::derive {

enum class Flowing {
    asked,      ///< words at the parent, after one read has served all children that want the same
    delivered,  ///< new words of the children's tiles
};

class FlowFacts {
public:
    /// Between a tensor's Store number `index` and the next inner one, or the MACs. With a `group`, only what one of
    /// these instances moves: of the parent if asked, of the child if delivered.
    FlowFacts(const NestFacts& facts, int tensor, int index, const reuse::InstanceGroup* group = nullptr);

    Expression words(Flowing flowing) const;
    /// Distinct elements that the children ever hold.
    Expression held() const;
    /// Children that ever hold a tile.
    Expression touched() const;
    /// Words that one read, or one update, moves for `size` children.
    Expression sharedBy(std::int64_t size) const;

private:
    bool isByEvents(Flowing flowing) const;
    Expression perInstance(Expression total) const;
    const reuse::TensorPlan& plan() const { return m_facts.plan().tensors[static_cast<std::size_t>(m_tensor)]; }

    const NestFacts& m_facts;
    const int m_tensor, m_index;
    const reuse::InstanceGroup* m_group;
};

}  // namespace lapidary::derive
