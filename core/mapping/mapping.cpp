// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/mapping.h"

#include <array>

#include "core/mapping/extent.h"
#include "core/mapping/target.h"

namespace lapidary {

Mapping canonical(const Mapping& mapping, const Workload& workload) {
    Mapping result;
    std::array<bool, kMaxDimensions> repeats{};  // some loop outside makes more than one trip
    for (Node node : mapping.nodes) {
        if (node.isLoop()) {
            bool& repeated = repeats[node.dimension];
            if (!repeated) node.bound = node.tail;
            if (node.bound == 1) continue;
            repeated = true;
        }
        result.nodes.push_back(node);
    }
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (mapping.coveredBound(workload, d) != workload.bound(d)) result.paddedBounds = mapping.paddedBounds;
    result.directives = mapping.directives;
    return result;
}

bool completeTails(Mapping& mapping, const Workload& workload) {
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (tripProduct(mapping.nodes, d) < mapping.coveredBound(workload, d)) return false;
    for (int d = 0; d < workload.dimensionCount(); ++d)
        completeTails(mapping.nodes, d, mapping.coveredBound(workload, d));
    return true;
}

Mapping trivialMapping(const Workload& workload, const Architecture& architecture) {
    Mapping result;
    result.nodes.push_back(store(0, (1u << workload.tensorCount()) - 1));
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (workload.bound(d) > 1) result.nodes.push_back(temporal(d, workload.bound(d), workload.bound(d)));
    for (int l = 1; l < architecture.levelCount(); ++l) {
        unsigned kept = 0;
        for (int t = 0; t < workload.tensorCount(); ++t) {
            const Tensor& tensor = workload.tensors()[static_cast<std::size_t>(t)];
            if (keepRule(architecture.levels()[static_cast<std::size_t>(l)], tensor) == Keep::must) kept |= 1u << t;
        }
        if (kept) result.nodes.push_back(store(l, kept));
    }
    return result;
}

}  // namespace lapidary
