// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/shared_rank.h"

#include <numeric>

namespace lapidary::reuse {
namespace {

void addTimes(SharedSums& sums, const SharedSums& more, std::int64_t times) {
    sums.tiles += times * more.tiles;
    sums.keepingTiles += times * more.keepingTiles;
    sums.requests += times * more.requests;
    sums.kept += times * more.kept;
}

/// Distinct values of a x + b y for x < width, y < height.
std::int64_t distinctSums(std::int64_t a, std::int64_t width, std::int64_t b, std::int64_t height) {
    const std::int64_t unit = std::gcd(a, b);
    if (unit == 0) return 1;
    const std::int64_t twiceX = std::max<std::int64_t>(0, width - b / unit);
    const std::int64_t twiceY = std::max<std::int64_t>(0, height - a / unit);
    return width * height - twiceX * twiceY;
}

/// All children of a pair of runs.
struct RunPair {
    const ActiveRun& a;
    const ActiveRun& b;
    Extents tile() const { return {a.extent, b.extent}; }
    Extents before() const { return {a.before, b.before}; }
};

bool sameTile(const RankShape& rank, const RunPair& one, const RunPair& other) {
    if (one.tile() == other.tile()) return true;
    const std::int64_t words = rank.length(one.tile());
    return words == rank.length(other.tile()) && rank.overlap(one.tile(), other.tile(), 0) == words;
}

/// Of equal tiles.
bool sameKept(const RankShape& rank, const RunPair& one, const RunPair& other) {
    const std::int64_t oneShift = rank.distance(one.a.shift, one.b.shift);
    const std::int64_t otherShift = rank.distance(other.a.shift, other.b.shift);
    if (one.before() == other.before() && oneShift == otherShift) return true;
    return rank.sameOverlap(one.tile(), one.before(), oneShift, other.before(), otherShift);
}

}  // namespace

bool SharedRank::build(const RankShape& rank, const Nest& nest, const PairTable& table, SharedChildren& buffer) {
    m_rank = &rank;
    m_buffer = &buffer;
    return m_sides[0].build(nest, table, rank.dimension(0)) && m_sides[1].build(nest, table, rank.dimension(1));
}

SharedSums SharedRank::sums(const Loop* advancing) const {
    const Loop* firstAdvances = advancing && advancing->dimension == m_rank->dimension(0) ? advancing : nullptr;
    const Loop* secondAdvances = advancing && !firstAdvances ? advancing : nullptr;
    SharedSums sums;
    for (int p = 0; p < m_sides[0].parents(); ++p) {
        m_sides[0].visitSlices(p, firstAdvances, [&](const Slice& first) {
            for (int q = 0; q < m_sides[1].parents(); ++q) {
                const std::int64_t parents = m_sides[0].instances(p) * m_sides[1].instances(q);
                m_sides[1].visitSlices(q, secondAdvances, [&](const Slice& second) {
                    addTimes(sums, distinctRequests(first, second), parents * first.weight * second.weight);
                });
            }
        });
    }
    return sums;
}

SharedSums SharedRank::distinctRequests(const Slice& first, const Slice& second) const {
    if (first.count == 1 && second.count == 1) return ofOnePair(first.runs[0], second.runs[0]);
    for (int i = 0; i < first.count * second.count; ++i) {
        for (int j = 0; j < i; ++j) {
            const auto pair = [&](int index) {
                return RunPair{first.runs[static_cast<std::size_t>(index / second.count)],
                               second.runs[static_cast<std::size_t>(index % second.count)]};
            };
            if (m_rank->length(pair(i).tile()) == m_rank->length(pair(j).tile())) return byChildren(first, second);
        }
    }
    SharedSums sums;
    for (int i = 0; i < first.count; ++i)
        for (int j = 0; j < second.count; ++j)
            addTimes(sums, ofOnePair(first.runs[static_cast<std::size_t>(i)], second.runs[static_cast<std::size_t>(j)]),
                     1);
    return sums;
}

SharedSums SharedRank::ofOnePair(const ActiveRun& a, const ActiveRun& b) const {
    const std::int64_t requests =
        distinctSums(m_rank->coefficient(0) * a.stride, a.count, m_rank->coefficient(1) * b.stride, b.count);
    const std::int64_t kept =
        m_rank->overlap({a.extent, b.extent}, {a.before, b.before}, m_rank->distance(a.shift, b.shift));
    const std::int64_t words = requests * m_rank->length({a.extent, b.extent});
    const std::int64_t keeping = kept > 0 ? words : 0;
    return {.tiles = words, .keepingTiles = keeping, .requests = keeping, .kept = requests * kept};
}

/// Runs whose tiles may coincide: compares child by child.
SharedSums SharedRank::byChildren(const Slice& first, const Slice& second) const {
    SharedChildren& children = *m_buffer;
    children.clear();
    std::array<const ActiveRun*, 2 * kMaxRuns * kMaxRuns> pairs;
    std::int32_t pairCount = 0;
    for (int i = 0; i < first.count; ++i) {
        for (int j = 0; j < second.count; ++j, ++pairCount) {
            const RunPair own{first.runs[static_cast<std::size_t>(i)], second.runs[static_cast<std::size_t>(j)]};
            SharedChild child{.shape = pairCount, .kept = pairCount, .words = m_rank->length(own.tile())};
            child.keptWords = m_rank->overlap(own.tile(), own.before(), m_rank->distance(own.a.shift, own.b.shift));
            for (std::int32_t k = 0; k < pairCount; ++k) {
                const RunPair known{*pairs[static_cast<std::size_t>(2 * k)],
                                    *pairs[static_cast<std::size_t>(2 * k + 1)]};
                if (!sameTile(*m_rank, own, known)) continue;
                child.shape = std::min(child.shape, k);
                if (sameKept(*m_rank, own, known)) child.kept = std::min(child.kept, k);
            }
            pairs[static_cast<std::size_t>(2 * pairCount)] = &own.a;
            pairs[static_cast<std::size_t>(2 * pairCount + 1)] = &own.b;
            for (std::int64_t x = 0; x < own.a.count; ++x) {
                for (std::int64_t y = 0; y < own.b.count; ++y) {
                    child.begin = m_rank->distance(own.a.first + x * own.a.stride, own.b.first + y * own.b.stride);
                    children.push_back(child);
                }
            }
        }
    }
    std::sort(children.begin(), children.end());
    SharedSums sums;
    for (std::size_t i = 0; i < children.size();) {
        const SharedChild& tile = children[i];
        bool allKeep = true;
        const SharedChild* previous = nullptr;
        for (; i < children.size() && children[i].begin == tile.begin && children[i].shape == tile.shape; ++i) {
            const SharedChild& own = children[i];
            allKeep = allKeep && own.keptWords > 0;
            const bool counted = previous != nullptr && previous->kept == own.kept;
            previous = &own;
            if (counted || own.keptWords == 0) continue;
            sums.requests += own.words;
            sums.kept += own.keptWords;
        }
        sums.tiles += tile.words;
        if (allKeep) sums.keepingTiles += tile.words;
    }
    return sums;
}

}  // namespace lapidary::reuse
