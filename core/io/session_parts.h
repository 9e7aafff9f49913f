// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Parts of a session file that runs and sweeps share: nests as lists of lines, counters with their reasons. Errors are
// added to `out` with their place in the file. Pure functions.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/io/session.h"

namespace lapidary {

Json nestJson(const Mapping& mapping, const Workload& workload, const Architecture& architecture);
std::optional<Mapping> nestFromJson(const Json& lines, const std::string& file, const Workload& workload,
                                    const Architecture& architecture, Diagnostics& out);

Json sessionCountersJson(const Counters& counters, const Workload& workload, const Architecture& architecture);
Counters sessionCountersFromJson(const Json& json, const std::string& file, const std::string& path,
                                 const Workload& workload, const Architecture& architecture, Diagnostics& out);

/// {"hardware", "tile", "systolic_tile"}, each only if it is there.
Json fabricInputsJson(const FabricInputs& inputs);
FabricInputs fabricInputsFromJson(const Json& json, const std::string& file, const std::string& path, Diagnostics& out);

/// {"file", "follows"}
Json planJson(const SweepFile& plan, bool follows);
void readPlan(const Json& json, const std::string& file, Session& session, Diagnostics& out);

/// {"file", "seconds", "threads", "stopped", "points": [{"index", "layers": [{"cause", "seconds", "counters", "failure",
/// "nest"}]}]}: what cannot be found again. Designs, areas and figures are computed from it.
Json sweepJson(const SessionSweep& sweep);
std::optional<SessionSweep> sweepFromSession(const Json& json, const std::string& file, Diagnostics& out);

/// Without its inputs, which are written as those of the session.
Json sessionTuningJson(const SessionTuning& tuning);
std::shared_ptr<const SessionTuning> tuningFromSession(const Json& json, const std::string& file,
                                                       const std::function<SessionInputs(const Json&)>& inputs,
                                                       Diagnostics& out);

}  // namespace lapidary
