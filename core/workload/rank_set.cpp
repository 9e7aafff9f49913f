// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/rank_set.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lapidary {

std::int64_t twoTermSetSize(std::int64_t c1, std::int64_t a, std::int64_t c2, std::int64_t b) {
    const std::int64_t common = std::gcd(c1, c2);
    const std::int64_t zero = 0;
    return a * b - std::max(zero, a - c2 / common) * std::max(zero, b - c1 / common);
}

std::int64_t rankSetSize(const Rank& rank, std::span<const std::int64_t> extents) {
    std::array<Term, 2> moving{};
    std::size_t count = 0;
    for (const auto& term : rank.terms) {
        if (extents[static_cast<std::size_t>(term.dimension)] == 1) continue;
        if (count == moving.size()) return rankBoxSize(rank, extents);
        moving[count++] = term;
    }
    const auto extent = [&](std::size_t i) { return extents[static_cast<std::size_t>(moving[i].dimension)]; };
    if (count == 0) return 1;
    if (count == 1) return extent(0);
    return twoTermSetSize(moving[0].coefficient, extent(0), moving[1].coefficient, extent(1));
}

std::int64_t rankBoxSize(const Rank& rank, std::span<const std::int64_t> extents) {
    std::int64_t size = 1;
    for (const auto& term : rank.terms)
        size += term.coefficient * (extents[static_cast<std::size_t>(term.dimension)] - 1);
    return size;
}

}  // namespace lapidary
