// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/energy_facts.h"

#include <algorithm>

namespace lapidary::derive {
namespace {

/// Sums of energies begin at 0.0.
Expression energySum(std::vector<Expression> operands) {
    if (operands.empty()) return real(0, "nothing moves", "pJ");
    return sum(std::move(operands));
}

Expression areaLeaf(const Figure& area, const std::string& name) {
    return real(area.value.value_or(0), "area of one " + name + (area.source.empty() ? "" : " (" + area.source + ")"),
                "um^2");
}

FigureId onNetwork(CostFigure kind, int fanout, int tensor) {
    return {.kind = kind, .tensor = static_cast<std::int8_t>(tensor), .fanout = static_cast<std::int8_t>(fanout)};
}

}  // namespace

Expression EnergyFacts::ofTensor(int level, int tensor) const {
    const StoreRates& rates =
        m_facts.plan().rates.levels[static_cast<std::size_t>(level)].stores[static_cast<std::size_t>(tensor)];
    std::vector<Expression> sums;
    const auto add = [&](Action action, CostFigure kind, const std::optional<double>& rate, const char* name) {
        if (!rate) return;
        Expression accesses = m_traffic.accesses(level, tensor, action);
        if (count(accesses) == 0) return;
        const FigureId id{
            .kind = kind, .level = static_cast<std::int8_t>(level), .tensor = static_cast<std::int8_t>(tensor)};
        accesses = asFigure(std::move(accesses), id, m_facts.target(), "accesses");
        Expression own = product({std::move(accesses), real(*rate, std::string("energy of a ") + name, "pJ")});
        sums.push_back(named(std::move(own), std::string(name) + "s", "pJ"));
    };
    add(Action::read, CostFigure::readAccesses, rates.read, "read");
    add(Action::fill, CostFigure::fillAccesses, rates.fill, "fill");
    add(Action::update, CostFigure::updateAccesses, rates.update, "update");
    return energySum(std::move(sums));
}

Expression EnergyFacts::leakage(int level) const {
    const LevelRates& rates = m_facts.plan().rates.levels[static_cast<std::size_t>(level)];
    return product({real(rates.leak.value_or(0), "leakage of one instance", "pJ/cycle"),
                    asFigure(m_time.cycles(), {.kind = CostFigure::cycles}, m_facts.target(), "cycles"),
                    number(rates.instances, "instances in hardware")});
}

Expression EnergyFacts::ofLevel(int level) const {
    const auto l = static_cast<std::int8_t>(level);
    std::vector<Expression> sums;
    for (int t = 0; t < m_facts.plan().tensorCount; ++t) {
        if (m_traffic.storeAt(level, t) < 0) continue;
        sums.push_back(asFigure(ofTensor(level, t),
                                {.kind = CostFigure::energy, .level = l, .tensor = static_cast<std::int8_t>(t)},
                                m_facts.target(), "pJ"));
    }
    if (m_facts.plan().rates.levels[static_cast<std::size_t>(level)].leak)
        sums.push_back(asFigure(leakage(level), {.kind = CostFigure::leakage, .level = l}, m_facts.target(), "pJ"));
    return energySum(std::move(sums));
}

Expression EnergyFacts::ofTraffic(int fanout, int tensor) const {
    const HopRates& rates = m_facts.plan().rates.hops[static_cast<std::size_t>(fanout)];
    return product({asFigure(m_traffic.hops(fanout, tensor), onNetwork(CostFigure::hops, fanout, tensor),
                             m_facts.target(), "word hops"),
                    real(rates.pj[static_cast<std::size_t>(tensor)], "energy of a word's hop", "pJ")});
}

Expression EnergyFacts::ofNetwork(int fanout) const {
    std::vector<Expression> sums;
    for (int t = 0; t < m_facts.plan().tensorCount; ++t) {
        if (toDouble(evaluate(m_traffic.hops(fanout, t))) == 0) continue;
        sums.push_back(
            asFigure(ofTraffic(fanout, t), onNetwork(CostFigure::energy, fanout, t), m_facts.target(), "pJ"));
    }
    return energySum(std::move(sums));
}

Expression EnergyFacts::ofNetworks() const {
    std::vector<Expression> sums;
    for (int f = 0; f < design().fanoutCount(); ++f)
        if (m_facts.plan().rates.hops[static_cast<std::size_t>(f)].known)
            sums.push_back(asFigure(ofNetwork(f), onNetwork(CostFigure::energy, f, -1), m_facts.target(), "pJ"));
    return energySum(std::move(sums));
}

Expression EnergyFacts::ofCompute() const {
    return product({real(m_facts.plan().rates.mac.value_or(0), "energy of an operation", "pJ"),
                    asFigure(m_time.computes(), {.kind = CostFigure::computes}, m_facts.target(), "")});
}

Expression EnergyFacts::total() const {
    std::vector<Expression> sums;
    for (int l = 0; l < design().levelCount(); ++l)
        sums.push_back(asFigure(ofLevel(l), {.kind = CostFigure::energy, .level = static_cast<std::int8_t>(l)},
                                m_facts.target(), "pJ"));
    for (int f = 0; f < design().fanoutCount(); ++f)
        if (m_facts.plan().rates.hops[static_cast<std::size_t>(f)].known)
            sums.push_back(asFigure(ofNetwork(f), onNetwork(CostFigure::energy, f, -1), m_facts.target(), "pJ"));
    if (m_facts.plan().rates.mac)
        sums.push_back(asFigure(ofCompute(), {.kind = CostFigure::computeEnergy}, m_facts.target(), "pJ"));
    return energySum(std::move(sums));
}

Expression EnergyFacts::edp() const {
    return product({asFigure(total(), {.kind = CostFigure::energy}, m_facts.target(), "pJ"),
                    asFigure(m_time.cycles(), {.kind = CostFigure::cycles}, m_facts.target(), "cycles")});
}

/// As Architecture::area: a level's figure, or those of its partitions; the outermost level only if it has one.
Expression EnergyFacts::area() const {
    std::vector<Expression> sums;
    const auto add = [&](const Figure& area, const std::string& name, int level) {
        if (!area.value) return;
        Expression own = product({areaLeaf(area, name), named(m_time.instances(level), "instances")});
        sums.push_back(named(std::move(own), name, "um^2"));
    };
    for (int l = 0; l < design().levelCount(); ++l) {
        const Level& level = design().levels()[static_cast<std::size_t>(l)];
        add(level.area, level.name, l);
        for (const auto& [role, partition] : level.partitions) add(partition.area, level.name + "." + role, l);
    }
    add(design().compute().area, design().compute().name, design().levelCount());
    if (sums.empty()) return real(0, "no areas", "um^2");
    return sum(std::move(sums));
}

}  // namespace lapidary::derive
