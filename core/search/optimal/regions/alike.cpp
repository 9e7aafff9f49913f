// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Dimensions that can't be told apart: twins, which are one dimension, and pairs that may change places
// (docs/models/optimal.md, Reuse across regions).

#include <algorithm>
#include <numeric>

#include "core/search/optimal/regions/question.h"

namespace lapidary::optimal::regions {

namespace {

unsigned swapped(unsigned mask, const std::array<std::uint8_t, kMostDimensions>& other) {
    unsigned result = 0;
    for (std::size_t d = 0; d < kMostDimensions; ++d) result |= (mask >> d & 1) << other[d];
    return result;
}

bool isWindowOf(const TensorShape& tensor, const WindowRank& wanted) {
    return std::any_of(tensor.windows.begin(), tensor.windows.end(), [&](const WindowRank& rank) {
        return (rank.a == wanted.a && rank.b == wanted.b && rank.ca == wanted.ca && rank.cb == wanted.cb) ||
               (rank.a == wanted.b && rank.b == wanted.a && rank.ca == wanted.cb && rank.cb == wanted.ca);
    });
}

}  // namespace

/// No fanout or level limits how often one of the two is looped over, and both may be unrolled on the same axes.
bool Question::areLimitedAlike(std::size_t a, std::size_t b) const {
    const auto isFree = [&](const FactorRanges& factors) {
        return std::ranges::all_of(std::array{a, b}, [&](std::size_t d) {
            // A rule that limits nothing now may do so once the dimension is longer.
            const FactorRange& range = factors[static_cast<std::size_t>(m_dimensions[d])];
            return range.least <= 1 && !range.whole && range.most >= kMaxBound;
        });
    };
    for (const LevelRules& rules : m_rules.levels)
        if (!isFree(rules.factors)) return false;
    for (const FanoutRules& rules : m_rules.fanouts) {
        if (!isFree(rules.factors)) return false;
        for (const unsigned loops : rules.loops)
            if ((loops >> m_dimensions[a] & 1) != (loops >> m_dimensions[b] & 1)) return false;
    }
    return true;
}

bool Question::areTwins(std::size_t a, std::size_t b) const {
    for (const TensorShape& tensor : m_tensors) {
        const auto differ = [&](unsigned mask) { return (mask >> a & 1) != (mask >> b & 1); };
        if (tensor.slides[a] != 0 || tensor.slides[b] != 0 || differ(tensor.indexed) || differ(tensor.alone))
            return false;
    }
    return areLimitedAlike(a, b);
}

Result<bool> Question::mergeTwins(bool alike) {
    m_parts.clear();
    for (const int dimension : m_dimensions) m_parts.push_back({dimension});
    if (!alike || !m_byReuse || m_tails || m_limitsLoops) return true;
    for (std::size_t a = 0; a < m_dimensions.size(); ++a)
        for (std::size_t b = m_dimensions.size(); b-- > a + 1;) {
            if (!areTwins(a, b)) continue;
            m_bounds[a] *= m_bounds[b];
            m_parts[a].insert(m_parts[a].begin() + 1, m_parts[b].begin(), m_parts[b].end());
            m_bounds.erase(m_bounds.begin() + static_cast<std::ptrdiff_t>(b));
            m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(b));
            m_dimensions.erase(m_dimensions.begin() + static_cast<std::ptrdiff_t>(b));
            m_tensors.clear();
            if (const auto read = readTensors(); !read) return read.diagnostics();
        }
    return true;
}

bool Question::isMirror(const std::array<std::uint8_t, kMostDimensions>& other) const {
    for (std::size_t d = 0; d < m_dimensions.size(); ++d)
        if (other[d] != d && (m_bounds[d] != m_bounds[other[d]] || !areLimitedAlike(d, other[d]))) return false;
    for (const TensorShape& tensor : m_tensors) {
        if (swapped(tensor.indexed, other) != tensor.indexed || swapped(tensor.alone, other) != tensor.alone)
            return false;
        for (const WindowRank& rank : tensor.windows) {
            WindowRank image = rank;
            image.a = other[rank.a], image.b = other[rank.b];
            if (!isWindowOf(tensor, image)) return false;
        }
    }
    return true;
}

/// The first pairs that may change places all at once.
void Question::findMirror(bool alike) {
    std::iota(m_mirror.begin(), m_mirror.end(), std::uint8_t{0});
    if (!alike || !m_byReuse || m_limitsLoops) return;
    std::array<std::uint8_t, kMostDimensions> trial = m_mirror;
    const auto search = [&](const auto& self, std::size_t d) -> bool {
        if (d == m_dimensions.size()) return trial != m_mirror && isMirror(trial);
        if (trial[d] != d) return self(self, d + 1);
        for (std::size_t b = d + 1; b < m_dimensions.size(); ++b) {
            if (trial[b] != b || m_bounds[b] != m_bounds[d]) continue;
            trial[d] = static_cast<std::uint8_t>(b), trial[b] = static_cast<std::uint8_t>(d);
            if (self(self, d + 1)) return true;
            trial[d] = static_cast<std::uint8_t>(d), trial[b] = static_cast<std::uint8_t>(b);
        }
        return self(self, d + 1);
    };
    if (!search(search, 0)) return;
    m_mirror = trial;
    m_mirrors = true;
}

std::vector<std::pair<int, std::int64_t>> Question::split(std::size_t d, std::int64_t factor,
                                                          std::vector<std::int64_t>& left) const {
    std::vector<std::pair<int, std::int64_t>> loops;
    for (const int dimension : m_parts[d]) {
        std::int64_t& own = left[static_cast<std::size_t>(dimension)];
        const std::int64_t trips = m_parts[d].size() == 1 ? factor : std::gcd(factor, own);
        factor /= trips;
        if (m_parts[d].size() > 1) own /= trips;
        if (trips > 1) loops.emplace_back(dimension, trips);
    }
    return loops;
}

}  // namespace lapidary::optimal::regions
