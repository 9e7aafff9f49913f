// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a design and a workload say before there is any mapping: area, peak rate, and the roofline of the outermost level
// whose bandwidth is limited (Williams et al., "Roofline", 2009). Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/workload/workload.h"

namespace lapidary {

/// The roof over one level: cycles are at least words / wordsPerCycle and at least MACs / peak.
struct Roofline {
    int level = 0;
    std::vector<int> tensors;  ///< those that the level must keep
    double wordsPerCycle = 0;  ///< in and out, all instances
    double ridge = 0;          ///< MACs per word above which the compute binds
    std::int64_t words = 0;    ///< of these tensors, each moved once
    double intensity = 0;      ///< MACs per such word, the most that any mapping can reach
    double attainable = 0;     ///< MACs per cycle at that intensity
    bool computeBound = true;  ///< intensity >= ridge
    double margin = 1;         ///< the larger of both over the smaller
};

struct DesignFacts {
    std::optional<double> areaUm2;
    std::vector<std::string> areaMissing;  ///< parts without a figure
    double peak = 0;                       ///< MACs per cycle
    std::optional<double> peakPerSecond;   ///< MACs, if the design has a clock
    std::int64_t computeInstances = 0;
    std::int64_t macs = 0;
    std::int64_t words = 0;  ///< of all tensors
    double intensity = 0;    ///< MACs per word of all tensors; the roofline's leaves out what passes its level by
    std::optional<Roofline> roofline;  ///< none if no bandwidth is limited
};

DesignFacts designFacts(const Architecture& architecture, const Workload& workload);

/// Which words an intensity counts, so that the roofline's and that of the whole workload can be told apart:
/// "I + O, each once; GLB need not keep W", or "all tensors, each once".
std::string intensityBasis(const DesignFacts& facts, const Architecture& architecture, const Workload& workload);

/// pJ per word of an access to a block; nullopt if unknown.
std::optional<double> perWord(const Figure& energy, int block);
/// um^2 of one instance of what stands below a fanout; nullopt if a figure is missing.
std::optional<double> areaBelow(const Architecture& architecture, int fanout);

}  // namespace lapidary
