// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/lattice.h"

#include <algorithm>

#include "core/base/arith.h"

namespace lapidary::optimal {

namespace {

bool isPrime(std::int64_t n) {
    for (std::int64_t f = 2; f * f <= n; ++f)
        if (n % f == 0) return false;
    return n > 1;
}

}  // namespace

std::int64_t Lattice::sizeFor(const std::vector<std::int64_t>& bounds) {
    std::int64_t size = 1;
    for (const std::int64_t bound : bounds)
        size = checkedMul(size, static_cast<std::int64_t>(lapidary::divisors(bound).size()))
                   .value_or(std::int64_t{1} << 62);
    return size;
}

Lattice::Lattice(const std::vector<std::int64_t>& bounds) {
    for (const std::int64_t bound : bounds) {
        const std::vector<std::int64_t> divisors = lapidary::divisors(bound);
        const std::size_t n = divisors.size();
        m_strides.push_back(m_size);
        std::vector<std::vector<Step>> primesUp(n), factorsUp(n), primesDown(n), factorsDown(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) {
                if (divisors[j] % divisors[i] != 0) continue;
                const Step step{static_cast<TileNumber>(j - i) * m_size, divisors[j] / divisors[i]};
                factorsUp[i].push_back(step);
                factorsDown[j].push_back(step);
                if (!isPrime(step.factor)) continue;
                primesUp[i].push_back(step);
                primesDown[j].push_back(step);
            }
        m_primesUp.push_back(std::move(primesUp));
        m_factorsUp.push_back(std::move(factorsUp));
        m_primesDown.push_back(std::move(primesDown));
        m_factorsDown.push_back(std::move(factorsDown));
        m_divisors.push_back(divisors);
        m_size *= static_cast<TileNumber>(n);
    }
}

Tile Lattice::tile(TileNumber number) const {
    Tile tile{};
    for (std::size_t d = 0; d < m_divisors.size(); ++d) tile[d] = m_divisors[d][digit(number, d)];
    return tile;
}

TileNumber Lattice::numberOf(std::size_t dimension, std::int64_t value) const {
    const auto& divisors = m_divisors[dimension];
    const auto found = std::lower_bound(divisors.begin(), divisors.end(), value);
    return static_cast<TileNumber>(found - divisors.begin()) * m_strides[dimension];
}

}  // namespace lapidary::optimal
