// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a tuner of the fabric model found, as JSON, text and a table; and its log, one JSON object per line, from which a
// tuning goes on. Pure functions.
#pragma once

#include <fstream>

#include "core/base/json.h"
#include "core/io/stonne/arguments.h"
#include "core/io/table.h"
#include "core/search/fabric/mapper.h"
#include "core/search/fabric/tuner.h"

namespace lapidary::stonne {

/// What a tuning is about; a log of another one can't resume it.
struct Tuning {
    Arguments arguments;
    fabric::TileSizes sizes = fabric::TileSizes::dividing;
    fabric::KnobValues knobs;  ///< other values than the layer's and the machine's own
    fabric::TuneOptions options;
};

/// First line of a log, with its line end.
std::string logHeader(const Tuning& tuning);
std::string logLine(const fabric::Trial& trial);
/// Costs by index. An unfinished last line is dropped unless it is the first; errors name line and column.
Result<fabric::KnownCosts> readLog(std::string_view text, const std::string& file, const Tuning& tuning);
/// Known costs of a log file, which is made if there is none, and the file ready for more lines. Errors for the log of another
/// tuning and for layers that STONNE's words can't name.
Result<fabric::KnownCosts> openLog(const std::string& file, const Tuning& tuning, std::ofstream& log);

/// {"lapidary", "model", "algorithm", "tuner", "prior", "objective", "tiles", "tune" (if knobs are given), "seed", "best" {"index", "tile", "objective", "cost"},
/// "counters", "trials" [{"index", "tile", knobs of the hardware that have several values, "cost", "predicted"}]} without "run"; `cost` is reportJson of the best run.
Json tuningJson(const Tuning& tuning, const fabric::KnobSpace& space, const fabric::TuneResult& result,
                const fabric::Outcome& best);
std::string tuningText(const Tuning& tuning, const fabric::KnobSpace& space, const fabric::TuneResult& result,
                       const fabric::Outcome& best);
Table trialTable(const fabric::KnobSpace& space, const fabric::TuneResult& result);

/// The same for the analytic mapper.
Json mapperJson(const fabric::Run& run, const fabric::MappedTile& mapped, const fabric::Outcome& outcome);
std::string mapperText(const fabric::Run& run, const fabric::MappedTile& mapped, const fabric::Outcome& outcome);

}  // namespace lapidary::stonne
