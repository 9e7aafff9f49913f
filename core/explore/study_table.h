// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a study found, laid out as the table or figure of the paper that it redoes: points become rows by some of their
// axes, the others are combined, and each figure stands beside the values that were published. Pure functions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/explore/study.h"

namespace lapidary {

/// How points that share a row become one value. Sum, mean and geometric mean count a layer as often as it occurs, unless
/// workloads are rows.
enum class StudyCombine { sum, mean, geomean, median, min, max };
std::span<const KeyEntry<StudyCombine>> keyTable(StudyCombine);

/// Values that someone else published for a column.
struct StudyPublished {
    std::string by;                            ///< "paper", "public program"
    std::string place;                         ///< where they stand
    std::string unit;                          ///< as published
    std::map<std::string, StudyValue> values;  ///< by row
};

/// Figures are divided by those of the points that have this name instead on this axis.
struct StudyReference {
    StudyAxis axis = StudyAxis::setting;
    std::string name;
};

struct StudyColumn {
    std::string key;  ///< its own in the whole study
    std::string title, figure;
    StudyCombine combine = StudyCombine::sum;
    std::optional<StudyReference> relativeTo;
    std::vector<StudyPublished> published;
};

struct StudyTable {
    std::string title;
    std::string runs;  ///< name of the matrix
    std::vector<StudyAxis> rows;
    std::map<StudyAxis, std::vector<std::string>> only;  ///< points with one of these names on the axis; absent = all
    bool total = false;  ///< also over all workloads, with their counts; needs workloads as rows
    std::vector<StudyColumn> columns;
};

struct StudyCell {
    StudyValue ours;
    std::vector<StudyValue> published;  ///< in the column's order
};

struct StudyRow {
    std::vector<std::string> names;  ///< by axis of StudyTable::rows; "total" instead of a workload
    std::vector<StudyCell> cells;

    std::string key() const;  ///< names with " / " between
};

/// In the order of the points, totals last. What isn't known of every point of a row is unknown. Requires a study and a
/// table without problems. A published total is the sum of what was published, if that is all rows.
std::vector<StudyRow> rowsOf(const StudySpec& spec, const StudyTable& table, const StudyOutcomes& outcomes);
std::vector<std::string> rowKeys(const StudySpec& spec, const StudyTable& table);

/// Ours over theirs; nullopt unless both are numbers and theirs is not 0.
std::optional<double> ratioOf(const StudyValue& ours, const StudyValue& theirs);

}  // namespace lapidary
