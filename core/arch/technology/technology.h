// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which technology a design is made in, and what kind each of its memories is: with both, figures that nobody gave come
// from published tables. Only the choices stand here; technology/lookup.h looks up. Plain values; no thread rule.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/key_table.h"

namespace lapidary {

/// Where figures come from.
enum class TableSet { cacti, eyerissRelative };
std::span<const KeyEntry<TableSet>> keyTable(TableSet);

/// Transistors of SRAM cells and periphery, as ITRS names them.
enum class Flavor { lstp, hp, lop };
std::span<const KeyEntry<Flavor>> keyTable(Flavor);

/// How energies of logic go from the node of their table to another.
enum class EnergyScaling { product, stillmaker, accelergy };
std::span<const KeyEntry<EnergyScaling>> keyTable(EnergyScaling);

/// What a level or partition is built of.
enum class MemoryKind {
    automatic,
    none,
    sram,
    sram1r1w,
    registers,
    lpddr,
    lpddr4,
    ddr3,
    ddr4,
    ddr5,
    gddr5,
    gddr6,
    hbm2,
    hbm2e,
    hbm3,
    hbm4
};
std::span<const KeyEntry<MemoryKind>> keyTable(MemoryKind);
inline bool isDram(MemoryKind kind) { return kind >= MemoryKind::lpddr; }

inline constexpr double kMinNodeNm = 5, kMaxNodeNm = 90;
inline constexpr double kMinStillmakerNm = 7;  ///< where the tables of these two scalings end
inline constexpr double kMinTemperatureK = 300, kMaxTemperatureK = 400;
inline constexpr int kMaxBanks = 4096;

struct Technology {
    TableSet tables = TableSet::cacti;
    double nodeNm = 45;
    Flavor flavor = Flavor::lstp;  ///< of SRAM
    EnergyScaling scaling = EnergyScaling::product;
    double temperatureK = 350;      ///< of leakage
    bool leakage = true;            ///< false: leakage is not looked up
    std::optional<double> macPj{};  ///< relative costs: pJ of one 16-bit MAC; nullopt = from the table of arithmetic
    bool operator==(const Technology&) const = default;
};

}  // namespace lapidary
