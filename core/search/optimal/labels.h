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

/// Keeps the Pareto set of the first `width` numbers, in lexicographic order.
inline void keepPareto(std::vector<Label>& labels, std::size_t width) {
    if (labels.size() < 2) return;
    const auto isLess = [width](const Label& a, const Label& b) {
        for (std::size_t n = 0; n + 1 < width; ++n)
            if (a.numbers[n] != b.numbers[n]) return a.numbers[n] < b.numbers[n];
        return a.numbers[width - 1] < b.numbers[width - 1];
    };
    std::sort(labels.begin(), labels.end(), isLess);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto isNoWorse = [&](const Label& other) {
            for (std::size_t n = 1; n < width; ++n)
                if (other.numbers[n] > labels[i].numbers[n]) return false;
            return true;  // numbers[0] is no larger: they are sorted by it
        };
        // With one cost, the last one kept is the cheapest so far.
        const std::size_t from = width == 2 && kept > 0 ? kept - 1 : 0;
        if (std::any_of(labels.begin() + static_cast<std::ptrdiff_t>(from),
                        labels.begin() + static_cast<std::ptrdiff_t>(kept), isNoWorse))
            continue;
        labels[kept++] = labels[i];
    }
    labels.resize(kept);
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
