// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH asked from a desk: the workload that is open first, then every other matrix product of the network it comes from, so
// that the styles can be compared over all of them. Workers call answer(); what it is given and hands back is plain values.
#pragma once

#include <functional>
#include <string>

#include "core/io/maestro/flash_report.h"

namespace lapidary {

struct FlashQuestion {
    std::string workloadKey;  ///< "flash-gemms/VI" names its network; empty = stands alone
    Workload workload;
    Architecture architecture;
    flash::Options options;
};

/// What is known so far: runs in the order of the network.
struct FlashAnswer {
    FlashReport report;
    std::size_t current = 0;  ///< index of the open workload's run
    int workloads = 1;        ///< matrix products to be mapped
    int others = 0;           ///< layers of the network that are none
    std::string underWay;     ///< which workload; empty once it is over

    bool stopped() const { return report.stopped() || static_cast<int>(report.runs.size()) < workloads; }
    const FlashRun* run() const { return current < report.runs.size() ? &report.runs[current] : nullptr; }
};

/// Why FLASH can't be asked: the workload is no matrix product, the design has no two buffers around an array. Empty = it can.
Diagnostics whyNoFlash(const Workload& workload, const Architecture& architecture);

/// `look` is called by the thread that works. Stops within 50 ms with what there is.
Result<FlashAnswer> answer(const FlashQuestion& question, Job& job,
                           const std::function<void(const FlashAnswer&)>& look = {});

/// "tiles=integers,samples=1000,rules=maestro,nominal_macs=off": what differs from the usual, and back; a quirk needs the rules
/// before it.
std::string flashWords(const flash::Options& options);
Result<flash::Options> flashOptions(flash::Options options, std::string_view words);

}  // namespace lapidary
