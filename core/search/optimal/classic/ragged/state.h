// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping whose lanes may leave tails at every fanout (Ruby-S), built from the MACs outwards. Along one dimension the
// product b of the trips so far is a tile's extent, and u = ceil(D / b) trips are left: nothing else of what lies inside
// matters to the loops outside. Words are totals over all instances; most are exact, some a range. docs/models/optimal.md,
// Tails at every fanout, proves the counts. Plain values.
#pragma once

#include "core/search/optimal/classic/state.h"

namespace lapidary::optimal::classic {

/// Lanes over one dimension outside a place: those that ever work, and those that work while all loops outside stand at
/// their ends. With u trips left there are (u - 1) * most + last pairs of a lane and a setting.
struct Active {
    std::int32_t most = 1, last = 1;
    bool operator==(const Active&) const = default;
};

/// A number that is known, or a range.
struct Range {
    double low = 0, high = 0;
    void operator*=(double factor) {
        low *= factor;
        high *= factor;
    }
};

/// What a Store, or the MACs, get of one tensor.
struct RaggedFlow {
    std::int8_t tensor = 0, child = 0;  ///< level; the number of levels = the MACs
    std::int8_t parent = -1;            ///< level, -1 = not met yet
    std::int8_t parentFlow = -1;        ///< that brings the parent its words, -1 = none or not met
    bool alive = false;                 ///< the loops so far leave a part of the tile where it is
    bool slid = false;                  ///< and have moved a window
    bool behindStore = false;           ///< as AccelForge: no run any more, but the next loop may slide a window
    std::uint8_t unrolls = 0;
    std::uint8_t unrolled = 0;          ///< as AccelForge: dimensions of windows with lanes outside the Store, bit mask
    std::array<Active, kDims> lanes{};  ///< outside the Store
    Extent at{};                        ///< the tile of the Store
    Range base;  ///< alive: words, each counted once for all lanes and loops over dimensions that don't index it
    Range fills, asked;  ///< once it has ended
    Range share{1, 1};   ///< of the requests, which lanes along windows leave; alive and met
    /// As AccelForge: settings of loops of the run that can't go below lanes with tails, by which fills and requests are more.
    double again = 1, askedAgain = 1;
    std::uint16_t tails = 0;                    ///< dimensions with such lanes, bit mask
    double words = 1;                           ///< of windows: of one tile over the run, the other ranks left out
    std::array<std::int32_t, kSliding> last{};  ///< how far into the run the tile ends
    /// By how much less some lanes do, which sit out a last trip; 0 = all alike. -1: in more ways than one.
    std::array<std::int32_t, kSliding> sooner{};
    std::uint16_t pending = 0;  ///< dimensions of windows with such lanes, and no loop outside them yet
    std::array<Unroll, kUnrolls> unroll{};
    std::uint64_t trace = 0;  ///< of all that says which instance has which words

    void remember(std::uint64_t what) {
        trace = (trace ^ what) * 0x9e3779b97f4a7c15ull;
        trace ^= trace >> 29;
    }
    void remember(const Extent& tile) {
        for (const std::int32_t extent : tile) remember(static_cast<std::uint64_t>(extent));
    }
};

struct RaggedHead {
    Extent tile{};             ///< full tiles, D at most
    Extent trips{};            ///< left outside
    std::uint16_t used = 0;    ///< dimensions that have a loop in the run of the block being built, bit mask
    std::uint16_t ragged = 0;  ///< dimensions with tails, bit mask
    double steps = 1;          ///< trips of all temporal loops
    std::array<std::uint16_t, kFans> choice{};  ///< of the lists of lanes
    std::array<std::int64_t, kFans> lanesOf{};
    std::array<std::array<Step, kDims>, kLevels> loops{};  ///< of a level's block, innermost first
    std::array<std::uint8_t, kLevels> loopCount{};
};

struct RaggedState : RaggedHead {
    std::vector<RaggedFlow> flow;  ///< no more room than there are flows: many states are kept

    bool anyAlive() const {
        return std::ranges::any_of(flow, [](const RaggedFlow& f) { return f.alive; });
    }
};

class RaggedCounter {
public:
    explicit RaggedCounter(const Shape& shape);

    const Shape& shape() const { return m_shape; }
    /// By fanout: all lanes that fit.
    const std::vector<Lanes>& lanes(std::size_t fanout) const { return m_lanes[fanout]; }
    RaggedState start() const;
    /// Stores of a level, at the present tile.
    void open(RaggedState& state, std::size_t level, unsigned kept) const;
    /// Whether there is something for each of these lanes.
    bool worksOn(const RaggedState& state, std::size_t fanout, const Lanes& lanes) const;
    void unroll(RaggedState& state, std::size_t fanout, std::size_t choice) const;
    /// No more lanes come: what has no parent yet gets the next level that keeps its tensor.
    void settle(RaggedState& state, const std::array<unsigned, kLevels>& kept) const;
    /// As AccelForge: no run goes on behind Stores of a level that keeps `kept`.
    void passStores(RaggedState& state, unsigned kept) const;
    /// False if it leaves nothing where it is.
    bool loop(RaggedState& state, std::size_t level, std::size_t dimension, std::int32_t trips) const;
    /// Nothing is alive any more; the dimension may have a loop in the block: its trips grow.
    void extend(RaggedState& state, std::size_t level, std::size_t dimension, std::int32_t trips) const;
    bool mayReuse(const RaggedState& state, std::size_t dimension) const;
    void kill(RaggedState& state) const;

    Range fills(const RaggedState& state, const RaggedFlow& flow) const;
    Range asked(const RaggedState& state, const RaggedFlow& flow) const;
    /// Of a flow that is alive: once per lane; of one that isn't, fills().
    double leastFills(const RaggedState& state, const RaggedFlow& flow) const;
    double leastAsked(const RaggedState& state, const RaggedFlow& flow) const;
    /// Of dimensions that don't index the tensor.
    double idleTrips(const RaggedState& state, std::size_t tensor) const;
    /// The most lanes that first touch an element, so far.
    double touched(const RaggedState& state, const RaggedFlow& flow) const;

    /// The least energy of an inner part: `lanesLeft` more lanes may come; `goesOn`: what is alive may be reused further.
    double least(const RaggedState& state, const std::array<unsigned, kLevels>& kept, std::int64_t lanesLeft,
                 bool goesOn) const;
    /// What any order of the loops outside adds to that: none goes on reusing everything that is alive.
    double leastOfOrders(const RaggedState& state, const std::array<unsigned, kLevels>& kept,
                         std::int64_t lanesLeft) const;
    std::size_t parentOf(const RaggedFlow& flow, const std::array<unsigned, kLevels>& kept) const;

private:
    class Orders;
    /// Of one flow, whose words are reused over `run` more trips at the end, and no further if they are once per lane.
    double energyAfter(const RaggedState& state, const RaggedFlow& flow, const std::array<unsigned, kLevels>& kept,
                       std::int64_t lanesLeft, double run) const;
    void meet(const RaggedState& state, RaggedFlow& flow, std::size_t level, int parentFlow) const;
    void end(const RaggedState& state, RaggedFlow& flow, double stays) const;
    double staysOver(const RaggedFlow& flow, std::size_t dimension, std::int32_t trips) const;
    double windowWords(std::size_t tensor, const Extent& tile) const;
    void slide(const RaggedState& state, RaggedFlow& flow, std::size_t dimension, std::int32_t trips) const;
    bool maySlide(const RaggedFlow& flow) const;
    /// Of a run, as AccelForge: the loop's settings count if its lanes have tails.
    void stayOutside(const RaggedState& state, RaggedFlow& flow, std::size_t dimension, std::int32_t trips) const;
    bool slideOnce(const RaggedState& state, RaggedFlow& flow, std::size_t dimension, std::int32_t trips) const;
    void push(RaggedState& state, std::size_t level, std::size_t dimension, std::int32_t trips) const;
    void pass(RaggedState& state, std::size_t dimension, std::int32_t trips) const;
    const Operand& operandOf(const RaggedFlow& flow) const {
        return m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
    }
    bool mergesAlong(const Operand& operand) const { return operand.sliding != 0 && !m_shape.likeAccelforge(); }

    const Shape& m_shape;
    std::vector<std::vector<Lanes>> m_lanes;
};

}  // namespace lapidary::optimal::classic
