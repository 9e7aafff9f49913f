// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/study_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/units.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

constexpr std::string_view kNotKnown = "(not known)";
constexpr std::string_view kRatioTo = "ratio to ";
constexpr double kEqualWithin = 1e-9;
constexpr double kWholeBelow = 1e9;
const std::vector<std::string> kOverRows{"min", "max", "median", "geomean", "sum"};

/// "a|b|c"
std::vector<std::string> partsOf(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('|', start), text.size());
        parts.emplace_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

bool isTotalRow(const StudyRow& row) { return std::ranges::find(row.names, "total") != row.names.end(); }

std::optional<double> overRows(const std::string& how, std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    std::ranges::sort(values);
    double sum = 0, logs = 0;
    for (const double value : values) sum += value, logs += std::log(value);
    if (how == "min") return values.front();
    if (how == "max") return values.back();
    if (how == "median") return values[(values.size() - 1) / 2];
    if (how == "sum") return sum;
    return std::exp(logs / static_cast<double>(values.size()));
}

/// -1 = ours.
StudyValue valueOfCell(const StudyCell& cell, int published) {
    return published < 0 ? cell.ours : cell.published[static_cast<std::size_t>(published)];
}

}  // namespace

std::string studyText(const StudyValue& value) {
    if (const auto* words = std::get_if<std::string>(&value)) return *words;
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr) return "";
    if (*number == std::floor(*number) && std::abs(*number) < kWholeBelow)
        return formatCount(static_cast<std::int64_t>(*number));
    // Whole parts are shown whole.
    const int digits = std::abs(*number) < 1000 ? 4 : static_cast<int>(std::log10(std::abs(*number))) + 2;
    if (std::abs(*number) < kWholeBelow) return formatSignificant(*number, digits);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3e", *number);
    return text.data();
}

StudyFacts::StudyFacts(const StudyFile& study, const StudyOutcomes& outcomes) {
    for (std::size_t t = 0; t < study.tables.size(); ++t) {
        m_rows.push_back(rowsOf(study.spec, study.tables[t], outcomes));
        const std::vector<StudyColumn>& columns = study.tables[t].columns;
        for (std::size_t c = 0; c < columns.size(); ++c) m_columns[columns[c].key] = {&columns[c], t, c};
    }
}

Result<std::string> StudyFacts::filled(std::string_view text) const {
    std::string result;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        result += text.substr(0, open);
        if (open == std::string_view::npos) break;
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) return error("a '{' of the text has no '}'");
        auto value = figure(text.substr(open + 1, close - open - 1));
        if (!value) return value;
        result += *value;
        text.remove_prefix(close + 1);
    }
    return result;
}

Result<std::string> StudyFacts::figure(std::string_view inside) const {
    const std::vector<std::string> parts = partsOf(inside);
    const std::string shown = "{" + std::string(inside) + "}";
    if (parts.size() < 2) return error("expected {WHAT|COLUMN|ROW} in the text, found " + shown);
    const auto found = m_columns.find(parts[1]);
    if (found == m_columns.end()) {
        std::vector<std::string> known;
        for (const auto& [key, place] : m_columns) known.push_back(key);
        return error(shown + ": no column has the key '" + parts[1] + "'",
                     didYouMean(parts[1], known, "the columns are " + listed(known)));
    }
    auto value = parts.size() == 2 ? countOfRows(parts[0], found->second) : valueAt(parts[0], found->second, parts[2]);
    if (value) return value;
    const Diagnostic& problem = value.diagnostics().front();
    return error(shown + ": " + problem.message, problem.hint);
}

Result<std::string> StudyFacts::countOfRows(const std::string& what, const Place& place) const {
    const std::vector<std::string> known{"better", "equal", "worse", "rows"};
    if (std::ranges::find(known, what) == known.end())
        return error("expected one of " + listed(known) + ", or a row behind the column, found '" + what + "'",
                     didYouMean(what, known));
    if (place.column->published.empty()) return error("nothing is published for this column");
    std::int64_t better = 0, equal = 0, worse = 0;
    for (const StudyRow& row : m_rows[place.table]) {
        const StudyCell& cell = row.cells[place.index];
        const auto ratio = ratioOf(cell.ours, cell.published.front());
        if (isTotalRow(row) || !ratio) continue;
        (std::abs(*ratio - 1) <= kEqualWithin ? equal : *ratio < 1 ? better : worse) += 1;
    }
    return std::to_string(what == "better"  ? better
                          : what == "equal" ? equal
                          : what == "worse" ? worse
                                            : better + equal + worse);
}

Result<std::string> StudyFacts::valueAt(const std::string& what, const Place& place, const std::string& row) const {
    std::string by = what.starts_with(kRatioTo) ? what.substr(kRatioTo.size()) : what;
    const bool isRatio = what == "ratio" || what.starts_with(kRatioTo);
    int published = -1;
    if (what != "ours") {
        std::vector<std::string> known;
        for (const StudyPublished& each : place.column->published) known.push_back(each.by);
        if (known.empty()) return error("nothing is published for this column");
        if (by == "paper" || by == "ratio") by = std::ranges::find(known, by) == known.end() ? known.front() : by;
        const auto at = std::ranges::find(known, by);
        if (at == known.end())
            return error("nobody called '" + by + "' published this column",
                         didYouMean(by, known, "expected ours, ratio or one of " + listed(known)));
        published = static_cast<int>(at - known.begin());
    }
    const auto valueIn = [&](const StudyCell& cell) -> StudyValue {
        if (!isRatio) return valueOfCell(cell, published);
        const auto ratio = ratioOf(cell.ours, valueOfCell(cell, published));
        return ratio ? StudyValue(*ratio) : StudyValue();
    };
    std::vector<double> numbers;
    std::vector<std::string> known = kOverRows;
    for (const StudyRow& each : m_rows[place.table]) {
        const StudyValue value = valueIn(each.cells[place.index]);
        if (each.key() == row) return studyText(value).empty() ? std::string(kNotKnown) : studyText(value);
        known.push_back(each.key());
        if (const auto* number = std::get_if<double>(&value); number && !isTotalRow(each)) numbers.push_back(*number);
    }
    if (std::ranges::find(kOverRows, row) == kOverRows.end())
        return error("the table has no row '" + row + "'", didYouMean(row, known, "it has " + listed(known)));
    const auto value = overRows(row, std::move(numbers));
    return value ? studyText(*value) : std::string(kNotKnown);
}

}  // namespace lapidary
