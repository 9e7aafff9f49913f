// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All chains of one dimension under one kind of factorization. For `padded` (the peer that Ruby III-B compares with)
// that is a union of perfect spaces: over every set A of axes that the dimension may be unrolled on (P > 1 on these, 1
// on the others), and over every bound D' that D may then be raised to: D itself, or the next multiple of the product
// of the sizes of some of the axes in A. The parts are disjoint, so counts add up. A bound of 1 is never raised: there
// would be nothing but padding. For all other kinds there is one part, D over all slots.
// Immutable after make; shared between threads freely.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/mapspace/factorization.h"

namespace lapidary {

/// A slot as padding sees it.
struct PaddingSlot {
    LoopSlot limits;
    std::int64_t axisSize = 0;  ///< of the axis a spatial slot spreads over; 0 = temporal
    bool whole = false;         ///< a rule wants P to be the whole (raised) bound
};

class DimensionChains {
public:
    static constexpr int kMaxPaddedAxes = 6;  ///< padded: at most this many spatial slots of one dimension

    /// Slots from outermost to innermost. Nullopt as in FactorChains::make.
    static std::optional<DimensionChains> make(std::int64_t bound, std::span<const PaddingSlot> slotList, bool padded);

    std::uint64_t count() const { return m_count; }
    /// Chain number `rank` < count() into chain[0 .. slots), outermost first. Returns the bound it covers.
    std::int64_t at(std::uint64_t rank, Factor* chain) const {
        const Part& part = partOf(rank);
        part.chains.at(rank - part.before, chain);
        return part.covered;
    }
    /// Inverse of at; nullopt if there is no such chain.
    std::optional<std::uint64_t> rankOf(std::int64_t covered, const Factor* chain) const;

private:
    struct Part {
        std::int64_t covered;  ///< D or D'
        std::uint64_t before;  ///< chains of the parts before this one
        FactorChains chains;
    };

    bool addPart(std::int64_t covered, std::span<const PaddingSlot> slotList);
    bool addPaddedParts(std::int64_t bound, std::span<const PaddingSlot> slotList);
    const Part& partOf(std::uint64_t rank) const;

    std::vector<Part> m_parts;
    std::uint64_t m_count = 0;
};

/// D and what it may be raised to if it is unrolled on axes of these sizes, ascending, each once.
std::vector<std::int64_t> paddedBounds(std::int64_t bound, std::span<const std::int64_t> axisSizes);

}  // namespace lapidary
