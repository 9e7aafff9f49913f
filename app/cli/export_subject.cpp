// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/export_subject.h"

#include "app/cli/inputs.h"
#include "app/cli/mapping_file.h"
#include "core/io/native.h"
#include "core/io/session.h"

namespace lapidary::cli {

namespace {

Result<ExportSubject> subjectOfSession(const std::string& file) {
    const auto text = readTextFile(file);
    if (!text) return text.diagnostics();
    const auto json = parseJson(*text, file);
    if (!json) return json.diagnostics();
    const auto session = sessionFromJson(*json, file);
    if (!session) return session.diagnostics();
    const ShownMapping& shown = session->shown;
    const SessionRun* run = shown.run < 0 ? nullptr : &session->runs[static_cast<std::size_t>(shown.run)];
    const SessionInputs& inputs = run ? run->inputs : session->inputs;
    auto target = Target::make(inputs.workload, inputs.architecture);
    if (!target) return target.diagnostics();
    ExportSubject subject{*std::move(target), shown.own};
    if (run) subject.mapping = run->result.top[static_cast<std::size_t>(shown.rank)].mapping;
    return subject;
}

}  // namespace

Result<ExportSubject> exportSubjectOf(const Request& request) {
    if (!request.subject.empty()) return subjectOfSession(request.subject);
    auto target = targetOf(request.input);
    if (!target) return target.diagnostics();
    ExportSubject subject{*std::move(target), std::nullopt};
    if (request.mapping.empty()) return subject;
    auto mapping = readMapping(request.mapping, *subject.target);
    if (!mapping) return mapping.diagnostics();
    subject.mapping = *std::move(mapping);
    return subject;
}

}  // namespace lapidary::cli
