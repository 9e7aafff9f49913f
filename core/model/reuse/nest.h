// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One mapping, read into fixed arrays: its loops without those of bound 1 and with the extents inside them, its Stores
// with the tile extents there, and each tensor's chain of Stores. On the path of every search: allocates nothing.
// Positions are indices into Mapping::nodes.
#pragma once

#include <array>
#include <cstdint>

#include "core/mapping/mapping.h"
#include "core/model/reuse/plan.h"

namespace lapidary::reuse {

/// Canonical: a loop that only ever runs its last iteration has bound = tail.
struct Loop {
    std::int64_t bound = 1, tail = 1;
    std::int64_t step = 1;  ///< full extent of its dimension inside it
    std::int16_t position = 0;
    std::uint8_t dimension = 0;
    std::uint8_t fanout = 0;
    bool isSpatial = false;
    Axis axis = Axis::x;
    bool perfectInside = true;  ///< every loop of its dimension inside it has bound = tail
};

using Extent = std::array<std::int64_t, kMaxDimensions>;

struct StoreNode {
    std::int16_t position = 0;
    std::int16_t loopsOutside = 0;      ///< loops before it
    std::int16_t temporalsOutside = 0;  ///< temporal ones before it
    std::int8_t level = 0;
    unsigned tensors = 0;
    Extent full;    ///< extents of the loops inside, unless all outside are in their last iteration
    Extent last;    ///< if they are
    Extent widest;  ///< of the largest tile
};

class Nest {
public:
    void read(const Mapping& mapping, int dimensions, int tensors);

    int loopCount = 0, temporalCount = 0, storeCount = 0;
    DimensionMask moving = 0;     ///< dimensions with a loop
    DimensionMask imperfect = 0;  ///< dimensions with a tail
    std::int64_t steps = 1;       ///< settings of the temporal loops with a lane at work
    bool forbidsReuse(int tensor, int store) const {
        return directed &&
               noReuse[static_cast<std::uint8_t>(stores[static_cast<std::size_t>(store)].level)] >> tensor & 1;
    }

    bool directed = false;  ///< the mapping has directives, as masks of tensors by level or fanout:
    std::array<std::uint16_t, kMaxLevels> noReuse{}, rmwFirstUpdate{};
    std::array<std::uint16_t, kMaxFanouts> noMulticast{}, noLinkTransfer{};
    std::array<Loop, kMaxNodes> loops;
    std::array<std::uint8_t, kMaxNodes> temporals;                           ///< indices of loops
    std::array<std::uint8_t, kMaxDimensions> loopsOf;                        ///< number of loops per dimension
    std::array<std::array<std::uint8_t, kMaxNodes>, kMaxDimensions> loopOf;  ///< indices of a dimension's loops
    std::array<StoreNode, kMaxNodes + 1> stores;  ///< the last one, at stores[storeCount], stands for the MACs
    std::array<std::uint8_t, kMaxTensors> chainLength;
    std::array<std::array<std::uint8_t, kMaxLevels + 1>, kMaxTensors> chain;  ///< indices of stores, MACs last

private:
    void readDirectives(const Mapping& mapping);
    void readNode(const Node& node, int position);
    void addStore(int position, int level, unsigned tensors);
    void measure(int dimensions);
};

}  // namespace lapidary::reuse
