// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One search as the desk sees it: what it was asked, how it goes, what came of it. GUI thread only.
#pragma once

#include <QString>

#include <memory>
#include <optional>
#include <span>

#include "ui/session/setup.h"

namespace lapidary::ui {

struct Run {
    int number = 1;  ///< from 1, as shown
    SessionInputs inputs;
    SetupPtr setup;
    SearchSnapshot live;  ///< the last picture; of a finished run, the result in the same form
    std::optional<SearchResult> result;

    bool finished() const { return result.has_value(); }
};
using RunPtr = std::shared_ptr<Run>;

/// A finished run as a snapshot, so that views need one form only.
SearchSnapshot snapshotOf(const SearchResult& result);

/// The kinds of mapspace in the order in which people meet them, from perfect to all tails, and their short names.
std::span<const Factorization> mapspaceKinds();
QString shortName(Factorization factorization);

/// Index into Theme::series: a mapspace keeps its colour and symbol everywhere.
int seriesOf(Factorization factorization);
/// "random, Ruby-S"
QString titleOf(const Run& run);
/// "ResNet-50 layer1_0_conv2" for the workload, "Eyeriss-like 14 x 12" for the design.
QString workloadTitle(const SessionInputs& inputs);
QString designTitle(const SessionInputs& inputs);
/// "running", "paused", "finished: 5,000,000 drawn", ...
QString stateText(const Run& run);

}  // namespace lapidary::ui
