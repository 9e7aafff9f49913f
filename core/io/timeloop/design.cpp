// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <set>

#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

std::string meshText(const Mesh& mesh) { return std::to_string(mesh.x) + " x " + std::to_string(mesh.y()); }

class DesignMaker {
public:
    DesignMaker(const Hardware& hardware, Diagnostics& out) : m_hardware(hardware), m_out(out) {}

    std::optional<Design> make() {
        if (!checkParts()) return std::nullopt;
        m_design.spec.name = "timeloop";
        if (!m_hardware.name.empty()) m_design.spec.name = m_hardware.name;
        m_design.spec.source = "read from a Timeloop file";
        for (const StoragePart& part : m_hardware.storages) {
            m_design.places.levels[part.level.name] = static_cast<int>(m_design.spec.levels.size());
            m_design.places.names.push_back(part.level.name);
            m_design.spec.levels.push_back(part.level);
        }
        m_design.spec.compute = m_hardware.compute->compute;
        if (m_hardware.isV4)
            takeFanouts();
        else
            deriveFanouts();
        setHopEnergies();
        return m_failed ? std::nullopt : std::optional(std::move(m_design));
    }

private:
    void fail(const Place& place, std::string message, std::string hint = {}) {
        m_out.push_back(errorAt(place, std::move(message), std::move(hint)));
        m_failed = true;
    }

    bool checkParts() {
        if (m_hardware.storages.empty())
            fail(m_hardware.place, "the architecture has no storage level",
                 "a class with DRAM, SRAM, regfile, smartbuffer or storage in its name makes one");
        if (!m_hardware.compute)
            fail(m_hardware.place, "the architecture has no compute level",
                 "a class with mac or compute in its name makes one");
        std::map<std::string, Place> seen;
        const auto claim = [&](const std::string& name, const Place& place) {
            const auto [earlier, isNew] = seen.try_emplace(name, place);
            if (!isNew)
                fail(place, "two parts of the design are called '" + name + "'",
                     "the first stands in line " + std::to_string(earlier->second.line));
        };
        for (const StoragePart& part : m_hardware.storages) claim(part.level.name, part.place);
        if (m_hardware.compute) claim(m_hardware.compute->compute.name, m_hardware.compute->place);
        return !m_failed;
    }

    /// The children of a storage: the next one, or the MACs.
    const Mesh& meshBelow(std::size_t level) const {
        return level + 1 < m_hardware.storages.size() ? m_hardware.storages[level + 1].mesh : m_hardware.compute->mesh;
    }
    const std::string& nameBelow(std::size_t level) const {
        return level + 1 < m_hardware.storages.size() ? m_hardware.storages[level + 1].level.name
                                                      : m_hardware.compute->compute.name;
    }
    const Place& placeBelow(std::size_t level) const {
        return level + 1 < m_hardware.storages.size() ? m_hardware.storages[level + 1].place
                                                      : m_hardware.compute->place;
    }

    void deriveFanouts() {
        if (const StoragePart& outermost = m_hardware.storages.front(); outermost.mesh.instances != 1)
            fail(outermost.place,
                 "the outermost level has " + std::to_string(outermost.mesh.instances) + " instances, expected 1");
        for (std::size_t level = 0; level < m_hardware.storages.size(); ++level) {
            const Mesh& outer = m_hardware.storages[level].mesh;
            const Mesh& inner = meshBelow(level);
            if (inner.x % outer.x != 0 || inner.y() % outer.y() != 0) {
                fail(placeBelow(level),
                     "a mesh of " + meshText(inner) + " does not divide over " + meshText(outer) + " of " +
                         m_hardware.storages[level].level.name,
                     "set meshX so that both axes divide");
                continue;
            }
            Fanout fanout;
            fanout.name = "to_" + nameBelow(level);
            fanout.below = static_cast<int>(level);
            fanout.x = inner.x / outer.x;
            fanout.y = inner.y() / outer.y();
            if (fanout.x * fanout.y == 1) continue;
            m_design.places.fanouts[m_hardware.storages[level].level.name] =
                static_cast<int>(m_design.spec.fanouts.size());
            m_design.spec.fanouts.push_back(std::move(fanout));
        }
    }

    void takeFanouts() {
        std::set<std::string> taken;
        for (const Level& level : m_design.spec.levels) taken.insert(level.name);
        taken.insert(m_hardware.compute->compute.name);
        for (const FanoutPart& part : m_hardware.fanouts) {
            Fanout fanout = part.fanout;
            if (fanout.below < 0) {
                fail(part.place, "fan-out '" + fanout.name + "' stands above the outermost storage");
                continue;
            }
            const std::string node = fanout.name;
            if (!taken.insert(fanout.name).second) fanout.name = "to_" + node;  // a storage with a fan-out of its own
            const auto number = static_cast<int>(m_design.spec.fanouts.size());
            if (!m_design.places.fanouts.try_emplace(node, number).second)
                fail(part.place, "two parts of the design are called '" + node + "'");
            m_design.places.fanouts.try_emplace("inter_" + node + "_spatial", number);
            m_design.places.names.push_back(node);
            m_design.spec.fanouts.push_back(std::move(fanout));
        }
        std::vector<int> below(m_design.spec.levels.size());
        for (const Fanout& fanout : m_design.spec.fanouts) ++below[static_cast<std::size_t>(fanout.below)];
        // The only fan-out below a level may also go by the level's name, as in the tree format.
        for (std::size_t f = 0; f < m_design.spec.fanouts.size(); ++f) {
            const auto level = static_cast<std::size_t>(m_design.spec.fanouts[f].below);
            if (below[level] == 1)
                m_design.places.fanouts.try_emplace(m_design.spec.levels[level].name, static_cast<int>(f));
        }
    }

    /// um^2 of everything below one child of a level.
    std::optional<double> tileArea(std::size_t level) const {
        const double children = static_cast<double>(meshBelow(level).instances);
        double area = 0;
        for (std::size_t inner = level + 1; inner < m_hardware.storages.size(); ++inner) {
            const Figure& own = m_hardware.storages[inner].level.area;
            if (!own.value) return std::nullopt;
            area += *own.value * static_cast<double>(m_hardware.storages[inner].mesh.instances) / children;
        }
        const ComputePart& compute = *m_hardware.compute;
        if (!compute.compute.area.value) return std::nullopt;
        return area + *compute.compute.area.value * static_cast<double>(compute.mesh.instances) / children;
    }

    void setHopEnergies() {
        for (Fanout& fanout : m_design.spec.fanouts) {
            const auto level = static_cast<std::size_t>(fanout.below);
            const StoragePart& part = m_hardware.storages[level];
            if (part.energyPerHop) {
                fanout.hopEnergy = {*part.energyPerHop / part.level.wordBits,
                                    "Timeloop file: energy_per_hop over word_bits"};
            } else if (part.wireEnergy && *part.wireEnergy > 0) {
                std::optional<double> width = part.tileWidth;
                if (!width && !m_hardware.isV4)
                    if (const auto area = tileArea(level)) width = std::sqrt(*area);
                if (width)
                    fanout.hopEnergy = {*part.wireEnergy * *width / 1000.0,
                                        "Timeloop file: wire_energy times the width of a tile"};
                else
                    m_out.push_back(warningAt(part.networkPlace,
                                              part.level.name + ": wire_energy is not counted: it needs tile_width, or "
                                                                "the area of everything below"));
            }
        }
    }

    const Hardware& m_hardware;
    Diagnostics& m_out;
    Design m_design;
    bool m_failed = false;
};

/// A tree under the version of the flat list is read as neither by Timeloop, which then misses 'arithmetic'. Texts in
/// quotes count as what they say.
void checkVersion(const Section& section, Diagnostics& out) {
    struct Form {
        const char* part;
        std::vector<std::string> versions;
    };
    static const std::vector<Form> forms = {{"subtree", {"0.2", "0.3", "0.4"}}, {"nodes", {"0.4"}}};
    const Json* version = section.value.find("version");
    if (version == nullptr) return;
    for (const Form& form : forms) {
        const Json* part = section.value.find(form.part);
        if (part == nullptr || std::ranges::find(form.versions, version->text()) != form.versions.end()) continue;
        out.push_back(errorAt({section.file(), version->line(), version->column(), section.place.key + ".version"},
                              "version " + (version->text().empty() ? described(*version) : version->text()) +
                                  " has no '" + form.part + "', which stands in line " + std::to_string(part->line()) +
                                  "; expected " + joined(form.versions),
                              didYouMean(version->text(), form.versions)));
    }
}

}  // namespace

Hardware readHardware(const Section& section, const Section* variables, Diagnostics& out) {
    Hardware hardware;
    hardware.file = section.file();
    hardware.place = section.place;
    if (!section.value.isObject()) {
        out.push_back(
            errorAt(section.place, "expected the parts of an architecture, found " + described(section.value)));
        return hardware;
    }
    checkVersion(section, out);
    if (section.value.find("nodes")) {
        hardware.isV4 = true;
        readNodes(section, variables, hardware, out);
    } else if (section.value.find("storage") || section.value.find("arithmetic")) {
        readFlat(section, hardware, out);
    } else if (section.value.find("subtree")) {
        readTree(section, hardware, out);
    } else {
        Diagnostics unknown;
        ObjectReader reader(section.value, section.file(), section.place.key, unknown);
        for (const char* key : {"version", "subtree", "nodes", "arithmetic", "storage"}) reader.any(key);
        reader.finish();
        if (unknown.empty())
            unknown.push_back(errorAt(section.place, "the architecture has no parts",
                                      "expected 'subtree', 'nodes', or 'arithmetic' and 'storage'"));
        out.insert(out.end(), unknown.begin(), unknown.end());
    }
    return hardware;
}

std::optional<Design> designOf(const Hardware& hardware, Diagnostics& out) { return DesignMaker(hardware, out).make(); }

}  // namespace lapidary::timeloop
