// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What alpha-beta saw over a search (Sunstone, ISPASS 2023, III-C): bounds of partial mappings against the best mapping so far,
// and how many were left out at which level, in steps of equally many partial mappings. Bounded size: once there are
// too many steps, neighbours become one. Counts, no times: the same search gives the same trace. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/arch/architecture.h"

namespace lapidary::sunstone {

class BoundTrace {
public:
    struct Step {
        double least = std::numeric_limits<double>::infinity();  ///< bound of those that got one in this step
        double most = 0;                                         ///< the same, the largest
        double best =
            std::numeric_limits<double>::infinity();  ///< mapping known at the end of the step; infinite = none
        std::int64_t bounded = 0;                     ///< partial mappings that got a bound
        std::array<std::int64_t, kMaxLevels> cut{};   ///< of these and earlier ones, by level, innermost first
        std::int64_t cuts() const;
    };

    /// A partial mapping got a bound.
    void bounded(double bound, double best);
    /// `count` partial mappings of the level, bounded before, are left out.
    void cut(int level, std::int64_t count);
    /// The best mapping that the search ends with.
    void end(double best);

    const std::vector<Step>& steps() const { return m_steps; }
    /// Partial mappings of every step but the last, which may have fewer.
    std::int64_t perStep() const { return m_perStep; }
    /// Partial mappings bounded, and cut by level.
    Step total() const;

private:
    static constexpr std::size_t kMostSteps = 128;
    void merge();

    std::vector<Step> m_steps;
    std::int64_t m_perStep = 1;
};

}  // namespace lapidary::sunstone
