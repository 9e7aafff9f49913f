// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping built from the MACs outwards: the tile that is covered so far and one Flow per pair of neighbouring Stores of
// a tensor. A flow's words are exact at every moment, for the case that nothing further out is reused (a Flow that is
// not alive stays as it is). docs/models/optimal.md, Tiles level by level, proves the counts. Plain values.
#pragma once

#include <algorithm>

#include "core/search/optimal/classic/shape.h"

namespace lapidary::optimal::classic {

inline constexpr std::size_t kUnrolls = 12;

/// Lanes along a dimension of a window between a Store and its parent.
struct Unroll {
    std::int8_t window = 0, term = 0;
    std::int16_t lanes = 1;
    std::int32_t stride = 1;
    bool operator==(const Unroll&) const = default;
};

/// What a Store, or the MACs, get of one tensor.
struct Flow {
    std::uint8_t tensor = 0, child = 0;  ///< level; the number of levels = the MACs
    std::int16_t parent = -1;            ///< level, -1 = not met yet
    std::int16_t parentFlow = -1;        ///< that brings the parent its words, -1 = none or not met
    bool alive = false;                  ///< the loops so far leave a part of the tile where it is
    bool behindStore = false;            ///< as AccelForge: no run any more, but the next loop may slide a window
    std::uint8_t unrolls = 0;
    std::uint8_t unrolled = 0;  ///< as AccelForge: dimensions of windows with lanes outside the Store, bit mask
    std::int64_t words = 1;     ///< new ones of an instance over the run of loops so far
    std::int64_t run = 1;       ///< trips of that run
    std::int64_t outside = 1;   ///< settings of all loops outside the Store, lanes included
    std::int64_t merged = 1;    ///< lanes up to the parent that one word serves
    std::int64_t touched = 1;   ///< lanes outside the Store over dimensions that don't index the tensor
    std::int64_t shared = 1, asking = 1;  ///< of `asking` lanes along windows, `shared` ask for different words
    std::int64_t fixed = 1;               ///< of sliding tensors: words of a tile along ranks that don't slide
    std::array<std::int32_t, kSliding> tile{}, last{};  ///< and along those that do; how far into the run it ends
    std::array<Unroll, kUnrolls> unroll{};

    std::int64_t fills() const { return words * (outside / run); }
    std::int64_t asked() const { return fills() / merged / asking * shared; }
};

struct Step {
    std::uint32_t dimension : 4 = 0;
    std::uint32_t trips : 28 = 1;
};

struct StateHead {
    TileNumber number = 0;
    Extent tile{};
    std::uint8_t flows = 0;
    std::uint16_t used = 0;  ///< dimensions that have a loop in the run of the block being built, bit mask
    std::int64_t lanes = 1;
    std::array<std::uint16_t, kFans> choice{};  ///< of Shape::lanes
    std::array<std::int64_t, kFans> lanesOf{};
    std::array<std::array<Step, kDims>, kLevels> loops{};  ///< of a level's block, innermost first
    std::array<std::uint8_t, kLevels> loopCount{};
};

struct State : StateHead {
    std::array<Flow, kFlows> flow{};

    State() = default;
    // Copies are what the tables do most: no more than the flows that there are.
    State(const State& other) : StateHead(other) { copyFlows(other); }
    State& operator=(const State& other) {
        StateHead::operator=(other);
        copyFlows(other);
        return *this;
    }
    bool anyAlive() const;
    void kill();

private:
    void copyFlows(const State& other) { std::copy_n(other.flow.begin(), other.flows, flow.begin()); }
};

/// Sums of a state's flows.
struct Bill {
    double energyPj = 0;
    std::int64_t portCycles = 0;
};

class Counter {
public:
    explicit Counter(const Shape& shape);

    const Shape& shape() const { return m_shape; }
    State start() const;
    /// Stores of a level, at the present tile.
    void open(State& state, std::size_t level, unsigned kept) const;
    void unroll(State& state, std::size_t fanout, std::size_t choice) const;
    /// No more lanes come: what has no parent yet gets the next level that keeps its tensor.
    void settle(State& state, const std::array<unsigned, kLevels>& kept) const;
    /// False if it leaves nothing where it is: then it is no more than grow().
    bool loop(State& state, std::size_t level, std::size_t dimension, std::int32_t trips) const;
    /// Loops that are outside of everything that is reused: no flow changes.
    void grow(State& state, std::size_t level, std::size_t dimension, std::int32_t trips) const;
    /// The same, where the dimension may have a loop in the block already: its trips grow.
    void extend(State& state, std::size_t level, std::size_t dimension, std::int32_t trips) const;
    /// Whether a loop over the dimension may leave some flow alive.
    bool mayReuse(const State& state, std::size_t dimension) const;

    /// Exact if no flow is alive any more and all lanes are known; least = what it takes at least, however it goes on.
    Bill bill(const State& state, bool least) const;
    /// What Stores of the levels `first` .. `last` take at least, not being open yet.
    double leastOf(const std::array<unsigned, kLevels>& kept, std::size_t first, std::size_t last) const;
    /// The least of an inner part: `lanesLeft` more lanes may come. `kept` by level.
    double leastInner(const State& state, const std::array<unsigned, kLevels>& kept, std::int64_t lanesLeft) const;
    /// What any order of the loops outside adds to that: none goes on reusing everything that is alive.
    double leastOfOrders(const State& state, const std::array<unsigned, kLevels>& kept, std::int64_t lanesLeft) const;
    /// Settings left of the dimensions that don't index the tensor.
    std::int64_t idleOutside(const State& state, std::size_t tensor) const;
    std::int64_t leastFills(const Flow& flow) const;
    std::int64_t leastAsked(const Flow& flow) const;

private:
    class Orders;
    /// Of one flow with so many words; `asked`: by a child whose parent is met, else those that no lane merges any more.
    double energyOf(const State& state, const Flow& flow, const std::array<unsigned, kLevels>& kept, double more,
                    double fills, double asked) const;
    /// The same, if it has been reused over `run` more trips at the end.
    double energyAfter(const State& state, const Flow& flow, const std::array<unsigned, kLevels>& kept,
                       std::int64_t lanesLeft, double run) const;
    void slide(Flow& flow, const State& state, std::size_t dimension, std::int32_t trips) const;
    bool slideOnce(Flow& flow, std::size_t dimension, std::int32_t trips) const;
    /// As AccelForge: whether a loop may slide a window that isn't unrolled.
    bool maySlide(const Flow& flow) const;
    /// Whether lanes along windows that ask for the same are served together.
    bool mergesAlong(const Operand& operand) const { return operand.sliding != 0 && !m_shape.likeAccelforge(); }
    void meet(Flow& flow, std::size_t level, int parentFlow) const;

    const Shape& m_shape;
    bool m_ports = false;
};

}  // namespace lapidary::optimal::classic
