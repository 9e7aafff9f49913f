// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/study_table.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace lapidary {

std::span<const KeyEntry<StudyCombine>> keyTable(StudyCombine) {
    static constexpr std::array<KeyEntry<StudyCombine>, 6> table{{
        {StudyCombine::sum, "sum", "Sum", "with the counts of layers", ""},
        {StudyCombine::mean, "mean", "Mean", "with the counts of layers", ""},
        {StudyCombine::geomean, "geomean", "Geometric mean", "with the counts of layers", ""},
        {StudyCombine::median, "median", "Median", "the lower one of two in the middle", ""},
        {StudyCombine::min, "min", "Least", "the least", ""},
        {StudyCombine::max, "max", "Most", "the most", ""},
    }};
    return table;
}

namespace {

constexpr std::string_view kTotal = "total";

struct Weighted {
    double value = 0, weight = 1;
};

double combined(StudyCombine combine, std::vector<Weighted> terms) {
    std::ranges::sort(terms, {}, &Weighted::value);
    double sum = 0, logs = 0, weights = 0;
    for (const Weighted& term : terms) {
        sum += term.weight * term.value;
        logs += term.weight * std::log(term.value);
        weights += term.weight;
    }
    switch (combine) {
    case StudyCombine::sum: return sum;
    case StudyCombine::mean: return sum / weights;
    case StudyCombine::geomean: return std::exp(logs / weights);
    case StudyCombine::median: return terms[(terms.size() - 1) / 2].value;
    case StudyCombine::min: return terms.front().value;
    case StudyCombine::max: return terms.back().value;
    }
    return sum;
}

std::size_t numberOf(StudyAxis axis) { return static_cast<std::size_t>(axis); }

class RowMaker {
public:
    RowMaker(const StudySpec& spec, const StudyTable& table, const StudyOutcomes& outcomes)
        : m_table(table), m_outcomes(outcomes), m_all(studyPoints(spec)) {
        for (std::size_t i = 0; i < m_all.size(); ++i)
            if (spec.runs[m_all[i].runs].name == table.runs) m_place[m_all[i].names] = i;
        for (std::size_t i = 0; i < m_all.size(); ++i)
            if (spec.runs[m_all[i].runs].name == table.runs && isAsked(m_all[i])) group(i);
    }

    std::vector<StudyRow> rows() {
        std::vector<StudyRow> rows;
        for (const Group& group : m_groups) rows.push_back(rowOf(group));
        std::stable_partition(rows.begin(), rows.end(), [](const StudyRow& row) { return !isTotal(row.names); });
        for (std::size_t column = 0; column < m_table.columns.size() && m_table.total; ++column)
            for (StudyRow& row : rows)
                if (isTotal(row.names)) addPublishedTotals(column, row, rows);
        return rows;
    }

private:
    struct Group {
        std::vector<std::string> names;
        std::vector<std::size_t> points;
    };

    static bool isTotal(const std::vector<std::string>& names) {
        return std::ranges::find(names, kTotal) != names.end();
    }

    bool isAsked(const StudyPoint& point) const {
        return std::ranges::all_of(m_table.only, [&](const auto& limit) {
            return std::ranges::find(limit.second, point.name(limit.first)) != limit.second.end();
        });
    }

    std::vector<std::string> namesOf(const StudyPoint& point, bool total) const {
        std::vector<std::string> names;
        for (const StudyAxis axis : m_table.rows)
            names.push_back(total && axis == StudyAxis::workload ? std::string(kTotal) : point.name(axis));
        return names;
    }

    void group(std::size_t point) {
        const auto add = [&](std::vector<std::string> names) {
            const auto known = std::ranges::find(m_groups, names, &Group::names);
            if (known != m_groups.end())
                known->points.push_back(point);
            else
                m_groups.push_back({std::move(names), {point}});
        };
        add(namesOf(m_all[point], false));
        if (m_table.total) add(namesOf(m_all[point], true));
    }

    StudyRow rowOf(const Group& group) const {
        StudyRow row{group.names, {}};
        for (const StudyColumn& column : m_table.columns) {
            StudyCell cell{valueOf(column, group), {}};
            for (const StudyPublished& published : column.published) {
                const auto value = published.values.find(row.key());
                cell.published.push_back(value == published.values.end() ? StudyValue() : value->second);
            }
            row.cells.push_back(std::move(cell));
        }
        return row;
    }

    StudyValue valueOf(const StudyColumn& column, const Group& group) const {
        StudyValue value = valueOf(column, group, group.points);
        if (!column.relativeTo) return value;
        std::vector<std::size_t> reference;
        for (const std::size_t point : group.points) {
            auto names = m_all[point].names;
            names[numberOf(column.relativeTo->axis)] = column.relativeTo->name;
            const auto found = m_place.find(names);
            if (found == m_place.end()) return {};
            reference.push_back(found->second);
        }
        const auto ratio = ratioOf(value, valueOf(column, group, reference));
        return ratio ? StudyValue(*ratio) : StudyValue();
    }

    StudyValue valueOf(const StudyColumn& column, const Group& group, const std::vector<std::size_t>& points) const {
        const bool oneOfEach =
            std::ranges::find(m_table.rows, StudyAxis::workload) != m_table.rows.end() && !isTotal(group.names);
        std::vector<Weighted> terms;
        for (const std::size_t point : points) {
            if (point >= m_outcomes.size() || !m_outcomes[point]) return {};
            const StudyValue value = m_outcomes[point]->figure(column.figure);
            if (std::holds_alternative<std::string>(value)) return points.size() == 1 ? value : StudyValue();
            if (std::holds_alternative<std::monostate>(value)) return {};
            terms.push_back({std::get<double>(value), oneOfEach ? 1.0 : static_cast<double>(m_all[point].count)});
        }
        return combined(column.combine, std::move(terms));
    }

    void addPublishedTotals(std::size_t column, StudyRow& total, const std::vector<StudyRow>& rows) const {
        const StudyColumn& it = m_table.columns[column];
        if (it.combine != StudyCombine::sum || it.relativeTo) return;
        for (std::size_t by = 0; by < it.published.size(); ++by) {
            StudyValue& cell = total.cells[column].published[by];
            if (!std::holds_alternative<std::monostate>(cell)) continue;
            if (const auto sum = publishedSum(it.published[by], total, rows)) cell = *sum;
        }
    }

    std::optional<double> publishedSum(const StudyPublished& published, const StudyRow& total,
                                       const std::vector<StudyRow>& rows) const {
        double sum = 0;
        for (const StudyRow& row : rows) {
            if (isTotal(row.names)) continue;
            const Group& group = *std::ranges::find(m_groups, row.names, &Group::names);
            if (namesOf(m_all[group.points.front()], true) != total.names) continue;
            const auto value = published.values.find(row.key());
            if (value == published.values.end() || !std::holds_alternative<double>(value->second)) return std::nullopt;
            sum += static_cast<double>(m_all[group.points.front()].count) * std::get<double>(value->second);
        }
        return sum;
    }

    const StudyTable& m_table;
    const StudyOutcomes& m_outcomes;
    std::vector<StudyPoint> m_all;
    std::map<std::array<std::string, kStudyAxes>, std::size_t> m_place;  ///< of the table's matrix
    std::vector<Group> m_groups;
};

}  // namespace

std::string StudyRow::key() const { return joined(names, " / "); }

std::vector<StudyRow> rowsOf(const StudySpec& spec, const StudyTable& table, const StudyOutcomes& outcomes) {
    return RowMaker(spec, table, outcomes).rows();
}

std::vector<std::string> rowKeys(const StudySpec& spec, const StudyTable& table) {
    std::vector<std::string> keys;
    for (const StudyRow& row : rowsOf(spec, table, {})) keys.push_back(row.key());
    return keys;
}

std::optional<double> ratioOf(const StudyValue& ours, const StudyValue& theirs) {
    const double* a = std::get_if<double>(&ours);
    const double* b = std::get_if<double>(&theirs);
    if (a == nullptr || b == nullptr || *b == 0) return std::nullopt;
    return *a / *b;
}

}  // namespace lapidary
