// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/tables.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>

#include "core/arch/technology/embedded_tables.h"

namespace lapidary {

namespace {

constexpr std::string_view kTableEnding = ".csv";

/// The cells of one line; quotes may hold commas and doubled quotes.
std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += line[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

void readComment(TechnologyTable& table, std::string_view line) {
    const auto take = [&](std::string_view key, std::string& out) {
        if (line.starts_with(key)) out = line.substr(key.size());
    };
    take("# title: ", table.title);
    take("# source: ", table.source);
    take("# rule: ", table.rule);
}

std::vector<TechnologyTable> readTables() {
    std::vector<TechnologyTable> tables;
    for (const EmbeddedFile& file : embeddedTables()) {
        std::string_view name = file.path;
        name.remove_suffix(kTableEnding.size());
        tables.push_back(parseTechnologyTable(name, file.contents));
    }
    return tables;
}

}  // namespace

std::size_t TechnologyTable::columnIndex(std::string_view column) const {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), column) - header.begin());
}

const std::string& TechnologyTable::text(std::size_t row, std::string_view column) const {
    const std::size_t index = columnIndex(column);
    assert(index < header.size());
    return rows[row][index];
}

double TechnologyTable::number(std::size_t row, std::string_view column) const {
    const std::string& cell = text(row, column);
    double value = 0;
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = code == std::errc() && end == cell.data() + cell.size();
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

TechnologyTable parseTechnologyTable(std::string_view name, std::string_view text) {
    TechnologyTable table;
    table.name = name;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.starts_with('#')) {
            readComment(table, line);
        } else if (table.header.empty()) {
            table.header = cellsOf(line);
        } else if (!line.empty()) {
            table.rows.push_back(cellsOf(line));
        }
    }
    return table;
}

std::span<const TechnologyTable> technologyTables() {
    static const std::vector<TechnologyTable> tables = readTables();
    return tables;
}

const TechnologyTable* findTechnologyTable(std::string_view name) {
    for (const TechnologyTable& table : technologyTables())
        if (table.name == name) return &table;
    return nullptr;
}

const TechnologyTable& technologyTable(std::string_view name) {
    const TechnologyTable* table = findTechnologyTable(name);
    assert(table != nullptr);
    return *table;
}

}  // namespace lapidary
