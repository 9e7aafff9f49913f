// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <limits>

#include "core/arch/figures.h"
#include "core/arch/technology/fill.h"
#include "core/io/constraints_body.h"
#include "core/io/figure_slots.h"
#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

constexpr double kAnyNumber = std::numeric_limits<double>::infinity();
constexpr std::string_view kWasLookedUp = "was ";  ///< before the source of a figure that the tables don't have so

/// Written and read back, or by a C library that rounds otherwise.
bool isSameFigure(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// Figures of the file that say they were looked up, but aren't what the tables say: someone changed them, or the tables
/// have changed since. They count as given by hand.
bool keepOtherThanTables(ArchitectureSpec& read, const ArchitectureSpec& made) {
    bool changed = false;
    const std::vector<ConstNamedFigure> now = figuresOf(made);
    for (const auto& [path, figure] : figuresOf(read)) {
        if (!isLookedUp(*figure) || !figure->value) continue;
        const auto same = std::find_if(now.begin(), now.end(), [&](const auto& each) { return each.path == path; });
        if (same->figure->value && isSameFigure(*same->figure->value, *figure->value)) continue;
        figure->source = std::string(kWasLookedUp) + figure->source;
        changed = true;
    }
    return changed;
}

class ArchitectureReader {
public:
    ArchitectureReader(const Json& json, std::string_view file) : m_json(json), m_file(file) {}

    Result<Architecture> read() {
        ObjectReader reader = open(m_json, "");
        if (!readSchema(reader, "architecture", 1)) return m_problems;
        reader.required("name");
        m_spec.name = reader.string("name").value_or("");
        m_spec.title = reader.string("title").value_or("");
        m_spec.source = reader.string("source").value_or("");
        m_spec.controller = reader.string("controller").value_or("");
        m_spec.clockGhz = reader.number("clock_ghz", 0, kAnyNumber);
        if (const Json* technology = reader.object("technology")) readTechnology(*technology);
        reader.required("levels");
        readItems(reader, "levels", [&](const Json& item, const std::string& key) { readLevel(item, key); });
        readItems(reader, "fanouts", [&](const Json& item, const std::string& key) { readFanout(item, key); });
        if (const Json* compute = reader.object("compute")) readCompute(*compute);
        if (const Json* constraints = reader.object("constraints"))
            m_spec.constraints = constraintsFromBody(*constraints, m_file, "constraints", m_problems);
        reader.finish();
        if (hasErrors(m_problems)) return m_problems;

        Result<Architecture> result = Architecture::make(m_spec);
        if (result && keepOtherThanTables(m_spec, result->spec())) result = Architecture::make(std::move(m_spec));
        if (!result) return located(result.diagnostics(), m_json, m_file);
        return result;
    }

private:
    ObjectReader open(const Json& value, const std::string& path) { return {value, m_file, path, m_problems}; }
    ObjectReader open(const Json& value, const ObjectReader& parent, const std::string& key) {
        return open(value, parent.path() + "." + key);
    }

    /// null = unknown.
    std::optional<double> readNumber(ObjectReader& reader, std::string_view key) {
        const Json* value = reader.any(key);
        return value == nullptr || value->isNull() ? std::nullopt : reader.number(key, 0, kAnyNumber);
    }

    Energies readEnergies(ObjectReader& parent) {
        Energies energy;
        const Json* value = parent.object("energy_pj");
        if (value == nullptr) return energy;
        ObjectReader reader = open(*value, parent, "energy_pj");
        energy.read.value = readNumber(reader, "read");
        energy.write.value = readNumber(reader, "write");
        energy.update.value = readNumber(reader, "update");
        energy.leak.value = readNumber(reader, "leak");
        reader.finish();
        return energy;
    }

    void readSources(ObjectReader& parent, const std::vector<FigureSlot<Figure>>& slots) {
        const std::string common = parent.string("source").value_or("");
        for (const auto& [key, figure] : slots)
            if (figure->value) figure->source = common;
        const Json* value = parent.object("sources");
        if (value == nullptr) return;
        ObjectReader reader = open(*value, parent, "sources");
        for (const auto& [key, figure] : slots)
            if (const auto own = reader.string(key)) figure->source = *own;
        reader.finish();
    }

    void readTechnology(const Json& json) {
        ObjectReader reader = open(json, "technology");
        Technology technology;
        technology.tables = readKey<TableSet>(reader, "tables").value_or(technology.tables);
        technology.nodeNm = reader.number("node_nm", kMinNodeNm, kMaxNodeNm).value_or(technology.nodeNm);
        technology.flavor = readKey<Flavor>(reader, "flavor").value_or(technology.flavor);
        technology.scaling = readKey<EnergyScaling>(reader, "scaling").value_or(technology.scaling);
        technology.temperatureK =
            reader.number("temperature_k", kMinTemperatureK, kMaxTemperatureK).value_or(technology.temperatureK);
        technology.leakage = reader.boolean("leakage").value_or(technology.leakage);
        technology.macPj = readNumber(reader, "mac_pj");
        reader.required("node_nm");
        reader.finish();
        m_spec.technology = technology;
    }

    /// Level or Partition: what the tables take it for.
    template <class Memory>
    void readMemory(ObjectReader& reader, Memory& memory) {
        memory.memory = readKey<MemoryKind>(reader, "memory").value_or(memory.memory);
        memory.banks = readSize(reader, "banks", kMaxBanks, memory.banks);
    }

    Bandwidth readBandwidth(ObjectReader& parent) {
        const Json* value = parent.object("bandwidth");
        if (value == nullptr) return {};
        ObjectReader reader = open(*value, parent, "bandwidth");
        const Bandwidth bandwidth{readNumber(reader, "read"), readNumber(reader, "write"),
                                  readNumber(reader, "shared")};
        reader.finish();
        return bandwidth;
    }

    /// 16 (words per cycle), "512 bits" or null.
    std::optional<Rate> readRate(ObjectReader& reader, std::string_view key) {
        const Json* value = reader.any(key);
        if (value == nullptr || value->isNull()) return std::nullopt;
        if (value->isNumber()) return Rate{value->real(), false};
        const auto parsed = value->isString() ? parseRate(value->text())
                                              : Result<Rate>(error("expected words per cycle or a text such as "
                                                                   "\"512 bits\", found " +
                                                                   described(*value)));
        if (parsed) return *parsed;
        for (const Diagnostic& problem : parsed.diagnostics()) reader.fail(*value, key, problem.message, problem.hint);
        return std::nullopt;
    }

    Port readPort(const Json& json, const std::string& path) {
        ObjectReader reader = open(json, path);
        Port port;
        reader.required("name");
        port.name = reader.string("name").value_or("");
        port.type = readKey<PortType>(reader, "type").value_or(port.type);
        port.bandwidth = readRate(reader, "bandwidth");
        port.least = readRate(reader, "min");
        readItems(reader, "serves", [&](const Json& item, const std::string& key) {
            if (item.isString())
                port.serves.push_back(parsePortUse(item.text()));
            else
                reader.fail(item, key,
                            "expected a text such as \"weight\" or \"output.from_below\", found " + described(item));
        });
        reader.finish();
        return port;
    }

    /// 1024 (words), "64 KiB" or null (unbounded).
    std::optional<Capacity> readCapacity(ObjectReader& reader) {
        constexpr std::string_view key = "capacity";
        const Json* value = reader.any(key);
        if (value == nullptr || value->isNull()) return std::nullopt;
        if (value->isString()) {
            const Result<Capacity> parsed = parseCapacity(value->text());
            if (parsed) return *parsed;
            for (const Diagnostic& problem : parsed.diagnostics())
                reader.fail(*value, key, problem.message, problem.hint);
            return std::nullopt;
        }
        if (!value->isNumber()) {
            reader.fail(*value, key, "expected words or a size such as \"64 KiB\", found " + described(*value));
            return std::nullopt;
        }
        const auto words = reader.integer(key, 0, kMaxCapacity);
        return words ? std::optional(Capacity{*words, true}) : std::nullopt;
    }

    int readSize(ObjectReader& reader, const std::string& key, int most, int otherwise) {
        const auto value = reader.integer(key, 1, most);
        return value ? static_cast<int>(*value) : otherwise;
    }

    void readLevel(const Json& json, const std::string& path) {
        ObjectReader reader = open(json, path);
        Level level;
        reader.required("name");
        level.name = reader.string("name").value_or("");
        level.wordBits = readSize(reader, "word_bits", kMaxLevelWordBits, level.wordBits);
        level.capacity = readCapacity(reader);
        level.block = readSize(reader, "block", kMaxBlock, level.block);
        level.buffers = readSize(reader, "buffers", kMaxBuffers, level.buffers);
        level.bandwidth = readBandwidth(reader);
        readItems(reader, "ports", [&](const Json& item, const std::string& key) {
            level.ports.push_back(readPort(item, reader.path() + "." + key));
        });
        level.doubleBuffered = reader.boolean("double_buffered").value_or(level.doubleBuffered);
        level.energy = readEnergies(reader);
        level.area.value = readNumber(reader, "area_um2");
        readSources(reader, storageFigures(level));
        readMemory(reader, level);
        if (const Json* keep = reader.object("keep")) {
            ObjectReader rules = open(*keep, reader, "keep");
            for (const Json::Member& member : keep->members())
                level.keep[member.name] = readKey<Keep>(rules, member.name).value_or(Keep::must);
        }
        readMembers(reader, "partitions", [&](const Json::Member& member, const std::string& key) {
            level.partitions[member.name] = readPartition(member.value, reader.path() + "." + key);
        });
        reader.finish();
        m_spec.levels.push_back(std::move(level));
    }

    Partition readPartition(const Json& json, const std::string& path) {
        ObjectReader reader = open(json, path);
        Partition partition;
        partition.capacity = readCapacity(reader);
        partition.wordBits = readSize(reader, "word_bits", kMaxLevelWordBits, 0);
        partition.block = readSize(reader, "block", kMaxBlock, 0);
        partition.bandwidth = readBandwidth(reader);
        partition.energy = readEnergies(reader);
        partition.area.value = readNumber(reader, "area_um2");
        readSources(reader, storageFigures(partition));
        readMemory(reader, partition);
        reader.finish();
        return partition;
    }

    void readFanout(const Json& json, const std::string& path) {
        ObjectReader reader = open(json, path);
        Fanout fanout;
        reader.required("name");
        fanout.name = reader.string("name").value_or("");
        reader.required("below");
        if (const auto below = reader.string("below")) fanout.below = levelIndex(reader, *below);
        fanout.x = reader.integer("x", 1, kMaxInstances).value_or(1);
        fanout.y = reader.integer("y", 1, kMaxInstances).value_or(1);
        fanout.multicast = readKey<Multicast>(reader, "multicast");
        fanout.reduction = reader.boolean("reduction").value_or(true);
        fanout.hopEnergy.value = readNumber(reader, "hop_pj");
        fanout.hopMm = readNumber(reader, "hop_mm");
        readSources(reader, fanoutFigures(fanout));
        reader.finish();
        m_spec.fanouts.push_back(std::move(fanout));
    }

    int levelIndex(ObjectReader& reader, const std::string& name) {
        std::vector<std::string> names;
        for (const Level& level : m_spec.levels) names.push_back(level.name);
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end()) return static_cast<int>(found - names.begin());
        reader.fail(*reader.any("below"), "below", "the design has no level '" + name + "'", didYouMean(name, names));
        return 0;
    }

    void readCompute(const Json& json) {
        ObjectReader reader = open(json, "compute");
        Compute compute;
        compute.name = reader.string("name").value_or(compute.name);
        compute.energy.value = readNumber(reader, "energy_pj");
        compute.area.value = readNumber(reader, "area_um2");
        readSources(reader, computeFigures(compute));
        compute.interval = readSize(reader, "interval", kMaxInterval, 1);
        if (const auto format = reader.string("format")) compute.format = readFormat(reader, *format);
        reader.finish();
        m_spec.compute = std::move(compute);
    }

    std::optional<NumberFormat> readFormat(ObjectReader& reader, const std::string& text) {
        const Result<NumberFormat> format = parseNumberFormat(text);
        if (format) return *format;
        for (const Diagnostic& problem : format.diagnostics())
            reader.fail(*reader.any("format"), "format", problem.message, problem.hint);
        return std::nullopt;
    }

    const Json& m_json;
    std::string m_file;
    ArchitectureSpec m_spec;
    Diagnostics m_problems;
};

}  // namespace

Result<Architecture> architectureFromJson(const Json& json, std::string_view file) {
    return ArchitectureReader(json, file).read();
}

}  // namespace lapidary
