// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures inside the texts of a study, so that what is said of a result is taken from that result:
//   {ours|edp|conv1}        our value of a column in a row
//   {paper|edp|conv1}       the value published first; {public program|edp|conv1} the one of that name
//   {ratio|edp|conv1}       ours over the first one; {ratio to public program|edp|conv1} over the one of that name
//   {ratio|edp|max}         over all rows but totals: min, max, median, geomean, sum
//   {better|edp} {equal|edp} {worse|edp} {rows|edp}   rows where ours is less, equal (within 1e-9), more; all that have both
// Pure functions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/study_file.h"

namespace lapidary {

class StudyFacts {
public:
    StudyFacts(const StudyFile& study, const StudyOutcomes& outcomes);

    /// What isn't known becomes "(not known)". Errors: an unknown word, column or row, each with the nearest.
    Result<std::string> filled(std::string_view text) const;

    /// By table of the study.
    const std::vector<std::vector<StudyRow>>& rows() const { return m_rows; }

private:
    struct Place {
        const StudyColumn* column = nullptr;
        std::size_t table = 0, index = 0;
    };
    Result<std::string> figure(std::string_view inside) const;
    Result<std::string> countOfRows(const std::string& what, const Place& place) const;
    Result<std::string> valueAt(const std::string& what, const Place& place, const std::string& row) const;

    std::vector<std::vector<StudyRow>> m_rows;
    std::map<std::string, Place> m_columns;
};

/// A value in a table for people: four digits, whole numbers whole.
std::string studyText(const StudyValue& value);

}  // namespace lapidary
