// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Spatio-temporal reuse, for reports.

#include <algorithm>

#include "core/model/data_centric/exact_count.h"

namespace lapidary::data_centric {

/// Words of a tensor that units lack at a step and a unit beside them held at the step before. Along all ranks but one all units
/// have had the same, so that only the intervals of that one must be compared.
std::int64_t ExactCount::passedBy(const LevelRun& run, const StepClass& one, const LayerTensor& tensor,
                                  UnitStep step) const {
    const auto s = static_cast<std::size_t>(run.spatial);
    const StepLoop& spread = run.loops[s];
    const auto d = static_cast<std::size_t>(spread.dimension);
    const std::int64_t now = spread.workingAt(one.now[s]), before = spread.workingAt(one.before[s]);
    std::int64_t shared = 1;  // along the other ranks
    int rank = -1;
    for (const int dimension : tensor.dimensions) {
        const LayerDimension& along = m_layer.dimensions[static_cast<std::size_t>(dimension)];
        if (dimension == spread.dimension || along.filter == spread.dimension) {
            rank = dimension;
            continue;
        }
        LayerTensor alone;
        alone.dimensions = {dimension};
        shared *= heldAndKept(alone, step, false).second;
    }
    // Units that had no work get what all hold from the last that had.
    if (rank < 0) return before < now ? shared : 0;
    const LayerDimension& along = m_layer.dimensions[static_cast<std::size_t>(rank)];
    const bool windowed = along.windowed();
    const auto r = static_cast<std::size_t>(rank), f = static_cast<std::size_t>(std::max(along.filter, 0));
    const std::int64_t pitch = (windowed && r == d ? along.stride : 1) * spread.size;  // from unit to unit
    const std::int64_t moved = windowed ? along.stride * step.moved[r] + step.moved[f] : step.moved[r];
    const auto interval = [&](const Sizes& sizes, std::int64_t from) {
        const std::int64_t length = windowed ? along.stride * (sizes[r] - 1) + sizes[f] : sizes[r];
        return std::pair(from, from + length);
    };
    const auto held = [&](std::int64_t unit) {  // at the step before
        if (unit < 0 || unit >= before) return std::pair<std::int64_t, std::int64_t>(0, 0);
        Sizes sizes = step.before;
        sizes[d] = spread.sizeOf(unit, one.before[s]);
        return interval(sizes, unit * pitch);
    };
    std::int64_t words = 0;
    for (std::int64_t unit = 0; unit < now; ++unit) {
        step.now[d] = spread.sizeOf(unit, one.now[s]);
        const auto wanted = interval(step.now, moved + unit * pitch);
        const auto own = held(unit), left = held(unit - 1), right = held(unit + 1);
        const auto both = [](auto a, auto b) {
            return std::pair(std::max(a.first, b.first), std::min(a.second, b.second));
        };
        const auto length = [](auto a) { return std::max<std::int64_t>(0, a.second - a.first); };
        const auto lackedOf = [&](auto part) { return length(part) - length(both(part, own)); };
        const auto fromLeft = both(wanted, left), fromRight = both(wanted, right);
        words += lackedOf(fromLeft) + lackedOf(fromRight) - lackedOf(both(fromLeft, fromRight));
    }
    return words * shared;
}

}  // namespace lapidary::data_centric
