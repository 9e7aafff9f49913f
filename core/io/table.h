// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A table of texts, written for people (aligned) or for programs (CSV, RFC 4180). Plain values; no thread rule.
#pragma once

#include <string>
#include <vector>

namespace lapidary {

struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// Whether a column's cells all start with a digit or a sign or are empty: such columns stand to the right.
bool isNumeric(const Table& table, std::size_t column);

/// Columns padded with spaces.
std::string toAligned(const Table& table);
std::string toCsv(const Table& table);

/// How numbers become cells: grouped and with prefixes for people, or so that they read back exactly.
enum class NumberStyle { people, exact };

}  // namespace lapidary
