// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What flows that are alive take at least, whatever the order of the loops outside: no order goes on reusing all of them.
// docs/models/optimal.md, Reuse across regions, 5.

#include <algorithm>

#include "core/search/optimal/regions/reuse_climb.h"

namespace lapidary::optimal::regions {

namespace {

/// Of an alive flow.
struct AliveFlow {
    unsigned ends = 0, frees = 0;  ///< dimensions whose loops end it, or may leave as much of it as there is
    std::int64_t fills = 0, asked = 0;
    std::int64_t least = 0;  ///< energy if it is reused to the end
    const PlannedStore* store = nullptr;
    std::int64_t merged = 0;  ///< lanes that a word asked for serves, 0 = not known yet
};

/// Dimensions by their first temporal loop outside, innermost first; each with all that is left of it.
class LoopOrders {
public:
    /// `settings`: of everything outside, lanes that are known by now included.
    LoopOrders(const Question& question, const Plan& plan, std::int64_t settings, std::int64_t lanesLeft)
        : m_question(question), m_plan(plan), m_settings(settings), m_lanesLeft(lanesLeft) {}

    void setLeft(std::size_t d, std::int64_t trips) { m_trips[d] = trips, m_left *= trips; }
    void add(const AliveFlow& flow) { m_flows[m_size++] = flow; }
    std::int64_t least() {
        std::int64_t sum = 0;
        for (std::size_t a = 0; a < m_size; ++a) sum += m_flows[a].least;
        Runs runs;
        runs.fill(1);
        go((1u << m_size) - 1, 0, m_left, runs, sum);
        return m_least;
    }

private:
    /// By flow: trips of the loops so far, 0 = it may have shrunk to its least.
    using Runs = std::array<std::int64_t, kMostReuseStores>;

    std::int64_t extra(std::size_t a, const Runs& runs) const {
        if (runs[a] == 0) return 0;
        const AliveFlow& flow = m_flows[a];
        const std::size_t t = flow.store->tensor;
        const std::int64_t settings = m_settings / runs[a];
        const std::int64_t asked = flow.merged > 0 ? flow.asked * settings / flow.merged : m_question.tensors()[t].size;
        const std::int64_t energy = m_plan.fillEnergy(flow.store->level, t, flow.fills * settings) +
                                    m_plan.readEnergy(flow.store->parentLevel, t, asked);
        return std::max<std::int64_t>(0, energy - flow.least);
    }
    void lengthen(unsigned alive, std::size_t d, Runs& runs) const {
        for (std::size_t a = 0; a < m_size; ++a)
            if (alive >> a & 1) runs[a] *= m_flows[a].frees >> d & 1 ? 0 : m_trips[d];
    }
    unsigned endedBy(unsigned alive, std::size_t d) const {
        unsigned ended = 0;
        for (std::size_t a = 0; a < m_size; ++a)
            if (alive >> a & 1 && m_flows[a].ends >> d & 1) ended |= 1u << a;
        return ended;
    }

    void go(unsigned alive, unsigned used, std::int64_t left, Runs runs, std::int64_t sum) {
        if (sum >= m_least) return;
        // What ends nothing comes first.
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
            if (used >> d & 1 || m_trips[d] == 1 || endedBy(alive, d) != 0) continue;
            lengthen(alive, d, runs);
            used |= 1u << d;
            left /= m_trips[d];
        }
        // All that is left may be lanes.
        if (left <= m_lanesLeft || alive == 0) {
            m_least = sum;
            return;
        }
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
            if (used >> d & 1 || m_trips[d] == 1) continue;
            const unsigned ended = endedBy(alive, d);
            std::int64_t next = sum;
            for (std::size_t a = 0; a < m_size; ++a)
                if (ended >> a & 1) next += extra(a, runs);
            Runs longer = runs;
            lengthen(alive & ~ended, d, longer);
            go(alive & ~ended, used | 1u << d, left / m_trips[d], longer, next);
        }
    }

    const Question& m_question;
    const Plan& m_plan;
    const std::int64_t m_settings, m_lanesLeft;
    std::array<std::int64_t, kMostDimensions> m_trips{};
    std::array<AliveFlow, kMostReuseStores> m_flows{};
    std::size_t m_size = 0;
    std::int64_t m_left = 1, m_least = Outer::kNoWay;
};

}  // namespace

/// Once the lanes of `choice` are crossed, to the place `outside`; `arrives`: then the next region out is reached. Lanes change
/// no fills: what an instance takes is divided among them.
std::int64_t ReuseClimb::leastOfOrders(const State& state, const Place& outside, const LaneChoice* choice,
                                       std::int64_t lanesLeft, bool arrives) {
    if (state.flows.alive == 0) return 0;
    LoopOrders orders(m_question, m_plan, m_axes.left(state.place), lanesLeft);
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) orders.setLeft(d, m_axes.at(d, outside).left);
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        const PlannedStore& store = *m_stores[g];
        const TensorShape& tensor = m_question.tensors()[store.tensor];
        AliveFlow flow{.ends = tensor.alone,
                       .frees = m_book.sliding(store.tensor),
                       .fills = state.label[kWords + 2 * g],
                       .asked = state.label[kWords + 2 * g + 1],
                       .store = &store};
        std::int64_t idle = 1;
        for (std::size_t d = 0; d < m_question.dimensions() && choice; ++d)
            if (!(tensor.indexed >> d & 1)) idle *= choice->lanes[d];
        std::int64_t fills = tensor.size * idle, asked = tensor.size;
        if (isMet(g, state.region))
            flow.merged = 1;
        else if (arrives && !slides(g) && isMet(g, state.region - 1))
            flow.merged = idle;
        if (slides(g)) {
            fills *= state.flows.run[runOf(state.flows, g)].apart;
        } else {
            const std::int64_t indexed = leftOf(store.tensor, true, state.place);
            fills = flow.fills * indexed * idle;
            if (flow.merged > 0) asked = flow.asked * indexed * idle / flow.merged;
        }
        flow.least = m_plan.fillEnergy(store.level, store.tensor, fills) +
                     m_plan.readEnergy(store.parentLevel, store.tensor, asked);
        orders.add(flow);
    }
    return orders.least();
}

}  // namespace lapidary::optimal::regions
