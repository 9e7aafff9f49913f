// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sweep: every combination of design settings and mapspaces is a point, and at each point every layer is searched
// (Ruby IV-F, Figs. 13 and 14: PE arrays from 2x7 to 16x16). A search is one task with one thread; tasks run in
// parallel. Each search is the one that `search` makes alone with the same seed, so the result is the same at any
// thread count. A point that a design or a mapspace refuses says why and harms no other.
// Values, apart from the monitor (sweep_monitor.h); no thread rule.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/base/job.h"
#include "core/mapping/target.h"
#include "core/mapspace/factorization.h"
#include "core/model/semantics.h"
#include "core/search/search.h"
#include "core/workload/network.h"

namespace lapidary {

/// One setting and the values it takes: a path of withSetting ("PE.fanout") or a bound of the layers ("bounds.N").
struct SweepAxis {
    std::string path;
    std::vector<std::string> values;
    bool operator==(const SweepAxis&) const = default;
};

struct SweepSpec {
    Architecture base;
    std::vector<SweepAxis> axes;  ///< none = the base design alone
    std::vector<Factorization> mapspaces{Factorization::rubyS};
    std::vector<Layer> layers;               ///< equal shapes are searched once
    std::optional<Constraints> constraints;  ///< nullopt = the design's own
    Semantics semantics;
    SearchOptions search;  ///< of each task; `threads` = how many tasks run at once
};

/// What the search of one layer at one point found.
struct LayerOutcome {
    TargetPtr target;               ///< null if there is none
    std::optional<Candidate> best;  ///< to open it: its target and the sweep's semantics
    Counters counters;
    StopCause cause = StopCause::none;
    Diagnostics failure;                  ///< why nothing was searched
    std::optional<double> bound;          ///< as SearchResult::bound; of one occurrence
    bool proven = false;
    std::optional<double> energyPj, edp;  ///< of the best, one occurrence of the layer; nullopt = unknown
    std::int64_t cycles = 0, steps = 0;
    std::int64_t stallCycles = 0;  ///< of time by ports; else 0
    double utilization = 0;
    std::int64_t macs = 0;
    double seconds = 0;  ///< of the search, pauses excluded (belongs to 'run': not reproducible)
};

/// One design with one mapspace. Totals over the layers with their counts; nullopt unless every layer has a mapping
/// and 63 bits are enough.
struct SweepPoint {
    std::size_t index = 0;            ///< the last axis and then the mapspace change fastest
    std::vector<std::string> values;  ///< of the axes, in their order
    Factorization factorization = Factorization::rubyS;
    std::optional<Architecture> architecture;
    std::optional<double> areaUm2;
    std::vector<std::string> notes;  ///< "no area data: DRAM"
    std::vector<LayerOutcome> layers;
    Diagnostics failure;    ///< why the design is refused; empty = it isn't
    bool complete = false;  ///< every layer has a mapping and every search came to its own end

    std::optional<double> energyPj;
    std::optional<std::int64_t> cycles;
    std::optional<double> edp;     ///< energy * cycles of the whole network ("net", as Ruby)
    std::optional<double> edpSum;  ///< the sum of per-layer EDPs
    std::optional<double> utilization;
    std::optional<std::int64_t> macs;
    std::optional<std::int64_t> stallCycles;  ///< nullopt unless the sweep counts time by ports
    std::optional<double> bound, gap;         ///< sum of the layers' bounds, and how far the sum of the best is above it
    std::int64_t drawn = 0;                   ///< mappings tried
};

using SweepPointPtr = std::shared_ptr<const SweepPoint>;
/// By index; null = not finished yet.
using SweepPoints = std::vector<SweepPointPtr>;

struct SweepResult {
    std::vector<Layer> layers;  ///< the unique ones: LayerOutcomes are in this order
    SweepPoints points;         ///< none is null
    bool stopped = false;       ///< by hand
    double seconds = 0;         ///< wall clock
    int threads = 1;
};

inline constexpr std::size_t kMaxSweepPoints = 10'000;

/// Combinations of axes and mapspaces; kMaxSweepPoints + 1 if there are more.
std::size_t pointCount(const SweepSpec& spec);
/// Layers of equal shape merged, counts summed.
std::vector<Layer> uniqueLayers(const SweepSpec& spec);
/// What makes the whole sweep impossible, e.g. "the axis PE.fanout has no values"; empty = nothing.
Diagnostics checkSweep(const SweepSpec& spec);

class SweepMonitor;

/// Runs to the end in the calling thread plus others. Stop and pause through `job` take effect within 50 ms: points not
/// finished then are in the result as far as they got. `monitor` may be null. `known` are points of the same sweep that
/// need no search any more, by index, null where there is none: a sweep that was stopped goes on. Errors: those of
/// checkSweep.
Result<SweepResult> runSweep(const SweepSpec& spec, Job& job, SweepMonitor* monitor = nullptr,
                             const SweepPoints& known = {});

}  // namespace lapidary
