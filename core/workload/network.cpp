// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/network.h"

#include <algorithm>

namespace lapidary {

std::vector<Layer> Network::uniqueLayers() const {
    std::vector<Layer> unique;
    for (const auto& layer : layers) {
        const auto sameShape = [&layer](const Layer& other) {
            return other.workload.dimensions() == layer.workload.dimensions() &&
                   other.workload.tensors() == layer.workload.tensors();
        };
        const auto found = std::ranges::find_if(unique, sameShape);
        if (found == unique.end())
            unique.push_back(layer);
        else
            found->count += layer.count;
    }
    return unique;
}

}  // namespace lapidary
