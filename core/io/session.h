// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A session: what a person has on the desk - inputs, the runs made so far with their results, and the mapping shown - as
// one value and one file (`.lapidary`, schema "lapidary/session/1"). Runs and sweeps carry their own inputs, so that a
// result stays true when the inputs are changed afterwards. Plain values; no thread rule.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/arch/architecture.h"
#include "core/base/json.h"
#include "core/io/maestro/flash_question.h"
#include "core/io/sweep_file.h"
#include "core/mapspace/mapspace.h"
#include "core/model/fabric/sigma.h"
#include "core/model/fabric/systolic.h"
#include "core/model/fabric/tile.h"
#include "core/search/search.h"
#include "core/workload/network.h"

namespace lapidary {

/// How the fabric model runs the layer, as far as somebody has said; what is not there follows the design and the mapping on
/// show. No search looks at it.
/// Where the operands of a product have values.
struct FabricBitmaps {
    std::string name;  ///< of the file
    fabric::Bitmap mk, kn;
    bool operator==(const FabricBitmaps&) const = default;
};

struct FabricInputs {
    std::optional<fabric::Hardware> hardware{};
    std::optional<fabric::Tile> tile{};                  ///< MAERI
    std::optional<fabric::SystolicTile> systolicTile{};  ///< TPU
    std::shared_ptr<const FabricBitmaps> bitmaps{};      ///< SIGMA; null: all ones
    bool empty() const { return !hardware && !tile && !systolicTile && !bitmaps; }
    bool operator==(const FabricInputs& other) const {
        const bool sameBitmaps = bitmaps == other.bitmaps || (bitmaps && other.bitmaps && *bitmaps == *other.bitmaps);
        return hardware == other.hardware && tile == other.tile && systolicTile == other.systolicTile && sameBitmaps;
    }
};

/// Everything that decides the result of a search.
struct SessionInputs {
    std::string workloadKey;  ///< preset it came from, e.g. "resnet50/layer1_0_conv2"; empty = none
    Workload workload;
    std::string architectureKey;  ///< preset it came from, e.g. "eyeriss-like"; empty = none
    Architecture architecture;
    MapspaceOptions mapspace;
    SearchOptions search;
    Semantics semantics{};  ///< by which figures are counted
    /// A network that was imported: its layers can be chosen. Null = none. Not part of what a run or a pin keeps.
    std::shared_ptr<const Network> network = {};
    FabricInputs fabric{};
};

/// How far the bound of a run had risen at a moment that someone saw.
struct BoundStep {
    std::int64_t drawn = 0;
    double seconds = 0, bound = 0;
    bool operator==(const BoundStep&) const = default;
};

struct SessionRun {
    SessionInputs inputs;
    SearchResult result;    ///< nothing in it if the run waits
    int number = 0;         ///< as shown, from 1; 0 = its place in the list
    std::string name = {};  ///< given by a person; empty = none
    bool hidden = false;    ///< left out of the plots
    bool queued = false;    ///< waits for its turn
    std::vector<BoundStep> bounds = {};
};

/// What came of a sweep so far.
struct SessionSweep {
    SweepFile file;      ///< as it ran, with everything in it
    SweepPoints points;  ///< by index; null = not finished
    double seconds = 0;
    int threads = 1;
    bool stopped = false;  ///< by hand
};

/// The mapping on show: number `rank` of a run's best or of its front, the best of a layer (of the unique ones) at a
/// point of the sweep, or one of its own on the present inputs.
struct ShownMapping {
    int run = -1;
    int rank = 0;
    int point = -1;
    int layer = 0;
    std::optional<Mapping> own;
    bool onFront = false;  ///< rank counts along SearchResult::front, not top

    bool empty() const { return run < 0 && point < 0 && !own; }
    bool operator==(const ShownMapping&) const = default;
};

/// A mapping put aside to be compared: number `rank` of a run's best, or one of its own with the inputs it is made for.
struct PinnedMapping {
    ShownMapping place;
    std::optional<SessionInputs> inputs;  ///< what place.own stands on; a run has its own inputs
    std::string name;                     ///< of place.own: "a.json", "trivial mapping"
};

struct SessionTuning;  // core/io/session_tuning.h

/// The sides of a comparison.
enum class Side { a, b };

struct Session {
    SessionInputs inputs;
    std::vector<SessionRun> runs;
    std::optional<SweepFile> plan;  ///< the sweep being planned, with everything in it; nullopt = the default
    bool planFollows = true;        ///< its workload is that of the inputs
    std::optional<SessionSweep> sweep;
    std::shared_ptr<const SessionTuning> tuning;  ///< the last one of the fabric model; null = none
    std::shared_ptr<const FlashAnswer> flash;  ///< what FLASH found last, whatever the inputs are now; null = nothing
    ShownMapping shown;
    std::array<std::optional<PinnedMapping>, 2> pins;  ///< by Side
    std::string perspective;                           ///< key of the perspective in front; empty = the default
};

Json toJson(const Session& session);
/// Errors are located; a session of a newer schema is refused with both versions named.
Result<Session> sessionFromJson(const Json& json, std::string_view file);

}  // namespace lapidary
