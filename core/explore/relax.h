// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax when a search has found nothing valid, found by trying: each limited memory without its limit, one at a
// time, all together if no single one helps; each rule of the constraints left out, all together if nothing single helps. A
// memory's suggestion is the smallest size with which one of the mappings tried is valid: of a small mapspace all are
// tried, so that it is the least there is; of a large one some, from which a walk goes on to smaller tiles. The mapping
// that a suggestion comes from is valid once it is followed (tested). The same for a seed on any machine. Pure functions
// but for the job.
#pragma once

#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/mapspace/mapspace.h"
#include "core/model/semantics.h"

namespace lapidary {

/// Mapspaces of at most as many candidates are tried whole.
inline constexpr std::int64_t kMaxRelaxed = 50'000;

struct Relaxation {
    /// One of --set: "GLB.capacity", "1280", in words of the memory.
    struct Setting {
        std::string path, value;
        bool operator==(const Setting&) const = default;
    };
    std::string what;               ///< "GLB: tiles of I + O need 1,280 words, 512 fit", "GLB: without factor C >= 4"
    std::vector<Setting> settings;  ///< empty if it is about constraints
    Constraints constraints;        ///< to search under then
    bool least = false;             ///< every candidate was tried: no smaller size will do
    Mapping witness;                ///< valid once this is followed
};

struct Advice {
    std::optional<Mapping> valid;  ///< nothing need be relaxed: this is valid, the search just did not meet it
    std::vector<Relaxation> ways;  ///< each enough by itself; memories first, outermost first
};

/// Ends early, with what it has, if the job stops it.
Advice whatToRelax(const Mapspace& mapspace, const Semantics& semantics, std::uint64_t seed, Job& job);

/// A line for each way: "GLB: ... fit: --set GLB.capacity=1280", "or GLB: without factor C >= 4".
std::vector<std::string> toLines(const Advice& advice);

}  // namespace lapidary
