// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/clipped_rank.h"

#include <algorithm>

namespace lapidary::reuse {
namespace {

bool isSolid(const RankShape& rank, Extents tile) { return rank.length(tile) == rank.boxLength(tile); }

std::int64_t clampedLength(std::int64_t from, std::int64_t to) { return std::max<std::int64_t>(0, to - from); }

/// Data words of a tile that begins at position `begin`.
std::int64_t clippedLength(const RankShape& rank, Clip clip, Extents tile, std::int64_t begin) {
    const std::int64_t end = begin + rank.boxLength(tile);
    if (begin >= clip.from && end <= clip.to) return rank.length(tile);
    const std::int64_t from = std::max(begin, clip.from), to = std::min(end, clip.to);
    if (isSolid(rank, tile)) return clampedLength(from, to);
    std::int64_t count = 0;
    for (std::int64_t position = from; position < to; ++position) count += rank.holds(tile, position - begin);
    return count;
}

}  // namespace

void ClippedRank::build(const RankShape& rank, Clip clip, const Nest& nest, const PairTable& table, PlaceFilter first,
                        PlaceFilter second) {
    m_rank = &rank;
    m_clip = clip;
    m_numbers.clear();
    const StoreNode& parent = nest.stores[static_cast<std::size_t>(table.parent)];
    const StoreNode& child = nest.stores[static_cast<std::size_t>(table.child)];
    for (Side& side : m_sides) side.passed = 1;
    m_sides[0].children.build(nest, rank.dimension(0), parent, child, first);
    if (rank.terms() == 2)
        m_sides[1].children.build(nest, rank.dimension(1), parent, child, second);
    else
        m_sides[1].children.buildStill();
}

void ClippedRank::pass(const Loop& loop) {
    m_sides[loop.dimension == m_rank->dimension(0) ? 0 : 1].passed *= loop.bound;
}

ClippedSums ClippedRank::sums(const Loop* advancing) {
    const bool firstAdvances = advancing && advancing->dimension == m_rank->dimension(0);
    listMoments(m_sides[0], firstAdvances ? advancing : nullptr);
    listMoments(m_sides[1], advancing && !firstAdvances ? advancing : nullptr);
    ClippedSums sums;
    for (const Moment& first : m_sides[0].moments) {
        for (const Moment& second : m_sides[1].moments) {
            m_requests.clear();
            for (std::size_t i = first.begin; i < first.end; ++i) {
                for (std::size_t j = second.begin; j < second.end; ++j) {
                    const Request request = requestOf(m_sides[0].moving[i], m_sides[1].moving[j]);
                    sums.words += request.tile.count;
                    sums.kept += request.kept.count;
                    if (request.tile.count > 0) m_requests.push_back(request);
                }
            }
            addDistinct(sums.shared);
        }
    }
    return sums;
}

/// At every setting of the loops not passed, of every parent instance: its children at work.
void ClippedRank::listMoments(Side& side, const Loop* advancing) {
    side.moving.clear();
    side.moments.clear();
    const std::vector<Placed>& children = side.children.children();
    for (std::size_t begin = 0, end = 0; begin < children.size(); begin = end) {
        std::int64_t settings = 0;
        for (; end < children.size() && children[end].parent == children[begin].parent; ++end)
            settings = std::max(settings, (children[end].settings - 1) / side.passed + 1);
        for (std::int64_t outer = 0; outer < settings; ++outer) {
            if (advancing && outer % advancing->bound == 0) continue;
            const Moment moment{side.moving.size(), 0};
            const std::int64_t setting = outer * side.passed;
            for (std::size_t c = begin; c < end; ++c) {
                const Placed& child = children[c];
                if (setting >= child.settings) continue;
                const std::int64_t before =
                    advancing ? setting - 1 : std::min(setting + side.passed, child.settings) - 1;
                side.moving.push_back(movingAt(side.children, child, setting, before));
            }
            side.moments.push_back({moment.begin, side.moving.size()});
        }
    }
}

ClippedRank::Moving ClippedRank::movingAt(const PlacedChildren& children, const Placed& child, std::int64_t setting,
                                          std::int64_t before) {
    const std::int64_t offset = children.firstAt(setting);
    return {.first = child.first + offset,
            .extent = children.extentAt(child, setting),
            .before = children.extentAt(child, before),
            .shift = offset - children.firstAt(before)};
}

ClippedRank::Request ClippedRank::requestOf(const Moving& a, const Moving& b) {
    const Extents tile{a.extent, b.extent}, other{a.before, b.before};
    const std::int64_t begin = m_rank->distance(a.first, b.first), shift = m_rank->distance(a.shift, b.shift);
    const std::int64_t end = begin + m_rank->boxLength(tile);
    const std::int64_t from = std::max(begin, m_clip.from), to = std::min(end, m_clip.to);
    if (from >= to) return {};
    const std::int64_t oldBegin = begin - shift, oldEnd = oldBegin + m_rank->boxLength(other);
    const std::int64_t keptFrom = std::max(from, oldBegin), keptTo = std::min(to, oldEnd);
    const bool solidTile = isSolid(*m_rank, tile);
    Request request;
    if (solidTile) {
        request.tile = {from, to, 0, to - from};
    } else {
        m_list.clear();
        for (std::int64_t p = from; p < to; ++p)
            if (m_rank->holds(tile, p - begin)) m_list.push_back(p);
        request.tile = numbered();
    }
    if (keptFrom >= keptTo) return request;
    if (solidTile && isSolid(*m_rank, other)) {
        request.kept = {keptFrom, keptTo, 0, keptTo - keptFrom};
    } else {
        m_list.clear();
        for (std::int64_t p = keptFrom; p < keptTo; ++p)
            if (m_rank->holds(tile, p - begin) && m_rank->holds(other, p - oldBegin)) m_list.push_back(p);
        request.kept = numbered();
    }
    return request;
}

/// m_list, so that equal lists compare equal however they came about.
ClippedRank::Words ClippedRank::numbered() {
    if (m_list.empty()) return {};
    const auto count = static_cast<std::int64_t>(m_list.size());
    if (m_list.back() - m_list.front() + 1 == count) return {m_list.front(), m_list.back() + 1, 0, count};
    const auto next = static_cast<std::int64_t>(m_numbers.size()) + 1;
    return {0, 0, m_numbers.try_emplace(m_list, next).first->second, count};
}

/// The children of one parent instance at one time (SharedSums).
void ClippedRank::addDistinct(SharedSums& sums) {
    if (m_requests.size() > 1) std::sort(m_requests.begin(), m_requests.end());
    for (std::size_t i = 0; i < m_requests.size();) {
        const Words tile = m_requests[i].tile;
        bool allKeep = true;
        for (std::size_t first = i; i < m_requests.size() && m_requests[i].tile == tile; ++i) {
            const Words& kept = m_requests[i].kept;
            allKeep = allKeep && kept.count > 0;
            if (kept.count == 0 || (i > first && m_requests[i - 1].kept == kept)) continue;
            sums.requests += tile.count;
            sums.kept += kept.count;
        }
        sums.tiles += tile.count;
        if (allKeep) sums.keepingTiles += tile.count;
    }
}

std::int64_t widestClipped(const RankShape& rank, Clip clip, const Nest& nest, const StoreNode& store,
                           PlacedTiles& tiles) {
    tiles.clear();
    for (int term = 0; term < rank.terms(); ++term)
        tiles.addTerm(nest, rank.dimension(term), rank.coefficient(term), store);
    const auto extents = [&](const std::vector<std::int64_t>& own) {
        return Extents{own[0], rank.terms() == 2 ? own[1] : 1};
    };
    const auto widest = [&](int term) {
        return nest.moving & bit(rank.dimension(term)) ? store.widest[static_cast<std::size_t>(rank.dimension(term))]
                                                       : 1;
    };
    const Extents full{widest(0), rank.terms() == 2 ? widest(1) : 1};
    return tiles.widest(std::min(rank.length(full), clip.to - clip.from),
                        [&](std::int64_t first, const std::vector<std::int64_t>& own) {
                            return clippedLength(rank, clip, extents(own), first);
                        });
}

}  // namespace lapidary::reuse
