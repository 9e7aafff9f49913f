// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an array does over time, in a bounded number of bins: they grow wider as the run grows longer. Thread rule: one
// writer.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/key_table.h"

namespace lapidary::fabric {

/// What happens in one cycle: work, or what the array waits for.
enum class Activity { working, weights, operands, results, configuration };
std::span<const KeyEntry<Activity>> keyTable(Activity);
inline constexpr std::size_t kActivityCount = 5;

/// What a multiplier that holds a weight does in one cycle, or what it waits for.
enum class MultiplierState { working, weights, operands, ports, results };
std::span<const KeyEntry<MultiplierState>> keyTable(MultiplierState);
inline constexpr std::size_t kMultiplierStates = 5;
using StateCounts = std::array<std::int64_t, kMultiplierStates>;  ///< multipliers, by MultiplierState

class Timeline {
public:
    struct Bin {
        std::int64_t products = 0;                              ///< partial sums passed on included
        std::array<std::int64_t, kActivityCount> activities{};  ///< cycles of each, by Activity
        StateCounts states{};  ///< multipliers x cycles, without those that only pass sums on; 0 if nobody asked

        std::int64_t cycles() const;
        std::int64_t of(Activity activity) const { return activities[static_cast<std::size_t>(activity)]; }
        /// Products per cycle and multiplier.
        double utilization(std::int64_t multipliers) const;
        Bin& operator+=(const Bin& other);
        bool operator==(const Bin&) const = default;
    };

    /// A run to be repeated: how much of it lies before each of its bins.
    class Part {
    public:
        Part() = default;
        explicit Part(const Timeline& timeline);

    private:
        friend class Timeline;
        /// Of the first cycles of so many repetitions; a bin counts where it begins.
        Bin before(std::int64_t cycles) const;
        std::int64_t m_cycles = 0, m_width = 1;
        std::vector<Bin> m_before;
    };

    /// At most so many bins, at least 1.
    explicit Timeline(std::size_t most = 256);

    /// The next cycles, each with so many products and multipliers in each state.
    void add(Activity activity, std::int64_t products, std::int64_t cycles = 1, const StateCounts& states = {});
    /// The part so many times. Exact where its own bins are one cycle wide.
    void append(const Part& part, std::int64_t times = 1);

    std::int64_t cycles() const { return m_cycles; }
    /// Cycles of a bin; the last may be shorter. Bin i starts at cycle 1 + i * width.
    std::int64_t width() const { return m_width; }
    std::span<const Bin> bins() const { return m_bins; }
    std::size_t most() const { return m_most; }
    Bin total() const;

private:
    void makeRoom(std::int64_t cycles);

    std::size_t m_most;
    std::int64_t m_cycles = 0, m_width = 1;
    std::vector<Bin> m_bins;
};

}  // namespace lapidary::fabric
