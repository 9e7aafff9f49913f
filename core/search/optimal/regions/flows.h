// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a Store still keeps of its tile while loops are added outside of it, under the default semantics of the reuse model:
// runs of loops that slide the windows of its tensor, and lanes along both dimensions of a window, which ask for the same
// words (docs/models/optimal.md, Reuse across regions). Runs are numbered, so that labels with equal ones are compared.
// One owner.
#pragma once

#include <map>
#include <tuple>
#include <unordered_map>

#include "core/search/optimal/labels.h"
#include "core/search/optimal/regions/flat_table.h"
#include "core/search/optimal/regions/plan.h"
#include "core/search/optimal/regions/tail_run.h"

namespace lapidary::optimal::regions {

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
    std::uint8_t tailed = 0;  ///< 1 = some lanes are idle, or hold a shorter tile
    std::int32_t lanes = 0, stride = 0;
    bool operator==(const Unrolled&) const = default;
    bool operator<(const Unrolled& other) const {
        return std::tie(tensor, dimension, tailed, stride, lanes) <
               std::tie(other.tensor, other.dimension, other.tailed, other.stride, other.lanes);
    }
};

/// What lanes ask for along windows.
struct Asking {
    std::int64_t all = 1;        ///< lanes along both dimensions of a window, if all work alike
    std::int64_t different = 1;  ///< of these, those that ask for different words
    std::int64_t most = 1;       ///< of other lanes, those that ask for the same words at most
};

/// Everything that decides how flows go on, besides the place and the Stores placed.
struct Flows {
    std::uint32_t alive = 0;  ///< Stores of all regions, bit mask
    std::uint32_t runs = 0, unrolls = 0;
    std::array<Run, kMostRuns> run{};  ///< of the alive Stores with windows, by number
    std::array<Unrolled, kMostUnrolls> unrolled{};
    std::array<std::int32_t, kMostInner> lanes{1, 1, 1, 1};  ///< by fanout, if instances matter
    std::vector<TailRun> tails;                              ///< with tails: of all that are alive, by number
    bool tailed = false;  ///< some instances whose accesses are rounded up are idle at times
    bool operator==(const Flows&) const = default;
};

class FlowBook {
public:
    /// `tick` is called between small pieces of work; once it has given up, gains are not what they should be.
    FlowBook(const Question& question, const Tick& tick);

    /// Whether runs and lanes of any mapping can be kept.
    static bool covers(const Question& question);

    std::uint32_t find(const Flows& flows);
    const Flows& at(std::uint32_t number) const { return *m_flows[number]; }
    /// Of what the flows are, whenever they were found.
    std::uint64_t order(std::uint32_t number) const { return Hash{}(*m_flows[number]); }
    std::size_t bytes() const;

    unsigned sliding(std::size_t t) const { return m_sliding[t]; }
    /// Words along the windows that a tile and the next one share, when a loop over `d` advances whose trips are `step`
    /// apart; the windows' extents are `tile`, and the loops inside have got to `last`.
    std::int64_t shared(std::size_t t, const Sliding& tile, const Sliding& last, std::size_t d,
                        std::int64_t step) const;
    /// No loop that may come leaves anything. `left`: trips by dimension; `lanesAhead`: some of them may be lanes.
    /// `least`: where some lanes get less far than `last`, the least.
    bool isOver(std::size_t t, const Sliding& tile, const Sliding& last, const Sliding& least,
                const std::array<std::int64_t, kMostDimensions>& extent,
                const std::array<std::int64_t, kMostDimensions>& left, bool lanesAhead) const;
    std::size_t slot(std::size_t t, std::size_t d) const { return m_slot[t][d]; }
    const std::array<std::uint8_t, kMostDimensions>& slotsOf(std::size_t t) const { return m_slot[t]; }
    /// Fills of a Store at this tile at least, however loops follow each other outside, if no lanes do.
    std::int64_t leastFills(std::size_t t, const std::array<std::int64_t, kMostDimensions>& extent,
                            const std::array<std::int64_t, kMostDimensions>& left);
    /// The most words by which loops outside may lower the fills of a run, over all settings of what isn't alone in its rank;
    /// by the dimension of the next loop, 0 where none comes. No lanes come any more. `alone` = 1 setting. The reference ends
    /// with the next call.
    using Gains = std::array<std::int64_t, kMostDimensions>;
    const Gains& gains(std::size_t t, const Sliding& tile, const Sliding& last,
                       const std::array<std::int64_t, kMostDimensions>& left);
    Asking asking(std::size_t t, const Flows& flows) const;
    /// Of `words` that MACs ask for each, those that are different at one time, idle lanes or not.
    std::int64_t askedByMacs(std::size_t t, const Flows& flows, std::int64_t words);

private:
    struct Hash {
        std::size_t operator()(const Flows& flows) const;
    };
    const Question& m_question;
    const Tick& m_tick;
    bool m_goesOn = true;
    std::vector<const Flows*> m_flows;  ///< keys of m_numbers
    std::size_t m_tailBytes = 0;
    std::unordered_map<Flows, std::uint32_t, Hash> m_numbers;
    std::vector<unsigned> m_sliding;
    std::vector<std::array<std::uint8_t, kMostDimensions>> m_slot;
    struct RunKey {
        std::array<std::int32_t, 1 + 2 * kMostSliding + kMostDimensions> numbers{};
        bool operator==(const RunKey&) const = default;
    };
    struct RunHash {
        std::size_t operator()(const RunKey& key) const {
            std::uint64_t h = static_cast<std::uint32_t>(key.numbers[0]);
            for (std::size_t n = 1; n < key.numbers.size(); n += 2) {
                const auto low = static_cast<std::uint32_t>(key.numbers[n]);
                h = (h ^ (static_cast<std::uint64_t>(key.numbers[n + 1]) << 32 | low)) * 0x9E3779B97F4A7C15ULL;
                h ^= h >> 29;
            }
            return h;
        }
    };
    static_assert(std::tuple_size_v<decltype(RunKey::numbers)> % 2 == 1);
    FlatTable<RunKey, Gains, RunHash> m_gains;
    std::map<std::vector<std::int32_t>, std::int64_t> m_askedAlong;  ///< by lanes along a window

    std::int64_t askedAlong(const WindowRank& rank, const std::vector<Unrolled>& a, const std::vector<Unrolled>& b);
};

}  // namespace lapidary::optimal::regions
