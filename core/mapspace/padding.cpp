// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/padding.h"

#include <algorithm>
#include <limits>

#include "core/base/arith.h"

namespace lapidary {

std::vector<std::int64_t> paddedBounds(std::int64_t bound, std::span<const std::int64_t> axisSizes) {
    std::vector<std::int64_t> multiples{1};
    for (const std::int64_t size : axisSizes) {
        const std::size_t before = multiples.size();
        for (std::size_t i = 0; i < before; ++i) multiples.push_back(multiples[i] * size);
    }
    for (std::int64_t& multiple : multiples) multiple = bound == 1 ? 1 : roundUp(bound, multiple);
    std::ranges::sort(multiples);
    multiples.erase(std::unique(multiples.begin(), multiples.end()), multiples.end());
    return multiples;
}

std::optional<DimensionChains> DimensionChains::make(std::int64_t bound, std::span<const PaddingSlot> slotList,
                                                     bool padded) {
    DimensionChains chains;
    const bool made = padded ? chains.addPaddedParts(bound, slotList) : chains.addPart(bound, slotList);
    if (!made) return std::nullopt;
    return chains;
}

bool DimensionChains::addPart(std::int64_t covered, std::span<const PaddingSlot> slotList) {
    std::vector<LoopSlot> limits;
    for (const PaddingSlot& slot : slotList) {
        limits.push_back(slot.limits);
        if (slot.whole) limits.back().least = std::max(slot.limits.least, covered);
    }
    auto chains = FactorChains::make(covered, limits);
    if (!chains || chains->count() > std::numeric_limits<std::int64_t>::max() - m_count) return false;
    if (chains->count() == 0 && !m_parts.empty()) return true;
    const std::uint64_t before = m_count;
    m_count += chains->count();
    m_parts.push_back({covered, before, std::move(*chains)});
    return true;
}

bool DimensionChains::addPaddedParts(std::int64_t bound, std::span<const PaddingSlot> slotList) {
    std::vector<std::size_t> spatial;
    for (std::size_t s = 0; s < slotList.size(); ++s)
        if (slotList[s].axisSize > 0) spatial.push_back(s);
    if (spatial.size() > kMaxPaddedAxes) return false;
    for (unsigned unrolled = 0; unrolled < 1u << spatial.size(); ++unrolled) {
        std::vector<PaddingSlot> limited(slotList.begin(), slotList.end());
        std::vector<std::int64_t> sizes;
        for (std::size_t a = 0; a < spatial.size(); ++a) {
            LoopSlot& limits = limited[spatial[a]].limits;
            if (unrolled >> a & 1) {
                limits.least = std::max<std::int64_t>(limits.least, 2);
                sizes.push_back(slotList[spatial[a]].axisSize);
            } else {
                limits.most = std::min<std::int64_t>(limits.most, 1);
            }
        }
        for (const std::int64_t raised : paddedBounds(bound, sizes))
            if (!addPart(raised, limited)) return false;
    }
    return true;
}

const DimensionChains::Part& DimensionChains::partOf(std::uint64_t rank) const {
    if (m_parts.size() == 1) return m_parts.front();
    return *(std::ranges::upper_bound(m_parts, rank, {}, &Part::before) - 1);
}

std::optional<std::uint64_t> DimensionChains::rankOf(std::int64_t covered, const Factor* chain) const {
    for (const Part& part : m_parts) {
        if (part.covered != covered) continue;
        if (const auto rank = part.chains.rankOf(chain)) return part.before + *rank;
    }
    return std::nullopt;
}

}  // namespace lapidary
