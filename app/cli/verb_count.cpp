// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/exploration.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/io/inputs.h"
#include "core/io/report_table.h"
#include "core/io/report_text.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {

namespace {

constexpr std::uint64_t kMaxDistinctWalk = 20'000'000;

}  // namespace

ExitCode runCount(const Request& request) {
    const auto ground = groundOf(request);
    if (!ground) return refuse(ground.diagnostics());
    printNotes(ground.diagnostics(), request.output);
    const auto& [mapspace, evaluator] = ground->exploration;

    const StopWatch watch;
    SpaceCounts counts;
    counts.threads = request.threads;
    if (request.valid) {
        Job job;
        const auto valid = countValid(mapspace, evaluator, request.seedOrDefault(), request.threads, job);
        if (!valid) return refuse(valid.diagnostics());
        counts.valid = *valid;
    }
    counts.distinctAsked = request.distinct;
    if (request.distinct) counts.distinct = mapspace.distinctCount(kMaxDistinctWalk);
    counts.seconds = watch.seconds();

    const Rendering rendering{[&] { return countReport(counts, mapspace); },
                              [&] { return countToJson(counts, mapspace); },
                              [&] { return toCsv(termTable(mapspace)); }};
    return emit(request.output, rendering, ExitCode::done);
}

}  // namespace lapidary::cli
