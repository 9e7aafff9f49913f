// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/finish.h"

#include <algorithm>

#include "core/arch/memory_size.h"
#include "core/base/arith.h"
#include "core/base/text.h"
#include "core/mapping/extent.h"

namespace lapidary {
namespace {

std::vector<NetworkCost> networksOf(const Mapping& mapping, const Architecture& architecture, std::size_t tensors) {
    std::vector<NetworkCost> networks;
    std::int64_t instances = 1;
    for (const Fanout& fanout : architecture.fanouts()) {
        NetworkCost network;
        network.name = fanout.name;
        network.modelled = fanout.hopEnergy.value.has_value();
        network.instances = instances;
        instances *= fanout.x * fanout.y;
        if (network.modelled) network.tensors.resize(tensors);
        networks.push_back(std::move(network));
    }
    for (const Node& node : mapping.nodes) {
        if (node.kind != NodeKind::spatial) continue;
        NetworkCost& network = networks[node.fanout];
        (node.axis == Axis::x ? network.usedX : network.usedY) *= node.bound;
    }
    return networks;
}

/// Every action that happens has a figure.
bool isKnown(const StoreRates& rates, const TensorCost& tensor) {
    return (tensor.readAccesses == 0 || rates.read) && (tensor.fillAccesses == 0 || rates.fill) &&
           (tensor.updateAccesses == 0 || rates.update);
}

class Finisher {
public:
    Finisher(Cost& cost, const Target& target) : m_cost(cost), m_target(target), m_rates(target) {}

    void time(const BusiestWords& busiest, const PortTime* ports) {
        m_cost.cycles = computeCycles(m_cost, m_target.architecture);
        m_cost.boundBy = "compute";
        for (std::size_t l = 0; l < m_cost.levels.size(); ++l) {
            LevelCost& level = m_cost.levels[l];
            for (std::size_t part = 0; part < busiest[l].size(); ++part) {
                const PortWords& words = busiest[l][part];
                level.readWords = std::max(level.readWords, words.reads);
                level.writeWords = std::max(level.writeWords, words.writes);
                level.cycles = std::max(level.cycles, portCycles(words, m_rates.levels[l].ports[part]));
            }
            if (ports || level.cycles <= m_cost.cycles) continue;
            m_cost.cycles = level.cycles;
            m_cost.boundBy = level.name;
        }
        if (ports) timeByPorts(*ports);
        noteTime(ports);
        const auto capacity = static_cast<double>(m_rates.macInstances);
        const auto macs = static_cast<double>(m_cost.macs);
        m_cost.utilization = macs / (static_cast<double>(m_cost.steps) * capacity);
        m_cost.throughputUtilization = macs / (static_cast<double>(m_cost.cycles) * capacity);
    }

    void energy() {
        for (std::size_t l = 0; l < m_cost.levels.size(); ++l) levelEnergy(m_cost.levels[l], m_rates.levels[l]);
        networks();
        if (m_rates.mac)
            add(*(m_cost.computeEnergyPj = *m_rates.mac * static_cast<double>(m_cost.computes)));
        else
            m_unknown.push_back(m_target.architecture.compute().name);
        if (m_known) m_cost.energyPj = m_sum;
        if (m_known) m_cost.edp = m_sum * static_cast<double>(m_cost.cycles);
        if (!m_unknown.empty()) m_cost.notes.push_back("no energy data: " + joined(m_unknown));
        if (!m_leakless.empty()) m_cost.notes.push_back("no leakage data: " + joined(m_leakless));
    }

    void padding() {
        if (!m_cost.semantics.padding) return;
        for (const Tensor& tensor : m_target.workload.tensors())
            for (const Rank& rank : tensor.ranks)
                if (rank.dataExtent > 0) return;
        m_cost.notes.push_back("padding: the workload states none, so nothing is left out");
    }

    void area() {
        std::vector<std::string> missing;
        m_cost.areaUm2 = m_target.architecture.area(&missing);
        if (!missing.empty()) m_cost.notes.push_back("no area data: " + joined(missing));
        for (std::string& note : sizeNotes(m_target.architecture)) m_cost.notes.push_back(std::move(note));
    }

private:
    void timeByPorts(const PortTime& time) {
        const std::int64_t compute = m_cost.cycles;
        m_cost.stallCycles = time.stall;
        m_cost.onloadCycles = time.onload;
        m_cost.offloadCycles = time.offload;
        m_cost.cycles += time.sum();
        if (time.stall > 0)
            m_cost.boundBy = slowestPort([](const PortCost& port) { return port.stallCycles; });
        else if (time.onload + time.offload > compute)
            m_cost.boundBy = slowestPort([](const PortCost& port) { return port.onloadCycles + port.offloadCycles; });
    }

    /// "GLB.read"
    template <class Cycles>
    std::string slowestPort(Cycles cyclesOf) const {
        std::string name = "compute";
        std::int64_t most = 0;
        for (const LevelCost& level : m_cost.levels) {
            for (const PortCost& port : level.ports) {
                if (cyclesOf(port) <= most) continue;
                most = cyclesOf(port);
                name = level.name + "." + port.name;
            }
        }
        return name;
    }

    void noteTime(const PortTime* ports) {
        if (ports) {
            m_cost.notes.push_back(
                "time by ports: levels load one after the other, and a port that waits for another one "
                "isn't counted" +
                std::string(m_cost.semantics.drainRead ? "" : "; drains take no port to be read"));
            return;
        }
        std::vector<std::string> listed;
        for (const Level& level : m_target.architecture.levels())
            if (!level.ports.empty()) listed.push_back(level.name);
        if (!listed.empty()) m_cost.notes.push_back("full overlap: listed ports are not looked at: " + joined(listed));
    }

    void levelEnergy(LevelCost& level, const LevelRates& rates) {
        double sum = 0;
        bool complete = true;
        for (std::size_t t = 0; t < level.tensors.size(); ++t) {
            TensorCost& tensor = level.tensors[t];
            const double energy =
                storeEnergy(rates.stores[t], tensor.readAccesses, tensor.fillAccesses, tensor.updateAccesses);
            if (isKnown(rates.stores[t], tensor))
                tensor.energyPj = energy;
            else
                complete = false;
            sum += energy;
            m_known = m_known || rates.stores[t].read || rates.stores[t].fill || rates.stores[t].update;
        }
        if (!complete) m_unknown.push_back(level.name);
        m_known = m_known || rates.leak;
        if (rates.leak) {
            level.leakagePj = *rates.leak * static_cast<double>(m_cost.cycles) * static_cast<double>(rates.instances);
            sum += *level.leakagePj;
        } else {
            m_leakless.push_back(level.name);
        }
        if (complete) level.energyPj = sum;
        m_sum += sum;
    }

    void networks() {
        std::vector<std::string> silent;
        for (std::size_t f = 0; f < m_cost.networks.size(); ++f) {
            NetworkCost& network = m_cost.networks[f];
            if (!network.modelled) {
                silent.push_back(network.name);
                continue;
            }
            double sum = 0;
            for (std::size_t t = 0; t < network.tensors.size(); ++t) {
                network.tensors[t].energyPj = network.tensors[t].hops * m_rates.hops[f].pj[t];
                sum += *network.tensors[t].energyPj;
            }
            network.energyPj = sum;
            m_cost.networkEnergyPj = m_cost.networkEnergyPj.value_or(0) + sum;
            add(sum);
        }
        if (!silent.empty()) m_cost.notes.push_back("no network modelled: " + joined(silent));
    }

    void add(double energy) {
        m_sum += energy;
        m_known = true;
    }

    Cost& m_cost;
    const Target& m_target;
    const Rates m_rates;
    double m_sum = 0;
    bool m_known = false;
    std::vector<std::string> m_unknown, m_leakless;
};

}  // namespace

Cost emptyCost(const Mapping& mapping, const Target& target, const Semantics& semantics) {
    Cost cost;
    cost.semantics = semantics;
    cost.macs = target.workload.macs();
    cost.computes = 1;
    for (int d = 0; d < target.workload.dimensionCount(); ++d)
        cost.computes = saturatingMul(cost.computes, mapping.coveredBound(target.workload, d));
    for (std::size_t l = 0; l < target.levels.size(); ++l) {
        LevelCost level;
        level.name = target.architecture.levels()[l].name;
        level.instances = target.levels[l].instances;
        level.tensors.resize(target.workload.tensors().size());
        cost.levels.push_back(std::move(level));
    }
    cost.networks = networksOf(mapping, target.architecture, target.workload.tensors().size());
    return cost;
}

std::int64_t computeCycles(const Cost& cost, const Architecture& architecture) {
    return cost.steps * architecture.compute().interval;
}

void finishCost(Cost& cost, const BusiestWords& busiest, const Target& target, const PortTime* ports) {
    Finisher finisher(cost, target);
    finisher.time(busiest, ports);
    finisher.energy();
    finisher.area();
    finisher.padding();
    cost.valid = cost.reasons.empty();
}

void forgetNetworks(Cost& cost) {
    for (NetworkCost& network : cost.networks) {
        network.modelled = false;
        network.tensors.clear();
    }
}

void addReasons(Cost& cost, const Mapping& mapping, const Target& target) {
    const auto add = [&cost](const Reason& reason) {
        if (reason.code != ReasonCode::none) cost.reasons.push_back(reason);
    };
    add(checkLimits(mapping, target));
    for (std::size_t l = cost.levels.size(); l-- > 0;) {
        std::array<std::int64_t, kMaxTensors> tiles{};
        unsigned stored = 0;
        for (std::size_t t = 0; t < cost.levels[l].tensors.size(); ++t) {
            tiles[t] = cost.levels[l].tensors[t].tile;
            stored |= static_cast<unsigned>(cost.levels[l].tensors[t].stored) << t;
        }
        for (std::size_t part = 0; part < target.levels[l].capacityBits.size(); ++part)
            add(checkCapacity(static_cast<int>(l), static_cast<int>(part), stored, tiles, target.levels[l]));
    }
}

void addReturning(NetworkTraffic& traffic, std::int64_t sent, std::int64_t returning) {
    if (returning == 0 || sent == 0) return;
    const double share = static_cast<double>(returning) / static_cast<double>(sent);
    traffic.hops += traffic.hops * share;
    traffic.words += returning;
    traffic.deliveries += returning;
}

Reason checkCapacity(int level, int part, unsigned stored, const std::array<std::int64_t, kMaxTensors>& words,
                     const TargetLevel& resolved) {
    const std::int64_t available = resolved.capacityBits[static_cast<std::size_t>(part)];
    if (available < 0) return {};
    Int128 needed = 0;
    int first = -1, count = 0;
    for (int t = 0; t < kMaxTensors; ++t) {
        const auto tensor = static_cast<std::size_t>(t);
        if (!(stored >> t & 1) || resolved.part[tensor] != part) continue;
        needed += Int128{words[tensor]} * resolved.wordBits[tensor];
        if (count++ == 0) first = t;
    }
    if (needed <= available) return {};
    const bool sum = count > 1 && part == 0;
    return {.code = ReasonCode::capacity,
            .level = static_cast<std::int8_t>(level),
            .tensor = static_cast<std::int8_t>(sum ? -1 : first),
            .needed = static_cast<std::int64_t>(std::min<Int128>(needed, kTooMany)),
            .available = available};
}

double storeEnergy(const StoreRates& rates, std::int64_t reads, std::int64_t fills, std::int64_t updates) {
    return static_cast<double>(reads) * rates.read.value_or(0) + static_cast<double>(fills) * rates.fill.value_or(0) +
           static_cast<double>(updates) * rates.update.value_or(0);
}

}  // namespace lapidary
