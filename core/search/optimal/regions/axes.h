// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where one dimension stands on the way out: how long a tile is and how many trips are left outside. A temporal loop of
// p trips takes a tile of b to p b and must divide what is left, ceil(D / b); lanes may leave a tail. A place is one
// number per dimension; what tiles hold and how often they are filled follows from it. One owner.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "core/search/optimal/regions/question.h"

namespace lapidary::optimal::regions {

inline constexpr std::size_t kMostSlots = 3;  ///< outputs' Stores below fanouts
using Place = std::array<std::uint16_t, kMostDimensions>;

struct PlaceHash {
    std::size_t operator()(const Place& place) const {
        std::uint64_t h = 0;
        for (const std::uint16_t number : place) h = (h ^ number) * 0x9E3779B97F4A7C15ULL, h ^= h >> 29;
        return h;
    }
};

/// Lanes that hold something for the first time if the loops outside make several trips, and if they don't: they differ
/// only behind a tail.
struct Reached {
    std::int64_t several = 1, once = 1;
    bool operator==(const Reached&) const = default;
    bool operator<(const Reached& other) const {
        return several != other.several ? several < other.several : once < other.once;
    }
};

struct Step {
    std::uint16_t to = 0;
    std::int64_t factor = 1;
};

struct AxisState {
    std::int64_t extent = 1;  ///< of the tile; the bound if nothing is left
    std::int64_t left = 1;    ///< trips outside
    std::array<Reached, kMostSlots> reached{};
    std::int64_t here = 1;              ///< trips in the block of this level, as far as constraints have to know
    std::uint16_t base = 0;             ///< the same at the beginning of a block
    std::uint64_t order = 0;            ///< of the figures above alone, whenever the state was found
    std::vector<Step> primes, factors;  ///< temporal loops
};

/// One dimension's states, found as they are reached.
class AxisStates {
public:
    AxisStates(std::int64_t bound, bool tails, bool counted, Noted noted);
    const AxisState& at(std::size_t state) const { return m_states[state]; }
    std::size_t size() const { return m_states.size(); }
    /// Unrolled over `lanes`; `slots`: outputs' Stores that lie below (bit mask). Requires that lanes divide what is left,
    /// unless tails are allowed.
    std::uint16_t across(std::uint16_t state, std::int64_t lanes, unsigned slots);
    /// The same without what lanes below hold.
    std::uint16_t settled(std::uint16_t state) {
        const AxisState own = m_states[state];
        return find(own.extent, own.left, {}, own.here);
    }
    bool outgrown() const { return m_states.size() > 60'000; }

private:
    std::uint16_t find(std::int64_t extent, std::int64_t left, const std::array<Reached, kMostSlots>& reached,
                       std::int64_t here);

    std::int64_t m_bound;
    bool m_tails, m_counted;
    Noted m_noted;
    std::vector<AxisState> m_states;
    std::map<std::tuple<std::int64_t, std::int64_t, std::array<Reached, kMostSlots>, std::int64_t>, std::uint16_t>
        m_numbers;
    std::map<std::tuple<std::uint16_t, std::int64_t, unsigned>, std::uint16_t> m_across;
};

class Axes {
public:
    explicit Axes(const Question& question);
    AxisStates& operator[](std::size_t d) { return m_axes[d]; }
    const AxisStates& operator[](std::size_t d) const { return m_axes[d]; }
    const AxisState& at(std::size_t d, const Place& place) const { return m_axes[d].at(place[d]); }
    /// Words in a tile of this place.
    std::int64_t volume(std::size_t t, const Place& place) const;
    /// Words of all its tiles, over the settings of all loops outside.
    std::int64_t fills(std::size_t t, const Place& place) const;
    /// Product of the extents: what grows with every loop.
    double size(const Place& place) const;
    /// An order of places that doesn't depend on how they were found.
    std::uint64_t order(const Place& place) const;
    std::int64_t left(const Place& place) const;

private:
    const Question& m_question;
    std::vector<AxisStates> m_axes;
};

/// Sum over all tiles of (a long by lengthA, b by lengthB) of the distinct positions of the window rank.
std::int64_t windowFills(const WindowRank& rank, std::int64_t boundA, std::int64_t lengthA, std::int64_t boundB,
                         std::int64_t lengthB);

}  // namespace lapidary::optimal::regions
