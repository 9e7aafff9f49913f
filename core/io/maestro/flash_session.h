// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What FLASH answered as a part of a session file, and a pick of it as a nest that a mapping's views can show. Pure functions.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/json.h"
#include "core/io/maestro/flash_question.h"
#include "core/mapping/mapping.h"

namespace lapidary {

/// {"options", "objective", "seed", "architecture", "clock_ghz", "hardware", "runs": [{"workload", "bounds", "styles": [...]}]}:
/// reads back equal, apart from the names of a product's dimensions.
Json toJson(const FlashAnswer& answer);
/// Errors are added to `out` with their place.
std::shared_ptr<const FlashAnswer> flashAnswerFromJson(const Json& json, const std::string& file,
                                                       const std::string& path, Diagnostics& out);

/// The run of an answer that is about this workload on this design, asked for this metric with this seed; -1 if it is about
/// something else. How the PEs are split into clusters doesn't matter: every style has its own.
int runAbout(const FlashAnswer& answer, const Workload& workload, const Architecture& architecture, Metric metric,
             std::uint64_t seed);
/// Whether FLASH sees the same machine.
bool sameMachine(const Architecture& a, const Architecture& b);

struct FlashPick {
    std::string workloadKey;
    Workload workload;
    Architecture architecture;
    bool split = false;  ///< the design's two fanouts are others, as large together
    Mapping mapping;
};
/// A candidate of a run as nest on the question's design, whose two fanouts take the cluster's size if they must. Refuses what
/// no nest can say, and products that the question's network doesn't have.
Result<FlashPick> pickAsNest(const FlashQuestion& question, const FlashRun& run, const data_centric::Hardware& hardware,
                             const flash::Candidate& candidate);

}  // namespace lapidary
