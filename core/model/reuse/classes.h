// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The instances of a Store along one dimension, grouped by how they fare in time (reuse.md, Closed form). Along one
// dimension, the temporal settings of an instance outside a Store are always a prefix 0 .. settings - 1 of a mixed-radix
// counter with the radices P, so a tail is one number. Spatial loops split instances by their index i:
//   i < R - 1   never sits in the tail;  i = R - 1  does;  i > R - 1  sits out the last setting.
// On the path of every search: allocates nothing.
#pragma once

#include <array>
#include <cstdint>

#include "core/model/reuse/nest.h"

namespace lapidary::reuse {

/// Spatial loops of one dimension: each has two trips or more, and kMaxBound is 2^40.
inline constexpr int kMaxSplits = 42;
inline constexpr int kMaxClasses = 2 * kMaxSplits + 1;

struct InstanceClass {
    std::int64_t instances = 1;
    /// Those of them with index 0 in every spatial loop between parent and Store: one per parent instance that serves
    /// this class, if the tensor doesn't use the dimension.
    std::int64_t served = 1;
    std::int64_t settings = 1;  ///< of the dimension's temporal loops outside
    std::int64_t last = 1;      ///< extent at the last setting
    /// Which split made it: the same in every Store of a level. 0 = may still be in the tail.
    std::int8_t id = 0;
    std::int8_t parent = 0;  ///< id of the parent's class
};

struct DimensionTable {
    int count = 1;
    std::int64_t full = 1;  ///< extent at every setting but the last
    int onlyParent = -1;    ///< if >= 0, only instances below this class of the parent are meant
    std::array<InstanceClass, kMaxClasses> classes;

    std::int64_t instances() const {
        std::int64_t sum = 0;
        for (int c = 0; c < count; ++c) sum += classes[static_cast<std::size_t>(c)].instances;
        return sum;
    }
};

/// All dimensions of one child (Store or MACs) seen from one parent Store.
struct PairTable {
    std::int16_t child = 0, parent = 0;  ///< indices into Nest::stores
    DimensionMask spatialBetween = 0;    ///< dimensions unrolled between parent and child
    std::array<DimensionTable, kMaxDimensions> dimensions;

    void build(const Nest& nest, int childStore, int parentStore);
};

/// The classes of one dimension outside a Store, as if it were its own parent.
void classesAt(const Nest& nest, const StoreNode& store, int dimension, DimensionTable& table);

}  // namespace lapidary::reuse
