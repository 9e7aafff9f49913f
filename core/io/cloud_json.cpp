// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/cloud_json.h"

#include <bit>
#include <charconv>

namespace lapidary {

namespace {

constexpr int kFarthest = CloudCounter::kFinest * 128;  ///< beyond every cell

/// Takes a number from the front of `text`.
template <class T>
bool takeNumber(std::string_view& text, T& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take(std::string_view& text, char sign) {
    if (text.empty() || text.front() != sign) return false;
    text.remove_prefix(1);
    return true;
}

bool inRange(const CloudCell& cell) {
    return std::abs(cell.energy) < kFarthest && std::abs(cell.cycles) < kFarthest && cell.count > 0;
}

/// Appends the cells of one row; false if the text is none.
bool readRow(std::string_view text, std::vector<CloudCell>& cells) {
    CloudCell cell;
    if (!takeNumber(text, cell.cycles) || !take(text, ':')) return false;
    if (!cells.empty() && cells.back().cycles >= cell.cycles) return false;
    int before = -kFarthest;
    while (!text.empty()) {
        cell.count = 1;
        if (!take(text, ' ') || !takeNumber(text, cell.energy)) return false;
        if (take(text, 'x') && !takeNumber(text, cell.count)) return false;
        if (!inRange(cell) || cell.energy <= before) return false;
        before = cell.energy;
        cells.push_back(cell);
    }
    return before > -kFarthest;
}

int readResolution(ObjectReader& reader, std::string_view key) {
    const auto value = static_cast<int>(reader.integer(key, 1, CloudCounter::kFinest).value_or(1));
    if (!std::has_single_bit(static_cast<unsigned>(value)))
        reader.fail(*reader.any(key), key, "a power of two is expected");
    return value;
}

}  // namespace

Json toJson(const Cloud& cloud) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < cloud.cells.size();) {
        const int cycles = cloud.cells[i].cycles;
        std::string row = std::to_string(cycles) + ":";
        for (; i < cloud.cells.size() && cloud.cells[i].cycles == cycles; ++i) {
            row += " " + std::to_string(cloud.cells[i].energy);
            if (cloud.cells[i].count > 1) row += "x" + std::to_string(cloud.cells[i].count);
        }
        rows.push(std::move(row));
    }
    return Json::object()
        .set("energy_per_octave", cloud.energyPerOctave)
        .set("cycles_per_octave", cloud.cyclesPerOctave)
        .set("rows", std::move(rows));
}

Cloud cloudFromJson(const Json& json, std::string_view file, const std::string& path, Diagnostics& out) {
    Cloud cloud;
    ObjectReader reader(json, std::string(file), path, out);
    if (!reader.valid()) return cloud;
    cloud.energyPerOctave = readResolution(reader, "energy_per_octave");
    cloud.cyclesPerOctave = readResolution(reader, "cycles_per_octave");
    const Json* rows = reader.array("rows");
    for (std::size_t i = 0; rows && i < rows->size(); ++i) {
        if (readRow((*rows)[i].text(), cloud.cells)) continue;
        reader.fail((*rows)[i], "rows",
                    "'CYCLES: ENERGY ENERGYxCOUNT ...' is expected, numbers of cells rising in each row and from row "
                    "to row");
        return {};
    }
    reader.finish();
    return cloud;
}

}  // namespace lapidary
