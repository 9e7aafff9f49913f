// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window asks of the fabric model: how a layer runs, how its time goes, and what happens in a window of cycles. Called
// on threads of their own; what was found last is remembered by question, so that an export draws what is on show. Answers
// are immutable and shared. Any thread.
#pragma once

#include <memory>

#include "core/io/stonne/desk.h"
#include "core/model/fabric/still.h"

namespace lapidary::ui {

class Document;

struct FabricQuestion {
    SessionInputs inputs;
    std::optional<Mapping> mapping;  ///< of these inputs
};
/// The mapping on show, if it is one of the inputs on the desk.
FabricQuestion fabricQuestion(const Document& document);

struct FabricAnswer {
    stonne::DeskRun desk;
    Diagnostics problems;                     ///< why it can't run: layer, machine, tile
    Diagnostics notes;                        ///< of the simulation
    std::optional<fabric::Outcome> outcome;   ///< none if it can't run
    std::optional<std::int64_t> reuseCycles;  ///< of the mapping under the reuse model
    /// Of MAERI: what is the same in all cycles.
    std::shared_ptr<const fabric::Structure> structure;
    fabric::EngineTrace whole;  ///< sums over all cycles; no buckets before they are known
    double seconds = 0;         ///< of simulating

    bool runs() const { return outcome.has_value(); }
    /// The last cycle that can be looked at; 0 if none can.
    std::int64_t lastCycle() const { return structure && outcome ? outcome->cycles - 1 : 0; }
};
using FabricAnswerPtr = std::shared_ptr<const FabricAnswer>;
/// The cycles around one, with as many before them as stillAt() asks for.
using FabricWindowPtr = std::shared_ptr<const fabric::EngineTrace>;

/// What can be said before anything is simulated: errors say why the layer has no machine, `problems` what is wrong with both.
Result<FabricAnswer> fabricPrepared(const FabricQuestion& question);
/// The outcome is missing if the job was stopped.
void fabricSimulate(FabricAnswer& answer, Job& job);
/// Fills `whole` of an answer that runs on MAERI; leaves it empty if the job was stopped.
void fabricSums(FabricAnswer& answer, Job& job);
FabricWindowPtr fabricWindow(const FabricAnswer& answer, std::int64_t cycle, Job& job);
/// Whether a window shows a cycle.
bool showsCycle(const FabricWindowPtr& window, const FabricAnswer& answer, std::int64_t cycle);

void rememberFabric(const FabricQuestion& question, const FabricAnswerPtr& answer);
/// With all sums: what was remembered, if it is what is asked, else it is made now.
Result<FabricAnswerPtr> fabricAnswerOf(const FabricQuestion& question);

}  // namespace lapidary::ui
