// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/study_files.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/io/native.h"
#include "core/io/option_key.h"
#include "core/io/presets.h"
#include "core/io/study_page.h"

namespace lapidary::cli {

namespace {

Table studyListTable(const std::vector<StudyFile>& studies) {
    Table table{{"key", "paper", "place", "points", "title"}, {}};
    for (const StudyFile& study : studies)
        table.rows.push_back(
            {study.name, study.paper, study.place, std::to_string(studyPoints(study.spec).size()), study.title});
    return table;
}

Json studyListJson(const std::vector<StudyFile>& studies) {
    Json list = Json::array();
    for (const StudyFile& study : studies)
        list.push(Json::object()
                      .set("key", study.name)
                      .set("paper", study.paper)
                      .set("place", study.place)
                      .set("points", static_cast<std::int64_t>(studyPoints(study.spec).size()))
                      .set("title", study.title)
                      .set("question", study.question));
    return Json::object().set("lapidary", producerJson("lapidary/studies/1")).set("studies", std::move(list));
}

ExitCode listStudies(const Request& request) {
    std::vector<StudyFile> studies;
    for (const PresetInfo& info : presets("study")) {
        auto study = loadStudy(info.key);
        if (!study) return refuse(study.diagnostics());
        studies.push_back(*std::move(study));
    }
    const Rendering rendering{[&] { return toAligned(studyListTable(studies)); },
                              [&] { return studyListJson(studies); }, [&] { return toCsv(studyListTable(studies)); }};
    return emit(request.output, rendering, ExitCode::done);
}

ExitCode showStudy(const Request& request) {
    const auto study = studyOf(request);
    if (!study) return refuse(study.diagnostics());
    const Rendering rendering{[&] { return inputReport(*study); }, [&] { return toJson(*study); },
                              [&] { return toCsv(inputTable(*study)); }};
    return emit(request.output, rendering, ExitCode::done);
}

/// Runs what `known` lacks and prints what then is there.
ExitCode runPoints(const Request& request, const StudyFile& study, StudyOutcomes known) {
    if (const auto format = optionKey("--format", request.output.format, Format::text); !format)
        return refuse(format.diagnostics());
    const std::string file = resultsFileOf(request, study);
    const StudyStamp stamp(study);
    const auto write = [&](const StudyOutcomes& outcomes) {
        return writeTextFile(file, studyResultsToJson(study, stamp, outcomes, request.threads).dump() + '\n');
    };
    Job job;
    StudyMonitor monitor;
    // The file is there from the beginning, so that what can't be written is said before anything was computed.
    if (const Diagnostics problems = write(known); hasErrors(problems)) return refuse(problems);
    const auto result = [&] {
        const Watch watch(
            job, [&] { return progressLine(monitor.snapshot()); }, hasTerminal() && !request.output.quiet);
        return runStudy(study.spec, {request.threads, std::move(known), write}, job, &monitor);
    }();
    if (!result) return refuse(result.diagnostics());
    const bool any = std::ranges::any_of(
        result->outcomes, [](const StudyOutcomePtr& outcome) { return outcome && outcome->failure.empty(); });
    const Rendering rendering{[&] { return studyReport(study, result->outcomes); },
                              [&] { return studyResultsToJson(study, stamp, result->outcomes, request.threads); },
                              [&] { return toCsv(studyPointTable(study, result->outcomes)); }};
    const ExitCode code = result->stopped ? ExitCode::stopped : any ? ExitCode::done : ExitCode::invalid;
    return emit(request.output, rendering, code);
}

ExitCode startStudy(const Request& request) {
    const auto study = studyOf(request);
    if (!study) return refuse(study.diagnostics());
    if (const Diagnostics problems = mayHoldResults(resultsFileOf(request, *study)); hasErrors(problems))
        return refuse(problems);
    return runPoints(request, *study, {});
}

ExitCode resumeStudy(const Request& request) {
    auto study = studyOf(request);
    if (!study) return refuse(study.diagnostics());
    auto known = keptResults(request, *study);
    if (!known) return refuse(known.diagnostics());
    return runPoints(request, *study, *std::move(known));
}

/// --to, else --format, else what the file's ending says.
Result<StudyExport> exportFormatOf(const Request& request) {
    const std::string ending = std::filesystem::path(request.output.file).extension().string();
    const StudyExport usual = ending == ".json"  ? StudyExport::json
                              : ending == ".csv" ? StudyExport::csv
                              : ending == ".txt" ? StudyExport::text
                                                 : StudyExport::markdown;
    const bool byTo = !request.to.empty();
    return optionKey(byTo ? "--to" : "--format", byTo ? request.to : request.output.format, usual);
}

ExitCode exportStudy(const Request& request) {
    const auto format = exportFormatOf(request);
    if (!format) return refuse(format.diagnostics());
    auto study = studyOf(request);
    if (!study) return refuse(study.diagnostics());
    const auto outcomes = keptResults(request, *study);
    if (!outcomes) return refuse(outcomes.diagnostics());
    return emitText(request.output, studyExport(*study, *outcomes, *format, request.threads), ExitCode::done);
}

}  // namespace

ExitCode runStudyVerb(const Request& request) {
    struct Action {
        std::string_view name;
        ExitCode (*run)(const Request&);
    };
    constexpr std::array<Action, 5> actions{{{"list", listStudies},
                                             {"show", showStudy},
                                             {"run", startStudy},
                                             {"resume", resumeStudy},
                                             {"export", exportStudy}}};
    const std::string& asked = request.study.action;
    std::vector<std::string> known;
    for (const Action& action : actions) {
        if (action.name == asked) return action.run(request);
        known.emplace_back(action.name);
    }
    const std::string expected = "'study' takes one of list, show, run, resume and export";
    if (asked.empty()) return refuse(ExitCode::badInput, expected);
    return refuse(ExitCode::badInput, expected + ", found '" + asked + "'", didYouMean(asked, known));
}

}  // namespace lapidary::cli
