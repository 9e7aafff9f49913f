// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/table.h"

#include <algorithm>
#include <string_view>

namespace lapidary {

namespace {

constexpr std::string_view kGap = "  ";

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string text = "\"";
    for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

/// Bytes that continue a UTF-8 sequence take no column.
std::size_t columnsOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& cell, std::size_t width, bool right) {
    const std::string space(width - columnsOf(cell), ' ');
    return right ? space + cell : cell + space;
}

}  // namespace

bool isNumeric(const Table& table, std::size_t column) {
    return std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
        return row[column].empty() || std::string_view("0123456789-+").find(row[column][0]) != std::string_view::npos;
    });
}

std::string toAligned(const Table& table) {
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        std::size_t width = columnsOf(table.header[column]);
        for (const auto& row : table.rows) width = std::max(width, columnsOf(row[column]));
        widths.push_back(width);
        right.push_back(isNumeric(table, column));
    }
    const auto lineOf = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t column = 0; column < cells.size(); ++column)
            line += std::string(column ? kGap : "") + padded(cells[column], widths[column], right[column]);
        line.erase(line.find_last_not_of(' ') + 1);
        return line + '\n';
    };
    std::string text = lineOf(table.header);
    for (const auto& row : table.rows) text += lineOf(row);
    return text;
}

std::string toCsv(const Table& table) {
    const auto lineOf = [](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t column = 0; column < cells.size(); ++column)
            line += (column ? "," : "") + quoted(cells[column]);
        return line + '\n';
    };
    std::string text = lineOf(table.header);
    for (const auto& row : table.rows) text += lineOf(row);
    return text;
}

}  // namespace lapidary
