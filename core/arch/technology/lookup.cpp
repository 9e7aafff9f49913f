// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/lookup.h"

#include <cmath>

#include "core/arch/technology/relative.h"
#include "core/arch/technology/transport.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

constexpr double kSquareMicrometresPerMillimetre = 1e6;
constexpr int kRelativeBits = 16;  ///< relative costs are those of 16 bit

Figure figure(const TableValue& value, std::string_view table) {
    return {value.value, std::string(kLookedUp) + std::string(table) + ", " + value.how};
}

Figure unknown(std::string why) { return {std::nullopt, std::move(why)}; }

/// mW over GHz are pJ per cycle.
Figure leakPerCycle(const Figure& milliwatts, std::optional<double> clockGhz) {
    if (!milliwatts.value) return milliwatts;
    if (!clockGhz) return unknown("leakage per cycle needs a clock");
    return {*milliwatts.value / *clockGhz, milliwatts.source + ", at " + formatExact(*clockGhz) + " GHz"};
}

/// One memory of the kind, without banks.
MemoryFigures oneMemory(const Technology& technology, MemoryKind kind, double bits, int widthBits) {
    MemoryFigures result;
    result.kind = kind;
    if (kind == MemoryKind::registers) {
        const RegisterFigures figures =
            lookUpRegisters({bits / widthBits, widthBits, technology.nodeNm, technology.scaling});
        constexpr std::string_view table = "Aladdin table of registers and comparators";
        result.read = result.write = figure(figures.accessPj, table);
        result.leakMw = figure(figures.leakMw, table);
        result.area = figure(figures.areaUm2, table);
        return result;
    }
    const bool twoPorts = kind == MemoryKind::sram1r1w;
    const SramFigures figures =
        lookUpSram({twoPorts ? SramPorts::oneReadOneWrite : SramPorts::oneReadWrite, technology.flavor,
                    technology.nodeNm, bits, widthBits, technology.scaling, technology.temperatureK});
    const std::string table = std::string("CACTI 7.0 table of ") +
                              (twoPorts ? "one read and one write port" : "one read-write port") + ", " +
                              std::string(keyOf(technology.flavor));
    result.read = figure(figures.readPj, table);
    result.write = figure(figures.writePj, table);
    result.leakMw = figure(figures.leakMw, table);
    result.area = figure(figures.areaUm2, table);
    result.accessNs = figures.accessNs;
    result.cycleNs = figures.cycleNs;
    return result;
}

/// Banks beside each other: an access reaches one of them over half the side of their square.
MemoryFigures banked(const Technology& technology, MemoryKind kind, const MemoryQuery& query) {
    MemoryFigures result = oneMemory(technology, kind, *query.bits / query.banks, query.widthBits);
    if (query.banks == 1) return result;
    const TableValue wire = wireEnergyPerBitMm(technology.nodeNm);
    *result.area.value *= query.banks;
    *result.leakMw.value *= query.banks;
    const double side = std::sqrt(*result.area.value / kSquareMicrometresPerMillimetre);
    const std::string each = ", one of " + std::to_string(query.banks) + " banks";
    for (Figure* energy : {&result.read, &result.write}) {
        *energy->value += query.widthBits * wire.value * side / 2;
        energy->source += each + " and " + formatSignificant(side / 2, 3) + " mm of wire";
    }
    const std::string all = ", times " + std::to_string(query.banks) + " banks";
    result.area.source += all;
    result.leakMw.source += all;
    result.accessNs.reset();
    return result;
}

MemoryFigures relativeMemory(const Technology& technology, MemoryKind kind, const MemoryQuery& query) {
    MemoryFigures result;
    result.kind = kind;
    const TableValue unit = relativeUnit(technology);
    TableValue cost = relativeAccess(isDram(kind) || !query.bits ? std::nullopt : query.bits);
    cost.value *= unit.value * query.widthBits / kRelativeBits;
    cost.how += ", one MAC is " + unit.how;
    result.read = result.write = figure(cost, "Eyeriss ISCA 2016 table");
    result.leakMw = result.leak = result.area = unknown("relative costs know energies only");
    return result;
}

MemoryFigures dramFigures(MemoryKind kind, int widthBits) {
    MemoryFigures result;
    result.kind = kind;
    TableValue perBit = dramEnergyPerBit(kind);
    perBit.value *= widthBits;
    perBit.how += ", " + std::to_string(widthBits) + " bit";
    result.read = result.write = figure(perBit, "DRAM table");
    result.leakMw = result.leak = result.area = unknown("the table of DRAM knows energies only");
    return result;
}

MemoryFigures unknownMemory(const std::string& why) {
    MemoryFigures result;
    for (Figure* each : {&result.read, &result.write, &result.leak, &result.leakMw, &result.area}) *each = unknown(why);
    return result;
}

}  // namespace

MemoryFigures lookUpMemory(const Technology& technology, const MemoryQuery& query) {
    MemoryKind kind = query.kind;
    const bool relative = technology.tables == TableSet::eyerissRelative;
    if (kind == MemoryKind::none) return unknownMemory("not looked up");
    if (relative) return relativeMemory(technology, kind, query);
    if (isDram(kind)) return dramFigures(kind, query.widthBits);
    if (!query.bits) return unknownMemory("a memory without a capacity is in no table; DRAM must be named");
    if (kind == MemoryKind::automatic) {
        if (query.offChip) return unknownMemory("what is off chip must be named");
        const bool large = isWithinCacti(*query.bits / query.banks, query.widthBits);
        kind = large ? MemoryKind::sram : MemoryKind::registers;
    }
    MemoryFigures result = banked(technology, kind, query);
    result.leak = leakPerCycle(result.leakMw, query.clockGhz);
    return result;
}

ComputeFigures lookUpCompute(const Technology& technology, const NumberFormat& format) {
    constexpr std::string_view table = "Horowitz ISSCC 2014 table";
    const MacFigures mac = lookUpMac(format, technology.nodeNm, technology.scaling);
    if (technology.tables == TableSet::cacti)
        return {figure(mac.energyPj, table), figure(mac.areaUm2, table), figure(mac.leakMw, table)};
    TableValue unit = relativeUnit(technology);
    const double share = static_cast<double>(format.bits) / kRelativeBits;
    unit.value *= share * share;  // as Timeloop's pat.cpp: (a/16)(b/16)
    unit.how = formatSignificant(share * share) + " MACs of 16 bit, one is " + unit.how;
    const Figure none = unknown("relative costs know energies only");
    return {figure(unit, "Eyeriss ISCA 2016 table"), none, none};
}

Figure lookUpHop(const Technology& technology, double millimetres) {
    if (technology.tables == TableSet::eyerissRelative) {
        const TableValue unit = relativeUnit(technology);
        TableValue hop = relativeHop();
        hop.value *= unit.value / kRelativeBits;
        hop.how += ", one MAC is " + unit.how;
        return figure(hop, "Eyeriss ISCA 2016 table");
    }
    TableValue wire = wireEnergyPerBitMm(technology.nodeNm);
    wire.value *= millimetres;
    wire.how += ", " + formatExact(millimetres) + " mm";
    return figure(wire, "table of wires");
}

std::string toText(const Technology& technology) {
    std::string text = formatExact(technology.nodeNm) + " nm, " + std::string(entryOf(technology.tables).label);
    if (technology.tables == TableSet::cacti) {
        text += ", SRAM " + std::string(keyOf(technology.flavor));
        text += technology.leakage ? ", leakage at " + formatExact(technology.temperatureK) + " K"
                                   : ", leakage not looked up";
    }
    return text + ", energies of logic scaled by '" + std::string(keyOf(technology.scaling)) + "'";
}

}  // namespace lapidary
