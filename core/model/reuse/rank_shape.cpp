// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/rank_shape.h"

#include <algorithm>
#include <numeric>

namespace lapidary::reuse {
namespace {

/// Of the elements r1 i + r2 j with j = residue (mod r1), in steps of r1: r2 t + i with t < count, i < a, as an interval.
struct Residue {
    std::int64_t begin = 0, length = 0;
};

Residue residueInterval(Extents tile, std::int64_t r1, std::int64_t r2, std::int64_t residue) {
    if (residue >= tile.b) return {};
    const std::int64_t count = (tile.b - residue + r1 - 1) / r1;
    return {r2 * residue, r2 * (count - 1) + tile.a};
}

/// Then the intervals have no gaps.
bool solid(Extents tile, std::int64_t r1, std::int64_t r2) { return tile.a >= r2 || tile.b <= r1; }

Extents swapped(Extents tile) { return {tile.b, tile.a}; }

/// Every residue is one interval; those of the displaced tile meet those of the other one.
std::int64_t sumOverResidues(Extents tile, Extents other, std::int64_t units, std::int64_t r1, std::int64_t r2) {
    std::int64_t sum = 0;
    for (std::int64_t residue = 0; residue < std::min(r1, tile.b); ++residue) {
        const Residue mine = residueInterval(tile, r1, r2, residue);
        const std::int64_t begin = mine.begin + units;
        for (std::int64_t j = 0; j < std::min(r1, other.b); ++j) {
            const Residue theirs = residueInterval(other, r1, r2, j);
            if ((begin - theirs.begin) % r1 != 0) continue;
            sum += commonLength(theirs.length, (begin - theirs.begin) / r1, mine.length);
            break;
        }
    }
    return sum;
}

}  // namespace

RankShape::RankShape(const std::vector<Term>& terms, bool box) : m_terms(static_cast<int>(terms.size())), m_box(box) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
        m_dimension[i] = terms[i].dimension;
        m_coefficient[i] = terms[i].coefficient;
    }
    m_unit = std::gcd(m_coefficient[0], m_coefficient[1]);
    for (int i = 0; i < m_terms; ++i) m_reduced[i] = m_coefficient[i] / m_unit;
}

std::int64_t RankShape::length(Extents tile) const {
    if (m_box) return boxLength(tile);
    if (m_terms == 1) return tile.a;
    const std::int64_t twiceA = std::max<std::int64_t>(0, tile.a - m_reduced[1]);
    const std::int64_t twiceB = std::max<std::int64_t>(0, tile.b - m_reduced[0]);
    return tile.a * tile.b - twiceA * twiceB;
}

std::int64_t RankShape::overlap(Extents tile, Extents other, std::int64_t distance) const {
    if (m_box) return commonLength(length(other), distance, length(tile));
    if (distance % m_unit != 0) return 0;
    const std::int64_t units = distance / m_unit;
    if (m_terms == 1) return commonLength(other.a, units, tile.a);
    const bool contiguous = m_reduced[1] == 1 ? tile.b >= m_reduced[0] && other.b >= m_reduced[0]
                                              : m_reduced[0] == 1 && tile.a >= m_reduced[1] && other.a >= m_reduced[1];
    if (contiguous) return commonLength(length(other), units, length(tile));
    return overlapByResidue(tile, other, units);
}

std::int64_t RankShape::overlapByResidue(Extents tile, Extents other, std::int64_t units) const {
    const auto [r1, r2] = m_reduced;
    if (solid(tile, r1, r2) && solid(other, r1, r2)) return sumOverResidues(tile, other, units, r1, r2);
    const Extents turned = swapped(tile), otherTurned = swapped(other);
    if (solid(turned, r2, r1) && solid(otherTurned, r2, r1)) return sumOverResidues(turned, otherTurned, units, r2, r1);
    return overlapByElement(tile, other, units);
}

/// The rest: both tiles have gaps, and along different terms. Such tiles are short.
std::int64_t RankShape::overlapByElement(Extents tile, Extents other, std::int64_t units) const {
    std::int64_t sum = 0;
    for (std::int64_t element = 0; element <= span(tile); ++element)
        sum += contains(tile, element) && contains(other, element + units);
    return sum;
}

bool RankShape::sameOverlap(Extents tile, Extents one, std::int64_t oneDistance, Extents other,
                            std::int64_t otherDistance) const {
    if (m_box) {
        const auto from = [&](std::int64_t distance) { return std::max<std::int64_t>(0, -distance); };
        const auto to = [&](Extents held, std::int64_t distance) {
            return std::min(length(tile), length(held) - distance);
        };
        const bool empty = overlap(tile, one, oneDistance) == 0;
        if (empty || overlap(tile, other, otherDistance) == 0) return empty && overlap(tile, other, otherDistance) == 0;
        return from(oneDistance) == from(otherDistance) && to(one, oneDistance) == to(other, otherDistance);
    }
    // Words that aren't whole units away from the tile's are not in it.
    const auto holds = [&](Extents held, std::int64_t distance, std::int64_t element) {
        return distance % m_unit == 0 && contains(held, element + distance / m_unit);
    };
    for (std::int64_t element = 0; element <= span(tile); ++element)
        if (contains(tile, element) && holds(one, oneDistance, element) != holds(other, otherDistance, element))
            return false;
    return true;
}

bool RankShape::contains(Extents tile, std::int64_t units) const {
    if (units < 0) return false;
    for (std::int64_t j = 0; j < std::min(tile.b, m_reduced[0]) && m_reduced[1] * j <= units; ++j) {
        if ((units - m_reduced[1] * j) % m_reduced[0] != 0) continue;
        // All representations: i falls by r2 while j rises by r1.
        for (std::int64_t k = j; k < tile.b && m_reduced[1] * k <= units; k += m_reduced[0])
            if ((units - m_reduced[1] * k) / m_reduced[0] < tile.a) return true;
    }
    return false;
}

}  // namespace lapidary::reuse
