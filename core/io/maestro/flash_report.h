// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What FLASH's search found, per workload and style, as JSON, text and a table. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/io/maestro/files.h"
#include "core/io/table.h"
#include "core/search/flash/search.h"

namespace lapidary {

struct FlashRun {
    std::string workload;
    flash::Gemm gemm;
    flash::FlashResult result;
};

struct FlashReport {
    std::string architecture;
    double clockGhz = 1;  ///< FLASH's, unless the design says another
    data_centric::Hardware hardware;
    flash::Options options;
    std::vector<FlashRun> runs;

    bool stopped() const;
    /// Whether every workload has a mapping, and whether all of them fit.
    bool complete() const;
    bool fits() const;
};

/// {"lapidary", "model", "semantics", "architecture", "hardware", "options", "objective", "seed", "workloads": [...]} without "run".
Json flashJson(const FlashReport& report);
std::string flashText(const FlashReport& report);
/// One row per workload and style.
Table flashTable(const FlashReport& report, NumberStyle style);
/// Figures of one style's pick, for its runtime by case.
struct FlashCases {
    std::size_t style = 0;  ///< index into the run's styles
    data_centric::Outcome outcome;
};
/// Of every style that has a pick.
std::vector<FlashCases> flashCases(const FlashReport& report, const FlashRun& run);
/// The figure of a style's pick over that of the workload's pick, in what was asked for; nullopt without a pick. A pick that
/// fits nowhere can be below 1: it doesn't count.
std::optional<double> overPick(const FlashReport& report, const FlashRun& run, std::size_t style);

/// "eyeriss", "maeri-mnk"
std::string flashKey(const flash::StyleResult& style);
/// "Eyeriss-style", "MAERI-style m, n, k"
std::string flashLabel(const flash::StyleResult& style);
/// Why a pick doesn't fit: "S1 overflows"; empty if it fits.
std::string flashProblem(const flash::Found& found);

/// One row per style and bin: how many candidates take from .. to cycles, and whether the pick is among them.
Table flashHistogramTable(const FlashReport& report, const FlashRun& run, NumberStyle style);
/// One row per style and case: steps, cycles, of them computing and waiting for data.
Table flashCaseTable(const FlashReport& report, const FlashRun& run, NumberStyle style);
/// One row per workload and style: the pick's figure over the workload's best.
Table flashRatioTable(const FlashReport& report, NumberStyle style);
/// The bin of a runtime; -1 outside.
int flashBin(const flash::Histogram& histogram, std::int64_t cycles);
/// Runtimes from .. to of a bin, in cycles.
std::pair<double, double> flashBinSpan(const flash::Histogram& histogram, int bin);

/// Runtime of each style per workload, the best marked.
Table bestStyleTable(const FlashReport& report);
/// The best of each workload, for a file in MAESTRO's format.
std::vector<maestro::MappedLayer> bestLayers(const FlashReport& report);

}  // namespace lapidary
