// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a Store still keeps of its tile where lanes have tails, so that instances differ: of each dimension how many lanes
// work while the loops outside stand at the end, and how far these have got (docs/models/optimal.md, Tails). Words are
// counted over all instances and settings; a loop outside takes off what consecutive tiles have in common. Plain values.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/search/optimal/regions/question.h"

namespace lapidary::optimal::regions {

inline constexpr std::size_t kMostSliding = 4;  ///< dimensions in windows of one tensor
inline constexpr std::size_t kMostEndings = 6;

/// Lanes that work at each setting of the loops outside but the last one, and at the last one.
struct WorkingLanes {
    std::int32_t several = 1, once = 1;
    bool operator==(const WorkingLanes&) const = default;
    /// Pairs of a lane and a setting of the `left` ones outside.
    std::int64_t pairs(std::int64_t left) const { return (left - 1) * several + once; }
    /// The fewest that loops outside may make of them.
    std::int64_t fewest(std::int64_t left) const { return left > 1 ? several : once; }
    void unroll(std::int64_t left, std::int64_t lanes) {
        const auto tail = static_cast<std::int32_t>((left - 1) % lanes + 1);
        once = (tail - 1) * several + once;
        several *= static_cast<std::int32_t>(lanes);
        if (left <= lanes) several = once;
    }
    void loop() { once = several; }
};

/// Lanes that work at the last setting and get equally far.
struct Ending {
    std::int32_t count = 0, last = 0;
    std::int32_t isEnd = 0;  ///< the one lane that holds the last tile of the dimension
    bool operator==(const Ending&) const = default;
};

/// Along a dimension of a window, since the Store.
struct SlidingRun {
    std::int32_t tile = 0, part = 0;  ///< extent of a tile, and of the dimension's last one
    std::int32_t last = 0;            ///< how far the run gets at all settings outside but the last one
    std::int32_t several = 1, count = 0;
    std::array<Ending, kMostEndings> endings{};  ///< at the last one
    bool operator==(const SlidingRun&) const = default;

    static SlidingRun at(std::int64_t extent, std::int64_t left, std::int64_t bound);
    /// False if lanes fare in too many ways.
    bool loop(std::int64_t extent, std::int64_t factor);
    bool unroll(std::int64_t left, std::int64_t lanes);
    std::int64_t working() const;  ///< at the last setting
    std::int32_t leastLast(std::int64_t left) const;

private:
    bool add(std::int64_t lanes, std::int64_t got, bool isLastTile);
};

/// Of an alive Store. What all lanes share is a number of the label (its weight) and not here.
struct TailRun {
    std::array<WorkingLanes, kMostDimensions> own{};    ///< of dimensions alone in their rank, or not of the tensor
    std::array<WorkingLanes, kMostDimensions> asked{};  ///< that the parents see: of dimensions not of the tensor
    unsigned soft = 0;  ///< dimensions whose loop left tiles in idle lanes: own = lanes, and the extent of their tiles
    /// Of lanes along windows up to the parent, see Asking.
    std::int32_t all = 1, different = 1, most = 1;
    std::vector<SlidingRun> sliding;
    bool operator==(const TailRun&) const = default;
    std::uint64_t hash() const;
    /// Words are products over ranks only if no dimension is in two windows of a tensor.
    static bool covers(const Question& question);
    /// Of words that lanes ask for each, those that the parent is asked for, or fewer.
    std::int64_t merged(std::int64_t words) const { return ceilDiv(words / all * different, most); }
};

/// What a loop takes off.
struct Kept {
    std::int64_t own = 0, asked = 0;
};

/// By a loop of `factor` trips over `d`, which isn't alone in its rank of the tensor.
Kept keptBy(const TensorShape& tensor, const std::array<std::uint8_t, kMostDimensions>& slot, const TailRun& run,
            const std::array<std::int64_t, kMostDimensions>& extent,
            const std::array<std::int64_t, kMostDimensions>& left,
            const std::array<std::int64_t, kMostDimensions>& bound, std::size_t dimensions, std::size_t d,
            std::int64_t factor);

}  // namespace lapidary::optimal::regions
