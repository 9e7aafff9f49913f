// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/evaluator.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/data_centric/case_walk.h"
#include "core/model/data_centric/silicon.h"

namespace lapidary::data_centric {
namespace {

constexpr KeyEntry<Phase> kPhases[] = {
    {Phase::init, "init", "Init", "the first step: nothing overlaps the first fetch", "MAESTRO"},
    {Phase::steady, "steady", "Steady", "full steps", "MAESTRO"},
    {Phase::edge, "edge", "Edge", "steps at which some map is at a last partial tile or fold", "MAESTRO"},
};

struct Accesses {
    std::int64_t l1 = 0, l2 = 0, l2Charged = 0;
};

Sizes layerSizes(const Layer& layer) {
    Sizes sizes{};
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) sizes[d] = layer.dimensions[d].size;
    return sizes;
}

/// A map of Y smaller than that of R computes nothing.
void addEmptyWindows(const Layer& layer, const LevelTable& table, std::size_t level, Diagnostics& found) {
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) {
        const LayerDimension& along = layer.dimensions[d];
        if (!along.windowed()) continue;
        const auto filter = static_cast<std::size_t>(along.filter);
        const std::int64_t window = std::min(table.mapped[d], along.size);
        const std::int64_t slides = std::min(table.mapped[filter], layer.dimensions[filter].size);
        if (window < slides)
            found.push_back(errorAt({{}, 0, 0, "levels[" + std::to_string(level) + "].maps"},
                                    "a unit of this cluster level holds " + std::to_string(window) + " of " +
                                        along.name + ", less than the " + std::to_string(slides) + " of " +
                                        layer.dimensions[filter].name + ": no result",
                                    "map at least Sz(" + layer.dimensions[filter].name + ") of " + along.name));
    }
}

/// MAESTRO's output has a result at every position of its filter, whatever the stride.
std::int64_t tensorSize(const Layer& layer, const LayerTensor& tensor) {
    std::int64_t product = 1;
    for (const int dimension : tensor.dimensions) {
        const LayerDimension& along = layer.dimensions[static_cast<std::size_t>(dimension)];
        const bool results = tensor.isOutput && along.windowed();
        product *= along.size - (results ? layer.dimensions[static_cast<std::size_t>(along.filter)].size - 1 : 0);
    }
    return product;
}

/// Elements of a tensor in one unit of the innermost level; of a windowed output as many as of the window.
std::int64_t unitVolume(const LevelTable& table, const LayerTensor& tensor) {
    std::int64_t product = 1;
    for (const int d : tensor.dimensions) product *= table.mapped[static_cast<std::size_t>(d)];
    return product;
}

Accesses accessesOf(const Layer& layer, const TopSums& top, const std::array<std::int64_t, 4>& l1Writes) {
    Accesses all;
    for (std::size_t t = 0; t < layer.tensors.size(); ++t) {
        const std::int64_t size = tensorSize(layer, layer.tensors[t]);
        all.l2 += top.moved[t] + size;
        all.l2Charged += top.moved[t] + (layer.tensors[t].isOutput ? 0 : size);
        all.l1 += layer.tensors[t].isOutput ? 2 * top.macs : top.macs + l1Writes[t];
    }
    return all;
}

double energyNj(const Accesses& all, const CostTable& costs, bool withL1) {
    return (costs.l2Access * static_cast<double>(all.l2Charged) +
            (withL1 ? costs.l1Access * static_cast<double>(all.l1) : 0)) *
           costs.macNj;
}

void addTensors(const Layer& layer, const CaseTables& tables, const TopSums& top,
                const std::array<std::int64_t, 4>& l1Writes, Outcome& outcome) {
    for (std::size_t t = 0; t < layer.tensors.size(); ++t) {
        const LayerTensor& tensor = layer.tensors[t];
        TensorAccess access{tensor.name, tensor.isOutput};
        access.size = tensorSize(layer, tensor);
        access.l2Read = tensor.isOutput ? access.size : top.moved[t];
        access.l2Write = tensor.isOutput ? top.moved[t] : access.size;
        access.l1Read = top.macs;
        access.l1Write = tensor.isOutput ? top.macs : l1Writes[t];
        access.l2Required = 2 * top.first[t];
        access.l1Required = 2 * unitVolume(tables.back(), tensor);
        outcome.l2Required += access.l2Required;
        outcome.l1Required += access.l1Required;
        outcome.tensors.push_back(std::move(access));
    }
}

}  // namespace

std::span<const KeyEntry<Phase>> keyTable(Phase) { return kPhases; }

Result<Evaluator> Evaluator::make(Layer layer, Hardware hardware, Quirks quirks) {
    Diagnostics found = check(hardware);
    for (Diagnostic& one : check(layer)) found.push_back(std::move(one));
    if (!found.empty()) return found;
    return Evaluator(std::move(layer), std::move(hardware), quirks);
}

Diagnostics Evaluator::problems(const Dataflow& flow) const {
    Diagnostics found;
    Dataflow counting = flow;
    for (ClusterLevel& level : counting.levels)
        for (std::size_t i = 0; i < level.maps.size();) {
            const auto later = std::find_if(level.maps.begin() + static_cast<std::ptrdiff_t>(i) + 1, level.maps.end(),
                                            [&](const Map& map) { return map.dimension == level.maps[i].dimension; });
            if (later == level.maps.end())
                ++i;
            else
                level.maps.erase(level.maps.begin() + static_cast<std::ptrdiff_t>(i));
        }
    const Diagnostics wrong = check(counting, m_layer, m_hardware.pes);
    if (!wrong.empty()) return check(flow, m_layer, m_hardware.pes);
    CaseTables tables;
    compile(flow, m_layer, m_hardware.pes, tables);
    for (std::size_t level = 0; level < tables.size(); ++level) addEmptyWindows(m_layer, tables[level], level, found);
    return found;
}

Outcome Evaluator::evaluate(const Dataflow& flow) const {
    Scratch scratch;
    compile(flow, m_layer, m_hardware.pes, scratch.tables);
    scratch.memos.resize(scratch.tables.size());
    Outcome outcome;
    TopSums top;
    top.outcome = &outcome;
    CaseWalk walk(*this, scratch);
    const Sizes sizes = layerSizes(m_layer);
    const Invocation whole = walk.invoke(0, sizes, &top);
    outcome.runtime = whole.runtime;
    outcome.trueMacs = m_layer.macs();
    if (!m_quirks.nominalMacs) top.macs = outcome.trueMacs;
    outcome.macs = top.macs;
    const auto& l1Writes = m_quirks.uncountedCopies ? top.moved : whole.delivered;
    outcome.steps = top.steps;
    outcome.offchipBandwidth = top.offchip;
    outcome.averageBandwidth = top.steps > 0 ? static_cast<double>(top.averageSum) / static_cast<double>(top.steps) : 0;
    outcome.utilizedPes = walk.utilized(0, sizes);
    addTensors(m_layer, scratch.tables, top, l1Writes, outcome);
    const Accesses all = accessesOf(m_layer, top, l1Writes);
    outcome.energyMacs = m_hardware.costs.l1Access * static_cast<double>(all.l1) +
                         m_hardware.costs.l2Access * static_cast<double>(all.l2) + static_cast<double>(top.macs);
    outcome.energyNj = energyNj(all, m_hardware.costs, flow.levels.size() == 1 || !m_quirks.noL1EnergyInClusters);
    addSiliconOf(outcome, m_hardware);
    addFitOf(outcome, m_hardware);
    return outcome;
}

Score Evaluator::score(const Dataflow& flow, Scratch& scratch, std::optional<std::int64_t> pes) const {
    compile(flow, m_layer, pes.value_or(m_hardware.pes), scratch.tables);
    if (scratch.memos.size() < scratch.tables.size()) scratch.memos.resize(scratch.tables.size());
    TopSums top;
    Score score;
    const Invocation whole = CaseWalk(*this, scratch).invoke(0, layerSizes(m_layer), &top);
    if (!m_quirks.nominalMacs) top.macs = m_layer.macs();
    score.runtime = whole.runtime;
    score.macs = top.macs;
    for (std::size_t t = 0; t < m_layer.tensors.size(); ++t) {
        score.l2Required += 2 * top.first[t];
        score.l1Required += 2 * unitVolume(scratch.tables.back(), m_layer.tensors[t]);
    }
    const Accesses all = accessesOf(m_layer, top, m_quirks.uncountedCopies ? top.moved : whole.delivered);
    score.energyNj = energyNj(all, m_hardware.costs, flow.levels.size() == 1 || !m_quirks.noL1EnergyInClusters);
    score.fits = score.l1Required <= m_hardware.l1Elements.value_or(score.l1Required) &&
                 score.l2Required <= m_hardware.l2Elements.value_or(score.l2Required);
    return score;
}

}  // namespace lapidary::data_centric
