// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/spatial.h"

#include <algorithm>

namespace lapidary::optimal {

namespace {

class LaneWalk {
public:
    LaneWalk(const Problem& problem, const Tick& tick) : m_problem(problem), m_tick(tick) {
        m_lanes.fill(1);
        go(0, 1, {1});
    }
    std::vector<Tile> found;
    bool complete = true;

private:
    /// `onX`: products on X that the dimensions so far can have, with room for the rest of their lanes on Y.
    void go(std::size_t d, std::int64_t product, const std::vector<std::int64_t>& onX) {
        complete = complete && m_tick();
        if (!complete) return;
        if (d == m_problem.bounds().size()) return found.push_back(m_lanes);
        const bool may = m_problem.unrollable() >> d & 1;
        for (const std::int64_t lanes : divisors(m_problem.bounds()[d])) {
            if (lanes > 1 && !may) break;
            std::vector<std::int64_t> next;
            for (const std::int64_t x : onX)
                for (const std::int64_t part : divisors(lanes))
                    if (x * part <= m_problem.axis(Axis::x) && product * lanes / (x * part) <= m_problem.axis(Axis::y))
                        next.push_back(x * part);
            if (next.empty()) continue;
            std::sort(next.begin(), next.end());
            next.erase(std::unique(next.begin(), next.end()), next.end());
            m_lanes[d] = lanes;
            go(d + 1, product * lanes, next);
            m_lanes[d] = 1;
        }
    }

    const Problem& m_problem;
    const Tick& m_tick;
    Tile m_lanes{};
};

bool splitOn(const Problem& problem, const Tile& lanes, std::size_t d, std::int64_t x, std::int64_t y, Tile& onX) {
    if (d == problem.bounds().size()) return true;
    for (const std::int64_t part : divisors(lanes[d])) {
        if (part > x || lanes[d] / part > y) continue;
        onX[d] = part;
        if (splitOn(problem, lanes, d + 1, x / part, y / (lanes[d] / part), onX)) return true;
    }
    return false;
}

}  // namespace

std::optional<std::vector<Tile>> laneChoices(const Problem& problem, const Tick& tick) {
    LaneWalk walk(problem, tick);
    if (!walk.complete) return std::nullopt;
    return std::move(walk.found);
}

Tile shareOfX(const Problem& problem, const Tile& lanes) {
    Tile onX{};
    onX.fill(1);
    splitOn(problem, lanes, 0, problem.axis(Axis::x), problem.axis(Axis::y), onX);
    return onX;
}

}  // namespace lapidary::optimal
