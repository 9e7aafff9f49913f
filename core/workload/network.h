// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A network: layers in order, each a workload and how often it occurs.
#pragma once

#include <string>
#include <vector>

#include "core/workload/workload.h"

namespace lapidary {

struct Layer {
    Workload workload;
    std::int64_t count = 1;
};

struct Network {
    std::string key;     ///< e.g. "resnet50"
    std::string title;   ///< e.g. "ResNet-50 v1.5"
    std::string source;  ///< where the shapes come from
    std::vector<Layer> layers;
    /// Identical shapes merged, counts summed, first occurrence's name and place kept.
    std::vector<Layer> uniqueLayers() const;
};

}  // namespace lapidary
