// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tiles along one rank of a tensor: how many words a tile of given extents has, and how many two displaced tiles share.
// Ranks of one or two terms, as bounding boxes or as exact sets {c1 i + c2 j : i < a, j < b} (reuse.md). Pure functions;
// on the path of every search.
#pragma once

#include <cstdint>

#include "core/workload/workload.h"

namespace lapidary::reuse {

/// Extents of the rank's dimensions, in the order of its terms; b is 1 for ranks of one term.
struct Extents {
    std::int64_t a = 1, b = 1;
    bool operator==(const Extents&) const = default;
};

class RankShape {
public:
    static constexpr int kMaxTerms = 2;

    RankShape() = default;
    /// Requires 1 or 2 terms.
    RankShape(const std::vector<Term>& terms, bool box);

    int terms() const { return m_terms; }
    int dimension(int term) const { return m_dimension[term]; }
    std::int64_t coefficient(int term) const { return m_coefficient[term]; }

    /// Words of a tile.
    std::int64_t length(Extents tile) const;
    /// Of the box around it.
    std::int64_t boxLength(Extents tile) const {
        return 1 + m_coefficient[0] * (tile.a - 1) + m_coefficient[1] * (tile.b - 1);
    }
    /// Whether the position `offset` behind the tile's first word is one of its words.
    bool holds(Extents tile, std::int64_t offset) const {
        if (m_box) return offset >= 0 && offset < boxLength(tile);
        return offset % m_unit == 0 && contains(tile, offset / m_unit);
    }
    /// First index offsets of the two terms as a distance in words.
    std::int64_t distance(std::int64_t da, std::int64_t db) const {
        return m_coefficient[0] * da + m_coefficient[1] * db;
    }
    /// Words common to `tile` and `other`, if tile begins `distance` words behind the beginning of other.
    std::int64_t overlap(Extents tile, Extents other, std::int64_t distance) const;

    /// Whether `tile` shares the same words with two others, each as in overlap().
    bool sameOverlap(Extents tile, Extents one, std::int64_t oneDistance, Extents other,
                     std::int64_t otherDistance) const;

private:
    std::int64_t overlapByResidue(Extents tile, Extents other, std::int64_t units) const;
    std::int64_t overlapByElement(Extents tile, Extents other, std::int64_t units) const;
    bool contains(Extents tile, std::int64_t units) const;
    std::int64_t span(Extents tile) const {
        return m_reduced[0] * (tile.a - 1) + (m_terms == 2 ? m_reduced[1] * (tile.b - 1) : 0);
    }

    int m_terms = 0;
    bool m_box = false;
    int m_dimension[kMaxTerms] = {0, 0};
    std::int64_t m_coefficient[kMaxTerms] = {1, 0};
    std::int64_t m_unit = 1;                     ///< greatest common divisor of the coefficients
    std::int64_t m_reduced[kMaxTerms] = {1, 1};  ///< coefficients in units
};

/// Length of the common part of [0, length) and [begin, begin + otherLength).
constexpr std::int64_t commonLength(std::int64_t length, std::int64_t begin, std::int64_t otherLength) {
    const std::int64_t from = begin > 0 ? begin : 0;
    const std::int64_t to = begin + otherLength < length ? begin + otherLength : length;
    return to > from ? to - from : 0;
}

}  // namespace lapidary::reuse
