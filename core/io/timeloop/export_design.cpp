// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cctype>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/io/timeloop/export_parts.h"

namespace lapidary::timeloop {

namespace {

/// What a rung is made of: of its partition where that says something, else of its level.
struct RungMemory {
    int wordBits = 16;
    int block = 1;
    std::optional<std::int64_t> words;
    int buffers = 1;
    Bandwidth bandwidth;
    Energies energy;
    Figure area;
};

/// What a partition doesn't say is its level's. What a level says of all its partitions together, leakage and area,
/// goes to the first of them.
RungMemory partitionMemory(const Level& level, const Partition& part, bool isFirst) {
    RungMemory memory;
    memory.wordBits = part.wordBits ? part.wordBits : level.wordBits;
    memory.block = part.block ? part.block : level.block;
    if (part.capacity) memory.words = part.capacity->words(memory.wordBits);
    memory.bandwidth = part.bandwidth;
    if (!memory.bandwidth.read) memory.bandwidth.read = level.bandwidth.read;
    if (!memory.bandwidth.write) memory.bandwidth.write = level.bandwidth.write;
    if (!memory.bandwidth.shared) memory.bandwidth.shared = level.bandwidth.shared;
    memory.energy = level.energy;
    if (part.energy.read.value) memory.energy.read = part.energy.read;
    if (part.energy.write.value) memory.energy.write = part.energy.write, memory.energy.update = part.energy.update;
    if (part.energy.update.value) memory.energy.update = part.energy.update;
    memory.energy.leak = part.energy.leak;
    memory.area = part.area;
    if (isFirst && level.energy.leak.value)
        memory.energy.leak.value = memory.energy.leak.value.value_or(0) + *level.energy.leak.value;
    if (level.area.value) memory.area.value = memory.area.value.value_or(0) + (isFirst ? *level.area.value : 0);
    return memory;
}

RungMemory memoryOf(const Rung& rung, const Architecture& design) {
    RungMemory memory;
    memory.words = 1;
    if (rung.level < 0) return memory;
    const Level& level = design.levels()[static_cast<std::size_t>(rung.level)];
    if (rung.partition != nullptr) {
        memory = partitionMemory(level, *rung.partition, rung.isFirst);
    } else {
        memory = {level.wordBits, level.block, {}, 1, level.bandwidth, level.energy, level.area};
        if (level.capacity) memory.words = level.capacity->words(level.wordBits);
    }
    memory.buffers = level.buffers;
    return memory;
}

std::string attributesOf(const Rung& rung, const Architecture& design, bool isV4) {
    const RungMemory memory = memoryOf(rung, design);
    std::string text = std::string(isV4 ? "datawidth: " : "word_bits: ") + std::to_string(memory.wordBits);
    text += ", block_size: " + std::to_string(memory.block);
    text += ", width: " + std::to_string(std::int64_t{memory.wordBits} * memory.block);
    if (memory.words) text += ", entries: " + std::to_string(*memory.words);
    if (memory.buffers > 1) text += ", multiple_buffering: " + std::to_string(memory.buffers);
    if (!isV4) text += ", meshX: " + std::to_string(rung.x);
    const auto add = [&](const char* key, const std::optional<double>& value) {
        if (value) text += std::string(", ") + key + ": " + formatExact(*value);
    };
    add("read_bandwidth", memory.bandwidth.read);
    add("write_bandwidth", memory.bandwidth.write);
    add("shared_bandwidth", memory.bandwidth.shared);
    if (rung.fanout >= 0) {
        const Figure& hop = design.fanouts()[static_cast<std::size_t>(rung.fanout)].hopEnergy;
        if (hop.value) add("energy_per_hop", *hop.value * memory.wordBits);
    }
    return text;
}

std::string ranged(const std::string& name, std::int64_t instances) {
    return instances == 1 ? scalarOf(name) : '"' + name + "[0.." + std::to_string(instances - 1) + "]\"";
}

std::string className(const Rung& rung, std::size_t index, const Architecture& design) {
    const bool isUnbounded = !memoryOf(rung, design).words;
    if (rung.level < 0) return "regfile";
    return index == 0 && isUnbounded ? "DRAM" : "SRAM";
}

/// What decides how long accesses take, and what only says where figures came from.
void warnOfLevel(const Level& level, Export& out) {
    if (!level.ports.empty()) out.warn(level.name + ": its ports can't be written: only its bandwidth is");
    if (!level.doubleBuffered) out.warn(level.name + ": that it is not double-buffered can't be written");
    const auto isBuilt = [](const auto& part) { return part.memory != MemoryKind::automatic || part.banks != 1; };
    const bool hasMemory =
        isBuilt(level) || std::ranges::any_of(level.partitions, [&](const auto& each) { return isBuilt(each.second); });
    if (hasMemory) out.note(level.name + ": its kind of memory and banks are left out: the ERT has the energies");
}

void warnOfDesign(const Architecture& design, Export& out) {
    for (const Level& level : design.levels()) warnOfLevel(level, out);
    for (const Fanout& fanout : design.fanouts()) {
        if (fanout.multicast && *fanout.multicast != Multicast::equal)
            out.warn(fanout.name + ": multicast '" + std::string(keyOf(*fanout.multicast)) + "' can't be written");
        if (fanout.hopMm) out.note(fanout.name + ": the length of its hops is left out: the energy of one is written");
        if (!fanout.reduction) out.warn(fanout.name + ": a network without spatial reduction can't be written");
    }
    if (design.compute().interval != 1) out.warn(design.compute().name + ": an initiation interval can't be written");
    if (design.compute().format)
        out.note(design.compute().name + ": its number format is left out: the ERT has its energy");
    if (design.spec().technology) out.note("the technology is left out: the figures it gave are written");
    if (design.spec().clockGhz) out.note("the clock is left out: Timeloop counts cycles");
}

void writeTree(const Architecture& design, const Ladder& ladder, Export& out) {
    out.line(0, "architecture:");
    out.line(1, "version: 0.3");
    out.line(1, "subtree:");
    out.line(1, "- name: system");
    out.line(2, "local:");
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        out.line(2, "- {name: " + ranged(rung.name, rung.x * rung.y) + ", class: " + className(rung, i, design) +
                        ", attributes: {" + attributesOf(rung, design, false) + "}}");
    }
    out.line(2, "- {name: " + ranged(design.compute().name, ladder.x * ladder.y) +
                    ", class: intmac, attributes: {datawidth: 16, meshX: " + std::to_string(ladder.x) + "}}");
}

void writeNodeList(const Architecture& design, const Ladder& ladder, Export& out) {
    out.line(0, "architecture:");
    out.line(1, "version: 0.4");
    out.line(1, "nodes:");
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        if (rung.level >= 0)
            out.line(1, "- !Component {name: " + scalarOf(rung.name) + ", class: " + className(rung, i, design) +
                            ", attributes: {" + attributesOf(rung, design, true) + "}}");
        if (rung.fanout < 0) continue;
        const Fanout& fanout = design.fanouts()[static_cast<std::size_t>(rung.fanout)];
        out.line(1, "- !Container {name: " + scalarOf(fanout.name) + ", spatial: {meshX: " + std::to_string(fanout.x) +
                        ", meshY: " + std::to_string(fanout.y) + "}}");
    }
    out.line(
        1, "- !Component {name: " + scalarOf(design.compute().name) + ", class: intmac, attributes: {datawidth: 16}}");
}

std::string actionText(const char* name, const Figure& figure) {
    return std::string("{name: ") + name + ", arguments: {}, energy: " + formatExact(*figure.value) + "}";
}

}  // namespace

std::string scalarOf(const std::string& text) {
    static const std::vector<std::string> special = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"};
    const bool isPlain =
        std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; }) &&
        !text.empty() && std::isalpha(static_cast<unsigned char>(text.front()));
    return isPlain && std::ranges::find(special, lowered(text)) == special.end() ? text : quotedYaml(text);
}

std::string quotedYaml(const std::string& text) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            quoted += std::string("\\") + c;
        else if (code < 0x20 || code == 0x7f || c == '{')  // "{{" would begin a template
            quoted += std::string("\\x") + kDigits[code >> 4] + kDigits[code & 15];
        else
            quoted += c;
    }
    return quoted + '"';
}

void writeArchitecture(const Architecture& design, const Ladder& ladder, Export& out) {
    warnOfDesign(design, out);
    if (out.isV4())
        writeNodeList(design, ladder, out);
    else
        writeTree(design, ladder, out);
}

void writeTables(const Architecture& design, const Ladder& ladder, Export& out) {
    out.line(0, "ERT:");
    out.line(1, "version: 0.4");
    out.line(1, "tables:");
    for (const Rung& rung : ladder.rungs) {
        if (rung.level < 0 && out.isV4()) continue;
        const RungMemory memory = memoryOf(rung, design);
        std::string actions;
        const Figure& update = memory.energy.update.value ? memory.energy.update : memory.energy.write;
        for (const auto& [name, figure] :
             {std::pair{"read", &memory.energy.read}, std::pair{"write", &memory.energy.write},
              std::pair{"update", &update}, std::pair{"leak", &memory.energy.leak}})
            if (figure->value) actions += (actions.empty() ? "" : ", ") + actionText(name, *figure);
        out.line(1, "- {name: " + scalarOf("system") + "." + rung.name + ", actions: [" + actions + "]}");
        if (actions.empty() && rung.level >= 0)
            out.note(rung.name + ": its energies are unknown; Timeloop itself will count 0 for them");
    }
    const Compute& compute = design.compute();
    out.line(1, "- {name: system." + compute.name + ", actions: [" +
                    (compute.energy.value ? actionText("compute", compute.energy) : "") + "]}");
    std::vector<std::string> areas;
    for (const Rung& rung : ladder.rungs)
        if (const Figure area = memoryOf(rung, design).area; rung.level >= 0 && area.value)
            areas.push_back("- {name: system." + rung.name + ", area: " + formatExact(*area.value) + "}");
    if (compute.area.value)
        areas.push_back("- {name: system." + compute.name + ", area: " + formatExact(*compute.area.value) + "}");
    if (areas.empty()) return;
    out.line(0, "ART:");
    out.line(1, "version: 0.4");
    out.line(1, "tables:");
    for (const std::string& area : areas) out.line(1, area);
}

}  // namespace lapidary::timeloop
