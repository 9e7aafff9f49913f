// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window asks of the fabric model: how a layer runs, how its time goes, and what happens in a window of cycles. Called
// on threads of their own; what was found last is remembered by question, so that an export draws what is on show. Answers
// are immutable and shared. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <vector>

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
    std::optional<fabric::Timeline> whole;    ///< all cycles in sums; none before they are known
    double seconds = 0;                       ///< of simulating
    bool stopped = false;                     ///< by hand, before outcome or sums were known

    bool runs() const { return outcome.has_value(); }
    fabric::Controller controller() const { return desk.run.hardware.controller; }
    /// The last cycle that can be looked at; 0 if none can.
    std::int64_t lastCycle() const { return outcome ? outcome->cycles : 0; }
    /// Multipliers that the sums are about: those with weights on MAERI, else all.
    std::int64_t multipliers() const;
};
using FabricAnswerPtr = std::shared_ptr<const FabricAnswer>;

/// The cycles around one, with as many before them as stillAt() asks for.
struct FabricWindow {
    fabric::EngineTrace trace;
    /// Of each section of the trace; null on a systolic array.
    std::vector<std::shared_ptr<const fabric::Structure>> structures;
    std::int64_t first = 1;  ///< the first cycle that can be shown

    bool shows(std::int64_t cycle) const;
    /// Requires shows(cycle).
    const fabric::TracedCycle& at(std::int64_t cycle) const;
};
using FabricWindowPtr = std::shared_ptr<const FabricWindow>;

/// What can be said before anything is simulated: errors say why the layer has no machine, `problems` what is wrong with both.
/// A file of bitmaps, named after the file. Only a SIGMA machine reads them: refused on the desk of another.
Result<std::shared_ptr<const FabricBitmaps>> loadBitmaps(const std::string& path, const SessionInputs& desk);

Result<FabricAnswer> fabricPrepared(const FabricQuestion& question);
/// The outcome is missing if the job was stopped.
void fabricSimulate(FabricAnswer& answer, Job& job);
/// Fills `whole`; leaves it empty if the job was stopped.
void fabricSums(FabricAnswer& answer, Job& job);
FabricWindowPtr fabricWindow(const FabricAnswer& answer, std::int64_t cycle, Job& job);

void rememberFabric(const FabricQuestion& question, const FabricAnswerPtr& answer);
/// With all sums: what was remembered, if it is what is asked, else it is made now.
Result<FabricAnswerPtr> fabricAnswerOf(const FabricQuestion& question);

}  // namespace lapidary::ui
