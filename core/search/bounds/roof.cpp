// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/roof.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace lapidary::bounds {

namespace {

/// More than this many ways to share the axes are not looked at: all lanes then count as busy.
constexpr std::size_t kMostStates = 20'000;
constexpr std::int64_t kMostWays = 20'000'000;

/// Lanes left on each axis -> fewest steps so far.
using Shares = std::map<std::vector<std::int64_t>, double>;

class Roof {
public:
    Roof(const NestFrame& frame, const Target& target, bool perfect) : m_target(target), m_perfect(perfect) {
        for (std::size_t f = 0; f < target.architecture.fanouts().size(); ++f)
            for (const Axis axis : {Axis::x, Axis::y}) {
                const Fanout& fanout = target.architecture.fanouts()[f];
                const std::int64_t size = axis == Axis::x ? fanout.x : fanout.y;
                if (size > 1) m_axes.push_back({static_cast<int>(f), axis, size});
            }
        for (int d = 0; d < target.workload.dimensionCount(); ++d) {
            std::vector<std::size_t> allowed;
            for (const NestSlot& slot : frame.slotsOf(d))
                for (std::size_t a = 0; a < m_axes.size(); ++a)
                    if (slot.loop.kind == NodeKind::spatial && slot.loop.fanout == m_axes[a].fanout &&
                        slot.loop.axis == m_axes[a].axis)
                        allowed.push_back(a);
            m_allowed.push_back(std::move(allowed));
        }
    }

    double least() {
        Shares shares;
        std::vector<std::int64_t> all;
        for (const AxisSize& axis : m_axes) all.push_back(axis.size);
        shares[all] = 1;
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) {
            Shares next;
            for (const auto& [left, steps] : shares) {
                auto lanes = left;
                share(d, 0, m_target.workload.bound(d), lanes, steps, next);
                if (next.size() > kMostStates || m_ways > kMostWays) return allBusy();
            }
            shares = std::move(next);
        }
        double least = static_cast<double>(m_target.workload.macs());
        for (const auto& [left, steps] : shares) least = std::min(least, steps);
        return least;
    }

private:
    struct AxisSize {
        int fanout;
        Axis axis;
        std::int64_t size;
    };

    double allBusy() const {
        auto steps = static_cast<double>(m_target.workload.macs());
        for (const AxisSize& axis : m_axes) steps /= static_cast<double>(axis.size);
        return steps;
    }

    /// `rest`: trips of dimension d that are still to be made in time.
    void share(int d, std::size_t place, std::int64_t rest, std::vector<std::int64_t>& left, double steps,
               Shares& next) {
        ++m_ways;
        const std::vector<std::size_t>& allowed = m_allowed[static_cast<std::size_t>(d)];
        if (place == allowed.size()) {
            steps *= static_cast<double>(rest);
            const auto [found, isNew] = next.emplace(left, steps);
            if (!isNew) found->second = std::min(found->second, steps);
            return;
        }
        const std::size_t axis = allowed[place];
        const std::int64_t room = left[axis];
        for (std::int64_t lanes = 1; lanes <= std::min(room, rest); ++lanes) {
            if (m_perfect && rest % lanes != 0) continue;
            const std::int64_t trips = (rest + lanes - 1) / lanes;
            // Fewer lanes that take as many trips leave more to the others.
            if (!m_perfect && lanes > 1 && trips == (rest + lanes - 2) / (lanes - 1)) continue;
            left[axis] = room / lanes;
            share(d, place + 1, trips, left, steps, next);
        }
        left[axis] = room;
    }

    const Target& m_target;
    bool m_perfect;
    std::vector<AxisSize> m_axes;
    std::vector<std::vector<std::size_t>> m_allowed;  ///< axes, by dimension
    std::int64_t m_ways = 0;
};

}  // namespace

std::int64_t leastSteps(const NestFrame& frame, const Target& target, Factorization kind) {
    const double steps = Roof(frame, target, kind == Factorization::perfect).least();
    // A little less before rounding up: a quotient may come out above a whole number that it is.
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(steps * (1 - 1e-12))));
}

}  // namespace lapidary::bounds
