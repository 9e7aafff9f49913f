// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The verbs, one file each (verb_*.cpp). Each prints its result and its errors.
#pragma once

#include "app/cli/request.h"

namespace lapidary::cli {

ExitCode runPresets(const Request& request);
ExitCode runShow(const Request& request);
ExitCode runCount(const Request& request);
ExitCode runEvaluate(const Request& request);
ExitCode runSearch(const Request& request);
ExitCode runConvert(const Request& request);
ExitCode runSweepVerb(const Request& request);
/// `search` of a network without a layer: all its layers.
ExitCode runNetworkSearch(const Request& request);
ExitCode runCompare(const Request& request);
ExitCode runExport(const Request& request);
ExitCode runStudyVerb(const Request& request);
ExitCode runSkiSlope(const Request& request);
ExitCode runTech(const Request& request);
ExitCode runValidate(const Request& request);
/// `run`: an ONNX model with values.
ExitCode runRun(const Request& request);

}  // namespace lapidary::cli
