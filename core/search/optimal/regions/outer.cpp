// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/outer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/workload/rank_set.h"

namespace lapidary::optimal::regions {

namespace {

constexpr std::uint32_t kNoNumber = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::uint32_t Outer::indexOf(const Place& place) const {
    std::uint32_t index = 0;
    for (std::size_t d = 0; d < m_grids.size(); ++d) {
        if (!m_floor) {
            index += m_grids[d].numberOf[m_axes.at(d, place).base] * m_grids[d].stride;
            continue;
        }
        // Cells by falling trips: the first whose fewest trips are no more than what is left.
        const std::int64_t left = m_axes.at(d, place).left;
        std::uint32_t cell = 0;
        while (m_grids[d].left[cell] > left) ++cell;
        index += cell * m_grids[d].stride;
    }
    return index;
}

bool Outer::solve(const Place& start, const Tick& tick) {
    m_floor = false;
    m_grids.assign(m_question.dimensions(), {});
    m_tiles = 1;
    for (std::size_t d = 0; d < m_grids.size(); ++d) {
        const AxisStates& axis = m_axes[d];
        Grid& grid = m_grids[d];
        const std::uint16_t first = axis.at(start[d]).base;
        std::vector<std::uint16_t>& states = grid.states;
        states.assign(1, first);
        for (const Step& step : axis.at(first).factors) states.push_back(axis.at(step.to).base);
        grid.numberOf.assign(axis.size(), kNoNumber);
        for (std::size_t i = 0; i < states.size(); ++i) grid.numberOf[states[i]] = static_cast<std::uint32_t>(i);
        for (const std::uint16_t state : states) {
            const AxisState& own = axis.at(state);
            grid.extent.push_back(own.extent);
            grid.left.push_back(own.left);
            grid.primes.emplace_back(), grid.factors.emplace_back();
            for (const Step& step : own.primes)
                grid.primes.back().push_back({grid.numberOf[axis.at(step.to).base], step.factor});
            for (const Step& step : own.factors)
                grid.factors.back().push_back({grid.numberOf[axis.at(step.to).base], step.factor});
        }
        grid.stride = m_tiles;
        if (static_cast<double>(m_tiles) * static_cast<double>(grid.size()) > 2e6) return !(m_outgrown = true);
        m_tiles *= static_cast<std::uint32_t>(grid.size());
    }
    return findFigures(tick) && fillTables(tick);
}

bool Outer::solveFloor(std::size_t cells, const Tick& tick) {
    m_floor = true;
    m_grids.assign(m_question.dimensions(), {});
    m_tiles = 1;
    double sum = 0;
    for (std::size_t d = 0; d < m_grids.size(); ++d) sum += std::log(static_cast<double>(m_question.bound(d)));
    for (std::size_t d = 0; d < m_grids.size(); ++d) {
        Grid& grid = m_grids[d];
        const std::int64_t bound = m_question.bound(d);
        const auto share = std::log(static_cast<double>(bound)) / sum;
        const double most = std::max(2.0, std::round(std::pow(static_cast<double>(cells), share)));
        std::int64_t last = 0;
        for (double i = most - 1; i >= 0; --i) {
            // Fewest trips of the cell, in steps of equal ratio from the bound down to one.
            const auto trips = static_cast<std::int64_t>(
                std::llround(std::pow(static_cast<double>(bound), most > 1 ? i / (most - 1) : 0)));
            if (trips == last) continue;
            const std::int64_t mostTrips = last == 0 ? bound : last - 1;
            grid.left.push_back(trips);
            grid.extent.push_back(ceilDiv(bound, mostTrips));
            last = trips;
        }
        grid.primes.resize(grid.size());
        for (std::uint32_t i = 0; i + 1 < grid.size(); ++i) grid.primes[i].push_back({i + 1, 1});
        grid.factors.resize(grid.size());
        grid.stride = m_tiles;
        m_tiles *= static_cast<std::uint32_t>(grid.size());
    }
    return findFigures(tick) && fillTables(tick);
}

std::size_t Outer::bytes() const {
    // By tile: figures of each tensor, the least, and where labels are of each set of Stores.
    const std::size_t perTile =
        (2 * m_volume.size() + 1) * sizeof(std::int64_t) + 2 * m_begin.size() * sizeof(std::uint32_t);
    return m_labels.capacity() * sizeof(std::int64_t) + m_tiles * perTile;
}

/// The tile where mirrored dimensions have changed places; its figures and labels are the same.
std::uint32_t Outer::imageOf(std::uint32_t tile) const {
    if (!m_book || m_floor || !m_question.mirrors()) return tile;
    std::uint32_t image = 0;
    for (std::size_t d = 0; d < m_grids.size(); ++d)
        image += static_cast<std::uint32_t>(digit(tile, d)) * m_grids[m_question.mirror()[d]].stride;
    return image;
}

bool Outer::findFigures(const Tick& tick) {
    const std::size_t count = m_question.tensors().size();
    m_volume.assign(count, {}), m_fills.assign(count, {});
    for (std::size_t t = 0; t < count; ++t) {
        const TensorShape& tensor = m_question.tensors()[t];
        m_volume[t].resize(m_tiles), m_fills[t].resize(m_tiles);
        for (std::uint32_t tile = 0; tile < m_tiles; ++tile) {
            if ((m_book || tile % 1024 == 0) && !tick()) return false;
            if (const std::uint32_t image = imageOf(tile); image < tile) {
                m_volume[t][tile] = m_volume[t][image], m_fills[t][tile] = m_fills[t][image];
                continue;
            }
            std::int64_t volume = 1, fills = 1;
            const auto extent = [&](std::size_t d) { return m_grids[d].extent[digit(tile, d)]; };
            const auto left = [&](std::size_t d) { return m_grids[d].left[digit(tile, d)]; };
            for (std::size_t d = 0; d < m_grids.size(); ++d) {
                if (tensor.alone >> d & 1) volume *= extent(d), fills *= m_question.bound(d);
                if (!(tensor.indexed >> d & 1)) fills *= left(d);
            }
            for (const WindowRank& rank : tensor.windows) {
                const std::int64_t a = m_question.bound(rank.a), b = m_question.bound(rank.b);
                volume *= twoTermSetSize(rank.ca, extent(rank.a), rank.cb, extent(rank.b));
                if (!m_floor) {
                    fills *= windowFills(rank, a, extent(rank.a), b, extent(rank.b));
                } else {
                    // Every element is fetched; with unit strides also once more per seam, but for the windows that one
                    // loop may slide.
                    const std::int64_t ownA = left(rank.a), ownB = left(rank.b);
                    std::int64_t least = twoTermSetSize(rank.ca, a, rank.cb, b);
                    if (!m_book && rank.ca == 1 && rank.cb == 1)
                        least = std::max(least, std::min(a * ownB + b - ownB, a + b * ownA - ownA));
                    fills *= least;
                }
            }
            if (m_book && !m_floor) {
                std::array<std::int64_t, kMostDimensions> extents{}, trips{};
                for (std::size_t d = 0; d < m_grids.size(); ++d) extents[d] = extent(d), trips[d] = left(d);
                fills = m_book->leastFills(t, extents, trips);
                if (m_book->bytes() > m_mostBytes) return !(m_outgrown = true);
            }
            m_volume[t][tile] = volume, m_fills[t][tile] = fills;
        }
    }
    return true;
}

bool Outer::isClosed(unsigned placed) const {
    for (const PlannedStore& store : m_plan.stores(0))
        if ((placed & store.bit) && (store.outer & ~placed)) return false;
    return true;
}

template <class Visit>
void Outer::forOrigins(unsigned placed, std::uint32_t tile, const Visit& visit) const {
    for (std::size_t d = 0; d < m_grids.size(); ++d) {
        const std::size_t own = digit(tile, d);
        for (const Link& link : m_grids[d].primes[own])
            visit(Origin{placed, 0, tile + (link.to - static_cast<std::uint32_t>(own)) * m_grids[d].stride, tile, d,
                         link.factor});
    }
    unsigned sliding = 0;
    for (const PlannedStore& store : m_plan.stores(0)) {
        if (!(placed & store.bit)) continue;
        if (!m_question.tensors()[store.tensor].windows.empty()) sliding |= store.bit;
        if (isClosed(placed & ~store.bit)) visit(Origin{placed & ~store.bit, store.bit, tile, tile, 0, 1});
    }
    if (m_floor || m_book || sliding == 0) return;
    for (std::size_t d = 0; d < m_grids.size(); ++d) {
        unsigned moved = 0;
        for (const PlannedStore& store : m_plan.stores(0))
            if ((sliding & store.bit) && m_question.tensors()[store.tensor].slides[d]) moved |= store.bit;
        const std::size_t digitHere = digit(tile, d);
        for (unsigned own = moved; own != 0; own = (own - 1) & moved) {
            if (!isClosed(placed & ~own)) continue;
            for (const Link& link : m_grids[d].factors[digitHere]) {
                const std::uint32_t up = tile + (link.to - static_cast<std::uint32_t>(digitHere)) * m_grids[d].stride;
                visit(Origin{placed & ~own, own, up, up, d, link.factor});
            }
        }
    }
}

/// Adds what the origin's Stores cost at the tile; false if they don't fit.
bool Outer::placeOn(Numbers& numbers, unsigned placed, const Origin& origin, std::uint32_t tile) const {
    const std::size_t energy = m_plan.rooms(0);
    for (const PlannedStore& store : m_plan.stores(0)) {
        if (!(origin.own & store.bit)) continue;
        const StoreCosts& costs = m_question.costs(store.level, store.tensor);
        const std::int64_t bits = m_volume[store.tensor][tile] * costs.bits;
        std::int64_t sum = bits;
        if (store.room >= 0) sum = numbers[static_cast<std::size_t>(store.room)] += bits;
        if (sum > m_question.capacity(store.level, costs.part)) return false;
        const bool slides = m_question.tensors()[store.tensor].slides[origin.dimension] != 0;
        const std::int64_t words = m_fills[store.tensor][slides ? origin.credited : tile];
        numbers[energy] += m_plan.fillEnergy(store.level, store.tensor, words) +
                           m_plan.readEnergy(store.parentLevel, store.tensor, words);
        if (store.odd >= 0)
            numbers[energy + 1 + static_cast<std::size_t>(store.odd)] =
                (words - m_question.tensors()[store.tensor].size) % costs.block;
        for (const PlannedStore& parent : m_plan.stores(0))
            if (parent.odd >= 0 && parent.level == store.parentLevel && parent.tensor == store.tensor) {
                std::int64_t& remainder = numbers[energy + 1 + static_cast<std::size_t>(parent.odd)];
                numbers[energy] += m_plan.oddEnergy(parent, remainder, words);
                remainder = 0;
            }
        if (!m_withWords) continue;
        const bool isOutput = m_question.tensors()[store.tensor].isOutput;
        const auto pass = [&](int level, bool reads, bool writes) {
            const int port = m_plan.portOf(level, store.tensor);
            if (port < 0) return;
            if (reads) numbers[energy + 3 + 2 * static_cast<std::size_t>(port)] += words;
            if (writes) numbers[energy + 4 + 2 * static_cast<std::size_t>(port)] += words;
        };
        pass(store.level, isOutput, true);
        pass(store.parentLevel, true, isOutput);
    }
    for (std::size_t room = 0; room < energy; ++room)
        if ((m_plan.roomMembers(0, room) & ~placed) == 0) numbers[room] = 0;
    return true;
}

void Outer::add(const Numbers& numbers) {
    ++m_made;
    const auto isNoWorse = [width = m_width](const Numbers& a, const Numbers& b) {
        for (std::size_t n = 0; n < width; ++n)
            if (a[n] > b[n]) return false;
        return true;
    };
    if (!m_dominance) {
        if (std::find(m_buffer.begin(), m_buffer.end(), numbers) == m_buffer.end()) m_buffer.push_back(numbers);
        return;
    }
    for (std::size_t i = 0; i < m_buffer.size(); ++i)
        if (isNoWorse(m_buffer[i], numbers)) {
            ++m_dominated;
            if (i > 0) std::swap(m_buffer[i], m_buffer[i / 2]);
            return;
        }
    m_dominated += static_cast<std::int64_t>(
        std::erase_if(m_buffer, [&](const Numbers& other) { return isNoWorse(numbers, other); }));
    m_buffer.push_back(numbers);
}

bool Outer::fillTables(const Tick& tick) {
    const unsigned all = m_plan.all(0);
    m_labels.clear();
    m_begin.assign(all + 1, {}), m_count.assign(all + 1, {});
    for (unsigned placed = 0; placed <= all; ++placed) {
        if (!isClosed(placed)) continue;
        m_begin[placed].assign(m_tiles, 0), m_count[placed].assign(m_tiles, 0);
        for (std::uint32_t tile = m_tiles; tile-- > 0;) {
            if (!tick()) return false;
            if (const std::uint32_t image = imageOf(tile); image > tile) {
                m_begin[placed][tile] = m_begin[placed][image], m_count[placed][tile] = m_count[placed][image];
                continue;
            }
            m_buffer.clear();
            if (placed == 0) {
                m_buffer.push_back({});
            } else {
                forOrigins(placed, tile, [&](const Origin& origin) {
                    for (const Numbers from : at(origin.placed, origin.tile)) {
                        Numbers next = from;
                        if (placeOn(next, placed, origin, tile)) add(next);
                    }
                });
                std::sort(m_buffer.begin(), m_buffer.end());
            }
            m_begin[placed][tile] = static_cast<std::uint32_t>(m_labels.size() / m_width);
            m_count[placed][tile] = static_cast<std::uint32_t>(m_buffer.size());
            for (const Numbers& label : m_buffer)
                m_labels.insert(m_labels.end(), label.begin(), label.begin() + static_cast<std::ptrdiff_t>(m_width));
            // A vector that grows holds what it had twice, and half of it once more.
            if (3 * m_labels.size() * sizeof(std::int64_t) > m_mostBytes || bytes() > m_mostBytes)
                return !(m_outgrown = true);
        }
    }
    m_least.assign(m_tiles, kNoWay);
    for (std::uint32_t tile = 0; tile < m_tiles; ++tile)
        for (const Numbers label : at(all, tile)) m_least[tile] = std::min(m_least[tile], label[m_plan.rooms(0)]);
    return true;
}

std::int64_t Outer::least(const Place& place, unsigned inside, const std::int64_t* rooms) const {
    const unsigned placed = m_plan.all(0) & ~inside;
    if (!isClosed(placed)) return kNoWay;
    std::int64_t least = kNoWay;
    const std::uint32_t tile = indexOf(place);
    const std::int64_t* label = m_labels.data() + m_begin[placed][tile] * m_width;
    for (std::uint32_t i = 0; i < m_count[placed][tile]; ++i, label += m_width) {
        bool fits = label[m_plan.rooms(0)] < least;
        for (std::size_t room = 0; room < m_plan.rooms(0) && fits; ++room)
            fits = rooms[room] + label[room] <= m_plan.roomBits(0, room);
        if (fits) least = label[m_plan.rooms(0)];
    }
    return least;
}

std::vector<Outer::Above> Outer::waysAbove(const Place& place, std::size_t d, const Step& step, unsigned own) const {
    Place end = place;
    end[d] = step.to;
    const Origin origin{m_plan.all(0) & ~own, own, indexOf(end), indexOf(end), d, step.factor};
    std::vector<Above> ways;
    if (!isClosed(origin.placed)) return ways;
    for (const Numbers from : at(origin.placed, origin.tile)) {
        Above way{.sum = from, .from = from};
        if (placeOn(way.sum, m_plan.all(0), origin, indexOf(place))) ways.push_back(way);
    }
    return ways;
}

Nest Outer::nestAbove(const Place& place, std::size_t d, const Step& step, unsigned own, const Numbers& from) const {
    Nest nest;
    Place end = place;
    end[d] = step.to;
    trace(m_plan.all(0) & ~own, indexOf(end), from, nest);
    nest.push_back({.kind = NestStep::Kind::loop, .dimension = d, .factor = step.factor});
    for (const PlannedStore& store : m_plan.stores(0))
        if (own & store.bit)
            nest.push_back({.kind = NestStep::Kind::store, .level = store.level, .tensor = store.tensor});
    return nest;
}

Nest Outer::nest(const Place& place, const Numbers& way) const {
    Nest nest;
    trace(m_plan.all(0), indexOf(place), way, nest);
    return nest;
}

void Outer::trace(unsigned placed, std::uint32_t tile, Numbers numbers, Nest& nest) const {
    Nest reversed;
    while (placed != 0) {
        bool found = false;
        Origin way;
        Numbers before{};
        forOrigins(placed, tile, [&](const Origin& origin) {
            if (found) return;
            for (const Numbers from : at(origin.placed, origin.tile)) {
                Numbers next = from;
                if (!placeOn(next, placed, origin, tile) || next != numbers) continue;
                found = true, way = origin, before = from;
                return;
            }
        });
        if (!found) break;
        const auto& stores = m_plan.stores(0);
        for (auto store = stores.rbegin(); store != stores.rend(); ++store)
            if (way.own & store->bit)
                reversed.push_back({.kind = NestStep::Kind::store, .level = store->level, .tensor = store->tensor});
        if (way.tile != tile)
            reversed.push_back({.kind = NestStep::Kind::loop, .dimension = way.dimension, .factor = way.factor});
        placed = way.placed, tile = way.tile, numbers = before;
    }
    // Nothing is left to be placed: what remains are loops in any order.
    for (std::size_t d = 0; d < m_grids.size(); ++d)
        if (const std::int64_t left = m_grids[d].left[digit(tile, d)]; left > 1)
            reversed.push_back({.kind = NestStep::Kind::loop, .dimension = d, .factor = left});
    nest.insert(nest.end(), reversed.rbegin(), reversed.rend());
}

}  // namespace lapidary::optimal::regions
