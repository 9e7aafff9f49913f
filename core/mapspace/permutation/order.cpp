// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/permutation/order.h"

#include <algorithm>
#include <bit>

namespace lapidary {

namespace {

/// n! for n <= 16, which needs 45 bits.
constexpr auto kFactorial = [] {
    std::array<std::uint64_t, kMaxDimensions + 1> table{1};
    for (std::size_t n = 1; n < table.size(); ++n) table[n] = table[n - 1] * n;
    return table;
}();

/// Order number `rank` of n loops that nothing limits: the digits of `rank` in the factorial number system say which
/// of the loops not yet placed comes next. These are kept as the hexadecimal digits of one word.
void placeFreely(std::uint64_t rank, std::span<const std::uint8_t> dimensions, std::uint8_t* order) {
    std::uint64_t left = 0xfedcba9876543210;
    for (std::size_t n = dimensions.size(); n-- > 0;) {
        const auto digit = 4 * (rank / kFactorial[n]);
        rank %= kFactorial[n];
        *order++ = dimensions[left >> digit & 15];
        const std::uint64_t smaller = (std::uint64_t{1} << digit) - 1;
        left = (left & smaller) | (left >> 4 & ~smaller);
    }
}

}  // namespace

void Precedence::close() {
    for (std::size_t middle = 0; middle < kMaxDimensions; ++middle)
        for (auto& outer : m_outer)
            if (outer >> middle & 1) outer |= m_outer[middle];
}

std::optional<std::pair<int, int>> Precedence::conflict() const {
    for (int a = 0; a < kMaxDimensions; ++a)
        for (int b = 0; b < a; ++b)
            if (outsideOf(a) & bit(b) && outsideOf(b) & bit(a)) return std::pair{b, a};
    return std::nullopt;
}

LoopOrders::LoopOrders(std::vector<std::uint8_t> dimensions, const Precedence& precedence)
    : m_dimensions(std::move(dimensions)), m_precedence(precedence), m_outer(m_dimensions.size()) {
    const std::size_t n = m_dimensions.size();
    for (std::size_t loop = 0; loop < n; ++loop)
        for (std::size_t other = 0; other < n; ++other)
            if (precedence.outsideOf(m_dimensions[loop]) & Precedence::bit(m_dimensions[other]))
                m_outer[loop] |= Precedence::bit(static_cast<int>(other));
    m_count = kFactorial[n];
    if (std::ranges::all_of(m_outer, [](unsigned outer) { return outer == 0; })) return;

    const unsigned all = (1u << n) - 1;
    m_completions.assign(std::size_t{all} + 1, 0);
    m_completions[all] = 1;
    for (unsigned placed = all; placed-- > 0;)
        for (std::size_t loop = 0; loop < n; ++loop)
            if (mayFollow(loop, placed)) m_completions[placed] += m_completions[placed | 1u << loop];
    m_count = m_completions[0];
}

bool LoopOrders::mayFollow(std::size_t loop, unsigned placed) const {
    return !(placed >> loop & 1) && !(m_outer[loop] & ~placed);
}

std::uint64_t LoopOrders::completions(unsigned placed) const {
    if (!m_completions.empty()) return m_completions[placed];
    return kFactorial[m_dimensions.size() - static_cast<std::size_t>(std::popcount(placed))];
}

void LoopOrders::at(std::uint64_t rank, std::uint8_t* order) const {
    if (m_completions.empty()) return placeFreely(rank, m_dimensions, order);
    unsigned placed = 0;
    for (std::size_t position = 0; position < m_dimensions.size(); ++position) {
        for (std::size_t loop = 0;; ++loop) {
            if (!mayFollow(loop, placed)) continue;
            const unsigned with = placed | 1u << loop;
            if (rank < m_completions[with]) {
                order[position] = m_dimensions[loop];
                placed = with;
                break;
            }
            rank -= m_completions[with];
        }
    }
}

bool LoopOrders::allows(std::span<const std::uint8_t> sequence) const {
    unsigned seen = 0;
    for (const std::uint8_t dimension : sequence) {
        if (std::ranges::find(m_dimensions, dimension) == m_dimensions.end()) return false;
        if (seen & Precedence::bit(dimension)) return false;
        seen |= Precedence::bit(dimension);
    }
    unsigned inside = seen;
    for (const std::uint8_t dimension : sequence) {
        inside &= ~Precedence::bit(dimension);
        if (m_precedence.outsideOf(dimension) & inside) return false;
    }
    return true;
}

/// Places the smallest loop that may come next at each position. This never gets stuck: a closed partial order and an
/// order of some of its elements that agrees with it have no cycle together.
std::uint64_t LoopOrders::smallestRank(std::span<const std::uint8_t> sequence) const {
    std::uint64_t rank = 0;
    unsigned placed = 0;
    std::ptrdiff_t next = 0;  // in the sequence
    for (std::size_t position = 0; position < m_dimensions.size(); ++position) {
        for (std::size_t loop = 0;; ++loop) {
            if (!mayFollow(loop, placed)) continue;
            const auto place = std::ranges::find(sequence, m_dimensions[loop]) - sequence.begin();
            const bool isFree = place == std::ssize(sequence);
            if (isFree || place == next) {
                if (!isFree) ++next;
                placed |= 1u << loop;
                break;
            }
            rank += completions(placed | 1u << loop);
        }
    }
    return rank;
}

}  // namespace lapidary
