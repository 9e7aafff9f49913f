// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/counted_nest.h"

#include <algorithm>
#include <map>

#include "core/mapping/extent.h"

namespace lapidary {

std::vector<NestLine> describeNest(const Mapping& mapping, const Target& target, const Cost& cost) {
    std::vector<NestLine> lines = describeNest(mapping, target);
    for (NestLine& line : lines) {
        if (line.kind != NodeKind::store) continue;
        const auto l = static_cast<std::size_t>(line.level);
        for (StoredTile& tile : line.tiles) {
            const auto t = static_cast<std::size_t>(tile.tensor);
            if (!cost.levels[l].tensors[t].stored) continue;  // the data-centric model knows two levels only
            tile.words = cost.levels[l].tensors[t].tile;
            tile.bits = saturatingMul(tile.words, target.levels[l].wordBits[t]);
        }
        const std::vector<PartUse> used = partsUsed(cost.levels[l], target.levels[l]);
        for (PartUse& part : line.parts)
            if (const auto counted = std::ranges::find(used, part.part, &PartUse::part); counted != used.end())
                part = *counted;
    }
    return lines;
}

std::vector<PartUse> partsUsed(const LevelCost& level, const TargetLevel& target) {
    std::map<int, std::int64_t> bits;
    for (std::size_t t = 0; t < level.tensors.size(); ++t)
        if (level.tensors[t].stored) bits[target.part[t]] += saturatingMul(level.tensors[t].tile, target.wordBits[t]);
    std::vector<PartUse> parts;
    for (const auto& [part, used] : bits)
        parts.push_back({part, used, target.capacityBits[static_cast<std::size_t>(part)]});
    return parts;
}

}  // namespace lapidary
