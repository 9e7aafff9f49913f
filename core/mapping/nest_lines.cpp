// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <map>

#include "core/mapping/extent.h"
#include "core/mapping/nest.h"

namespace lapidary {
namespace {

class NestDescriber {
public:
    NestDescriber(const Mapping& mapping, const Target& target) : m_mapping(mapping), m_target(target) {
        for (std::size_t i = 0; i < mapping.nodes.size(); ++i) {
            const Node& node = mapping.nodes[i];
            if (node.isLoop()) continue;
            m_stored[node.level] |= node.tensors;
            for (const StoredTile& tile : tilesAt(static_cast<int>(i)))
                m_usedBits[{node.level, tile.part}] += tile.bits;
        }
    }

    std::vector<NestLine> describe() const {
        const std::vector<int> owners = ownerLevels(m_mapping);
        std::vector<NestLine> lines;
        std::int64_t lanes = 1;
        for (int i = 0; i < static_cast<int>(m_mapping.nodes.size()); ++i) {
            const Node& node = m_mapping.nodes[static_cast<std::size_t>(i)];
            if (node.kind == NodeKind::spatial) lanes = saturatingMul(lanes, node.bound);
            NestLine line;
            line.node = line.depth = i;
            line.level = owners[static_cast<std::size_t>(i)];
            line.kind = node.kind;
            line.trips = settingsOutside(m_mapping, i + 1);
            line.lanes = lanes;
            if (node.isLoop())
                line.indexed = indexedBy(node.dimension);
            else
                describeStore(node, line);
            lines.push_back(std::move(line));
        }
        return lines;
    }

private:
    const TargetLevel& levelOf(const Node& node) const { return m_target.levels[node.level]; }

    unsigned indexedBy(int dimension) const {
        unsigned mask = 0;
        for (int t = 0; t < m_target.workload.tensorCount(); ++t)
            if (m_target.workload.tensors()[static_cast<std::size_t>(t)].uses(dimension)) mask |= 1u << t;
        return mask;
    }

    std::vector<StoredTile> tilesAt(int position) const {
        const Node& node = m_mapping.nodes[static_cast<std::size_t>(position)];
        const TargetLevel& level = levelOf(node);
        const Extents extents = largestExtents(m_mapping, position);
        std::vector<StoredTile> tiles;
        for (std::size_t t = 0; t < m_target.workload.tensors().size(); ++t) {
            if (!(node.tensors >> t & 1)) continue;
            const Tensor& tensor = m_target.workload.tensors()[t];
            StoredTile tile{.tensor = static_cast<int>(t), .part = level.part[t]};
            tile.words = tileWords(tensor, extents);
            tile.boxWords = boxWords(tensor, extents);
            tile.bits = saturatingMul(tile.words, level.wordBits[t]);
            const std::int64_t capacity = level.capacityBits[static_cast<std::size_t>(tile.part)];
            if (capacity >= 0) tile.capacityWords = capacity / level.wordBits[t];
            tiles.push_back(tile);
        }
        return tiles;
    }

    void describeStore(const Node& node, NestLine& line) const {
        line.tiles = tilesAt(line.node);
        line.bypassed = m_target.allTensors() & ~m_stored[node.level];
        std::map<int, PartUse> parts;
        for (const StoredTile& tile : line.tiles)
            parts[tile.part] = {tile.part, m_usedBits.at({node.level, tile.part}),
                                levelOf(node).capacityBits[static_cast<std::size_t>(tile.part)]};
        for (const auto& [part, use] : parts) line.parts.push_back(use);
    }

    const Mapping& m_mapping;
    const Target& m_target;
    std::array<unsigned, kMaxLevels> m_stored{};             // tensors held by any Store of the level
    std::map<std::pair<int, int>, std::int64_t> m_usedBits;  // by level and part
};

}  // namespace

std::vector<NestLine> describeNest(const Mapping& mapping, const Target& target) {
    return NestDescriber(mapping, target).describe();
}

}  // namespace lapidary
