// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/table_format.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/io/native.h"
#include "core/io/table_markup.h"

namespace lapidary {

namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether a cell is a number as JSON writes them: 0, -12, 3.5, 1e-7.
bool isJsonNumber(std::string_view cell) {
    std::size_t at = !cell.empty() && cell[0] == '-';
    const auto digits = [&] {
        const std::size_t first = at;
        while (at < cell.size() && isDigit(cell[at])) ++at;
        return at - first;
    };
    const bool leadingZero = at + 1 < cell.size() && cell[at] == '0' && isDigit(cell[at + 1]);
    if (leadingZero || digits() == 0) return false;
    if (at < cell.size() && cell[at] == '.' && (++at, digits() == 0)) return false;
    if (at < cell.size() && (cell[at] == 'e' || cell[at] == 'E')) {
        ++at;
        if (at < cell.size() && (cell[at] == '+' || cell[at] == '-')) ++at;
        if (digits() == 0) return false;
    }
    return at == cell.size();
}

std::string toTsv(const Table& table) {
    std::string text;
    const auto line = [&](const std::vector<std::string>& cells) {
        for (std::size_t column = 0; column < cells.size(); ++column) {
            std::string cell = cells[column];
            std::replace_if(
                cell.begin(), cell.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
            text += (column ? "\t" : "") + cell;
        }
        text += '\n';
    };
    line(table.header);
    for (const auto& row : table.rows) line(row);
    return text;
}

std::string toJsonText(const Table& table, const Provenance& provenance) {
    Json columns = Json::array();
    for (const std::string& name : table.header) columns.push(name);
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json cells = Json::array();
        for (const std::string& cell : row)
            cells.push(cell.empty() ? Json() : isJsonNumber(cell) ? Json::numberText(cell) : Json(cell));
        rows.push(std::move(cells));
    }
    Json origin = producerJson("lapidary/table/1");
    const Json from = toJson(provenance);
    for (const Json::Member& member : from.members()) origin.set(member.name, member.value);
    return Json::object()
               .set("lapidary", std::move(origin))
               .set("columns", std::move(columns))
               .set("rows", std::move(rows))
               .dump() +
           '\n';
}

}  // namespace

std::span<const KeyEntry<TableFormat>> keyTable(TableFormat) {
    using enum TableFormat;
    static constexpr std::array<KeyEntry<TableFormat>, 6> table{{
        {text, "text", "Text", "aligned columns", ""},
        {csv, "csv", "CSV", "exact numbers behind comment lines", ""},
        {tsv, "tsv", "TSV", "the same with tabs", ""},
        {latex, "latex", "LaTeX", "a booktabs tabular", ""},
        {markdown, "markdown", "Markdown", "a pipe table", ""},
        {json, "json", "JSON", "columns and rows", ""},
    }};
    return table;
}

std::string_view endingOf(TableFormat format) {
    switch (format) {
    case TableFormat::text: return "txt";
    case TableFormat::latex: return "tex";
    case TableFormat::markdown: return "md";
    default: return keyOf(format);
    }
}

std::optional<TableFormat> tableFormatOfEnding(std::string_view ending) {
    if (ending.starts_with('.')) ending.remove_prefix(1);
    for (const auto& entry : keyTable(TableFormat{}))
        if (ending == endingOf(entry.value)) return entry.value;
    return std::nullopt;
}

NumberStyle usualStyle(TableFormat format) {
    switch (format) {
    case TableFormat::text:
    case TableFormat::latex:
    case TableFormat::markdown: return NumberStyle::people;
    default: return NumberStyle::exact;
    }
}

std::string writeTable(const Table& table, TableFormat format, const Provenance& provenance) {
    switch (format) {
    case TableFormat::text: return commentLines(provenance, "# ") + toAligned(table);
    case TableFormat::csv: return commentLines(provenance, "# ") + toCsv(table);
    case TableFormat::tsv: return commentLines(provenance, "# ") + toTsv(table);
    case TableFormat::latex: return commentLines(provenance, "% ") + toLatex(table);
    case TableFormat::markdown: return htmlComment(provenance) + toMarkdown(table);
    case TableFormat::json: return toJsonText(table, provenance);
    }
    return {};
}

}  // namespace lapidary
