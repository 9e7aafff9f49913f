// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a mapping to Sunstone's form, and from its figures to a Cost.

#include <cmath>

#include "core/mapping/nest.h"
#include "core/model/compat/sunstone_charge.h"
#include "core/model/finish.h"

namespace lapidary::sunstone {
namespace {

std::string nameOf(const Target& target, int level) { return target.architecture.levels()[index(level)].name; }

class TilingReader {
public:
    TilingReader(const Mapping& mapping, const Target& target)
        : m_mapping(mapping), m_target(target), m_owners(ownerLevels(mapping)) {
        m_tiling.levels = static_cast<int>(target.levels.size());
        m_tiling.temporal.fill(kOnes);
        m_tiling.spatial.fill(kOnes);
    }

    Result<Tiling> read() {
        if (!m_mapping.paddedBounds.empty()) return error("compat sunstone knows no padded dimensions");
        // From the innermost node outwards, so that orders come as Sunstone has them.
        for (std::size_t i = m_mapping.nodes.size(); i-- > 0;) {
            const Node& node = m_mapping.nodes[i];
            Diagnostics problems = node.isLoop() ? loop(node, i) : storeNode(node);
            if (!problems.empty()) return problems;
        }
        if (m_tiling.stored[fromInnermost(0)] != m_target.allTensors())
            return error("compat sunstone keeps every tensor at the outermost level, " + nameOf(m_target, 0));
        return m_tiling;
    }

private:
    std::size_t fromInnermost(int level) const { return m_target.levels.size() - 1 - static_cast<std::size_t>(level); }

    Diagnostics loop(const Node& node, std::size_t position) {
        const std::string& name = m_target.workload.dimensions()[node.dimension].name;
        if (node.tail != node.bound)
            return {error("compat sunstone knows perfect factors only, found " + name + " with a tail",
                          "use the mapspace pfm")};
        if (node.kind == NodeKind::spatial) {
            if (node.bound == 1) return {};
            const int above = m_target.architecture.fanouts()[node.fanout].below;
            std::int64_t& factor = m_tiling.spatial[fromInnermost(above) - 1][node.dimension];
            factor = saturatingMul(factor, node.bound);
            return {};
        }
        const std::size_t level = fromInnermost(m_owners[position]);
        std::int64_t& factor = m_tiling.temporal[level][node.dimension];
        if (m_seen[level] >> node.dimension & 1)
            return {error("compat sunstone knows one loop of a dimension per level, found two of " + name + " at " +
                          nameOf(m_target, m_owners[position]))};
        m_seen[level] |= 1u << node.dimension;
        factor = node.bound;
        m_tiling.order[level].push(node.dimension);
        return {};
    }

    Diagnostics storeNode(const Node& node) {
        const std::size_t level = fromInnermost(node.level);
        if (m_tiling.stored[level] != 0)
            return {error("compat sunstone knows one Store per level, found two of " + nameOf(m_target, node.level))};
        m_tiling.stored[level] = node.tensors;
        return {};
    }

    const Mapping& m_mapping;
    const Target& m_target;
    const std::vector<int> m_owners;  ///< by node
    Tiling m_tiling;
    std::array<unsigned, kMaxLevels> m_seen{};
};

/// A temporal loop inside a spatial one of the same block would move past it in Sunstone's form.
Diagnostics checkSpatialAtFoot(const Mapping& mapping, const Target& target) {
    bool spatialOutside = false;
    for (const Node& node : mapping.nodes) {
        if (node.kind == NodeKind::store) spatialOutside = false;
        if (node.kind == NodeKind::spatial) spatialOutside = true;
        if (node.kind == NodeKind::temporal && spatialOutside && node.bound > 1)
            return {error("compat sunstone knows temporal loops outside the spatial ones of their level only, found " +
                          target.workload.dimensions()[node.dimension].name + " inside")};
    }
    return {};
}

}  // namespace

Result<Tiling> Model::tilingOf(const Mapping& mapping) const {
    if (Diagnostics problems = checkSpatialAtFoot(mapping, *m_target); !problems.empty()) return problems;
    return TilingReader(mapping, *m_target).read();
}

void Model::fillLevels(Cost& cost, const Tiling& tiling) const {
    const auto macs = m_target->workload.macs();
    const auto at = [&](int level, std::size_t t) -> TensorCost& { return cost.levels[levelIndex(level)].tensors[t]; };
    for (int level = 0; level < tiling.levels; ++level) {
        const Factors extents = extentsAt(tiling, level);
        for (std::size_t t = 0; t < m_tensors; ++t) {
            if (!(tiling.stored[index(level)] >> t & 1)) continue;
            at(level, t).stored = true;
            at(level, t).tile = boxWords(t, extents);
            if (level > 0) continue;
            at(level, t).reads += t == m_output ? macs - m_outputWords : macs;
            if (t == m_output) at(level, t).updates += macs;
        }
    }
    Boundary words;
    for (int inner = 0; inner + 1 < tiling.levels; ++inner) {
        boundary(tiling, inner, reuseOf(tiling.order[index(inner + 1)]), words);
        for (std::size_t t = 0; t < m_tensors; ++t) {
            const bool stored = tiling.stored[index(inner)] >> t & 1;
            TensorCost& above = at(nextStored(tiling, inner, t), t);
            if (t != m_output) {
                above.reads += words[t].outer;
            } else if (!stored && inner == 0) {
                const std::int64_t merged = words[t].inner / words[t].outer;
                above.updates += macs / merged;
                above.reads += (macs - m_outputWords) / merged;
            } else {
                above.updates += words[t].outer;
                above.reads += words[t].outerBack;
            }
            if (stored) at(inner, t).fills += t == m_output ? words[t].innerBack : words[t].inner;
        }
    }
}

/// The figures of finishCost() know no charge for what passes a buffer and no leakage-free machine: replaced.
void Model::replaceEnergies(Cost& cost, const Tiling& tiling) const {
    const bool known = cost.energyPj.has_value();
    for (LevelCost& level : cost.levels) {
        level.leakagePj.reset();
        if (level.energyPj) level.energyPj = 0;
        for (TensorCost& tensor : level.tensors)
            if (tensor.energyPj) tensor.energyPj = 0;
    }
    cost.energyPj = m_rates.mac.value_or(0) * m_macs;
    const auto add = [&](int level, std::size_t t, double energy) {
        LevelCost& holder = cost.levels[levelIndex(level)];
        if (holder.tensors[t].energyPj) *holder.tensors[t].energyPj += energy;
        if (holder.energyPj) *holder.energyPj += energy;
        *cost.energyPj += energy;
    };
    chargeCompute(tiling, add);
    Boundary words;
    for (int inner = 0; inner + 1 < tiling.levels; ++inner) {
        boundary(tiling, inner, reuseOf(tiling.order[index(inner + 1)]), words);
        chargeBoundary(tiling, inner, words, add);
    }
    if (!known) cost.energyPj.reset();
}

Cost Model::cost(const Mapping& mapping, const Tiling& tiling) const {
    Cost cost = emptyCost(mapping, *m_target, {.halo = Halo::box});
    forgetNetworks(cost);
    fillLevels(cost, tiling);
    addReasons(cost, mapping, *m_target);
    for (LevelCost& level : cost.levels) {
        for (TensorCost& tensor : level.tensors) {
            tensor.readAccesses = tensor.reads;
            tensor.fillAccesses = tensor.fills;
            tensor.updateAccesses = tensor.updates;
            tensor.accesses = tensor.reads + tensor.fills + tensor.updates;
        }
    }
    cost.steps = static_cast<std::int64_t>(computeCycles(tiling));
    finishCost(cost, BusiestWords(cost.levels.size()), *m_target);
    const Evaluation result = evaluate(tiling);
    replaceEnergies(cost, tiling);
    cost.cycles = static_cast<std::int64_t>(std::ceil(result.cycles));
    cost.boundBy = result.boundBy < 0 ? "compute" : nameOf(*m_target, static_cast<int>(levelIndex(result.boundBy)));
    cost.throughputUtilization =
        m_macs / (static_cast<double>(cost.cycles) * static_cast<double>(m_rates.macInstances));
    if (cost.energyPj) cost.edp = *cost.energyPj * static_cast<double>(cost.cycles);
    return cost;
}

}  // namespace lapidary::sunstone
