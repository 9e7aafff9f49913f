// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/array.h"

#include <algorithm>
#include <span>

#include "core/mapping/extent.h"

namespace lapidary {

PeArray::PeArray(const Mapping& mapping, const Workload& workload, const Architecture& architecture, int fanout,
                 std::int64_t instance)
    : m_x(architecture.fanouts()[static_cast<std::size_t>(fanout)].x),
      m_y(architecture.fanouts()[static_cast<std::size_t>(fanout)].y),
      m_steps(mapping) {
    buildLoops(mapping, fanout);
    for (int d = 0; d < workload.dimensionCount(); ++d) {
        m_chains.emplace_back(mapping, d, fanout, instance);
        if (m_chains.back().lanes() > 1) m_unrolled.push_back(d);
        AtWork& first = m_first[static_cast<std::size_t>(d)];
        first = m_chains.back().atWork(Digits(mapping.nodes.size(), 0));
        if (first.lanes == 0) m_works = false;
    }
    buildLanes();
    buildShares();
}

void PeArray::buildLoops(const Mapping& mapping, int fanout) {
    for (std::size_t i = mapping.nodes.size(); i-- > 0;) {
        const Node& node = mapping.nodes[i];
        if (node.kind != NodeKind::spatial) continue;
        std::int64_t& used = node.fanout < fanout   ? m_instances
                             : node.fanout > fanout ? m_below
                             : node.axis == Axis::x ? m_usedX
                                                    : m_usedY;
        if (node.fanout == fanout)
            m_loops.push_back({static_cast<int>(i), node.dimension, node.axis, node.bound, node.tail, used});
        used = saturatingMul(used, node.bound);
    }
    std::reverse(m_loops.begin(), m_loops.end());
}

void PeArray::buildLanes() {
    m_alongX.assign(m_chains.size(), std::vector<std::int64_t>(static_cast<std::size_t>(m_usedX), 0));
    m_alongY.assign(m_chains.size(), std::vector<std::int64_t>(static_cast<std::size_t>(m_usedY), 0));
    std::vector<std::int64_t> lanes(m_chains.size(), 1);
    for (auto loop = m_loops.rbegin(); loop != m_loops.rend(); ++loop) {
        const auto d = static_cast<std::size_t>(loop->dimension);
        auto& along = loop->axis == Axis::x ? m_alongX[d] : m_alongY[d];
        for (std::size_t i = 0; i < along.size(); ++i)
            along[i] += static_cast<std::int64_t>(i) / loop->stride % loop->bound * lanes[d];
        lanes[d] *= loop->bound;
    }
}

void PeArray::buildShares() {
    m_workedElsewhere = 1.0 / static_cast<double>(m_steps.count()) / static_cast<double>(m_below);
    for (const LaneChain& loops : m_chains) {
        std::vector<double>& worked = m_worked.emplace_back();
        for (std::int64_t lane = 0; lane < loops.lanes(); ++lane)
            worked.push_back(static_cast<double>(loops.worked(lane)));
        if (loops.lanes() == 1) m_workedElsewhere *= worked.front();
    }
}

ArrayStep PeArray::at(std::int64_t step) const {
    ArrayStep result;
    result.digits = m_steps.digits(step);
    result.lanes = result.work = 1;
    for (std::size_t d = 0; d < m_chains.size(); ++d) {
        const AtWork now = m_chains[d].atWork(result.digits);
        result.atWork[d] = now;
        result.lanes *= now.lanes;
        result.work *= now.work;
        if (now != m_first[d]) result.tails |= 1U << d;
    }
    return result;
}

std::int64_t PeArray::laneOf(int dimension, std::int64_t x, std::int64_t y) const {
    const auto d = static_cast<std::size_t>(dimension);
    return m_alongX[d][static_cast<std::size_t>(x)] + m_alongY[d][static_cast<std::size_t>(y)];
}

LaneState PeArray::state(const ArrayStep& step, std::int64_t x, std::int64_t y) const {
    if (!m_works || x >= m_usedX || y >= m_usedY) return LaneState::unused;
    LaneState state = step.lanes > 0 ? LaneState::works : LaneState::tail;
    for (const int dimension : m_unrolled) {
        const auto d = static_cast<std::size_t>(dimension);
        const std::int64_t lane = laneOf(dimension, x, y);
        // Less and less works in the course of time, so what idles at the first step always does.
        if (lane >= m_first[d].lanes) return LaneState::unused;
        if (lane >= step.atWork[d].lanes) state = LaneState::tail;
    }
    return state;
}

double PeArray::workShare(std::int64_t x, std::int64_t y) const {
    double share = m_workedElsewhere;
    for (const int d : m_unrolled)
        share *= m_worked[static_cast<std::size_t>(d)][static_cast<std::size_t>(laneOf(d, x, y))];
    return share;
}

std::vector<std::int64_t> PeArray::positions(const ArrayStep& step, const Rank& rank) const {
    std::vector<std::int64_t> result(static_cast<std::size_t>(m_usedX * m_usedY), rank.constant);
    for (const Term& term : rank.terms) {
        const LaneChain& loops = chain(term.dimension);
        std::vector<std::int64_t> moved;
        for (std::int64_t lane = 0; lane < loops.lanes(); ++lane)
            moved.push_back(term.coefficient * loops.index(step.digits, lane));
        auto position = result.begin();
        for (std::int64_t y = 0; y < m_usedY; ++y)
            for (std::int64_t x = 0; x < m_usedX; ++x)
                *position++ += moved[static_cast<std::size_t>(laneOf(term.dimension, x, y))];
    }
    return result;
}

Sharing PeArray::sharing(const ArrayStep& step, const Tensor& tensor) const {
    Sharing result;
    for (std::int64_t y = 0; y < m_usedY; ++y)
        for (std::int64_t x = 0; x < m_usedX; ++x)
            result.group.push_back(state(step, x, y) == LaneState::works ? 0 : -1);
    result.groups = step.lanes > 0;
    // A dimension stands in one rank only and the lanes at work are a box, so ranks share independently of each other.
    for (const Rank& rank : tensor.ranks) {
        const bool differs = std::any_of(rank.terms.begin(), rank.terms.end(),
                                         [&](const Term& term) { return chain(term.dimension).lanes() > 1; });
        if (!differs) continue;
        const std::vector<std::int64_t> all = positions(step, rank);
        std::vector<std::int64_t> distinct;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (result.group[i] >= 0) distinct.push_back(all[i]);
        std::sort(distinct.begin(), distinct.end());
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (result.group[i] < 0) continue;
            const auto found = std::lower_bound(distinct.begin(), distinct.end(), all[i]) - distinct.begin();
            result.group[i] = result.group[i] * static_cast<int>(distinct.size()) + static_cast<int>(found);
        }
        result.groups *= static_cast<int>(distinct.size());
    }
    return result;
}

std::vector<ArrayPhase> PeArray::phases() const {
    struct Part {
        ArrayPhase phase;
        Digits first;
    };
    std::vector<Part> parts{
        {.phase = {.tails = 0, .steps = 1, .work = 1, .lanes = 1, .firstStep = 0}, .first = m_steps.digits(0)}};
    for (std::size_t d = 0; d < m_chains.size(); ++d) {
        const std::vector<ChainPhase> own = m_chains[d].phases();
        std::vector<Part> combined;
        for (const bool inTail : {false, true}) {
            // Of all phases with something idle, the whole is shown as one.
            const std::span<const ChainPhase> these = inTail ? std::span(own).subspan(1) : std::span(own).first(1);
            if (these.empty()) continue;
            std::int64_t settings = 0, work = 0, lanes = 0;
            for (const ChainPhase& phase : these) {
                settings += phase.settings;
                work += phase.settings * phase.atWork.work;
                lanes += phase.settings * phase.atWork.lanes;
            }
            for (Part part : parts) {
                if (inTail) part.phase.tails |= 1U << d;
                part.phase.steps *= settings;
                part.phase.work *= work;
                part.phase.lanes *= lanes;
                for (std::size_t i = 0; i < part.first.size(); ++i) part.first[i] += these.front().first[i];
                combined.push_back(std::move(part));
            }
        }
        parts = std::move(combined);
    }
    std::vector<ArrayPhase> phases;
    for (Part& part : parts) {
        part.phase.firstStep = m_steps.number(part.first);
        phases.push_back(part.phase);
    }
    return phases;
}

}  // namespace lapidary
