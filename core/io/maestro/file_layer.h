// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A workload as a layer of MAESTRO's files and back: which of the file's dimensions each of ours is. Pure functions.
#pragma once

#include <optional>
#include <vector>

#include "core/model/data_centric/layer.h"
#include "core/workload/workload.h"

namespace lapidary::maestro {

struct FileLayer {
    data_centric::Layer layer;
    std::vector<int> place;  ///< our dimensions -> the file's; -1: of bound 1, and unknown there
};

/// Matrix products as GEMM, those of a batch as BMM, convolutions over N, M, C, R, S, P and Q as CONV, those of one channel per
/// group as DSCONV; nullopt for others. `own` is layerOf(workload).
std::optional<FileLayer> fileLayerOf(const data_centric::Layer& own, const Workload& workload);

/// The workload that a layer of a file speaks of, without padding: m n k, or N M C P Q R S. Refuses depthwise layers with more
/// than one K, which no tensor has.
Result<Workload> workloadOf(const data_centric::Layer& layer);

}  // namespace lapidary::maestro
