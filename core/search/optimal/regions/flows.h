// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a Store still keeps of its tile while loops are added outside of it, under the default semantics of the reuse model:
// runs of loops that slide the windows of its tensor, and lanes along both dimensions of a window, which ask for the same
// words (docs/models/optimal.md, Reuse across regions). Runs are numbered, so that labels with equal ones are compared.
// One owner.
#pragma once

#include <unordered_map>

#include "core/search/optimal/labels.h"
#include "core/search/optimal/regions/plan.h"

namespace lapidary::optimal::regions {

inline constexpr std::size_t kMostSliding = 4;  ///< dimensions in windows of one tensor
inline constexpr std::size_t kMostUnrolls = 16, kMostInner = 4;

using Sliding = std::array<std::int32_t, kMostSliding>;

/// Of a Store of a tensor with windows.
struct Run {
    Sliding tile{};          ///< extents along its sliding dimensions
    Sliding last{};          ///< how far the run has got at its end
    std::int32_t lanes = 1;  ///< since the Store, over all dimensions
    std::int32_t apart = 1;  ///< of these, over dimensions that don't index the tensor
    bool operator==(const Run&) const = default;
};

/// Lanes along a dimension of a window between a Store and its parent.
struct Unrolled {
    std::uint8_t tensor = 0, dimension = 0;
    std::int32_t lanes = 0, stride = 0;
    auto operator<=>(const Unrolled&) const = default;
};

/// Everything that decides how flows go on, besides the place and the Stores placed.
struct Flows {
    std::uint32_t alive = 0;  ///< Stores of all regions, bit mask
    std::uint32_t runs = 0, unrolls = 0;
    std::array<Run, kMostRuns> run{};  ///< of the alive Stores with windows, by number
    std::array<Unrolled, kMostUnrolls> unrolled{};
    std::array<std::int32_t, kMostInner> lanes{1, 1, 1, 1};  ///< by fanout, if instances matter
    bool operator==(const Flows&) const = default;
};

class FlowBook {
public:
    /// `tick` is called between small pieces of work; once it has given up, gains are not what they should be.
    FlowBook(const Question& question, const Tick& tick);

    /// Whether runs and lanes of any mapping can be kept.
    static bool covers(const Question& question);

    std::uint32_t find(const Flows& flows);
    const Flows& at(std::uint32_t number) const { return m_flows[number]; }
    std::size_t bytes() const;

    unsigned sliding(std::size_t t) const { return m_sliding[t]; }
    /// Words along the windows that a tile and the next one share, when a loop over `d` advances whose trips are `step`
    /// apart; the windows' extents are `tile`, and the loops inside have got to `last`.
    std::int64_t shared(std::size_t t, const Sliding& tile, const Sliding& last, std::size_t d,
                        std::int64_t step) const;
    /// No loop that may come leaves anything. `left`: trips by dimension; `lanesAhead`: some of them may be lanes.
    bool isOver(std::size_t t, const Sliding& tile, const Sliding& last,
                const std::array<std::int64_t, kMostDimensions>& extent,
                const std::array<std::int64_t, kMostDimensions>& left, bool lanesAhead) const;
    std::size_t slot(std::size_t t, std::size_t d) const { return m_slot[t][d]; }
    /// Fills of a Store at this tile at least, however loops follow each other outside, if no lanes do.
    std::int64_t leastFills(std::size_t t, const std::array<std::int64_t, kMostDimensions>& extent,
                            const std::array<std::int64_t, kMostDimensions>& left);
    /// The most words by which loops outside may lower the fills of a run, over all settings of what isn't alone in its rank;
    /// by the dimension of the next loop, 0 where none comes. No lanes come any more. `alone` = 1 setting.
    using Gains = std::array<std::int64_t, kMostDimensions>;
    const Gains& gains(std::size_t t, const Sliding& tile, const Sliding& last,
                       const std::array<std::int64_t, kMostDimensions>& left);
    /// Of lanes along windows of the tensor: how many there are, and how many ask for different words.
    std::pair<std::int64_t, std::int64_t> asking(std::size_t t, const Flows& flows) const;

private:
    struct Hash {
        std::size_t operator()(const Flows& flows) const;
    };
    const Question& m_question;
    const Tick& m_tick;
    bool m_goesOn = true;
    std::vector<Flows> m_flows;
    std::unordered_map<Flows, std::uint32_t, Hash> m_numbers;
    std::vector<unsigned> m_sliding;
    std::vector<std::array<std::uint8_t, kMostDimensions>> m_slot;
    struct RunKey {
        std::array<std::int32_t, 1 + 2 * kMostSliding + kMostDimensions> numbers{};
        bool operator==(const RunKey&) const = default;
    };
    struct RunHash {
        std::size_t operator()(const RunKey& key) const {
            std::uint64_t h = 0;
            for (const std::int32_t n : key.numbers)
                h = (h ^ static_cast<std::uint32_t>(n)) * 0x9E3779B97F4A7C15ULL, h ^= h >> 29;
            return h;
        }
    };
    std::unordered_map<RunKey, Gains, RunHash> m_gains;
};

}  // namespace lapidary::optimal::regions
