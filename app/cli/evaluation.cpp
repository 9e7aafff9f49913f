// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/evaluation.h"

#include <algorithm>

#include "app/cli/exploration.h"
#include "core/io/inputs.h"
#include "core/io/mapping_file.h"
#include "core/io/timeloop/import.h"

namespace lapidary::cli {

namespace {

Result<Evaluation> fromOptions(const Request& request) {
    if (request.mapping.empty())
        return error("no mapping given", "use --mapping FILE, which 'search --save FILE' writes, or --timeloop FILES");
    auto target = targetOf(request.input);
    if (!target) return target.diagnostics();
    auto mapping = readMapping(request.mapping, **target);
    if (!mapping) return mapping.diagnostics();
    Diagnostics notes = mapping.diagnostics();
    return {Evaluation{*std::move(target), *std::move(mapping), request.mapping}, std::move(notes)};
}

/// The option that names what Timeloop's files hold, too; empty if none does.
std::string rival(const Request& request) {
    const std::string other = rivalOfTimeloop(request.input);
    return other.empty() && !request.mapping.empty() ? "--mapping" : other;
}

Diagnostic missing(const Request& request, const char* part, const char* key) {
    return errorAt({request.timeloop.front(), 0, 0, key}, std::string("no ") + part + " in these files",
                   "give the file with '" + std::string(key) + ":', too");
}

Result<Evaluation> fromTimeloop(const Request& request) {
    if (const std::string other = rival(request); !other.empty())
        return error(other + " can't be given beside --timeloop, whose files hold it");
    const auto read = importTimeloopFiles({request.timeloop.begin(), request.timeloop.end()});
    if (!read) return read.diagnostics();
    if (!read->architecture) return missing(request, "design", "architecture");
    if (!read->workload) return missing(request, "workload", "problem");
    if (!read->mapping) return missing(request, "mapping", "mapping");
    for (const std::string& setting : request.input.settings)
        if (setting.starts_with("bounds."))
            return error("--set " + setting +
                         " can't be given beside --timeloop: the mapping covers the bounds of its file");
    auto design = withSettings(*read->architecture, request.input);
    if (!design) return design.diagnostics();
    auto target = Target::make(*read->workload, *std::move(design));
    if (!target) return located(target.diagnostics(), request.timeloop.front());
    return {Evaluation{*std::move(target), *read->mapping, request.timeloop.front()}, read.diagnostics()};
}

}  // namespace

Result<Evaluation> evaluationOf(const Request& request) {
    return request.timeloop.empty() ? fromOptions(request) : fromTimeloop(request);
}

}  // namespace lapidary::cli
