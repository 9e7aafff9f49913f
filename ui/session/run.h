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

namespace lapidary::sunstone {
struct Inside;
}

namespace lapidary::ui {

enum class RunState { queued, running, paused, finished, stopped };

struct Run {
    int number = 1;       ///< from 1, as shown; no other run of the session ever has it
    QString name;         ///< given by a person; empty = none
    bool hidden = false;  ///< left out of the plots
    bool started = false;
    SessionInputs inputs;
    SetupPtr setup;
    std::vector<BoundStep> boundSteps;  ///< how the bound rose while someone looked on
    SearchSnapshot live;                ///< the last picture; of a finished run, the result in the same form
    std::optional<SearchResult> result;
    std::shared_ptr<const sunstone::Inside> inside;  ///< of Sunstone, as far as someone has asked for it
    /// Kept by the document: runs of equal workloads have equal numbers here, and so have runs on equal designs that count
    /// by the same rules.
    int workloadId = 0, designId = 0;
    /// Kept by the document: "other design" if its workload or design differs from the desk's, empty if they don't; and
    /// the inputs of the desk if it does, see differenceDetail().
    QString other;
    std::shared_ptr<const SessionInputs> desk;

    bool finished() const { return result.has_value(); }
    bool queued() const { return !started; }
    bool ongoing() const { return started && !result; }
};
using RunPtr = std::shared_ptr<Run>;
RunState stateOf(const Run& run);

/// No mapping of its space is better, and that is certain.
bool isProven(const Run& run);

/// Takes the present bound down, if it is another than before.
void noteBound(Run& run);

/// A finished run as a snapshot, so that views need one form only.
SearchSnapshot snapshotOf(const SearchResult& result);
/// What a live run has found so far, as if it were stopped now.
SearchResult resultSoFar(const Run& run);

/// "other design" for inputs that differ from the desk's in what is mapped on what; empty if they don't.
QString differenceOf(const SessionInputs& inputs, const SessionInputs& desk);
/// What differs, for which all settings are compared: "GLB.capacity 128 KiB, now 16 KiB". Requires a difference.
QString differenceDetail(const SessionInputs& inputs, const SessionInputs& desk);
/// Of a run from the desk; empty if nothing differs.
QString differenceDetail(const Run& run);

/// The run that others are compared with: the last one on show that has begun, one with the desk's inputs before all
/// others; null if none is on show.
RunPtr anchorOf(const std::vector<RunPtr>& runs);
/// Those on show that have begun and map the anchor's workload: only these can be in one plot.
std::vector<RunPtr> comparableRuns(const std::vector<RunPtr>& runs);
/// Of these the ones on the anchor's design: only their mappings can be merged into one list or front.
std::vector<RunPtr> alikeRuns(const std::vector<RunPtr>& runs);
/// How many comparable runs are not alike, as words: "1 run of another design or other rules left out"; empty if none is.
QString leftOutText(const std::vector<RunPtr>& runs);
/// Equal stop rules, or as many mappings drawn; of a whole mapspace more can't be drawn.
bool sameBudget(const Run& a, const Run& b);
/// The runs that a comparison of mapspaces rests on, in the order of mapspaceKinds(), null where there is none: of the
/// runs alike that have the anchor's objective and have found a mapping, the newest of each mapspace. One with the budget
/// of the comparison comes before newer ones with another, and of either a finished one first. The budget is that of
/// the newest finished run that shares it with one of another mapspace, else of the newest run.
std::vector<RunPtr> runsByMapspace(const std::vector<RunPtr>& runs);
/// The best mapping of the runs alike by the anchor's objective; nullopt if they have found none.
std::optional<ShownMapping> bestShown(const std::vector<RunPtr>& runs);

/// The kinds of mapspace in the order in which people meet them, from perfect to all tails, and their short names.
std::span<const Factorization> mapspaceKinds();
QString shortName(Factorization factorization);

/// Index into Theme::series: a mapspace keeps its colour and symbol everywhere.
int seriesOf(Factorization factorization);
/// "random"
QString algorithmName(const Run& run);
/// The name, if someone gave one, else "random, Ruby-S".
QString titleOf(const Run& run);
/// "ResNet-50 layer1_0_conv2" for the workload, "Eyeriss-like, 14 x 12" for the design.
QString workloadTitle(const SessionInputs& inputs);
QString designTitle(const SessionInputs& inputs);
/// "running", "paused", "queued", "none valid", ...
QString stateText(const Run& run);
/// "ETA 00:18 to 30 M drawn", "ETA 00:18 to the time limit"; empty if unknown or over.
QString etaText(const Run& run);

}  // namespace lapidary::ui
