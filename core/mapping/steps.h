// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The compute steps of a mapping as a clock: the settings of the temporal loops at which at least one lane
// of the machine works, numbered in the order of the nest. A temporal loop makes P trips as soon as one lane is not in
// the last iteration of its dimension's outer loops, else R. count() equals Cost::steps. Immutable; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/mapping/mapping.h"

namespace lapidary {

/// The iteration that each loop is in, by node; 0 for Stores and for loops that are not spoken of.
using Digits = std::vector<std::int64_t>;

class Steps {
public:
    /// Requires a well-formed mapping.
    explicit Steps(const Mapping& mapping);

    std::int64_t count() const { return m_count; }
    /// Of the temporal loops. Requires 0 <= step < count().
    Digits digits(std::int64_t step) const;
    /// The inverse; the digits of spatial loops are not read.
    std::int64_t number(const Digits& digits) const;

private:
    /// Settings of a dimension's temporal loops inside some node.
    struct Settings {
        std::int64_t free = 1;  ///< if some lane outside is not in its last iteration
        std::int64_t last = 1;  ///< if all are
        std::int64_t of(bool isFree) const { return isFree ? free : last; }
    };
    /// Where a walk from the outermost node inwards stands, per dimension.
    struct Walk {
        std::array<bool, kMaxDimensions> free{};
        std::array<Settings, kMaxDimensions> inside;

        /// Steps per trip of a temporal loop that is reached, all trips but its last one.
        std::int64_t perTrip(const Node& loop, const Settings& insideLoop) const;
        void pass(const Node& loop, const Settings& insideLoop, std::int64_t digit);
    };

    std::vector<Node> m_nodes;
    std::vector<Settings> m_inside;  ///< by node, of its own dimension
    Walk m_start;
    std::int64_t m_count = 1;
};

}  // namespace lapidary
