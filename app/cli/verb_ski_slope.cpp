// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/io/slope_report.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {

namespace {

constexpr int kSlopeWordBits = 16;  ///< if neither a design nor an option says another width

Result<Slope> slopeWatched(const Workload& workload, const Architecture* design, int wordBits, bool quiet) {
    Job job;
    const Watch watch(
        job, [] { return std::string("tiling for every size of the buffer"); }, hasTerminal() && !quiet);
    auto slope = slopeOf(workload, design, wordBits, job);
    return slope;
}

}  // namespace

ExitCode runSkiSlope(const Request& request) {
    const auto workload = workloadOf(request.input);
    if (!workload) return refuse(workload.diagnostics());
    std::optional<Architecture> design;
    if (!request.input.architecture.empty()) {
        auto found = architectureOf(request.input);
        if (!found) return refuse(found.diagnostics());
        design = *std::move(found);
    }
    const int wordBits = request.wordBits.value_or(design ? slopeWordBits(*design) : kSlopeWordBits);
    const StopWatch watch;
    const auto slope = slopeWatched(*workload, design ? &*design : nullptr, wordBits, request.output.quiet);
    if (!slope)
        return refuse(ExitCode::unavailable, slope.diagnostics().front().message, slope.diagnostics().front().hint);
    const std::string name = design ? design->name() : "";
    const Rendering rendering{[&] { return slopeReport(*slope, *workload, name); },
                              [&] { return slopeToJson(*slope, *workload, name, watch.seconds()); },
                              [&] { return toCsv(slopeTable(*slope, NumberStyle::exact)); }};
    return emit(request.output, rendering, ExitCode::done);
}

}  // namespace lapidary::cli
