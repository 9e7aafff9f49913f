// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/page.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/units.h"
#include "core/io/table.h"
#include "core/io/table_markup.h"

namespace lapidary::validation {

namespace {

std::string percentText(double percent) {
    std::array<char, 32> text{};
    const double shown = std::round(percent * 10) / 10;
    std::snprintf(text.data(), text.size(), "%+.1f", shown == 0 ? 0.0 : shown);
    return text.data();
}

std::string cellText(const Json& cell, bool isPercent) {
    if (cell.isNull()) return "";
    if (cell.isString()) return cell.text();
    if (isPercent) return percentText(cell.real());
    if (cell.kind() == Json::Kind::integer) return formatCount(cell.integer());
    return formatSignificant(cell.real());
}

std::string tableText(const Section& section) {
    Table table{section.columns, {}};
    for (const auto& row : section.rows) {
        auto& cells = table.rows.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i)
            cells.push_back(cellText(row[i], section.columns[i].ends_with('%')));
    }
    return toMarkdown(table);
}

Json textsJson(const std::vector<std::string>& texts) {
    Json list = Json::array();
    for (const std::string& text : texts) list.push(text);
    return list;
}

}  // namespace

std::string toMarkdown(const std::vector<Section>& sections) {
    std::string page;
    for (const Section& section : sections) {
        page += "\n## " + section.title + "\n";
        for (const std::string& paragraph : section.text) page += "\n" + paragraph + "\n";
        if (!section.rows.empty()) page += "\n" + tableText(section);
        if (!section.reasons.empty()) page += "\n";
        for (const std::string& reason : section.reasons) page += "- " + reason + "\n";
    }
    return page;
}

Json toJson(const std::vector<Section>& sections) {
    Json all = Json::object();
    for (const Section& section : sections) {
        Json rows = Json::array();
        for (const auto& row : section.rows) {
            Json cells = Json::object();
            for (std::size_t i = 0; i < row.size(); ++i) cells.set(section.columns[i], row[i]);
            rows.push(std::move(cells));
        }
        all.set(section.key, Json::object()
                                 .set("title", section.title)
                                 .set("text", textsJson(section.text))
                                 .set("rows", std::move(rows))
                                 .set("reasons", textsJson(section.reasons)));
    }
    return all;
}

Json deviation(const Json& theirs, const Json& ours) {
    if (!theirs.isNumber() || !ours.isNumber() || theirs.real() == 0) return {};
    return (ours.real() / theirs.real() - 1) * 100;
}

void Tally::beginCase(std::string name) {
    m_case = std::move(name);
    m_begun = true;
}

void Tally::compare(std::string_view figure, double theirs, double ours, double tolerance) {
    ++m_values;
    m_cases += m_begun;
    m_begun = false;
    const double off = theirs == ours ? 0 : theirs == 0 ? 1 : ours / theirs - 1;
    if (std::abs(off) <= tolerance) {
        ++m_equal;
    } else if (std::abs(off) > std::abs(m_worst)) {
        m_worst = off;
        m_worstAt = m_case + ": " + std::string(figure);
    }
}

std::vector<Json> Tally::cells() const {
    if (empty()) return std::vector<Json>(columns().size());
    std::vector<Json> cells{m_cases, m_values, m_equal};
    cells.push_back(m_equal == m_values ? Json() : Json(m_worst * 100));
    cells.push_back(m_worstAt);
    return cells;
}

std::vector<std::string> Tally::columns() { return {"cases", "values", "equal", "largest deviation, %", "where"}; }

}  // namespace lapidary::validation
