// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax at points of a sweep, or of a network, whose searches found nothing valid: the advice of relax.h for each such
// layer, and where a point has several, what is enough for all of them at once: the largest size that any of them asks of a
// memory, a rule left out that stands in the way of all. Every such suggestion is tried on a mapping of each layer before
// it is made. The same for a seed at any thread count. Pure functions but for the job.
#pragma once

#include "core/explore/relax.h"
#include "core/explore/sweep.h"

namespace lapidary {

/// Layers that are looked into unless told: each costs as much as some searches.
inline constexpr std::size_t kMostLayersAdvised = 16;

struct LayerAdvice {
    std::size_t layer = 0;  ///< of the unique ones
    Advice advice;
};

/// Enough for all layers of a point that have no mapping.
struct CommonWay {
    std::string what;  ///< "GLB.capacity for all 3 layers", "GLB: without factor C >= 4, for all 3 layers"
    std::vector<Relaxation::Setting> settings;
    Constraints constraints;         ///< to search under then
    std::vector<Mapping> witnesses;  ///< valid once this is followed, one for each of PointAdvice::layers that needs it
};

struct PointAdvice {
    std::size_t point = 0;
    std::vector<LayerAdvice> layers;  ///< those looked into
    std::vector<CommonWay> common;    ///< of two layers and more; memories first
};

struct SweepAdvice {
    std::vector<PointAdvice> points;
    std::size_t leftOut = 0;  ///< layers without a mapping that were not looked into
    bool empty() const { return points.empty(); }
};

/// Whether the layer was searched to the search's own end and has no valid mapping. Layers that could not be searched at all
/// say why by themselves.
bool lacksMapping(const LayerOutcome& outcome);
bool lacksMapping(const SweepPoint& point);

/// Of the first `most` layers without a mapping, in the order of points; null points are passed over.
SweepAdvice whatToRelax(const SweepSpec& spec, const SweepPoints& points, Job& job,
                        std::size_t most = kMostLayersAdvised);

/// Whether a setting is swept, so that another value belongs on its axis instead of into the design.
bool isSwept(const SweepSpec& spec, const std::string& path);

/// "five: GLB: tiles ... fit: --set GLB.capacity=1280", "all 3 layers: ..."; of swept settings "value 1280 on the axis
/// GLB.capacity". `layers`: the unique ones.
std::vector<std::string> toLines(const PointAdvice& advice, const SweepSpec& spec, const std::vector<Layer>& layers);

}  // namespace lapidary
