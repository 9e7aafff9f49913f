// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The same problems searched by timeloop-mapper and here: its inputs and its best mapping are read from the reference
// folder (timeloop-search/best), both best mappings are counted by the same rules, once those of exact.json, once those
// of compat timeloop. One recipe for all cases, limited by mappings and not by time, so that all but the seconds is the
// same on any machine and at any thread count. Plain values and pure functions but for the files read.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/job.h"
#include "core/io/table.h"
#include "core/io/validation/page.h"

namespace lapidary::validation {

/// A section for each set of rules, a row for each case whose name contains `only`. Errors name what can't be read.
Result<std::vector<Section>> benchmark(const std::filesystem::path& reference, const std::string& only, int threads,
                                       Job& job);

/// docs/benchmarks.md.
std::string benchmarkPage(const std::vector<Section>& sections);
/// "lapidary/benchmarks/1".
Json benchmarkJson(const std::vector<Section>& sections);

}  // namespace lapidary::validation
