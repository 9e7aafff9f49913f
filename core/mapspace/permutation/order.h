// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The orders that the temporal loops of one level may stand in: all n! of them, or the linear extensions of a partial
// order ("keep X outside Y outside Z" of 7 loops leaves 7!/3! = 840), counted and numbered over sets of loops already
// placed. Immutable after construction; shared between threads freely.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/workload/workload.h"

namespace lapidary {

/// Which dimensions must stand outside which.
class Precedence {
public:
    void add(int outer, int inner) { m_outer[static_cast<std::size_t>(inner)] |= bit(outer); }
    /// Adds what follows: a outside b and b outside c means a outside c.
    void close();
    /// Dimensions that must stand outside `dimension`, as a bit mask.
    unsigned outsideOf(int dimension) const { return m_outer[static_cast<std::size_t>(dimension)]; }
    /// After close: two dimensions that must each stand outside the other, if there is a contradiction.
    std::optional<std::pair<int, int>> conflict() const;

    static std::uint16_t bit(int dimension) { return static_cast<std::uint16_t>(1u << dimension); }

private:
    std::array<std::uint16_t, kMaxDimensions> m_outer{};
};

class LoopOrders {
public:
    LoopOrders() = default;  ///< no loop: one order
    /// `dimensions` ascending. Requires a closed precedence without conflict.
    LoopOrders(std::vector<std::uint8_t> dimensions, const Precedence& precedence);

    std::uint64_t count() const { return m_count; }
    std::span<const std::uint8_t> dimensions() const { return m_dimensions; }
    const Precedence& precedence() const { return m_precedence; }

    /// Order number `rank` < count() into order[0 .. n), outermost first; orders are numbered lexicographically.
    void at(std::uint64_t rank, std::uint8_t* order) const;
    /// Whether these dimensions, each at most once, may have loops here in this relative order.
    bool allows(std::span<const std::uint8_t> sequence) const;
    /// The smallest number of an order in which `sequence` stands as given. Requires allows(sequence).
    std::uint64_t smallestRank(std::span<const std::uint8_t> sequence) const;

private:
    bool mayFollow(std::size_t loop, unsigned placed) const;
    std::uint64_t completions(unsigned placed) const;

    std::vector<std::uint8_t> m_dimensions;
    Precedence m_precedence;
    std::uint64_t m_count = 1;
    // Loop i is m_dimensions[i]; sets of loops are bit masks.
    std::vector<std::uint16_t> m_outer;        ///< by loop: which must be placed before it
    std::vector<std::uint64_t> m_completions;  ///< by set placed: orders of the rest; empty if nothing limits them
};

}  // namespace lapidary
