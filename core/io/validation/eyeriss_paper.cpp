// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <array>
#include <cstdlib>

#include "core/arch/technology/lookup.h"
#include "core/io/presets.h"
#include "core/io/validation/eyeriss.h"
#include "core/io/validation/reference.h"
#include "core/io/validation/row_stationary.h"
#include "core/model/evaluator.h"

namespace lapidary::validation {

namespace {

/// The paper's names of the fully connected layers, ours.
std::string alexNetLayer(const std::string& name) {
    constexpr std::array<std::pair<const char*, const char*>, 3> connected{
        {{"fc1", "fc6"}, {"fc2", "fc7"}, {"fc3", "fc8"}}};
    for (const auto& [theirs, ours] : connected)
        if (name == theirs) return std::string("alexnet/").append(ours);
    return std::string("alexnet/").append(name);
}

constexpr double kBillion = 1e9;

struct Breakdown {
    double alu = 0, dram = 0, buffer = 0, registers = 0;
    double all() const { return alu + dram + buffer + registers; }
    void operator+=(const Breakdown& o) { alu += o.alu, dram += o.dram, buffer += o.buffer, registers += o.registers; }
};

Breakdown breakdownOf(const Cost& cost) {
    const auto energy = [&](std::size_t level) { return cost.levels[level].energyPj.value_or(0) / kBillion; };
    return {cost.computeEnergyPj.value_or(0) / kBillion, energy(0), energy(1), energy(2)};
}

std::vector<Json> breakdownRow(const std::string& layer, const std::string& letters, const Breakdown& theirs,
                               const Breakdown& ours) {
    std::vector<Json> row{layer, letters};
    for (const auto& [published, here] :
         {std::pair{theirs.alu, ours.alu}, {theirs.dram, ours.dram}, {theirs.registers, ours.registers}}) {
        row.emplace_back(published);
        row.emplace_back(here);
        row.push_back(deviation(published, here));
    }
    row.emplace_back(ours.buffer);
    for (const double part : {ours.alu, ours.dram, ours.buffer, ours.registers})
        row.emplace_back(part / ours.all() * 100);
    return row;
}

struct PartFlavor {
    Flavor flavor;
    const char* key;
};
constexpr std::array<PartFlavor, 3> kPartFlavors{
    {{Flavor::lstp, "itrs-lstp"}, {Flavor::hp, "itrs-hp"}, {Flavor::lop, "itrs-lop"}}};

/// um^2 of all instances of a level in mm^2.
double levelArea(const Architecture& design, int level) {
    const Level& own = design.levels()[static_cast<std::size_t>(level)];
    double area = own.area.value.value_or(0);
    for (const auto& [role, part] : own.partitions) area += part.area.value.value_or(0);
    return area * static_cast<double>(design.instances(level)) / 1e6;
}

}  // namespace

Result<Section> eyerissBreakdown(const std::filesystem::path& reference) {
    const auto published = readTable(reference / "validation" / "eyeriss_isca16_fig10_alexnet.csv");
    if (!published) return published.diagnostics();
    const auto design = loadArchitecture("row-stationary-256");
    if (!design) return design.diagnostics();
    Section section{
        .key = "eyeriss_breakdown",
        .title = "Eyeriss, ISCA 2016, Fig. 10: energy by part, AlexNet",
        .text = {"In 1e9 MAC energies, batch of 16, 256 PEs (design `row-stationary-256`: RF 1, buffer 6, DRAM 200). "
                 "Published "
                 "are the parts that nn_dataflow's test of this figure states: ALU, DRAM and RF; of the buffer and the "
                 "array "
                 "it has none. Here: per layer the row-stationary mapping of least energy; the paper optimises for "
                 "that, too, and "
                 "prints no mappings."},
        .columns = {"layer", "letters", "ALU, paper", "ALU, here", "ALU, %", "DRAM, paper", "DRAM, here", "DRAM, %",
                    "RF, paper", "RF, here", "RF, %", "buffer, here", "share ALU", "share DRAM", "share buffer",
                    "share RF"},
        .rows = {},
        .reasons = {
            "**ALU**: the same number of MACs; the paper's figures have two decimals.",
            "**DRAM** of conv1 and conv2 is less here: all input channels of a strip lie in the buffer at once, so "
            "that "
            "rows which the next strip needs, too, stay there. The mappings of the paper aren't known.",
            "**RF**: the paper has four accesses per MAC, to the digit. Here words that enter a register file count, "
            "too, and the first sum of a series isn't read."}};
    Breakdown theirsOfAll, oursOfAll;
    for (std::size_t row = 0; row < published->rows.size(); ++row) {
        const std::string& layer = published->rows[row].front();
        const auto target = layerTarget(*design, alexNetLayer(layer), 16);
        if (!target) return target.diagnostics();
        const auto best = bestRowStationary(*target);
        if (!best) return error("no row-stationary mapping of " + layer + " fits");
        const auto evaluator = Evaluator::make(*target);
        if (!evaluator) return evaluator.diagnostics();
        const Breakdown ours = breakdownOf(evaluator->evaluate(best->mapping));
        const Breakdown theirs{published->number(row, "ALU"), published->number(row, "DRAM"), 0,
                               published->number(row, "RF")};
        section.rows.push_back(breakdownRow(layer, toText(best->letters), theirs, ours));
        theirsOfAll += theirs;
        oursOfAll += ours;
    }
    section.rows.push_back(breakdownRow("all", "", theirsOfAll, oursOfAll));
    return section;
}

Result<Section> eyerissParts(const std::filesystem::path& reference) {
    const auto published = readTable(reference / "validation" / "eyeriss_isca16_energy_model.csv");
    if (!published) return published.diagnostics();
    const auto parameters = readTable(reference / "validation" / "eyeriss_chip_params.csv");
    if (!parameters) return parameters.diagnostics();
    const auto chip = loadArchitecture("eyeriss-chip");
    if (!chip) return chip.diagnostics();
    Section section{
        .key = "eyeriss_parts",
        .title = "Eyeriss chip: energies and areas of its parts at 65 nm",
        .text = {"Energies relative to one 16-bit MAC, per word of 16 bit: ISCA 2016, Table IV, next to the tables "
                 "of technology, which know nothing of that paper. Areas: design `eyeriss-chip` next to the "
                 "core of JSSC 2017, Table IV."},
        .columns = {"part", "technology", "unit", "paper", "here", "off, %"},
        .rows = {},
        .reasons = {"**GLB and RF**: the paper used another memory compiler and doesn't say at which width; the "
                    "three kinds of transistors lie around its buffer. Its register file includes control.",
                    "**DRAM**: the paper's is DDR3; LPDDR4 needs less.",
                    "**Area**: memories and MACs only. Control, wires, clocks, the network and pads make up the "
                    "rest of the core."}};
    const auto add = [&](const char* part, const char* technology, const char* unit, const Json& theirs, double ours) {
        section.rows.push_back({part, technology, unit, theirs, ours, deviation(theirs, ours)});
    };
    const auto cost = [&](const char* level) { return published->number(rowOf(*published, level), "relative_energy"); };
    const double mac = lookUpCompute(Technology{.nodeNm = 65}, {}).energy.value.value_or(1);
    add("MAC, 16 bit", "Horowitz", "pJ", {}, mac);
    for (const auto& [flavor, key] : kPartFlavors) {
        const auto read = [&](MemoryKind kind, double bytes, int width) {
            return lookUpMemory(Technology{.nodeNm = 65, .flavor = flavor},
                                {.kind = kind, .bits = 8 * bytes, .widthBits = width})
                .read.value.value_or(0);
        };
        const double glb = read(MemoryKind::sram, 108 * 1024.0, 64) / 4, rf = read(MemoryKind::sram, 512, 16);
        const double spad = read(MemoryKind::sram1r1w, 448, 16);
        add("GLB 108 KiB, read", key, "pJ per word", {}, glb);
        add("GLB 108 KiB, read", key, "MACs per word", cost("GLB"), glb / mac);
        add("RF 0.5 KiB, read", key, "pJ per word", {}, rf);
        add("RF 0.5 KiB, read", key, "MACs per word", cost("RF"), rf / mac);
        add("weight scratchpad 224 words, read", key, "pJ per word", {}, spad);
    }
    for (const auto& [kind, key] : {std::pair{MemoryKind::ddr3, "DDR3"}, {MemoryKind::lpddr4, "LPDDR4"}})
        add("DRAM", key, "MACs per word", cost("DRAM"),
            lookUpMemory(Technology{.nodeNm = 65}, {.kind = kind, .widthBits = 16}).read.value.value_or(0) / mac);
    add("GLB", "itrs-lstp", "mm^2", {}, levelArea(*chip, 1));
    add("168 scratchpads", "itrs-lstp, registers", "mm^2", {}, levelArea(*chip, 2));
    add("168 MACs", "Horowitz", "mm^2", {}, chip->compute().area.value.value_or(0) * 168 / 1e6);
    const std::string& side = parameters->text(rowOf(*parameters, "core_area"), "value");
    const double core = std::strtod(side.c_str(), nullptr) * std::strtod(side.c_str() + side.find('x') + 1, nullptr);
    add("core", "all of these", "mm^2", core, chip->area().value_or(0) / 1e6);
    return section;
}

}  // namespace lapidary::validation
