// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The published tables that energies, areas and leakage are looked up in, as they are stored: texts by row and column,
// with a title, a source and the rule by which they are used. docs/models/technology.md says what each of them is.
// Read once, constant afterwards: any thread may read them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lapidary {

struct TechnologyTable {
    std::string name;    ///< "sram_cacti"
    std::string title;   ///< "CACTI 7.0 SRAM, one read-write port"
    std::string source;  ///< tool or paper; tables with a column "source" say it row by row, too
    std::string rule;    ///< under which settings it was made, or how it is used; may be empty
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;

    /// Requires that the table has the column.
    const std::string& text(std::size_t row, std::string_view column) const;
    /// NaN where the cell is empty.
    double number(std::size_t row, std::string_view column) const;
    std::size_t columnIndex(std::string_view column) const;  ///< header.size() if there is none
};

/// All of them, by name.
std::span<const TechnologyTable> technologyTables();
/// Null if no table is called so.
const TechnologyTable* findTechnologyTable(std::string_view name);
/// Requires that there is such a table.
const TechnologyTable& technologyTable(std::string_view name);

/// One table of comma-separated values (RFC 4180) whose first lines are comments: "# title: ...".
TechnologyTable parseTechnologyTable(std::string_view name, std::string_view text);

}  // namespace lapidary
