// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/align.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>

#include "core/mapping/nest.h"

namespace lapidary {

std::span<const KeyEntry<NestMark>> keyTable(NestMark) {
    static constexpr std::array<KeyEntry<NestMark>, 5> table{{
        {NestMark::equal, "equal", "=", "the same on both sides", ""},
        {NestMark::changed, "changed", "changed", "another bound, tail or tile", ""},
        {NestMark::moved, "moved", "moved", "the same loop at another place of its level", ""},
        {NestMark::onlyInA, "only-in-a", "only in A", "the second nest has no such loop or Store here", ""},
        {NestMark::onlyInB, "only-in-b", "only in B", "the first nest has no such loop or Store here", ""},
    }};
    return table;
}

namespace {

/// Positions of a Store and of the loops below it.
struct Block {
    int store = 0;
    std::vector<int> loops;
};

/// What makes two loops the same loop, by names: dimension, fanout and axis (empty if temporal), number among equals.
using LoopKey = std::tuple<std::string, std::string, int>;

class Side {
public:
    Side(const Target& target, const Mapping& mapping)
        : m_target(target), m_mapping(mapping), m_lines(describeNest(mapping, target)) {
        for (int i = 0; i < static_cast<int>(mapping.nodes.size()); ++i) {
            if (mapping.nodes[static_cast<std::size_t>(i)].isLoop())
                m_blocks.back().loops.push_back(i);
            else
                m_blocks.push_back({i, {}});
        }
    }

    const std::vector<Block>& blocks() const { return m_blocks; }
    const Node& node(int position) const { return m_mapping.nodes[static_cast<std::size_t>(position)]; }
    const std::string& levelOf(const Block& block) const {
        return m_target.architecture.levels()[node(block.store).level].name;
    }

    /// Tensor -> words of its largest tile.
    std::map<std::string, std::int64_t> tiles(const Block& block) const {
        std::map<std::string, std::int64_t> words;
        for (const StoredTile& tile : m_lines[static_cast<std::size_t>(block.store)].tiles)
            words[m_target.workload.tensors()[static_cast<std::size_t>(tile.tensor)].name] = tile.words;
        return words;
    }

    std::vector<LoopKey> keys(const Block& block) const {
        std::vector<LoopKey> keys;
        std::map<std::pair<std::string, std::string>, int> met;
        for (const int loop : block.loops) {
            const Node& n = node(loop);
            std::string place;
            if (n.kind == NodeKind::spatial)
                place = m_target.architecture.fanouts()[n.fanout].name + (n.axis == Axis::x ? ".X" : ".Y");
            const std::string& dimension = m_target.workload.dimensions()[n.dimension].name;
            keys.emplace_back(dimension, place, met[{dimension, place}]++);
        }
        return keys;
    }

private:
    const Target& m_target;
    const Mapping& m_mapping;
    std::vector<NestLine> m_lines;
    std::vector<Block> m_blocks;
};

/// Index pairs of a longest common subsequence, the earliest in a.
std::vector<std::pair<std::size_t, std::size_t>> commonInOrder(const std::vector<std::string>& a,
                                                               const std::vector<std::string>& b) {
    std::vector<std::vector<int>> length(a.size() + 1, std::vector<int>(b.size() + 1));
    for (std::size_t i = a.size(); i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            length[i][j] = a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j])
            pairs.emplace_back(i++, j++);
        else if (length[i + 1][j] >= length[i][j + 1])
            ++i;
        else
            ++j;
    }
    return pairs;
}

class Aligner {
public:
    Aligner(const Side& a, const Side& b) : m_a(a), m_b(b) {}

    std::vector<AlignedRow> align() {
        std::vector<std::string> levelsA, levelsB;
        for (const Block& block : m_a.blocks()) levelsA.push_back(m_a.levelOf(block));
        for (const Block& block : m_b.blocks()) levelsB.push_back(m_b.levelOf(block));
        auto pairs = commonInOrder(levelsA, levelsB);
        pairs.emplace_back(m_a.blocks().size(), m_b.blocks().size());
        std::size_t i = 0, j = 0;
        for (const auto& [nextA, nextB] : pairs) {
            for (; i < nextA; ++i) addAlone(m_a.blocks()[i], NestMark::onlyInA);
            for (; j < nextB; ++j) addAlone(m_b.blocks()[j], NestMark::onlyInB);
            if (i < m_a.blocks().size()) addPair(m_a.blocks()[i++], m_b.blocks()[j++]);
        }
        return std::move(m_rows);
    }

private:
    void addAlone(const Block& block, NestMark mark) {
        addAlone(block.store, mark);
        for (const int loop : block.loops) addAlone(loop, mark);
    }
    void addAlone(int node, NestMark mark) {
        AlignedRow row;
        (mark == NestMark::onlyInA ? row.a : row.b) = node;
        row.mark = mark;
        m_rows.push_back(row);
    }

    void addPair(const Block& a, const Block& b) {
        const bool same = m_a.tiles(a) == m_b.tiles(b);
        m_rows.push_back({a.store, b.store, same ? NestMark::equal : NestMark::changed, {}, -1});
        const std::vector<LoopKey> keysA = m_a.keys(a), keysB = m_b.keys(b);
        const auto has = [](const std::vector<LoopKey>& keys, const LoopKey& key) {
            return std::find(keys.begin(), keys.end(), key) != keys.end();
        };
        std::size_t i = 0, j = 0;
        while (i < keysA.size() || j < keysB.size()) {
            if (i < keysA.size() && !has(keysB, keysA[i])) {
                addAlone(a.loops[i++], NestMark::onlyInA);
            } else if (j < keysB.size() && !has(keysA, keysB[j])) {
                addAlone(b.loops[j++], NestMark::onlyInB);
            } else {  // both sides have as many loops in common: here is one of each
                const auto found = std::find(keysB.begin(), keysB.end(), keysA[i]) - keysB.begin();
                addLoops(a.loops[i++], b.loops[j++], b.loops[static_cast<std::size_t>(found)]);
            }
        }
    }

    void addLoops(int a, int b, int counterpart) {
        const Node& own = m_a.node(a);
        const Node& other = m_b.node(counterpart);
        AlignedRow row{a, b, NestMark::equal, {}, -1};
        if (own.bound != other.bound) row.ratio = static_cast<double>(other.bound) / static_cast<double>(own.bound);
        if (row.ratio || own.tail != other.tail) row.mark = NestMark::changed;
        if (b != counterpart) {
            row.mark = NestMark::moved;
            row.counterpart = counterpart;
        }
        m_rows.push_back(row);
    }

    const Side& m_a;
    const Side& m_b;
    std::vector<AlignedRow> m_rows;
};

}  // namespace

std::vector<AlignedRow> alignNests(const Target& targetA, const Mapping& a, const Target& targetB, const Mapping& b) {
    const Side sideA(targetA, a), sideB(targetB, b);
    return Aligner(sideA, sideB).align();
}

}  // namespace lapidary
