// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/arith.h"
#include "core/base/text.h"
#include "core/io/read_native.h"
#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::optional<std::int64_t> bareNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}

/// One storage or the arithmetic of the flat format: its attributes stand beside its name.
struct FlatPart {
    ObjectReader reader;
    std::string name;
    Place place;
};

FlatPart flatPart(const Json& value, const std::string& file, const std::string& path, Diagnostics& out) {
    FlatPart part{ObjectReader(value, file, path, out), {}, {}};
    const Json* name = part.reader.required("name");
    if (name == nullptr) return part;
    part.place = part.reader.placeOf(*name, "name");
    part.name = part.reader.string("name").value_or("");
    return part;
}

class TreeWalk {
public:
    TreeWalk(const std::string& file, Hardware& out, Diagnostics& problems)
        : m_file(file), m_out(out), m_problems(problems) {}

    void walk(const Json& node, const std::string& path, std::int64_t instances) {
        ObjectReader reader(node, m_file, path, m_problems);
        if (!reader.valid()) return;
        const Json* name = reader.required("name");
        const std::string text = reader.string("name").value_or("");
        if (name != nullptr) {
            const RangedName ranged = readName(text, reader.placeOf(*name, "name"), m_problems);
            if (m_out.name.empty()) m_out.name = ranged.name;
            instances = product(instances, ranged.count, reader.placeOf(*name, "name"));
        }
        reader.object("attributes");  // of the node: for Accelergy, which hands them down
        if (const Json* local = reader.array("local"))
            for (std::size_t i = 0; i < local->size(); ++i)
                readComponent((*local)[i], indexed(path + ".local", i), instances);
        if (const Json* below = reader.array("subtree")) {
            if (below->size() > 1)
                reader.fail((*below)[1], "subtree[1]", "expected one child, found " + std::to_string(below->size()),
                            "storages side by side can't be expressed: write them one below the other");
            else if (below->size() == 1)
                walk((*below)[0], path + ".subtree[0]", instances);
        }
        reader.finish();
    }

private:
    std::int64_t product(std::int64_t a, std::int64_t b, const Place& place) {
        const auto result = checkedMul(a, b);
        if (result && *result <= kMaxInstances) return *result;
        m_problems.push_back(errorAt(place, "more than " + std::to_string(kMaxInstances) + " instances"));
        return 1;
    }

    void readComponent(const Json& value, const std::string& path, std::int64_t instances) {
        ObjectReader reader(value, m_file, path, m_problems);
        if (!reader.valid()) return;
        const Json* nameValue = reader.required("name");
        const Json* classValue = reader.required("class");
        const std::string text = reader.string("name").value_or("");
        const std::string className = reader.string("class").value_or("");
        reader.string("subclass");
        const Json* attributes = reader.object("attributes");
        reader.finish();
        if (nameValue == nullptr || classValue == nullptr) return;
        const Place place = reader.placeOf(*nameValue, "name");
        const RangedName ranged = readName(text, place, m_problems);
        const Json empty = withPositionOf(Json::object(), value);
        ObjectReader own(attributes ? *attributes : empty, m_file, path + ".attributes", m_problems);
        const std::int64_t count = product(instances, ranged.count, place);
        switch (partKind(className)) {
        case PartKind::storage:
            if (m_out.compute)
                return fail(place, "storage '" + ranged.name + "' stands below the MAC", "storages go first");
            m_out.storages.push_back(readStorage(own, ranged.name, place, className, count, m_problems));
            break;
        case PartKind::compute:
            if (m_out.compute)
                return fail(place, "a second compute '" + ranged.name + "', expected one",
                            "the first is in line " + std::to_string(m_out.compute->place.line));
            m_out.compute = readCompute(own, ranged.name, place, count, m_problems);
            break;
        case PartKind::network:
            m_problems.push_back(warningAt(place, "network '" + ranged.name + "' of class '" + className +
                                                      "' is left out: its energy is not counted"));
            break;
        case PartKind::other: noteOther(reader, *classValue, className, ranged.name, place); break;
        }
    }

    /// Timeloop leaves out what is no storage and no MAC: that is how a misspelled class loses a level.
    void noteOther(ObjectReader& reader, const Json& value, const std::string& className, const std::string& name,
                   const Place& place) {
        const std::vector<std::string> known = {
            "DRAM", "SRAM",    "regfile", "smartbuffer", "storage",       "intmac",         "fpmac",
            "mac",  "compute", "XY_NoC",  "Legacy",      "ReductionTree", "SimpleMulticast"};
        if (const std::string near = nearest(className, known); !near.empty())
            return reader.fail(value, "class", "unknown class '" + className + "'", "did you mean '" + near + "'?");
        m_problems.push_back(noteAt(
            place, "'" + name + "' of class '" + className + "' is left out: no storage, MAC or network by its name"));
    }

    void fail(const Place& place, std::string message, std::string hint) {
        m_problems.push_back(errorAt(place, std::move(message), std::move(hint)));
    }

    const std::string& m_file;
    Hardware& m_out;
    Diagnostics& m_problems;
};

}  // namespace

PartKind partKind(std::string_view className) {
    constexpr std::array storages{"DRAM", "SRAM", "regfile", "smartbuffer", "storage"};
    constexpr std::array computes{"mac", "compute"};
    constexpr std::array networks{"XY_NoC", "Legacy", "ReductionTree", "SimpleMulticast"};
    const auto isOneOf = [&](const auto& words) {
        return std::ranges::any_of(words, [&](const char* word) { return holds(className, word); });
    };
    if (isOneOf(storages)) return PartKind::storage;
    if (isOneOf(computes)) return PartKind::compute;
    return isOneOf(networks) ? PartKind::network : PartKind::other;
}

RangedName readName(const std::string& text, const Place& place, Diagnostics& out) {
    const std::size_t bracket = text.find('[');
    if (bracket == std::string::npos) return {text, 1};
    RangedName result{text.substr(0, bracket), 1};
    const std::size_t dots = text.find("..", bracket);
    const auto first = bareNumber(std::string_view(text).substr(bracket + 1, dots - bracket - 1));
    const auto last = dots == std::string::npos || text.back() != ']'
                          ? std::nullopt
                          : bareNumber(std::string_view(text).substr(dots + 2, text.size() - dots - 3));
    if (!first || !last || *first < 0 || *last >= kMaxInstances) {
        out.push_back(
            errorAt(place, "expected a name or a name with a range, such as 'PE[0..15]', found '" + text + "'"));
        return result;
    }
    if (*last < *first) {
        out.push_back(errorAt(place, "the range of '" + text + "' ends before it begins"));
        return result;
    }
    result.count = *last - *first + 1;
    return result;
}

void readFlat(const Section& section, Hardware& out, Diagnostics& problems) {
    ObjectReader reader(section.value, section.file(), section.place.key, problems);
    const Json* arithmetic = reader.required("arithmetic");
    const Json* storage = reader.required("storage");
    reader.any("version");
    if (const auto name = reader.string("name")) out.name = *name;
    reader.finish();
    if (arithmetic != nullptr) {
        FlatPart part = flatPart(*arithmetic, section.file(), section.place.key + ".arithmetic", problems);
        if (!part.name.empty()) out.compute = readCompute(part.reader, part.name, part.place, 1, problems);
    }
    if (storage == nullptr) return;
    if (!storage->isArray())
        return reader.fail(*storage, "storage", "expected a list, innermost first, found " + described(*storage));
    for (std::size_t i = storage->size(); i-- > 0;) {
        FlatPart part = flatPart((*storage)[i], section.file(), indexed(section.place.key + ".storage", i), problems);
        if (!part.name.empty())
            out.storages.push_back(readStorage(part.reader, part.name, part.place,
                                               part.reader.string("class").value_or("storage"), 1, problems));
    }
}

void readTree(const Section& section, Hardware& out, Diagnostics& problems) {
    ObjectReader reader(section.value, section.file(), section.place.key, problems);
    reader.any("version");
    const Json* subtree = reader.array("subtree");
    reader.finish();
    if (subtree == nullptr) return;
    if (subtree->size() != 1)
        return reader.fail(*subtree, "subtree", "expected one root, found " + std::to_string(subtree->size()));
    TreeWalk(section.file(), out, problems).walk((*subtree)[0], section.place.key + ".subtree[0]", 1);
}

}  // namespace lapidary::timeloop
