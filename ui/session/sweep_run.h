// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sweep as the desk sees it: what it was asked, how it goes, what came of it. GUI thread only.
#pragma once

#include <QString>

#include <memory>
#include <optional>

#include "core/explore/sweep_monitor.h"
#include "core/io/session.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

struct SweepRun {
    SweepFile file;             ///< with everything in it
    std::vector<Layer> layers;  ///< the unique ones
    SweepSnapshot live;         ///< the last picture; of an ended sweep, the result in the same form
    int threads = 1;
    double before = 0;  ///< seconds that earlier stretches of the same sweep took
    SweepPoints known;  ///< points of those, not searched again

    bool running() const { return live.state == SearchState::running || live.state == SearchState::paused; }
    const SweepPoints& points() const { return live.points; }
    const SweepSpec& spec() const { return file.spec; }
    double seconds() const { return before + live.seconds; }
    std::size_t pointsDone() const;
    /// Every point is there.
    bool whole() const { return pointsDone() == live.points.size(); }
    /// Adds the tasks of known points to a fresh snapshot, which counts only what is searched now.
    void countKnown();
};
using SweepRunPtr = std::shared_ptr<SweepRun>;

SweepRunPtr sweepRunOf(const SessionSweep& kept);
/// Points that are settled; null otherwise: what is worth keeping and need not be searched again.
SweepPoints settledPoints(const SweepPoints& points);
/// Whether `known` are points of the very sweep that is asked now.
bool sameSweep(const SweepFile& a, const SweepFile& b);

/// The best mapping of a layer at a point, ready to be looked into; null if there is none.
struct PointMapping {
    SetupPtr setup;
    SessionInputs inputs;
    Mapping mapping;
    QString origin;  ///< "14 × 12, Ruby-S, layer1_0_conv2"
};
std::optional<PointMapping> mappingOf(const SweepRun& run, int point, int layer);

/// "14 × 12" for "14x12"; other values as they are.
QString valueText(const std::string& value);
/// "PE array" for "PE.fanout", "GLB capacity" for "GLB.capacity", "N" for "bounds.N".
QString axisTitle(const std::string& path);
/// "14 × 12", "14 × 12, 64 KiB"; "base design" without axes.
QString designText(const SweepRun& run, std::size_t point);
/// "14 × 12, Ruby-S"
QString pointText(const SweepRun& run, std::size_t point);
Factorization mapspaceOf(const SweepRun& run, std::size_t point);
/// "ruby-pe-array", or what is swept: "PE array"
QString titleOf(const SweepFile& file);
/// "running", "paused", "finished", "stopped"
QString stateText(const SweepRun& run);
/// Why a point has no figures: the design is refused, a layer has no mapping ...; empty if it has.
QString troubleOf(const SweepRun& run, const SweepPoint& point);

}  // namespace lapidary::ui
