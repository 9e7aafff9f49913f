// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What follows from a mapping without counting traffic: where each tensor is stored, who owns a loop, how large tiles
// are and how often a line of the nest is reached (mapping.md). All functions require a well-formed mapping
// (checkForm) and are pure. Views and reports use them; the evaluator compiles its own tables.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

/// One Store of one tensor. Nodes are positions in Mapping::nodes.
struct StorePlace {
    int node = 0;
    int level = 0;
    int parent = -1;  ///< node of the tensor's next outer Store; -1 = this is the backing one

    bool operator==(const StorePlace&) const = default;
};

/// A tensor's Stores, outermost first.
std::vector<StorePlace> storesOf(const Mapping& mapping, int tensor);

/// The level each node belongs to: a Store's own, a loop's that of the last Store above it.
std::vector<int> ownerLevels(const Mapping& mapping);

/// Extent of each dimension.
using Extents = std::array<std::int64_t, kMaxDimensions>;

/// What the loops inside `node` (from it to the end) span at most: P_0 * P_1 * ... unless the loops outside make a
/// single trip.
Extents largestExtents(const Mapping& mapping, int node);
/// What they span when every loop outside is in its last iteration; at most the largest.
Extents lastExtents(const Mapping& mapping, int node);

/// Words of a tile of `extents`: distinct elements (ranks of one or two moving terms; else as the box).
std::int64_t tileWords(const Tensor& tensor, const Extents& extents);
/// Words of its bounding box.
std::int64_t boxWords(const Tensor& tensor, const Extents& extents);

/// How often `node` is reached: the distinct settings of the loops outside it, lanes included, tails respected.
std::int64_t settingsOutside(const Mapping& mapping, int node);

/// The largest tile of one tensor at a Store.
struct StoredTile {
    int tensor = 0;
    int part = 0;                     ///< index into TargetLevel::capacityBits
    std::int64_t words = 0;           ///< distinct elements
    std::int64_t boxWords = 0;        ///< bounding box
    std::int64_t bits = 0;            ///< words * word bits
    std::int64_t capacityWords = -1;  ///< of the part, in this tensor's words; -1 = unbounded
};

/// How full a part of a level gets by the largest tiles of all the level's Stores.
struct PartUse {
    int part = 0;
    std::int64_t usedBits = 0;
    std::int64_t capacityBits = -1;  ///< -1 = unbounded

    /// Share of the capacity, 0 if unbounded; above 1 = doesn't fit.
    double share() const {
        return capacityBits > 0 ? static_cast<double>(usedBits) / static_cast<double>(capacityBits) : 0.0;
    }
};

/// One node as a view shows it.
struct NestLine {
    int node = 0;
    int depth = 0;
    int level = 0;  ///< owner, see ownerLevels
    NodeKind kind = NodeKind::store;
    std::int64_t trips = 1;         ///< settings of all loops down to and including this one, tails respected
    std::int64_t lanes = 1;         ///< product of the spatial P down to and including this one
    unsigned indexed = 0;           ///< loops: tensors that the dimension indexes (bit mask)
    std::vector<StoredTile> tiles;  ///< Stores: of each tensor held
    std::vector<PartUse> parts;     ///< Stores: the parts these tensors live in
    unsigned bypassed = 0;          ///< Stores: tensors that no Store of this level holds (bit mask)
};

/// One line per node, outermost first.
std::vector<NestLine> describeNest(const Mapping& mapping, const Target& target);

}  // namespace lapidary
