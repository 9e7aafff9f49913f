// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/tables.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/units.h"
#include "core/io/read_native.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

constexpr double kLargestFigure = std::numeric_limits<double>::max();

/// One component of an ERT: the largest energy of each action.
struct ActionTable {
    std::string component;  ///< as it stands there
    Place place;
    std::map<std::string, double> energies;
    bool used = false;
};
using ActionTables = std::map<std::string, ActionTable>;  ///< by the last part of the name, without its range

std::string lastPart(const std::string& component) {
    // A range has dots of its own: cut it off before looking for the last part.
    std::string plain;
    bool inRange = false;
    for (const char c : component) {
        if (c == '[') inRange = true;
        if (!inRange) plain += c;
        if (c == ']') inRange = false;
    }
    return plain.substr(plain.find_last_of('.') == std::string::npos ? 0 : plain.find_last_of('.') + 1);
}

class ErtReader {
public:
    ErtReader(const Section& section, Diagnostics& out) : m_section(section), m_out(out) {}

    ActionTables read() {
        ObjectReader reader(m_section.value, m_section.file(), m_section.place.key, m_out);
        if (!reader.valid()) return {};
        reader.any("version");
        const Json* tables = reader.required("tables");
        reader.finish();
        if (tables == nullptr) return {};
        if (tables->isArray()) {
            readItems(reader, "tables",
                      [&](const Json& item, const std::string& key) { readTable(item, "ERT." + key); });
        } else if (tables->isObject()) {
            for (const Json::Member& member : tables->members()) readOldTable(member);
        } else {
            reader.fail(*tables, "tables", "expected a list of tables, found " + described(*tables));
        }
        return std::move(m_tables);
    }

private:
    ActionTable* add(const std::string& component, const Place& place) {
        const auto [entry, isNew] = m_tables.try_emplace(lastPart(component), ActionTable{component, place, {}, false});
        if (isNew) return &entry->second;
        m_out.push_back(errorAt(
            place, "a second table for '" + entry->first + "'",
            "the first is '" + entry->second.component + "' in line " + std::to_string(entry->second.place.line)));
        return nullptr;
    }

    void addEnergy(ActionTable& table, const std::string& action, double energy) {
        const auto [entry, isNew] = table.energies.try_emplace(action, energy);
        if (!isNew) entry->second = std::max(entry->second, energy);
    }

    void readTable(const Json& item, const std::string& path) {
        ObjectReader reader(item, m_section.file(), path, m_out);
        const Json* name = reader.required("name");
        const auto component = reader.string("name");
        const Json* actions = reader.required("actions");
        reader.finish();
        if (name == nullptr || !component || actions == nullptr) return;
        ActionTable* table = add(*component, reader.placeOf(*name, "name"));
        if (table == nullptr) return;
        readItems(reader, "actions", [&](const Json& action, const std::string& key) {
            ObjectReader entry(action, m_section.file(), path + "." + key, m_out);
            entry.required("name");
            entry.any("arguments");
            entry.required("energy");
            const auto actionName = entry.string("name");
            const auto energy = entry.number("energy", 0, kLargestFigure);
            entry.finish();
            if (actionName && energy) addEnergy(*table, *actionName, *energy);
        });
    }

    /// Version 0.2: maps of names, {component: {action: [{arguments, energy}]}}.
    void readOldTable(const Json::Member& member) {
        const Place place{m_section.file(), member.line, member.column, "ERT.tables." + member.name};
        ActionTable* table = add(member.name, place);
        if (table == nullptr) return;
        if (!member.value.isObject()) {
            m_out.push_back(errorAt(place, "expected actions, found " + described(member.value)));
            return;
        }
        for (const Json::Member& action : member.value.members()) {
            const std::vector<Json> one = {action.value};
            const std::vector<Json>& entries = action.value.isArray() ? action.value.items() : one;
            for (const Json& each : entries) {
                ObjectReader entry(each, m_section.file(), place.key + "." + action.name, m_out);
                entry.any("arguments");
                entry.required("energy");
                const auto energy = entry.number("energy", 0, kLargestFigure);
                entry.finish();
                if (energy) addEnergy(*table, action.name, *energy);
            }
        }
    }

    const Section& m_section;
    Diagnostics& m_out;
    ActionTables m_tables;
};

Figure figureOf(const ActionTable& table, std::initializer_list<const char*> actions, double cluster) {
    for (const char* action : actions)
        if (const auto found = table.energies.find(action); found != table.energies.end())
            return {found->second / cluster, "ERT: " + table.component + ", " + action};
    if (table.energies.empty()) return {};  // said to be there, but unknown
    double largest = 0;
    for (const auto& [name, energy] : table.energies) largest = std::max(largest, energy);
    return {largest / cluster, "ERT: " + table.component + ", its largest energy"};
}

void applyEnergies(const ActionTable& table, StoragePart& part) {
    const auto cluster = static_cast<double>(part.cluster);
    Energies& energy = part.level.energy;
    if (!energy.read.value) {
        energy.read = figureOf(table, {"random_read", "read"}, cluster);
        energy.write = figureOf(table, {"random_fill", "random_write", "fill", "write"}, cluster);
        energy.update = figureOf(table, {"random_update", "random_write", "update", "write"}, cluster);
    }
    if (table.energies.contains("leak")) energy.leak = figureOf(table, {"leak"}, cluster);
}

/// Formulas of reference/timeloop, "Built-in tables".
void applyBuiltIn(StoragePart& part) {
    constexpr const char* kSource = "Timeloop's built-in table";
    const double bits = static_cast<double>(part.level.wordBits) * part.level.block;
    const auto cluster = static_cast<double>(part.cluster);
    if (part.isDram) {
        const Figure figure{200.0 * bits / 16.0, std::string(kSource) + " of DRAM"};
        part.level.energy = {figure, figure, figure, part.level.energy.leak};
        return;
    }
    if (!part.level.capacity) return;
    const double width = bits * cluster;
    const double height = std::ceil(static_cast<double>(part.level.capacity->amount) / part.level.block);
    const double kilobytes = width * height / 8192.0;
    const double perRow = 1.0 + 5.0 / 99.5 * (kilobytes - 0.5);
    const Figure figure{perRow * width / 16.0 / cluster, std::string(kSource) + " of SRAM"};
    part.level.energy = {figure, figure, figure, part.level.energy.leak};
}

std::vector<std::string> partNames(const Hardware& hardware) {
    std::vector<std::string> names;
    for (const StoragePart& part : hardware.storages) names.push_back(part.level.name);
    if (hardware.compute) names.push_back(hardware.compute->compute.name);
    return names;
}

/// A table of a part that isn't there is a misspelled name as often as a part that Timeloop leaves out.
void warnOfUnused(const std::string& what, const std::string& component, const Place& place, const Hardware& hardware,
                  Diagnostics& out) {
    out.push_back(warningAt(place, what + ": the architecture counts no part '" + lastPart(component) + "'",
                            didYouMean(lastPart(component), partNames(hardware))));
}

void applyErt(ActionTables tables, Hardware& hardware, Diagnostics& out) {
    const auto take = [&](const std::string& name, const Place& place, auto apply, auto otherwise) {
        if (const auto found = tables.find(name); found != tables.end()) {
            found->second.used = true;
            return apply(found->second);
        }
        if (!tables.empty())
            out.push_back(warningAt(place, "the ERT has no table for '" + name + "': Timeloop's built-in one counts"));
        otherwise();
    };
    for (StoragePart& part : hardware.storages)
        take(
            part.level.name, part.place, [&](const ActionTable& table) { applyEnergies(table, part); },
            [&] {
                if (!part.level.energy.read.value) applyBuiltIn(part);
            });
    if (ComputePart* part = hardware.compute ? &*hardware.compute : nullptr; part != nullptr) {
        take(
            part->compute.name, part->place,
            [&](const ActionTable& table) {
                if (!part->compute.energy.value)
                    part->compute.energy = figureOf(table, {"mac_random", "mult_random", "mac", "mult", "compute"}, 1);
            },
            [&] {
                if (!part->compute.energy.value)
                    part->compute.energy = {part->wordBits / 16.0 * (part->wordBits / 16.0),
                                            "Timeloop's built-in table of MACs"};
            });
    }
    const auto wire = tables.find("wire");
    if (wire != tables.end() && wire->second.energies.contains("transfer_random")) {
        wire->second.used = true;
        for (StoragePart& part : hardware.storages) {
            part.wireEnergy = wire->second.energies.at("transfer_random");
            part.networkPlace = wire->second.place;
        }
    }
    for (const auto& [name, table] : tables)
        if (!table.used) warnOfUnused("ERT", table.component, table.place, hardware, out);
}

void applyArt(const Section& section, Hardware& hardware, Diagnostics& out) {
    ObjectReader reader(section.value, section.file(), section.place.key, out);
    if (!reader.valid()) return;
    reader.any("version");
    reader.required("tables");
    std::map<std::string, Place> seen;
    const auto place = [&](const std::string& component, double area, const Place& at) {
        const std::string name = lastPart(component);
        if (const auto [earlier, isNew] = seen.try_emplace(name, at); !isNew) {
            out.push_back(errorAt(at, "a second area for '" + name + "'",
                                  "the first stands in line " + std::to_string(earlier->second.line)));
            return;
        }
        const std::string source = "ART: " + component;
        bool found = false;
        for (StoragePart& part : hardware.storages) {
            if (part.level.name != name) continue;
            found = true;
            if (!part.level.area.value) part.level.area = {area / static_cast<double>(part.cluster), source};
        }
        if (hardware.compute && hardware.compute->compute.name == name) {
            found = true;
            if (!hardware.compute->compute.area.value) hardware.compute->compute.area = {area, source};
        }
        if (!found) warnOfUnused("ART", component, at, hardware, out);
    };
    const Json* tables = reader.any("tables");
    if (tables != nullptr && tables->isObject()) {
        ObjectReader old(*tables, section.file(), section.place.key + ".tables", out);
        for (const Json::Member& member : tables->members())
            if (const auto area = old.number(member.name, 0, kLargestFigure))
                place(member.name, *area, old.placeOf(member.value, member.name));
    } else {
        readItems(reader, "tables", [&](const Json& item, const std::string& key) {
            ObjectReader entry(item, section.file(), section.place.key + "." + key, out);
            const Json* name = entry.required("name");
            entry.required("area");
            const auto component = entry.string("name");
            const auto area = entry.number("area", 0, kLargestFigure);
            entry.finish();
            if (component && area) place(*component, *area, entry.placeOf(*name, "name"));
        });
    }
    reader.finish();
}

}  // namespace

void applyTables(const Section* ert, const Section* art, Hardware& hardware, Diagnostics& out) {
    applyErt(ert ? ErtReader(*ert, out).read() : ActionTables(), hardware, out);
    if (art != nullptr) applyArt(*art, hardware, out);
}

}  // namespace lapidary::timeloop
