// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The children of one parent instance along one dimension, one by one, sorted into kinds that fare alike in time: what
// the event walk counts with. Makes no use of closed forms beyond the mixed-radix prefix (classes.h). Not on the path of
// searches unless the closed forms don't cover a shape: allocates.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/reuse/between.h"
#include "core/model/reuse/classes.h"

namespace lapidary::reuse {

struct ChildKind {
    std::int64_t id = 0;  ///< class of these instances, as in InstanceClass; if placed, their place
    std::int64_t settings = 1;
    std::int64_t last = 1;             ///< extent at the last setting
    std::vector<std::int64_t> firsts;  ///< first index of each child
    std::vector<Spots> spots;          ///< by child: what the dimension adds to its place on every mesh
    std::vector<std::int64_t> digits;  ///< of settings - 1, by temporal loop of the dimension, outermost first
};

/// One class of parents and their children.
struct ParentKinds {
    std::int64_t id = 0;
    std::int64_t instances = 1;
    std::vector<ChildKind> kinds;
};

struct DimensionKinds {
    int dimension = 0;
    std::int64_t full = 1;
    std::vector<Loop> temporals;  ///< outside the child, outermost first
    std::vector<ParentKinds> parents;

    /// First index of a child's tile at a setting, from that at setting 0.
    std::int64_t firstAt(std::int64_t setting) const;

    bool placed = false;   ///< every instance is a class of its own, and first indices count from 0
    bool clipped = false;  ///< placed, and it matters where tiles lie: the dimension of a clipped rank

    DimensionKinds(const Nest& nest, int dimension, const StoreNode& parent, const StoreNode& child, bool placed,
                   bool clipped);

private:
    void listPlaces(const Nest& nest, const StoreNode& parent, const StoreNode& child);
    ChildKind kindOf(std::int64_t id, std::int64_t settings, std::int64_t last) const;
};

}  // namespace lapidary::reuse
