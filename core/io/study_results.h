// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a study found, as a file, "lapidary/study-result/1": written anew after every point, so that a study which was
// stopped goes on where it was. It carries the version, the seed and hashes of the study and of every design and workload
// it ran on; results of other inputs are refused. Outside "run" it is the same however the study was run. Pure functions.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/json.h"
#include "core/explore/study.h"
#include "core/io/study_file.h"

namespace lapidary {

/// Of a study: what its results depend on, made once.
class StudyStamp {
public:
    explicit StudyStamp(const StudyFile& study);

    /// "provenance" of a results file.
    Json toJson(const std::optional<std::uint64_t>& seed) const;
    /// Why results with another provenance don't belong to this study; empty = they do.
    Diagnostics differences(const Json& provenance, std::string_view file) const;

private:
    std::string m_name;
    std::string m_study;                                        ///< hash
    std::vector<std::pair<std::string, std::string>> m_inputs;  ///< name and hash
};

/// null, a number (whole ones without a decimal point) or words.
Json toJson(const StudyValue& value);

/// `study` must be the one that `stamp` was made of.
Json studyResultsToJson(const StudyFile& study, const StudyStamp& stamp, const StudyOutcomes& outcomes, int threads);

struct StudyResults {
    StudyOutcomes outcomes;             ///< by index of studyPoints
    std::optional<std::uint64_t> seed;  ///< StudySpec::seed that they were found with
};
/// Refuses results of another version, or of another study or input, and those that are damaged, with the place.
Result<StudyResults> studyResultsFromJson(const Json& json, std::string_view file, const StudyFile& study);

/// Whether a file may be replaced by results: it isn't there, or holds some.
Diagnostics mayHoldResults(const std::string& file);

}  // namespace lapidary
