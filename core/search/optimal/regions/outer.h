// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The outermost region from the outside in: for every tile the least energy of everything above it. Tiles are the
// multiples of a start by temporal loops. Or, as a bound for mappings with tails, over ranges of trips: a cell is filled
// as often as its fewest trips say and takes no more room than its most trips need (docs/models/optimal.md). One owner.
#pragma once

#include <algorithm>
#include <functional>

#include "core/search/optimal/labels.h"
#include "core/search/optimal/regions/flows.h"
#include "core/search/optimal/regions/plan.h"
#include "core/search/optimal/regions/rules.h"

namespace lapidary::optimal::regions {

/// A loop, or a Store, on the way in; outermost first.
struct NestStep {
    enum class Kind { loop, store, lanes } kind = Kind::loop;
    std::size_t dimension = 0;
    std::int64_t factor = 1;
    int level = 0;
    std::size_t tensor = 0;
    int fanout = 0;
    Axis axis = Axis::x;
};
using Nest = std::vector<NestStep>;

class Outer {
public:
    static constexpr std::int64_t kNoWay = std::int64_t{1} << 61;

    static constexpr std::size_t kWidth = 6 + 2 * kMostPorts;
    /// Rooms; energy; two remainders; if asked for, words read and written at each of the plan's ports.
    using Numbers = std::array<std::int64_t, kWidth>;
    struct Above {
        Numbers sum{};   ///< with what is placed at the tile
        Numbers from{};  ///< without
    };

    Outer(const Question& question, const Plan& plan, const Axes& axes, bool dominance, bool withWords)
        : m_question(question),
          m_plan(plan),
          m_axes(axes),
          m_dominance(dominance),
          m_withWords(withWords),
          m_width(plan.rooms(0) + 3 + (withWords ? 2 * plan.ports().size() : 0)) {}
    /// A bound under the default semantics: every Store has the fills of the best run of loops outside of it.
    Outer(const Question& question, const Plan& plan, const Axes& axes, bool dominance, FlowBook& book,
          std::size_t mostBytes)
        : Outer(question, plan, axes, dominance, false) {
        m_book = &book, m_mostBytes = mostBytes;
    }

    /// Tables over everything that loops make of the place. False if `tick` gave up or there are too many labels.
    bool solve(const Place& start, const Tick& tick);
    /// The bound, with about this many cells.
    bool solveFloor(std::size_t cells, const Tick& tick);
    /// Of a place reached from the start; of any place, after solveFloor.
    std::int64_t least(const Place& place) const { return leastAt(indexOf(place)); }
    /// Tiles are numbered: the number of a place is a sum of one for each dimension's state.
    std::uint32_t tiles() const { return m_tiles; }
    std::uint32_t indexOf(const Place& place) const;
    std::uint32_t offsetOf(std::size_t d, std::uint16_t state) const {
        return m_grids[d].numberOf[m_axes[d].at(state).base] * m_grids[d].stride;
    }
    /// After solve.
    Place placeAt(std::uint32_t index) const {
        Place place{};
        for (std::size_t d = 0; d < m_grids.size(); ++d) place[d] = m_grids[d].states[digit(index, d)];
        return place;
    }
    std::int64_t leastAt(std::uint32_t index) const { return m_least[index]; }
    /// Labels of one tile: as many numbers of each are kept as there are.
    class Ways {
    public:
        class Iterator {
        public:
            Iterator(const std::int64_t* at, std::size_t width) : m_at(at), m_width(width) {}
            Numbers operator*() const {
                Numbers numbers{};
                std::copy_n(m_at, m_width, numbers.begin());
                return numbers;
            }
            Iterator& operator++() {
                m_at += m_width;
                return *this;
            }
            bool operator!=(const Iterator& other) const { return m_at != other.m_at; }

        private:
            const std::int64_t* m_at;
            std::size_t m_width;
        };
        Ways(const std::int64_t* first, std::size_t count, std::size_t width)
            : m_first(first), m_last(first + count * width), m_width(width) {}
        Iterator begin() const { return {m_first, m_width}; }
        Iterator end() const { return {m_last, m_width}; }

    private:
        const std::int64_t *m_first, *m_last;
        std::size_t m_width;
    };
    Ways ways(const Place& place) const { return at(m_plan.all(0), indexOf(place)); }
    /// With these Stores of the region placed further in, whose bits in use are `rooms`.
    std::int64_t least(const Place& place, unsigned inside, const std::int64_t* rooms) const;
    std::int64_t energyOf(const Numbers& numbers) const { return numbers[m_plan.rooms(0)]; }
    /// Read and written at a port.
    std::pair<std::int64_t, std::int64_t> wordsOf(const Numbers& numbers, std::size_t port) const {
        return {numbers[m_plan.rooms(0) + 3 + 2 * port], numbers[m_plan.rooms(0) + 4 + 2 * port]};
    }
    std::int64_t remainderOf(const Numbers& numbers, const PlannedStore& store) const {
        return store.odd < 0 ? 0 : numbers[m_plan.rooms(0) + 1 + static_cast<std::size_t>(store.odd)];
    }
    /// Ways on which the loop (dimension, step) stands directly above the place, where `own` are placed. Window tensors
    /// among them are counted as by the loop's end.
    std::vector<Above> waysAbove(const Place& place, std::size_t d, const Step& step, unsigned own) const;
    /// The way, outermost first.
    Nest nest(const Place& place, const Numbers& way) const;
    Nest nestAbove(const Place& place, std::size_t d, const Step& step, unsigned own, const Numbers& from) const;
    std::size_t size() const { return m_labels.size() / m_width + m_tiles; }
    std::size_t bytes() const;
    std::int64_t made() const { return m_made; }
    std::int64_t dominated() const { return m_dominated; }
    bool outgrown() const { return m_outgrown; }

private:
    struct Link {
        std::uint32_t to = 0;
        std::int64_t factor = 1;
    };
    struct Grid {
        std::vector<std::int64_t> extent, left;
        std::vector<std::vector<Link>> primes, factors;
        std::vector<std::uint32_t> numberOf;  ///< by state of the axis
        std::vector<std::uint16_t> states;    ///< the other way round
        std::uint32_t stride = 1;
        std::size_t size() const { return extent.size(); }
    };
    struct Origin {
        unsigned placed = 0, own = 0;
        std::uint32_t tile = 0, credited = 0;
        std::size_t dimension = 0;
        std::int64_t factor = 1;
    };

    std::size_t digit(std::uint32_t tile, std::size_t d) const { return tile / m_grids[d].stride % m_grids[d].size(); }
    std::uint32_t imageOf(std::uint32_t tile) const;
    bool fillTables(const Tick& tick);
    bool findFigures(const Tick& tick);
    bool isClosed(unsigned placed) const;
    template <class Visit>
    void forOrigins(unsigned placed, std::uint32_t tile, const Visit& visit) const;
    bool placeOn(Numbers& numbers, unsigned placed, const Origin& origin, std::uint32_t tile) const;
    void add(const Numbers& numbers);
    Ways at(unsigned placed, std::uint32_t tile) const {
        return {m_labels.data() + m_begin[placed][tile] * m_width, m_count[placed][tile], m_width};
    }
    void trace(unsigned placed, std::uint32_t tile, Numbers numbers, Nest& nest) const;

    const Question& m_question;
    const Plan& m_plan;
    const Axes& m_axes;
    FlowBook* m_book = nullptr;
    std::size_t m_mostBytes = kMostRegionBytes;
    bool m_dominance, m_withWords, m_floor = false, m_outgrown = false;
    std::vector<Grid> m_grids;
    std::uint32_t m_tiles = 1;
    std::vector<std::vector<std::int64_t>> m_volume, m_fills;  ///< by tensor
    std::vector<std::vector<std::uint32_t>> m_begin, m_count;
    std::size_t m_width;                 ///< numbers of a label
    std::vector<std::int64_t> m_labels;  ///< one after the other
    std::vector<Numbers> m_buffer;
    std::vector<std::int64_t> m_least;
    std::int64_t m_made = 0, m_dominated = 0;
};

}  // namespace lapidary::optimal::regions
