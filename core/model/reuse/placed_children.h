// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The instances of a Store along one dimension, one by one and with their places: what counts of tiles that lie partly in
// padding need, where instances of one class (classes.h) no longer fare alike. Allocates; one thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/reuse/between.h"
#include "core/model/reuse/classes.h"

namespace lapidary::reuse {

struct Placed {
    std::int64_t place = 0;   ///< indices of the dimension's spatial loops as one number, outermost most significant
    std::int64_t parent = 0;  ///< the same of its parent
    Spots spots{};
    std::int64_t first = 0;     ///< first index of its tile at setting 0
    std::int64_t settings = 1;  ///< of the dimension's temporal loops outside
    std::int64_t last = 1;      ///< extent at the last setting
    std::int8_t id = 0;         ///< as in InstanceClass
    bool live = true;           ///< may still be in the tail
};

/// Which of the instances are meant; -1 = all.
struct PlaceFilter {
    std::int64_t child = -1, parent = -1;
};

class PlacedChildren {
public:
    /// All instances that ever work; those of one parent are neighbours in the list.
    void build(const Nest& nest, int dimension, const StoreNode& parent, const StoreNode& child,
               PlaceFilter filter = {});
    /// Every instance of a Store.
    void build(const Nest& nest, int dimension, const StoreNode& store);
    /// One child that never moves: a rank's missing term.
    void buildStill();

    const std::vector<Placed>& children() const { return m_children; }
    std::int64_t full() const { return m_full; }
    const std::vector<Loop>& temporals() const { return m_temporals; }
    /// How far the temporal loops have moved a tile at a setting.
    std::int64_t firstAt(std::int64_t setting) const;
    std::int64_t extentAt(const Placed& child, std::int64_t setting) const {
        return setting == child.settings - 1 ? child.last : m_full;
    }

private:
    struct Inner {
        Loop loop;
        int splits = 0;  ///< among the loops outside it
    };
    void follow(const Nest& nest, std::size_t next, Placed child, int parentPosition);

    std::int64_t m_full = 1, m_lastExtent = 1;
    PlaceFilter m_filter;
    std::vector<Inner> m_loops;
    std::vector<Loop> m_temporals;
    std::vector<Placed> m_children;
};

}  // namespace lapidary::reuse
