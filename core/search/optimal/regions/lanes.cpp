// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/lanes.h"

#include <algorithm>

namespace lapidary::optimal::regions {

namespace {

bool countsLanes(const Question& question, int fanout) {
    const FanoutRules& rules = question.fanout(fanout);
    bool counts = rules.leastLanes > 1;
    for (std::size_t d = 0; d < question.dimensions(); ++d) {
        const FactorRange& range = rules.factors[static_cast<std::size_t>(question.dimensionOf(d))];
        counts = counts || range.least > 1 || range.whole || range.most < kMaxBound;
    }
    return counts;
}

class LaneList {
public:
    LaneList(const Question& question, int number, const Tick& tick)
        : m_question(question),
          m_fanout(question.target().architecture.fanouts()[static_cast<std::size_t>(number)]),
          m_onX(question.unrollable(number, Axis::x)),
          m_onY(question.unrollable(number, Axis::y)),
          m_everySplit(countsLanes(question, number)),
          m_tick(tick) {
        m_choice.lanes.fill(1);
        m_choice.onX.fill(1);
        go(0, 1, 1);
    }
    std::vector<LaneChoice> found;
    bool complete = true;

private:
    /// `x`, `y`: lanes taken so far.
    void go(std::size_t d, std::int64_t x, std::int64_t y) {
        constexpr std::size_t kMostChoices = 3'000'000;
        complete = complete && m_tick() && found.size() < kMostChoices;
        if (!complete) return;
        if (d == m_question.dimensions()) {
            m_choice.product = x * y;
            return found.push_back(m_choice);
        }
        const std::int64_t bound = m_question.bound(d);
        const std::int64_t mostX = (m_onX >> d & 1) ? std::min(m_fanout.x / x, bound) : 1;
        const std::int64_t mostY = (m_onY >> d & 1) ? std::min(m_fanout.y / y, bound) : 1;
        for (std::int64_t onX = 1; onX <= mostX; ++onX)
            for (std::int64_t onY = 1; onY <= std::min(mostY, ceilDiv(bound, onX)); ++onY) {
                if (!m_question.tails() && bound % (onX * onY) != 0) continue;
                m_choice.lanes[d] = static_cast<std::int32_t>(onX * onY);
                m_choice.onX[d] = static_cast<std::int32_t>(onX);
                go(d + 1, x * onX, y * onY);
            }
        m_choice.lanes[d] = m_choice.onX[d] = 1;
    }

public:
    void sort() {
        std::sort(found.begin(), found.end(), [](const LaneChoice& a, const LaneChoice& b) {
            return std::tie(b.product, a.lanes, a.onX) < std::tie(a.product, b.lanes, b.onX);
        });
        if (m_everySplit) return;
        found.erase(std::unique(found.begin(), found.end(),
                                [](const LaneChoice& a, const LaneChoice& b) { return a.lanes == b.lanes; }),
                    found.end());
    }

private:
    const Question& m_question;
    const Fanout& m_fanout;
    unsigned m_onX, m_onY;
    bool m_everySplit;
    const Tick& m_tick;
    LaneChoice m_choice;
};

}  // namespace

std::optional<std::vector<LaneChoice>> laneChoicesOf(const Question& question, int fanout, const Tick& tick) {
    LaneList list(question, fanout, tick);
    if (!list.complete) return std::nullopt;
    list.sort();
    return std::move(list.found);
}

bool isAllowed(const Question& question, int fanout, const LaneChoice& choice,
               const std::array<std::int64_t, kMostDimensions>& left) {
    const FanoutRules& rules = question.fanout(fanout);
    std::int64_t product = 1;
    for (std::size_t d = 0; d < question.dimensions(); ++d) {
        // A loop makes no more trips than are left: Y stands inside X.
        const std::int64_t onY = std::min<std::int64_t>(choice.lanes[d] / choice.onX[d], left[d]);
        const std::int64_t onX = std::min<std::int64_t>(choice.onX[d], ceilDiv(left[d], onY));
        const FactorRange& range = rules.factors[static_cast<std::size_t>(question.dimensionOf(d))];
        const std::int64_t lanes = onX * onY;
        if (lanes < range.least || lanes > range.most || (range.whole && lanes != question.bound(d))) return false;
        product *= lanes;
    }
    return product >= rules.leastLanes;
}

}  // namespace lapidary::optimal::regions
