// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What `lapidary-bench` says at its end: one rate per benchmark, the best of its repetitions by CPU time, beside that of a
// stored baseline. A baseline is a JSON file that --save wrote: {"semantics": ..., "per_second": {name: rate}}.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>

#include "core/base/result.h"

namespace lapidary {

using BenchRates = std::map<std::string, double>;  ///< items per second of CPU time, by benchmark

Result<BenchRates> readBaseline(const std::string& file);
/// False, with a message on stderr, if the file can't be written.
bool saveBaseline(const std::string& file, const BenchRates& rates, const std::string& semantics);

/// The usual lines, and the best rates.
class RateReporter : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override;
    const BenchRates& best() const { return m_best; }

private:
    BenchRates m_best;
};

/// A Markdown table: benchmark, rate, the baseline's, ratio.
std::string rateTable(const BenchRates& rates, const BenchRates& baseline);

}  // namespace lapidary
