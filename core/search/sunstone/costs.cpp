// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/costs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lapidary::sunstone {

namespace {

std::size_t slot(int number) { return static_cast<std::size_t>(number); }

const StoreRates& storeOf(const Rates& rates, const Problem& problem, int level, std::size_t tensor) {
    return rates.levels[slot(problem.levels() - 1 - level)].stores[tensor];
}

}  // namespace

Costs::Costs(const Problem& problem, std::vector<std::vector<LoopOrder>> orders,
             const std::vector<std::vector<ReuseSet>>& reuse)
    : m_problem(problem), m_orders(std::move(orders)) {
    for (std::size_t t = 0; t < problem.tensors().size(); ++t)
        if (problem.tensors()[t].isOutput) m_output = t;
    const Rates rates(problem.target());
    addComputeEnergy(rates);
    addCharges(rates);
    addCompulsory();
    addKept(reuse);
}

void Costs::addKept(const std::vector<std::vector<ReuseSet>>& reuse) {
    for (const std::vector<ReuseSet>& level : reuse) {
        KeptAt& at = m_kept.emplace_back();
        for (const ReuseSet& set : level) {
            std::array<std::uint8_t, kMaxTensors> chosen{};
            for (std::size_t t = 0; t < m_problem.tensors().size(); ++t) {
                const Mask window = m_problem.loopsOf(set.window[t]);
                const Kept kept{m_problem.loopsOf(set.full[t]), window == 0 ? -1 : std::countr_zero(window)};
                auto& ways = at.ways[t];
                const auto known = std::find(ways.begin(), ways.end(), kept);
                chosen[t] = static_cast<std::uint8_t>(known - ways.begin());
                if (known == ways.end()) ways.push_back(kept);
            }
            if (std::find(at.byOrder.begin(), at.byOrder.end(), chosen) == at.byOrder.end())
                at.byOrder.push_back(chosen);
        }
    }
}

void Costs::addComputeEnergy(const Rates& rates) {
    m_computeEnergy = m_problem.macs() * rates.mac.value_or(0);
    for (std::size_t t = 0; t < m_problem.tensors().size(); ++t) {
        if (!(m_problem.level(0).stored >> t & 1)) continue;
        const StoreRates& rate = storeOf(rates, m_problem, 0, t);
        const bool output = t == m_output;
        const double reads = m_problem.macs() - (output ? m_problem.tensors()[t].words : 0);
        m_computeEnergy += reads * rate.read.value_or(0);
        if (output) m_computeEnergy += m_problem.macs() * rate.update.value_or(0);
    }
}

void Costs::addCharges(const Rates& rates) {
    for (int inner = 0; inner + 1 < m_problem.levels(); ++inner) {
        auto& charges = m_charges.emplace_back();
        for (std::size_t t = 0; t < m_problem.tensors().size(); ++t) charges[t] = chargeOf(rates, inner, t);
        m_ports.push_back(rates.levels[slot(m_problem.levels() - 2 - inner)].ports[0]);
    }
}

/// As Model::chargeBoundary (sunstone_charge.h).
Costs::Charge Costs::chargeOf(const Rates& rates, int inner, std::size_t t) const {
    int outer = inner + 1;
    while (!(m_problem.level(outer).stored >> t & 1)) ++outer;
    const bool stored = m_problem.level(inner).stored >> t & 1;
    const StoreRates& above = storeOf(rates, m_problem, outer, t);
    const double fill = stored ? storeOf(rates, m_problem, inner, t).fill.value_or(0) : 0;
    if (t != m_output) {
        double perOuter = above.read.value_or(0);
        if (!stored && inner > 0) perOuter += storeOf(rates, m_problem, inner, m_output).fill.value_or(0);
        return {.perFill = fill, .perOuter = perOuter, .fixed = 0, .fixedPerMulticast = 0};
    }
    const double read = above.read.value_or(0), update = above.update.value_or(0);
    const double words = m_problem.tensors()[t].words;
    if (!stored && inner == 0)
        return {.perFill = 0,
                .perOuter = 0,
                .fixed = 0,
                .fixedPerMulticast = m_problem.macs() * update + (m_problem.macs() - words) * read};
    return {.perFill = fill, .perOuter = update + read, .fixed = -words * (read + fill), .fixedPerMulticast = 0};
}

void Costs::addCompulsory() {
    for (int inner = 0; inner + 1 < m_problem.levels(); ++inner) {
        BoundaryCost cost;
        double reads = 0;
        for (std::size_t t = 0; t < m_problem.tensors().size(); ++t) {
            const Charge& charge = m_charges[slot(inner)][t];
            const double words = m_problem.tensors()[t].words;
            const double lanes = static_cast<double>(m_problem.gap(inner).lanes);
            cost.energy += words * (charge.perFill + charge.perOuter) + charge.fixed + charge.fixedPerMulticast / lanes;
            if (t != m_output) reads += words;
        }
        cost.cycles = portTime(inner, reads, m_problem.tensors()[m_output].words);
        m_compulsory.push_back(cost);
    }
}

double Costs::portTime(int inner, double reads, double writes) const {
    const PortRates& port = m_ports[slot(inner)];
    double time = 0;
    if (port.read > 0) time = std::max(time, reads / port.read);
    if (port.write > 0) time = std::max(time, writes / port.write);
    if (port.shared > 0) time = std::max(time, (reads + writes) / port.shared);
    return time;
}

/// Words that the inner level receives, over all its instances: what the order lets stay is divided out.
double Costs::fills(std::size_t t, const LoopOrder& order, double settings, const Sizes& tile, const Sizes& spatial,
                    const Sizes& temporal) const {
    const ProblemTensor& tensor = m_problem.tensors()[t];
    double reused = 1;
    for (const std::uint8_t loop : order) {
        if (temporal[loop] == 1) continue;
        if (!(tensor.indexing >> loop & 1)) {
            reused *= static_cast<double>(temporal[loop]);
            continue;
        }
        const Mask window = tensor.window[loop];
        if (window == 0) break;
        for (int l = 0; l < m_problem.loops(); ++l)
            if ((window >> l & 1) && spatial[slot(l)] > 1) return m_problem.boxWords(t, tile) * (settings / reused);
        Sizes longer = tile;
        longer[loop] *= temporal[loop];
        return m_problem.boxWords(t, longer) * (settings / (reused * static_cast<double>(temporal[loop])));
    }
    return m_problem.boxWords(t, tile) * (settings / reused);
}

double Costs::fillsIfReused(std::size_t t, const Kept& kept, double settings, const Sizes& tile, const Sizes& spatial,
                            const Sizes& temporal) const {
    double reused = 1;
    for (unsigned left = kept.full; left != 0; left &= left - 1)
        reused *= static_cast<double>(temporal[slot(std::countr_zero(left))]);
    if (kept.window < 0 || temporal[slot(kept.window)] == 1) return m_problem.boxWords(t, tile) * (settings / reused);
    for (unsigned left = m_problem.tensors()[t].window[slot(kept.window)]; left != 0; left &= left - 1)
        if (spatial[slot(std::countr_zero(left))] > 1) return m_problem.boxWords(t, tile) * (settings / reused);
    const std::int64_t trips = temporal[slot(kept.window)];
    Sizes longer = tile;
    longer[slot(kept.window)] *= trips;
    return m_problem.boxWords(t, longer) * (settings / (reused * static_cast<double>(trips)));
}

Costs::Moved Costs::moved(const Sizes& tile, const Sizes& spatial) const {
    Moved moved;
    moved.sharing.fill(1);
    for (int l = 0; l < m_problem.loops(); ++l) {
        moved.settings *= static_cast<double>(m_problem.bounds()[slot(l)]) / static_cast<double>(tile[slot(l)]);
        if (spatial[slot(l)] == 1) continue;
        for (std::size_t t = 0; t < m_problem.tensors().size(); ++t)
            if (!(m_problem.tensors()[t].indexing >> l & 1)) moved.sharing[t] *= static_cast<double>(spatial[slot(l)]);
    }
    moved.settings = std::round(moved.settings);
    return moved;
}

void Costs::boundary(int inner, const Sizes& tile, const Sizes& spatial, const Sizes& temporal,
                     std::vector<BoundaryCost>& byOrder) const {
    byOrder.clear();
    const Moved moves = moved(tile, spatial);
    const auto& charges = m_charges[slot(inner)];
    for (const LoopOrder& order : m_orders[slot(inner + 1)]) {
        double energy = 0, reads = 0, writes = 0;
        for (std::size_t t = 0; t < m_problem.tensors().size(); ++t) {
            const double filled = inner == 0 && m_problem.bareLanes()
                                      ? moves.settings
                                      : fills(t, order, moves.settings, tile, spatial, temporal);
            const double outer = filled / moves.sharing[t];
            energy += filled * charges[t].perFill + outer * charges[t].perOuter + charges[t].fixed +
                      charges[t].fixedPerMulticast / moves.sharing[t];
            reads += outer;
            if (t != m_output) continue;
            reads -= m_problem.tensors()[t].words;
            writes = outer;
        }
        byOrder.push_back({energy, portTime(inner, reads, writes)});
    }
}

BoundaryCost Costs::leastBoundary(int inner, const Sizes& tile, const Sizes& spatial, const Sizes& temporal) const {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const Moved moves = moved(tile, spatial);
    const std::size_t tensors = m_problem.tensors().size();
    const KeptAt& kept = m_kept[slot(inner + 1)];
    std::array<std::array<BoundaryCost, kMaxOrders>, kMaxTensors> parts;  // cycles: words at the outer level
    for (std::size_t t = 0; t < tensors; ++t) {
        const Charge& charge = m_charges[slot(inner)][t];
        for (std::size_t way = 0; way < kept.ways[t].size(); ++way) {
            const double filled = inner == 0 && m_problem.bareLanes()
                                      ? moves.settings  // nothing stays where nothing is stored
                                      : fillsIfReused(t, kept.ways[t][way], moves.settings, tile, spatial, temporal);
            const double outer = filled / moves.sharing[t];
            parts[t][way] = {filled * charge.perFill + outer * charge.perOuter + charge.fixed +
                                 charge.fixedPerMulticast / moves.sharing[t],
                             outer};
        }
    }
    const bool limited = m_ports[slot(inner)].limited();
    BoundaryCost least{kInfinite, limited ? kInfinite : 0};
    for (const auto& order : kept.byOrder) {
        double energy = 0, reads = -m_problem.tensors()[m_output].words;
        for (std::size_t t = 0; t < tensors; ++t) {
            energy += parts[t][order[t]].energy;
            reads += parts[t][order[t]].cycles;
        }
        least.energy = std::min(least.energy, energy);
        if (limited)
            least.cycles = std::min(least.cycles, portTime(inner, reads, parts[m_output][order[m_output]].cycles));
    }
    return least;
}

}  // namespace lapidary::sunstone
