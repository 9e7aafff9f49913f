// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/compat/sunstone.h"

#include <algorithm>

#include "core/mapping/extent.h"
#include "core/model/compat/sunstone_charge.h"
#include "core/workload/rank_set.h"

namespace lapidary::sunstone {
namespace {

std::int64_t product(const Factors& factors) {
    std::int64_t result = 1;
    for (const std::int64_t factor : factors) result = saturatingMul(result, factor);
    return result;
}

/// Of the dimensions in `mask`.
std::int64_t product(const Factors& factors, unsigned mask) {
    std::int64_t result = 1;
    for (std::size_t d = 0; d < factors.size(); ++d)
        if (has(mask, d)) result = saturatingMul(result, factors[d]);
    return result;
}

/// Product of all factors outside the tile at `level`.
std::int64_t settingsOutside(const Tiling& tiling, int level) {
    std::int64_t settings = 1;
    for (int m = level + 1; m < tiling.levels; ++m)
        settings = saturatingMul(
            settings, saturatingMul(product(tiling.spatial[index(m - 1)]), product(tiling.temporal[index(m)])));
    return settings;
}

unsigned moving(const Factors& factors) {
    unsigned mask = 0;
    for (std::size_t d = 0; d < factors.size(); ++d) mask |= static_cast<unsigned>(factors[d] > 1) << d;
    return mask;
}

}  // namespace

Result<Model> Model::make(TargetPtr target) {
    const auto& tensors = target->workload.tensors();
    const auto outputs = std::count_if(tensors.begin(), tensors.end(), [](const Tensor& t) { return t.isOutput; });
    if (outputs != 1) return error("compat sunstone knows workloads of one output, found " + std::to_string(outputs));
    const int innermost = target->architecture.levelCount() - 1;
    for (const Fanout& fanout : target->architecture.fanouts())
        if (fanout.below == innermost && fanout.x * fanout.y > 1)
            return error("compat sunstone knows no fanout below the innermost level, found " + fanout.name,
                         "give each lane a level of its own, such as a register");
    return Model(std::move(target));
}

Model::Model(TargetPtr target)
    : m_target(std::move(target)),
      m_rates(*m_target),
      m_tensors(m_target->workload.tensors().size()),
      m_macs(static_cast<double>(m_target->workload.macs())) {
    Factors bounds = kOnes;
    for (int d = 0; d < m_target->workload.dimensionCount(); ++d) bounds[index(d)] = m_target->workload.bound(d);
    for (std::size_t t = 0; t < m_tensors; ++t) {
        const Tensor& tensor = m_target->workload.tensors()[t];
        if (tensor.isOutput) m_output = t;
        for (const Rank& rank : tensor.ranks) {
            unsigned mask = 0;
            for (const Term& term : rank.terms) mask |= 1u << term.dimension;
            m_indexing[t] = static_cast<std::uint16_t>(m_indexing[t] | mask);
            if (rank.terms.size() < 2) continue;
            for (const Term& term : rank.terms) m_window[t][index(term.dimension)] = static_cast<std::uint16_t>(mask);
        }
    }
    m_outputWords = boxWords(m_output, bounds);
}

std::int64_t Model::boxWords(std::size_t tensor, const Factors& extents) const {
    std::int64_t words = 1;
    for (const Rank& rank : m_target->workload.tensors()[tensor].ranks)
        words = saturatingMul(words, rankBoxSize(rank, extents));
    return words;
}

const StoreRates& Model::rates(int level, std::size_t tensor) const {
    return m_rates.levels[levelIndex(level)].stores[tensor];
}

Reuse Model::reuseOf(const Order& order) const {
    Reuse reuse;
    for (std::size_t t = 0; t < m_tensors; ++t) {
        reuse.window[t] = -1;
        for (int i = 0; i < order.count; ++i) {
            const std::size_t d = order.dimensions[index(i)];
            if (has(m_indexing[t], d)) {
                if (m_window[t][d] != 0) reuse.window[t] = static_cast<std::int8_t>(d);
                break;
            }
            reuse.full[t] = static_cast<std::uint16_t>(reuse.full[t] | 1u << d);
        }
    }
    return reuse;
}

/// Words the inner level receives: tiles times settings, less what the order of the outer level's loops lets stay.
std::int64_t Model::fills(const Tiling& tiling, int inner, const Reuse& reuse, std::size_t t) const {
    const Factors& above = tiling.temporal[index(inner + 1)];
    const unsigned loops = moving(above);
    // If no loop of the outer level indexes the tensor, its tile stays whatever their order.
    const unsigned full = (loops & m_indexing[t]) == 0 ? loops : reuse.full[t];
    std::int64_t reused = product(above, full);
    Factors extents = extentsAt(tiling, inner);
    if (const int d = reuse.window[t]; d >= 0) {
        const unsigned window = m_window[t][index(d)];
        if (product(tiling.spatial[index(inner)], window) == 1) {
            extents[index(d)] = saturatingMul(extents[index(d)], above[index(d)]);
            reused = saturatingMul(reused, above[index(d)]);
        }
    }
    return saturatingMul(boxWords(t, extents), settingsOutside(tiling, inner) / reused);
}

void Model::boundary(const Tiling& tiling, int inner, const Reuse& reuse, Boundary& words) const {
    for (std::size_t t = 0; t < m_tensors; ++t) {
        Transfer& transfer = words[t];
        transfer = {};
        transfer.inner = fills(tiling, inner, reuse, t);
        transfer.outer = transfer.inner / product(tiling.spatial[index(inner)], ~unsigned{m_indexing[t]});
        if (t != m_output) continue;
        transfer.innerBack = transfer.inner - m_outputWords;
        transfer.outerBack = transfer.outer - m_outputWords;
    }
}

int Model::nextStored(const Tiling& tiling, int level, std::size_t t) const {
    do ++level;
    while (!(tiling.stored[static_cast<std::size_t>(level)] >> t & 1));
    return level;
}

double Model::computeEnergyPj(const Tiling& tiling) const {
    double sum = m_macs * m_rates.mac.value_or(0);
    chargeCompute(tiling, [&sum](int, std::size_t, double energy) { sum += energy; });
    return sum;
}

double Model::energyPj(const Tiling& tiling, int inner, const Boundary& words) const {
    double sum = 0;
    chargeBoundary(tiling, inner, words, [&sum](int, std::size_t, double energy) { sum += energy; });
    return sum;
}

double Model::computeCycles(const Tiling& tiling) const {
    double lanes = 1;
    for (int m = 0; m + 1 < tiling.levels; ++m) lanes *= static_cast<double>(product(tiling.spatial[index(m)]));
    return m_macs / lanes;
}

double Model::transferCycles(int inner, const Boundary& words) const {
    std::int64_t reads = 0;
    for (std::size_t t = 0; t < m_tensors; ++t) reads += t == m_output ? words[t].outerBack : words[t].outer;
    const std::int64_t writes = words[m_output].outer;
    const PortRates& port = m_rates.levels[levelIndex(inner + 1)].ports[0];
    const auto time = [](std::int64_t moved, double rate) {
        return rate > 0 ? static_cast<double>(moved) / rate : 0.0;
    };
    return std::max({time(reads, port.read), time(writes, port.write), time(reads + writes, port.shared)});
}

Evaluation Model::evaluate(const Tiling& tiling) const {
    Evaluation result;
    result.energyPj = computeEnergyPj(tiling);
    result.cycles = computeCycles(tiling);
    Boundary words;
    for (int inner = 0; inner + 1 < tiling.levels; ++inner) {
        boundary(tiling, inner, reuseOf(tiling.order[index(inner + 1)]), words);
        result.energyPj += energyPj(tiling, inner, words);
        const double cycles = transferCycles(inner, words);
        if (cycles <= result.cycles) continue;
        result.cycles = cycles;
        result.boundBy = inner + 1;
    }
    return result;
}

}  // namespace lapidary::sunstone
