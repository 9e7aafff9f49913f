// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sweeps as files, "lapidary/sweep/1":
//   { "schema": "lapidary/sweep/1", "name": "ruby-pe-array", "title": "...", "source": "Ruby, Figs. 13 and 14",
//     "architecture": "eyeriss-like",                                    // key, or a design in place
//     "axes": [{"path": "PE.fanout", "values": ["2x7", "14x12"]}],
//     "mapspaces": ["pfm", "ruby-s"],
//     "network": "resnet50",                                             // or "workload"; key, or in place
//     "constraints": "none",                                             // or in place; absent = the design's own
//     "semantics": {"halo": "box"}, "search": {"seed": 1, "victory": 3000} }
// Plain values; no thread rule.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/explore/sweep.h"

namespace lapidary {

struct SweepFile {
    std::string name, title, source;
    std::string architectureKey;          ///< preset it came from; empty = written in place
    std::string networkKey, workloadKey;  ///< the same; at most one of them
    SweepSpec spec;
    /// Where the file has its axes and mapspaces, by key ("axes[1].values[0]"): an error found later names its line. Empty
    /// unless read from a file; no part of what a sweep is.
    std::map<std::string, Place> places;
};

/// The problem with its line, if the file has its key; else with the file alone.
Diagnostic placedInFile(Diagnostic problem, const SweepFile& sweep, const std::string& file);

/// Errors are located; keys of presets that don't exist name the nearest.
Result<SweepFile> sweepFromJson(const Json& json, std::string_view file);
Json toJson(const SweepFile& sweep);

}  // namespace lapidary
