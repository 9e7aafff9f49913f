// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A session: what a person has on the desk - inputs, the runs made so far with their results, and the mapping shown - as
// one value and one file (`.lapidary`, schema "lapidary/session/1"). Runs carry their own inputs, so that a result
// stays true when the inputs are changed afterwards. Plain values; no thread rule.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/arch/architecture.h"
#include "core/base/json.h"
#include "core/mapspace/mapspace.h"
#include "core/search/search.h"
#include "core/workload/workload.h"

namespace lapidary {

/// Everything that decides the result of a search.
struct SessionInputs {
    std::string workloadKey;  ///< preset it came from, e.g. "resnet50/layer1_0_conv2"; empty = none
    Workload workload;
    std::string architectureKey;  ///< preset it came from, e.g. "eyeriss-like"; empty = none
    Architecture architecture;
    MapspaceOptions mapspace;
    SearchOptions search;
};

struct SessionRun {
    SessionInputs inputs;
    SearchResult result;
};

/// The mapping on show: number `rank` of a run's best, or one of its own on the present inputs.
struct ShownMapping {
    int run = -1;
    int rank = 0;
    std::optional<Mapping> own;

    bool empty() const { return run < 0 && !own; }
    bool operator==(const ShownMapping&) const = default;
};

struct Session {
    SessionInputs inputs;
    std::vector<SessionRun> runs;
    ShownMapping shown;
    std::string perspective;  ///< key of the perspective in front; empty = the default
};

Json toJson(const Session& session);
/// Errors are located; a session of a newer schema is refused with both versions named.
Result<Session> sessionFromJson(const Json& json, std::string_view file);

}  // namespace lapidary
