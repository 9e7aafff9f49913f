// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <array>
#include <cstdlib>

#include "core/arch/technology/lookup.h"
#include "core/io/validation/oracles.h"
#include "core/io/validation/reference.h"

namespace lapidary::validation {

namespace {

constexpr double kKibibyte = 1024;

/// "29.96 / 21.68", "3284 ; 6753": all numbers of a cell, in order.
std::vector<double> numbersOf(const std::string& cell) {
    std::vector<double> numbers;
    for (const char* at = cell.c_str(); *at != 0;) {
        char* end = nullptr;
        const double number = std::strtod(at, &end);
        if (end == at) {
            ++at;
        } else {
            numbers.push_back(number);
            at = end;
        }
    }
    return numbers;
}

struct SanityFlavor {
    Flavor flavor;
    const char* key;
};
constexpr std::array<SanityFlavor, 3> kSanityFlavors{
    {{Flavor::lop, "itrs-lop"}, {Flavor::hp, "itrs-hp"}, {Flavor::lstp, "itrs-lstp"}}};

MemoryFigures figuresAt(double nodeNm, Flavor flavor, MemoryKind kind, double bytes, int width) {
    return lookUpMemory(Technology{.nodeNm = nodeNm, .flavor = flavor},
                        {.kind = kind, .bits = 8 * bytes, .widthBits = width});
}

/// The table of sanity figures, which those who ran CACTI wrote down next to the tables.
class SanityTable {
public:
    SanityTable(const TechnologyTable& table, Tally& atRows, Tally& between)
        : m_table(table), m_atRows(atRows), m_between(between) {}

    void compareAll() {
        for (const SanityFlavor& each : kSanityFlavors) compareFlavor(each);
        const double mac = lookUpCompute(Technology{.nodeNm = 65}, {}).energy.value.value_or(0);
        compare("16b MAC energy 65 nm (Horowitz-based, Stillmaker factor 1.906)", "", 0, mac, m_atRows);
        const MemoryFigures exercise = figuresAt(32, Flavor::lstp, MemoryKind::sram, 128 * kKibibyte, 64);
        compare("GLB 128 KiB 64b read / write, 32 nm", "itrs-lstp", 0, exercise.read.value, m_atRows);
        compare("GLB 128 KiB 64b read / write, 32 nm", "itrs-lstp", 1, exercise.write.value, m_atRows);
        compare("GLB 128 KiB area, 32 nm", "itrs-lstp", 0, exercise.area.value, m_atRows);
        for (const int kibibytes : {8, 32, 1024})
            for (std::size_t i = 0; i < kSanityFlavors.size(); ++i)
                compare("SRAM " + std::to_string(kibibytes) + " KiB 64b read 45 nm, lop / hp / lstp", "", i,
                        figuresAt(45, kSanityFlavors[i].flavor, MemoryKind::sram, kibibytes * kKibibyte, 64).read.value,
                        m_atRows);
    }

private:
    void compareFlavor(const SanityFlavor& each) {
        const auto [flavor, key] = each;
        const double mac = lookUpCompute(Technology{.nodeNm = 65}, {}).energy.value.value_or(1);
        const MemoryFigures glb = figuresAt(65, flavor, MemoryKind::sram, 128 * kKibibyte, 64);
        compare("GLB 128 KiB 64b read / write, 65 nm", key, 0, glb.read.value, m_atRows);
        compare("GLB 128 KiB 64b read / write, 65 nm", key, 1, glb.write.value, m_atRows);
        compare("GLB 128 KiB area, 65 nm", key, 0, glb.area.value, m_atRows);
        compare("GLB 128 KiB leakage 350 K, 65 nm", key, 0, glb.leakMw.value, m_atRows);
        compare("4 KiB bank 64b read, 65 nm", key, 0,
                figuresAt(65, flavor, MemoryKind::sram, 4 * kKibibyte, 64).read.value, m_atRows);
        const MemoryFigures chip = figuresAt(65, flavor, MemoryKind::sram, 108 * kKibibyte, 64);
        compare("GLB 108 KiB: one 16b word (64b read / 4) over 16b MAC", key, 0, chip.read.value.value_or(0) / 4 / mac,
                m_between);
        const MemoryFigures spad = figuresAt(65, flavor, MemoryKind::sram, 448, 16);
        compare("spad 224 x 16b 1RW read / write, 65 nm", key, 0, spad.read.value, m_between);
        compare("spad 224 x 16b 1RW read / write, 65 nm", key, 1, spad.write.value, m_between);
        compare("spad 224 x 16b 1RW area; 1R1W area, 65 nm", key, 0, spad.area.value, m_between);
        compare("spad 224 x 16b 1RW area; 1R1W area, 65 nm", key, 1,
                figuresAt(65, flavor, MemoryKind::sram1r1w, 448, 16).area.value, m_between);
        compare("spad 448 B read over 16b MAC", key, 0, spad.read.value.value_or(0) / mac, m_between);
    }

    /// The number at an index of the cell "modelled"; figures have three or four digits there.
    void compare(const std::string& item, const std::string& flavor, std::size_t index, std::optional<double> ours,
                 Tally& tally) {
        constexpr double kDigits = 5e-3;
        tally.beginCase(flavor.empty() ? item : item + ", " + flavor);
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            if (m_table.text(row, "item") != item || m_table.text(row, "sram_flavor") != flavor) continue;
            const auto numbers = numbersOf(m_table.text(row, "modelled"));
            return tally.compare(index == 0 ? "first figure" : "figure " + std::to_string(index + 1),
                                 index < numbers.size() ? numbers[index] : 0, ours.value_or(0), kDigits);
        }
        tally.compare("not in the table", 0, 1);
    }

    const TechnologyTable& m_table;
    Tally& m_atRows;
    Tally& m_between;
};

}  // namespace

Result<Rows> technologyRows(const std::filesystem::path& reference) {
    const auto table = readTable(reference / "technology" / "sanity.csv");
    if (!table) return table.diagnostics();
    Tally atRows, between;
    SanityTable(*table, atRows, between).compareAll();
    const std::string name = "CACTI and Horowitz (technology/sanity.csv)";
    return Rows{
        oracleRow(name, "energy, area, leakage of sizes that the tables have, within 0.5 %", atRows, ""),
        oracleRow(name, "of 108 KiB and 448 B, which lie between rows, within 0.5 %", between,
                  "CACTI run at that very size gives less than any rule between the rows of half and of twice the "
                  "size does (docs/models/technology.md)")};
}

}  // namespace lapidary::validation
