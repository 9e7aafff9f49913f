// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Walks a mapping's loops exactly as written (Ruby, eq. 5): a loop runs P trips, or R if every outer loop of its
// dimension is in its last iteration. Temporal loops make time, spatial ones place. No closed form is used.
// Only for the literal simulator. Thread rule: immutable after construction.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/arch/architecture.h"
#include "core/mapping/mapping.h"

namespace lapidary::literal {

using Indices = std::vector<std::int64_t>;

/// A place on the mesh of one fanout instance.
struct Spot {
    std::int64_t x = 0, y = 0;
    auto operator<=>(const Spot&) const = default;
};
using Spots = std::array<Spot, kMaxFanouts>;  ///< by fanout

/// One setting of the loops outside a place in the node list, at one time in one instance.
struct Setting {
    std::int64_t time = 0;         ///< temporal loops as one number, outermost most significant
    std::int64_t place = 0;        ///< spatial loops likewise: the instance
    Spots spots{};                 ///< the instance by its place on every fanout's mesh
    std::int64_t parentPlace = 0;  ///< the instance of the parent's place in the list
    Indices start;                 ///< first index per dimension
    std::vector<bool> last;        ///< per dimension: are all its loops outside in their last iteration?
};

/// What is active at one time, by instance.
using Moment = std::vector<Setting>;

class NestWalk {
public:
    NestWalk(const Mapping& mapping, int dimensions);

    /// All settings of the loops before node `position`, in order of time; parents live at `parent` <= position.
    std::map<std::int64_t, Moment> moments(std::size_t position, std::size_t parent) const;

    /// How many values the index of a loop takes at most.
    std::int64_t trips(std::size_t position) const { return m_trips[position]; }

    /// The indices of `dimension` that the loops from `position` inwards run through in a setting.
    Indices touched(std::size_t position, int dimension, const Setting& setting) const;

private:
    struct Walk;
    std::int64_t stride(std::size_t position) const;
    void collect(std::size_t position, int dimension, std::int64_t start, bool last, Indices& out) const;

    const std::vector<Node>& m_nodes;
    int m_dimensions;
    std::vector<std::int64_t> m_trips;
};

}  // namespace lapidary::literal
