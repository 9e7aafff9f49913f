// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/document.h"
#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/io/inputs.h"
#include "core/io/mapping_file.h"
#include "core/io/native.h"

namespace lapidary::cli {

namespace {

ExitCode writeAs(const Request& request, const Rendering& rendering) {
    OutputOptions output = request.output;
    output.format = request.to.empty() ? "json" : request.to;
    return emit(output, rendering, ExitCode::done);
}

ExitCode convertMapping(const Request& request) {
    const auto target = targetOf(request.input);
    if (!target) return refuse(target.diagnostics());
    const Workload& workload = (*target)->workload;
    const Architecture& architecture = (*target)->architecture;
    const auto mapping = readMapping(request.subject, **target);
    if (!mapping) return refuse(mapping.diagnostics());
    return writeAs(request, {[&] { return toText(*mapping, workload, architecture); },
                             [&] { return mappingToJson(*mapping, workload, architecture); },
                             {}});
}

ExitCode convertDocument(const Request& request) {
    const auto document = loadDocument(request.subject, request.input.settings);
    if (!document) return refuse(document.diagnostics());
    return writeAs(request, renderingOf(*document));
}

}  // namespace

ExitCode runConvert(const Request& request) {
    if (request.subject.empty()) return refuse(ExitCode::badInput, "nothing to convert", "give a FILE");
    if (!request.to.empty() && request.to != "json" && request.to != "text")
        return refuse(ExitCode::badInput, "unknown target '" + request.to + "' of --to, expected json or text");
    const auto isMapping = holdsMapping(request.subject);
    if (!isMapping) return refuse(isMapping.diagnostics());
    return *isMapping ? convertMapping(request) : convertDocument(request);
}

}  // namespace lapidary::cli
