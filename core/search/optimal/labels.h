// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Partial choices with equal Stores placed at an equal tile, compared by what they use and cost so far: a label is
// dropped if another is no worse in every number (Bellman: whatever follows adds the same to both). All numbers are
// integers. One owner.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/search/optimal/lattice.h"

namespace lapidary::optimal {

/// Called between small pieces of work; false = give up.
using Tick = std::function<bool()>;

inline constexpr std::size_t kMostTensors = 4;

/// numbers[0] = bits in use; then costs.
struct Label {
    std::array<std::int64_t, 1 + kMostTensors> numbers{};
    bool operator==(const Label&) const = default;
    Label operator+(const Label& other) const {
        Label sum;
        for (std::size_t n = 0; n < numbers.size(); ++n) sum.numbers[n] = numbers[n] + other.numbers[n];
        return sum;
    }
};

/// What a table did, for the certificate.
struct TableCounts {
    std::int64_t made = 0;       ///< labels
    std::int64_t dominated = 0;  ///< of these
    std::int64_t tooLarge = 0;   ///< beyond the capacity, or sure to get there
    std::int64_t kept() const { return made - dominated - tooLarge; }
    void add(const TableCounts& other) { made += other.made, dominated += other.dominated, tooLarge += other.tooLarge; }
};

/// Adds a label to a Pareto set over the first `width` numbers, unless one in it is no worse; what it beats goes. Sets are
/// small, so that looking at all of them beats sorting.
inline void addToFront(std::vector<Label>& front, const Label& label, std::size_t width) {
    const auto isNoWorse = [width](const Label& a, const Label& b) {
        for (std::size_t n = 0; n < width; ++n)
            if (a.numbers[n] > b.numbers[n]) return false;
        return true;
    };
    for (std::size_t i = 0; i < front.size(); ++i)
        if (isNoWorse(front[i], label)) {
            if (i > 0) std::swap(front[i], front[i / 2]);  // those that beat many are met early
            return;
        }
    std::erase_if(front, [&](const Label& other) { return isNoWorse(label, other); });
    front.push_back(label);
}

/// Lexicographic order, so that nothing depends on the order of arrival.
inline void sortFront(std::vector<Label>& front) {
    std::sort(front.begin(), front.end(), [](const Label& a, const Label& b) { return a.numbers < b.numbers; });
}

/// Labels by tile, each tile written once.
class LabelPool {
public:
    void reset(TileNumber tiles) {
        m_begin.assign(tiles, 0), m_count.assign(tiles, 0);
        m_labels.clear();
    }
    std::span<const Label> at(TileNumber tile) const {
        return std::span(m_labels).subspan(m_begin[tile], m_count[tile]);
    }
    void put(TileNumber tile, const std::vector<Label>& labels) {
        m_begin[tile] = m_labels.size();
        m_count[tile] = static_cast<std::uint32_t>(labels.size());
        m_labels.insert(m_labels.end(), labels.begin(), labels.end());
    }
    std::size_t size() const { return m_labels.size(); }

private:
    std::vector<std::size_t> m_begin;
    std::vector<std::uint32_t> m_count;
    std::vector<Label> m_labels;
};

}  // namespace lapidary::optimal
