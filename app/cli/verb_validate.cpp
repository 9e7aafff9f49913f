// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <filesystem>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/io/validation/benchmarks.h"
#include "core/io/validation/proofs.h"
#include "core/io/validation/validation.h"

namespace lapidary::cli {

namespace {

ExitCode printBenchmarks(const Request& request) {
    Job job;
    const auto line = [] { return std::string("searching what timeloop-mapper searched"); };
    const Watch watch(job, line, hasTerminal() && !request.output.quiet);
    const auto sections = validation::benchmark(request.reference, request.only, request.threads, job);
    if (!sections) return refuse(sections.diagnostics());
    const Rendering page{[&] { return validation::benchmarkPage(*sections); },
                         [&] { return validation::benchmarkJson(*sections); },
                         [&] { return toCsv(validation::validationTable(*sections)); }};
    return emit(request.output, page, ExitCode::done);
}

ExitCode printProofs(const Request& request) {
    Job job;
    const auto line = [] { return std::string("proving the best mappings of ResNet-50"); };
    const Watch watch(job, line, hasTerminal() && !request.output.quiet);
    const auto sections = validation::proofs(request.only, job);
    if (!sections) return refuse(sections.diagnostics());
    const Rendering page{[&] { return validation::proofsPage(*sections); },
                         [&] { return validation::proofsJson(*sections); },
                         [&] { return toCsv(validation::validationTable(*sections)); }};
    return emit(request.output, page, ExitCode::done);
}

}  // namespace

ExitCode runValidate(const Request& request) {
    constexpr const char* kHint =
        "the folder with timeloop/, sunstone/, accelforge/, zigzag/, technology/ and validation/: the program doesn't "
        "carry other people's figures";
    if (request.proofs && request.benchmarks)
        return refuse(ExitCode::badInput, "'validate' takes --benchmarks or --proofs, not both",
                      "leave one of them out");
    if (request.proofs) return printProofs(request);
    if (request.reference.empty()) return refuse(ExitCode::badInput, "'validate' needs --reference DIR", kHint);
    std::error_code ignored;
    if (!std::filesystem::is_directory(request.reference, ignored))
        return refuse(ExitCode::badInput, "--reference: there is no folder '" + request.reference + "'", kHint);
    if (!request.only.empty() && !request.benchmarks)
        return refuse(ExitCode::badInput, "'validate --only' needs --benchmarks or --proofs", "leave --only out");
    if (request.benchmarks) return printBenchmarks(request);
    const auto sections = validation::validate(request.reference);
    if (!sections) return refuse(sections.diagnostics());
    const Rendering page{[&] { return validation::validationPage(*sections); },
                         [&] { return validation::validationJson(*sections); },
                         [&] { return toCsv(validation::validationTable(*sections)); }};
    return emit(request.output, page, ExitCode::done);
}

}  // namespace lapidary::cli
