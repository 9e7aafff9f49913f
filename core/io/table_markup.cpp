// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/table_markup.h"

#include <functional>

namespace lapidary {

namespace {

using Escape = std::function<std::string(const std::string&)>;

std::string joined(const std::vector<std::string>& cells, std::string_view between, const Escape& escape) {
    std::string line;
    for (std::size_t column = 0; column < cells.size(); ++column)
        line += (column ? std::string(between) : "") + escape(cells[column]);
    return line;
}

/// A pipe would end the cell, a line break the row.
std::string markdownEscaped(const std::string& cell) {
    std::string text;
    for (const char c : cell) text += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
    return text;
}

}  // namespace

std::string latexEscaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}': escaped += std::string("\\") + c; break;
        case '^': escaped += "\\textasciicircum{}"; break;
        case '~': escaped += "\\textasciitilde{}"; break;
        case '\\': escaped += "\\textbackslash{}"; break;
        default: escaped += c;
        }
    }
    return escaped;
}

std::string toLatex(const Table& table) {
    std::string columns;
    for (std::size_t column = 0; column < table.header.size(); ++column)
        columns += isNumeric(table, column) ? 'r' : 'l';
    const auto row = [](const std::vector<std::string>& cells) {
        return joined(cells, " & ", latexEscaped) + " \\\\\n";
    };
    std::string text = "\\begin{tabular}{" + columns + "}\n\\toprule\n" + row(table.header) + "\\midrule\n";
    for (const auto& cells : table.rows) text += row(cells);
    return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string toMarkdown(const Table& table) {
    const auto row = [](const std::vector<std::string>& cells) {
        return "| " + joined(cells, " | ", markdownEscaped) + " |\n";
    };
    std::string text = row(table.header) + "|";
    for (std::size_t column = 0; column < table.header.size(); ++column)
        text += isNumeric(table, column) ? " ---: |" : " --- |";
    text += '\n';
    for (const auto& cells : table.rows) text += row(cells);
    return text;
}

}  // namespace lapidary
