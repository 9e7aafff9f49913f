// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A study and what it found, for people and programs: the page "the paper says / we find / why", its tables as text, every
// point as CSV, and the list of studies. Pure functions.
#pragma once

#include <span>
#include <string>

#include "core/base/key_table.h"
#include "core/explore/study.h"
#include "core/io/study_file.h"
#include "core/io/table.h"

namespace lapidary {

/// Columns of the rows' axes; per figure ours and, for each that published it, theirs and the ratio of ours to it (of
/// words "equal" or "differs").
Table studyTable(const StudyTable& table, const std::vector<StudyRow>& rows, NumberStyle style);

/// The tables with their published values, [{"title", "rows": [{axis: name, ..., column: {"ours", "published": {by: value},
/// "ratio": {by: ratio}}}]}]; columns of the moment are left out.
Json studyTablesJson(const StudyFile& study, const StudyOutcomes& outcomes);

/// Every point that is finished: matrix, axes, failure, all figures of all tasks.
Table studyPointTable(const StudyFile& study, const StudyOutcomes& outcomes);

/// Markdown. As long as nothing has run, "We find" says so.
std::string studyPage(const StudyFile& study, const StudyOutcomes& outcomes);
/// For a terminal.
std::string studyReport(const StudyFile& study, const StudyOutcomes& outcomes);

/// What a study is exported as.
enum class StudyExport { markdown, json, csv, text };
std::span<const KeyEntry<StudyExport>> keyTable(StudyExport);
/// A whole file. `threads` is how many the study ran on.
std::string studyExport(const StudyFile& study, const StudyOutcomes& outcomes, StudyExport format, int threads);

/// A study before it runs: question, matrices, points.
std::string inputReport(const StudyFile& study);
Table inputTable(const StudyFile& study);

/// One line for a terminal while a study runs: "12 of 40 points, 0:03, kernels / ttmc-r8-nell2 / ...".
std::string progressLine(const StudySnapshot& snapshot);

}  // namespace lapidary
