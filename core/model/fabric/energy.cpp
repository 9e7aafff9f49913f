// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/energy.h"

#include <bit>

namespace lapidary::fabric {
namespace {

class ComponentList {
public:
    explicit ComponentList(std::int64_t cycles) : m_cycles(static_cast<double>(cycles)) {}

    void add(const char* name, std::int64_t instances, std::int64_t events, double energy, double leak, double area) {
        if (instances == 0) return;
        const auto count = static_cast<double>(instances);
        m_components.push_back(
            {name, instances, events, static_cast<double>(events) * energy, count * leak * m_cycles, count * area});
    }
    std::vector<ComponentEnergy> take() { return std::move(m_components); }

private:
    double m_cycles;
    std::vector<ComponentEnergy> m_components;
};

/// Links between neighbours of different parents in a tree over that many leaves.
std::int64_t lateralLinks(std::int64_t leaves) {
    const std::int64_t levels = std::bit_width(static_cast<std::uint64_t>(leaves)) - 1;
    return leaves / 2 - levels;
}

void addMesh(const Outcome& outcome, const Hardware& hardware, const EnergyTable& table, ComponentList& list) {
    constexpr std::int64_t kBusInputs =
        64;  // the public simulator sizes its bus for a linear array of the default size
    const Counters& c = outcome.counters;
    const std::int64_t cells = hardware.rows * hardware.columns;
    list.add("DN_WIRE", hardware.distributionWidth, c.packets, table.treeWire, 0, table.treeWireArea);
    list.add("MN_WIRE", 2 * cells - hardware.rows - hardware.columns, c.neighbourForwards, table.wire, 0,
             table.wireArea);
    list.add("MULTIPLIER", cells, c.multiplications, table.multiply, table.multiplierLeak, table.multiplierArea);
    list.add("RN_WIRE", cells, c.multiplications, table.wire, 0, table.wireArea);
    list.add("ACCUMULATOR", cells, c.accumulations, table.add, table.adderLeak, table.adderArea);
    list.add("GLOBALBUFFER", 1, outcome.sram.reads() + outcome.sram.psumWrites, table.buffer, table.bufferLeak,
             table.bufferArea);
    list.add("CB_WIRE", hardware.reductionWidth * (kBusInputs / hardware.reductionWidth + 2), 2 * c.results, table.wire,
             0, table.wireArea);
}

void addLinear(const Outcome& outcome, const Hardware& hardware, const EnergyTable& table, ComponentList& list) {
    const Counters& c = outcome.counters;
    const std::int64_t leaves = hardware.multipliers, adders = leaves - 1;
    const std::int64_t ports = hardware.distributionWidth, width = leaves / ports;
    const bool stift = hardware.reduction == Reduction::stift;
    const bool buffered = hardware.accumulationBuffer;
    list.add("DN_WIRE", width == 1 ? ports : ports * (2 * width - 1), c.unicasts + 2 * c.broadcasts + c.packets,
             table.treeWire, 0, table.treeWireArea);
    list.add("SWITCH", ports * (width - 1), c.unicasts + c.broadcasts, table.route, table.switchLeak, table.switchArea);
    list.add("MN_WIRE", leaves - 1, c.neighbourForwards, table.wire, 0, table.wireArea);
    list.add("MULTIPLIER", leaves, c.multiplications + c.psumForwards, table.multiply, table.multiplierLeak,
             table.multiplierArea);
    const std::int64_t treeWires = leaves + (adders - 1) + lateralLinks(leaves);
    const std::int64_t ownWires = stift ? leaves + 1 : buffered ? adders : 0;
    const std::int64_t passed = c.multiplications + c.psumForwards + c.zeroForwards + c.parentSends + c.linkSends;
    list.add("RN_WIRE", treeWires + ownWires, passed + (ownWires > 0 ? c.topResults : 0), table.wire, 0,
             table.wireArea);
    list.add("ADDER", stift ? leaves : adders, c.twoInputSums + c.threeInputSums + (stift ? c.accumulations : 0),
             table.add, table.adderLeak, table.adderArea);
    if (buffered) list.add("ACCUMULATOR", adders, c.accumulations, table.add, table.adderLeak, table.adderArea);
    list.add("GLOBALBUFFER", 1, outcome.sram.reads() + outcome.sram.psumWrites, table.buffer, table.bufferLeak,
             table.bufferArea);
    const std::int64_t lines = hardware.reductionWidth;
    list.add("CB_WIRE", lines * (leaves / lines + 2), 2 * c.results, table.wire, 0, table.wireArea);
}

}  // namespace

std::vector<ComponentEnergy> componentsOf(const Outcome& outcome, const Hardware& hardware, const EnergyTable& table) {
    ComponentList list(outcome.cycles);
    if (hardware.array == Array::mesh)
        addMesh(outcome, hardware, table, list);
    else
        addLinear(outcome, hardware, table, list);
    return list.take();
}

}  // namespace lapidary::fabric
