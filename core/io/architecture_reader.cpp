// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <limits>

#include "core/io/constraints_body.h"
#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

constexpr double kAnyNumber = std::numeric_limits<double>::max();

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
        m_spec.clockGhz = reader.number("clock_ghz", 0, kAnyNumber);
        reader.required("levels");
        readItems(reader, "levels", [&](const Json& item, const std::string& key) { readLevel(item, key); });
        readItems(reader, "fanouts", [&](const Json& item, const std::string& key) { readFanout(item, key); });
        if (const Json* compute = reader.object("compute")) readCompute(*compute);
        if (const Json* constraints = reader.object("constraints"))
            m_spec.constraints = constraintsFromBody(*constraints, m_file, "constraints", m_problems);
        reader.finish();
        if (hasErrors(m_problems)) return m_problems;

        Result<Architecture> result = Architecture::make(std::move(m_spec));
        if (!result) return located(result.diagnostics(), m_json, m_file);
        return result;
    }

private:
    ObjectReader open(const Json& value, const std::string& path) { return {value, m_file, path, m_problems}; }
    ObjectReader open(const Json& value, const ObjectReader& parent, const std::string& key) {
        return open(value, parent.path() + "." + key);
    }

    /// 1.5, null or {"value": 1.5, "source": "..."}.
    Figure readFigure(ObjectReader& parent, const std::string& key) {
        const Json* value = parent.any(key);
        if (value == nullptr || value->isNull()) return {};
        if (!value->isObject()) return {parent.number(key, 0, kAnyNumber), {}};
        ObjectReader reader = open(*value, parent, key);
        Figure figure;
        const Json* number = reader.required("value");
        if (number != nullptr && !number->isNull()) figure.value = reader.number("value", 0, kAnyNumber);
        figure.source = reader.string("source").value_or("");
        reader.finish();
        return figure;
    }

    /// A source beside the figures is that of every figure without its own.
    Energies readEnergies(ObjectReader& parent) {
        const Json* value = parent.object("energy_pj");
        if (value == nullptr) return {};
        ObjectReader reader = open(*value, parent, "energy_pj");
        Energies energy{readFigure(reader, "read"), readFigure(reader, "write"), readFigure(reader, "update"),
                        readFigure(reader, "leak")};
        const std::string source = reader.string("source").value_or("");
        for (Figure* figure : {&energy.read, &energy.write, &energy.update, &energy.leak})
            if (figure->value && figure->source.empty()) figure->source = source;
        reader.finish();
        return energy;
    }

    Bandwidth readBandwidth(ObjectReader& parent) {
        const Json* value = parent.object("bandwidth");
        if (value == nullptr) return {};
        ObjectReader reader = open(*value, parent, "bandwidth");
        const Bandwidth bandwidth{readLimit(reader, "read"), readLimit(reader, "write"), readLimit(reader, "shared")};
        reader.finish();
        return bandwidth;
    }

    /// null = unlimited.
    std::optional<double> readLimit(ObjectReader& reader, const std::string& key) {
        const Json* value = reader.any(key);
        return value == nullptr || value->isNull() ? std::nullopt : reader.number(key, 0, kAnyNumber);
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
        const auto words = reader.integer(key, 1, std::numeric_limits<std::int64_t>::max());
        return words ? std::optional(Capacity{*words, true}) : std::nullopt;
    }

    int readSize(ObjectReader& reader, const std::string& key, int otherwise) {
        const auto value = reader.integer(key, 1, std::numeric_limits<int>::max());
        return value ? static_cast<int>(*value) : otherwise;
    }

    void readLevel(const Json& json, const std::string& path) {
        ObjectReader reader = open(json, path);
        Level level;
        reader.required("name");
        level.name = reader.string("name").value_or("");
        level.wordBits = readSize(reader, "word_bits", level.wordBits);
        level.capacity = readCapacity(reader);
        level.block = readSize(reader, "block", level.block);
        level.buffers = readSize(reader, "buffers", level.buffers);
        level.bandwidth = readBandwidth(reader);
        level.energy = readEnergies(reader);
        level.area = readFigure(reader, "area_um2");
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
        partition.wordBits = readSize(reader, "word_bits", 0);
        partition.block = readSize(reader, "block", 0);
        partition.bandwidth = readBandwidth(reader);
        partition.energy = readEnergies(reader);
        partition.area = readFigure(reader, "area_um2");
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
        fanout.x = readSize(reader, "x", 1);
        fanout.y = readSize(reader, "y", 1);
        fanout.multicast = readKey<Multicast>(reader, "multicast");
        fanout.reduction = reader.boolean("reduction").value_or(true);
        fanout.hopEnergy = readFigure(reader, "hop_pj");
        reader.finish();
        m_spec.fanouts.push_back(std::move(fanout));
    }

    int levelIndex(ObjectReader& reader, const std::string& name) {
        std::vector<std::string> names;
        for (const Level& level : m_spec.levels) names.push_back(level.name);
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end()) return static_cast<int>(found - names.begin());
        reader.fail(*reader.any("below"), "below", "the design has no level '" + name + "'", suggestion(name, names));
        return 0;
    }

    void readCompute(const Json& json) {
        ObjectReader reader = open(json, "compute");
        Compute compute;
        compute.name = reader.string("name").value_or(compute.name);
        compute.energy = readFigure(reader, "energy_pj");
        compute.area = readFigure(reader, "area_um2");
        compute.interval = readSize(reader, "interval", 1);
        reader.finish();
        m_spec.compute = std::move(compute);
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
