// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/slope.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/search/optimal/covers.h"

namespace lapidary {

namespace {

/// Usable bits of one instance, its partitions added up; nullopt = unbounded.
std::optional<std::int64_t> usableBits(const Level& level) {
    std::int64_t bits = 0;
    if (level.partitions.empty() && !level.capacity) return std::nullopt;
    if (level.capacity) bits += level.capacity->bits(level.wordBits) / level.buffers;
    for (const auto& [name, part] : level.partitions) {
        if (!part.capacity) return std::nullopt;
        bits += part.capacity->bits(part.wordBits > 0 ? part.wordBits : level.wordBits) / level.buffers;
    }
    return bits;
}

/// The tables are those of a search; what they don't cover is said of the curve.
Diagnostics inOwnWords(Diagnostics diagnostics) {
    for (Diagnostic& diagnostic : diagnostics) {
        if (!diagnostic.message.starts_with(optimal::kOutOfReach)) continue;
        diagnostic.message.replace(0, optimal::kOutOfReach.size(), "ski slopes don't cover ");
        diagnostic.hint.clear();
    }
    return diagnostics;
}

}  // namespace

int slopeWordBits(const Architecture& design) { return design.levels().front().wordBits; }

std::optional<std::int64_t> leastWords(const Slope& slope, std::int64_t bits) {
    const auto above = std::upper_bound(slope.points.begin(), slope.points.end(), bits,
                                        [](std::int64_t size, const auto& point) { return size < point.bits; });
    if (above == slope.points.begin()) return std::nullopt;
    return std::prev(above)->words;
}

Result<Slope> slopeOf(const Workload& workload, const Architecture* design, int wordBits, Job& job) {
    Slope slope;
    slope.wordBits = wordBits;
    slope.macs = workload.macs();
    for (int t = 0; t < workload.tensorCount(); ++t) slope.compulsory += workload.tensorSize(t);
    auto points = optimal::skiSlope(workload, wordBits, [&job] { return job.checkpoint(); });
    if (!points) return inOwnWords(points.diagnostics());
    if (points->empty()) return error("the ski slope was stopped before it was known");
    slope.points = *std::move(points);
    return design ? withMarks(std::move(slope), *design) : slope;
}

Slope withMarks(Slope slope, const Architecture& design) {
    slope.marks.clear();
    for (int l = 1; l < design.levelCount(); ++l) {
        const Level& level = design.levels()[static_cast<std::size_t>(l)];
        const auto bits = usableBits(level);
        if (!bits) continue;
        SlopeMark mark{level.name, l, design.instances(l), *bits, {}};
        const auto all = checkedMul(mark.bits, mark.instances);
        if (!all) continue;
        mark.bits = *all;
        mark.words = leastWords(slope, mark.bits);
        slope.marks.push_back(std::move(mark));
    }
    return slope;
}

}  // namespace lapidary
