// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/study_files.h"

#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/presets.h"

namespace lapidary::cli {

Result<StudyFile> studyOf(const Request& request) {
    const StudyRequest& asked = request.study;
    if (!asked.subject.empty() && !asked.file.empty()) return error("give either KEY or --study, not both");
    const std::string key = asked.subject.empty() ? asked.file : asked.subject;
    if (key.empty())
        return error("'study " + asked.action + "' needs the key or file of a study",
                     "'lapidary-cli study list' lists some");
    auto study = loadStudy(key);
    if (!study && asked.subject.empty()) return located(study.diagnostics(), "--study");
    if (study) study->spec.seed = request.seed;
    return study;
}

std::string resultsFileOf(const Request& request, const StudyFile& study) {
    return request.study.results.empty() ? study.name + ".results.json" : request.study.results;
}

Result<StudyOutcomes> keptResults(const Request& request, StudyFile& study) {
    const std::string file = resultsFileOf(request, study);
    if (!isThere(file))
        return errorAt({.file = file}, "there are no results of '" + study.name + "'",
                       "'lapidary-cli study run' makes them; --results names another file");
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    const auto json = parseJson(*text, file);
    if (!json) return json.diagnostics();
    auto results = studyResultsFromJson(*json, file, study);
    if (!results) return results.diagnostics();
    const auto nameOf = [](const std::optional<std::uint64_t>& seed) {
        return seed ? "seed " + std::to_string(*seed) : std::string("the study's own seeds");
    };
    if (request.seed && request.seed != results->seed)
        return error(
            "the results in '" + file + "' are of " + nameOf(results->seed) + ", not of " + nameOf(request.seed),
            "leave --seed out, or 'study run' makes them anew");
    study.spec.seed = results->seed;
    return std::move(results->outcomes);
}

}  // namespace lapidary::cli
