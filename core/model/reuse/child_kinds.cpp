// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/child_kinds.h"

#include <algorithm>

#include "core/model/reuse/placed_children.h"

namespace lapidary::reuse {
namespace {

struct Child {
    std::int64_t first = 0, settings = 1;
    bool live = true;  ///< may still be in the tail
    std::int8_t id = 0;
    Spots spots{};
};

/// Follows every index of the spatial loops between parent and child.
class Follower {
public:
    Follower(const Nest& nest, int dimension, const StoreNode& parent, const StoreNode& child) {
        int splits = 0;
        const auto d = static_cast<std::size_t>(dimension);
        for (int i = 0; i < nest.loopsOf[d]; ++i) {
            const Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
            if (loop.position > child.position) break;
            if (loop.position > parent.position)
                m_loops.push_back({loop, splits, loop.isSpatial ? spotStep(nest, loop) : 0});
            splits += loop.isSpatial && !(loop.perfectInside && loop.tail == loop.bound);
        }
    }

    std::vector<Child> childrenOf(const InstanceClass& parent) {
        m_children.clear();
        follow(0, {.settings = parent.settings, .live = parent.id == 0, .id = parent.id});
        return m_children;
    }

private:
    struct Inner {
        Loop loop;
        int splits;             ///< among the loops outside it
        std::int64_t spotStep;  ///< if spatial
    };

    void follow(std::size_t next, Child child) {
        if (next == m_loops.size()) {
            m_children.push_back(child);
            return;
        }
        const Loop& loop = m_loops[next].loop;
        if (!loop.isSpatial) {
            child.settings = child.live ? (child.settings - 1) * loop.bound + loop.tail : child.settings * loop.bound;
            follow(next + 1, child);
            return;
        }
        for (std::int64_t i = 0; i < loop.bound; ++i) {
            Child inner = child;
            inner.first += i * loop.step;
            moveSpot(inner.spots, loop, i * m_loops[next].spotStep);
            if (child.live) settle(inner, i, m_loops[next]);
            if (inner.settings > 0) follow(next + 1, inner);
        }
    }

    static void settle(Child& child, std::int64_t index, const Inner& at) {
        const Loop& loop = at.loop;
        const auto id = static_cast<std::int8_t>(2 * at.splits + 1);
        if (index >= loop.tail) {
            child.live = false;
            child.id = static_cast<std::int8_t>(id + 1);
            --child.settings;
        } else if (index < loop.tail - 1 && !loop.perfectInside) {
            child.live = false;
            child.id = id;
        }
    }

    std::vector<Inner> m_loops;
    std::vector<Child> m_children;
};

}  // namespace

std::int64_t DimensionKinds::firstAt(std::int64_t setting) const { return reuse::firstAt(temporals, setting); }

ChildKind DimensionKinds::kindOf(std::int64_t id, std::int64_t settings, std::int64_t last) const {
    ChildKind kind{id, settings, last, {}, {}, {}};
    std::int64_t rest = settings - 1;
    for (std::size_t i = temporals.size(); i-- > 0; rest /= temporals[i].bound)
        kind.digits.insert(kind.digits.begin(), rest % temporals[i].bound);
    return kind;
}

void DimensionKinds::listPlaces(const Nest& nest, const StoreNode& parent, const StoreNode& child) {
    PlacedChildren children;
    children.build(nest, dimension, parent, child);
    for (const Placed& one : children.children()) {
        if (parents.empty() || parents.back().id != one.parent) parents.push_back(ParentKinds{one.parent, 1, {}});
        parents.back().kinds.push_back(kindOf(one.place, one.settings, one.last));
        parents.back().kinds.back().firsts.push_back(one.first);
        parents.back().kinds.back().spots.push_back(one.spots);
    }
}

DimensionKinds::DimensionKinds(const Nest& nest, int dimension_, const StoreNode& parent, const StoreNode& child,
                               bool placed_, bool clipped_)
    : dimension(dimension_), placed(placed_ || clipped_), clipped(clipped_) {
    const auto d = static_cast<std::size_t>(dimension);
    full = child.full[d];
    for (int i = 0; i < nest.loopsOf[d]; ++i) {
        const Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
        if (loop.position < child.position && !loop.isSpatial) temporals.push_back(loop);
    }
    if (placed) {
        listPlaces(nest, parent, child);
        return;
    }
    Follower follower(nest, dimension, parent, child);
    DimensionTable table;
    classesAt(nest, parent, dimension, table);
    for (int c = 0; c < table.count; ++c) {
        const InstanceClass& own = table.classes[static_cast<std::size_t>(c)];
        ParentKinds& group = parents.emplace_back(ParentKinds{own.id, own.instances, {}});
        for (const Child& one : follower.childrenOf(own)) {
            const std::int64_t last = one.live ? child.last[d] : full;
            const auto alike = [&](const ChildKind& kind) {
                return kind.id == one.id && kind.settings == one.settings && kind.last == last;
            };
            auto kind = std::find_if(group.kinds.begin(), group.kinds.end(), alike);
            if (kind == group.kinds.end()) {
                kind = group.kinds.insert(kind, kindOf(one.id, one.settings, last));
            }
            kind->firsts.push_back(one.first);
            kind->spots.push_back(one.spots);
        }
    }
}

}  // namespace lapidary::reuse
