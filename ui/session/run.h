// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One search as the desk sees it: what it was asked, how it goes, what came of it. GUI thread only.
#pragma once

#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ui/session/setup.h"

namespace lapidary::ui {

enum class RunState { queued, running, paused, finished, stopped };

struct Run {
    int number = 1;       ///< from 1, as shown; no other run of the session ever has it
    QString name;         ///< given by a person; empty = none
    bool hidden = false;  ///< left out of the plots
    bool started = false;
    SessionInputs inputs;
    SetupPtr setup;
    SearchSnapshot live;  ///< the last picture; of a finished run, the result in the same form
    std::optional<SearchResult> result;

    bool finished() const { return result.has_value(); }
    bool queued() const { return !started; }
    bool ongoing() const { return started && !result; }
};
using RunPtr = std::shared_ptr<Run>;
RunState stateOf(const Run& run);

/// A finished run as a snapshot, so that views need one form only.
SearchSnapshot snapshotOf(const SearchResult& result);
/// What a live run has found so far, as if it were stopped now.
SearchResult resultSoFar(const Run& run);

/// Those that are not hidden, have begun and map the workload that the last of them maps: only these can be in one plot.
std::vector<RunPtr> comparableRuns(const std::vector<RunPtr>& runs);

/// The kinds of mapspace in the order in which people meet them, from perfect to all tails, and their short names.
std::span<const Factorization> mapspaceKinds();
QString shortName(Factorization factorization);

/// Index into Theme::series: a mapspace keeps its colour and symbol everywhere.
int seriesOf(Factorization factorization);
/// "random"
QString algorithmName(const Run& run);
/// The name, if someone gave one, else "random, Ruby-S".
QString titleOf(const Run& run);
/// "ResNet-50 layer1_0_conv2" for the workload, "Eyeriss-like 14 x 12" for the design.
QString workloadTitle(const SessionInputs& inputs);
QString designTitle(const SessionInputs& inputs);
/// "running", "paused", "queued", "none valid", ...
QString stateText(const Run& run);
/// "ETA 00:18 to 30 M drawn", "ETA 00:18 to the time limit"; empty if unknown or over.
QString etaText(const Run& run);

}  // namespace lapidary::ui
