// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/oracles.h"

namespace lapidary::validation {

std::vector<Json> oracleRow(std::string oracle, std::string what, const Tally& tally, std::string reason) {
    std::vector<Json> row{std::move(oracle), std::move(what)};
    for (Json& cell : tally.cells()) row.push_back(std::move(cell));
    row.emplace_back(tally.empty() ? "not compared: the reference data has none of these figures" : std::move(reason));
    return row;
}

Result<Section> oracleSection(const std::filesystem::path& reference) {
    Section section{.key = "oracles",
                    .title = "Other tools",
                    .text = {"The same designs, workloads and mappings, counted here by the rules that the tool has. "
                             "Integers are equal if they are the same; energies and times of floating point up to what "
                             "the tool's own rounding leaves. A deviation is ours over theirs, less one; 100 % where "
                             "theirs is 0."},
                    .columns = {"oracle", "figures"},
                    .rows = {},
                    .reasons = {}};
    for (std::string& column : Tally::columns()) section.columns.push_back(std::move(column));
    section.columns.emplace_back("why");
    for (const auto rowsOf : {timeloopRows, sunstoneRows, accelforgeRows, zigzagRows, technologyRows}) {
        auto rows = rowsOf(reference);
        if (!rows) return rows.diagnostics();
        section.rows.insert(section.rows.end(), rows->begin(), rows->end());
    }
    return section;
}

}  // namespace lapidary::validation
