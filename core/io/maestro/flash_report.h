// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What FLASH's search found, per workload and style, as JSON, text and a table. Pure functions.
#pragma once

#include <string>
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
/// Runtime of each style per workload, the best marked.
Table bestStyleTable(const FlashReport& report);
/// The best of each workload, for a file in MAESTRO's format.
std::vector<maestro::MappedLayer> bestLayers(const FlashReport& report);

}  // namespace lapidary
