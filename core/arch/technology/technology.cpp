// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/technology.h"

namespace lapidary {

namespace {

constexpr KeyEntry<TableSet> kTableSets[] = {
    {TableSet::cacti, "cacti", "CACTI and Horowitz",
     "SRAM of CACTI 7.0, registers of Aladdin, arithmetic of Horowitz, wires of Keckler", "docs/models/technology.md"},
    {TableSet::eyerissRelative, "eyeriss-relative", "Eyeriss, relative to a MAC",
     "Energies as multiples of one 16-bit MAC; no areas, no leakage", "Eyeriss ISCA 2016 Table IV"},
};

constexpr KeyEntry<Flavor> kFlavors[] = {
    {Flavor::lstp, "itrs-lstp", "Low standby power", "Edge designs; least leakage", "ITRS"},
    {Flavor::hp, "itrs-hp", "High performance", "Designs of 1 GHz and more; most leakage", "ITRS"},
    {Flavor::lop, "itrs-lop", "Low operating power", "Low supply voltage; least energy per access", "ITRS"},
};

constexpr KeyEntry<EnergyScaling> kScalings[] = {
    {EnergyScaling::product, "product", "Products",
     "Below 45 nm (n/45)^0.596, anchored on a 7 nm product; above as stillmaker",
     "Jouppi ISCA 2021 over Horowitz ISSCC 2014"},
    {EnergyScaling::stillmaker, "stillmaker", "Stillmaker and Baas", "One gate without its wires, 7 nm to 90 nm",
     "Stillmaker & Baas, Integration 58 (2017)"},
    {EnergyScaling::accelergy, "accelergy", "Accelergy", "Stillmaker's gate at 0.8 V at every node, 7 nm to 90 nm",
     "hwcomponents scaling/techscaling.py"},
};

constexpr KeyEntry<MemoryKind> kMemoryKinds[] = {
    {MemoryKind::automatic, "auto", "As its size suggests",
     "SRAM; registers where CACTI ends, below 64 B or 32 accesses; DRAM must be named", ""},
    {MemoryKind::none, "none", "Not from tables", "What the design doesn't say stays unknown", ""},
    {MemoryKind::sram, "sram", "SRAM", "One read-write port", "CACTI 7.0"},
    {MemoryKind::sram1r1w, "sram-1r1w", "SRAM, two ports", "One read port and one write port", "CACTI 7.0"},
    {MemoryKind::registers, "registers", "Register file", "Flip-flops and a comparator per word",
     "accelergy-aladdin-plug-in"},
    {MemoryKind::lpddr, "lpddr", "LPDDR", "Off chip: energy per bit only", ""},
    {MemoryKind::lpddr4, "lpddr4", "LPDDR4", "Off chip: energy per bit only", ""},
    {MemoryKind::ddr3, "ddr3", "DDR3", "Off chip: energy per bit only", ""},
    {MemoryKind::ddr4, "ddr4", "DDR4", "Off chip: energy per bit only", ""},
    {MemoryKind::ddr5, "ddr5", "DDR5", "Off chip: energy per bit only", ""},
    {MemoryKind::gddr5, "gddr5", "GDDR5", "Off chip: energy per bit only", ""},
    {MemoryKind::gddr6, "gddr6", "GDDR6", "Off chip: energy per bit only", ""},
    {MemoryKind::hbm2, "hbm2", "HBM2", "Off chip: energy per bit only", ""},
    {MemoryKind::hbm2e, "hbm2e", "HBM2E", "Off chip: energy per bit only", ""},
    {MemoryKind::hbm3, "hbm3", "HBM3", "Off chip: energy per bit only", ""},
    {MemoryKind::hbm4, "hbm4", "HBM4", "Off chip: energy per bit only", ""},
};

}  // namespace

std::span<const KeyEntry<TableSet>> keyTable(TableSet) { return kTableSets; }
std::span<const KeyEntry<Flavor>> keyTable(Flavor) { return kFlavors; }
std::span<const KeyEntry<EnergyScaling>> keyTable(EnergyScaling) { return kScalings; }
std::span<const KeyEntry<MemoryKind>> keyTable(MemoryKind) { return kMemoryKinds; }

}  // namespace lapidary
