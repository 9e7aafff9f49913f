// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/between.h"

namespace lapidary::reuse {

Between::Between(const Nest& nest, const StoreNode& parent, const StoreNode& child) {
    for (int i = parent.loopsOutside; i < child.loopsOutside; ++i) {
        const Loop& loop = nest.loops[static_cast<std::size_t>(i)];
        if (!loop.isSpatial) continue;
        int place = 0;
        while (place < count && fanouts[static_cast<std::size_t>(place)] < loop.fanout) ++place;
        if (place == count || fanouts[static_cast<std::size_t>(place)] != loop.fanout) {
            for (int j = count++; j > place; --j) {
                fanouts[static_cast<std::size_t>(j)] = fanouts[static_cast<std::size_t>(j - 1)];
                dimensions[static_cast<std::size_t>(j)] = dimensions[static_cast<std::size_t>(j - 1)];
            }
            fanouts[static_cast<std::size_t>(place)] = loop.fanout;
            dimensions[static_cast<std::size_t>(place)] = 0;
        }
        dimensions[static_cast<std::size_t>(place)] |= bit(loop.dimension);
    }
}

std::int64_t spotStep(const Nest& nest, const Loop& loop) {
    std::int64_t step = 1;
    for (int i = 0; i < nest.loopCount; ++i) {
        const Loop& other = nest.loops[static_cast<std::size_t>(i)];
        if (other.isSpatial && other.fanout == loop.fanout && other.axis == loop.axis && other.position > loop.position)
            step *= other.bound;
    }
    return step;
}

}  // namespace lapidary::reuse
