// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/coverage.h"

namespace lapidary::derive {
namespace {

constexpr std::string_view kZeros = "traffic without the zeros of the padding";
constexpr std::string_view kNeighbours = "neighbour moves";

std::string_view first(std::string_view one, std::string_view other) { return one.empty() ? other : one; }

}  // namespace

std::string_view Coverage::gap(const FigureId& id) const {
    if (id.fanout >= 0)
        return id.kind == CostFigure::hops || id.kind == CostFigure::energy ? networkHops(id.fanout) : Gap();
    if (id.tensor >= 0) return ofTensor(id);
    if (id.level >= 0) return ofLevel(id);
    switch (id.kind) {
    case CostFigure::energy: return energy();
    case CostFigure::edp: return first(energy(), cycles());
    case CostFigure::cycles:
    case CostFigure::throughputUtilization: return cycles();
    default: return {};
    }
}

/// Of the words that a Store sends inwards.
Coverage::Gap Coverage::asked(int tensor, int index) const {
    if (m_plan.tensors[static_cast<std::size_t>(tensor)].clippedDimensions != 0) return kZeros;
    const reuse::PairCounts* counted = m_counting.events(tensor, index);
    return counted && counted->given > 0 ? kNeighbours : Gap();
}

/// Instances read what they give to neighbours, too.
Coverage::Gap Coverage::reads(int level, int tensor) const {
    const int index = m_traffic.storeAt(level, tensor);
    return first(asked(tensor, index), m_counting.neighbourMoves(tensor, index) > 0 ? kNeighbours : Gap());
}

/// Where new words come from makes no difference to the Store that gets them.
Coverage::Gap Coverage::fills(int level, int tensor) const {
    const bool clipped = m_plan.tensors[static_cast<std::size_t>(tensor)].clippedDimensions != 0;
    return clipped && m_traffic.storeAt(level, tensor) > 0 ? kZeros : Gap();
}

Coverage::Gap Coverage::accesses(int level, int tensor) const {
    return first(reads(level, tensor), fills(level, tensor));
}

Coverage::Gap Coverage::ofTensor(const FigureId& id) const {
    switch (id.kind) {
    case CostFigure::reads:
    case CostFigure::readAccesses: return reads(id.level, id.tensor);
    case CostFigure::fills:
    case CostFigure::fillAccesses:
    case CostFigure::delivered: return fills(id.level, id.tensor);
    case CostFigure::accesses: return accesses(id.level, id.tensor);
    case CostFigure::energy: return tensorEnergy(id.level, id.tensor);
    case CostFigure::multicast: return asked(id.tensor, m_traffic.storeAt(id.level, id.tensor) - 1);
    default: return {};
    }
}

Coverage::Gap Coverage::tensorEnergy(int level, int tensor) const {
    const StoreRates& rates =
        m_plan.rates.levels[static_cast<std::size_t>(level)].stores[static_cast<std::size_t>(tensor)];
    return first(rates.read ? reads(level, tensor) : Gap(), rates.fill ? fills(level, tensor) : Gap());
}

template <class Of>
Coverage::Gap Coverage::amongTensors(int level, Of gapOf) const {
    Gap gap;
    for (int t = 0; t < m_plan.tensorCount && gap.empty(); ++t)
        if (m_traffic.storeAt(level, t) >= 0) gap = gapOf(t);
    return gap;
}

Coverage::Gap Coverage::ofLevel(const FigureId& id) const {
    switch (id.kind) {
    case CostFigure::cycles: return levelCycles(id.level);
    case CostFigure::leakage: return cycles();
    case CostFigure::energy: return levelEnergy(id.level);
    case CostFigure::readWords: return amongTensors(id.level, [&](int tensor) { return reads(id.level, tensor); });
    case CostFigure::writeWords: return amongTensors(id.level, [&](int tensor) { return fills(id.level, tensor); });
    default: return {};
    }
}

Coverage::Gap Coverage::levelEnergy(int level) const {
    const Gap gap = amongTensors(level, [&](int tensor) { return tensorEnergy(level, tensor); });
    return first(gap, m_plan.rates.levels[static_cast<std::size_t>(level)].leak ? cycles() : Gap());
}

/// Of the ports that have a limit.
Coverage::Gap Coverage::levelCycles(int level) const {
    const LevelRates& rates = m_plan.rates.levels[static_cast<std::size_t>(level)];
    return amongTensors(level, [&](int tensor) {
        const int part = rates.stores[static_cast<std::size_t>(tensor)].part;
        const PortRates& port = rates.ports[static_cast<std::size_t>(part)];
        return first(port.read > 0 || port.shared > 0 ? reads(level, tensor) : Gap(),
                     port.write > 0 || port.shared > 0 ? fills(level, tensor) : Gap());
    });
}

Coverage::Gap Coverage::cycles() const {
    Gap gap;
    for (int level = 0; level < m_plan.target->architecture.levelCount() && gap.empty(); ++level)
        gap = levelCycles(level);
    return gap;
}

Coverage::Gap Coverage::networkHops(int fanout) const {
    Gap gap;
    for (int tensor = 0; tensor < m_plan.tensorCount && gap.empty(); ++tensor)
        if (const auto at = m_traffic.crossing(fanout, tensor)) gap = asked(tensor, at->index);
    return gap;
}

Coverage::Gap Coverage::energy() const {
    Gap gap;
    const Architecture& design = m_plan.target->architecture;
    for (int level = 0; level < design.levelCount() && gap.empty(); ++level) gap = levelEnergy(level);
    for (int fanout = 0; fanout < design.fanoutCount() && gap.empty(); ++fanout)
        if (m_plan.rates.hops[static_cast<std::size_t>(fanout)].known) gap = networkHops(fanout);
    return gap;
}

}  // namespace lapidary::derive
