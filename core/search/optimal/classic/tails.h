// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lower bounds for mappings whose lanes leave tails (Ruby-S), one level of lanes: everything inside is perfect, and what
// lies outside depends on the trips that are left. docs/models/optimal.md, Tails of lanes, proves each. Thread rule: one
// owner.
#pragma once

#include <map>

#include "core/search/optimal/classic/outer.h"

namespace lapidary::optimal::classic {

/// A flow of the inner part whose parent lies outside the lanes, if nothing further out is reused.
struct TailFlow {
    std::uint8_t index = 0;  ///< in the label
    bool alive = false;
    unsigned looped = 0;  ///< dimensions of its run, bit mask
    double fills = 0, asked = 0;
    double words = 1, run = 1;  ///< of sliding tensors, as Flow
    std::array<std::int32_t, kSliding> last{};
};

/// An inner part, lanes, and the loops outside so far.
struct TailState {
    Extent tile{}, trips{};  ///< largest extents so far; trips left
    Extent inner{};          ///< settings of what is inside, one by one: D / tile of the label
    Extent active{};         ///< lanes that ever work
    Extent atLanes{};        ///< trips left just outside the lanes
    double steps = 1;
    double fixed = 0;  ///< energy that no loop outside changes
    std::uint8_t flows = 0;
    std::array<TailFlow, kFlows> flow{};
    bool anyAlive() const;
};

class TailBounds {
public:
    /// The outer level, 0 or 1, below which all lanes are.
    TailBounds(const Counter& counter, std::size_t level) : m_counter(counter), m_level(level) {}

    /// For what the outer level keeps: the least energy of its Stores for any trips that are left. False: `tick` gave up,
    /// or there are too many.
    bool prepare(const Kept& kept, const Tick& tick);
    std::string whyOutgrown() const;
    /// Of any outer tile that leaves no more trips than these.
    double outside(const Extent& trips) const;
    /// Of the tile that leaves these trips; only loops over `first` innermost outside it, unless it is negative.
    double at(const Extent& trips, int first) const;
    /// What a tensor that at() has counted once takes more, if its first loop to move it stands directly outside of those over
    /// the dimensions `inside`.
    double moreMoved(std::size_t t, const Extent& trips, unsigned inside) const;
    /// The same of its flows that are alive, against the least that they take.
    double moreEnded(const TailState& state, const State& label, const Kept& kept, std::size_t t,
                     unsigned inside) const;

    /// Energy and steps; false if the lanes don't fill with what the label leaves.
    TailState join(const State& label, const Kept& kept, const Extent& lanes) const;
    /// False if it leaves nothing where it is.
    bool loop(TailState& state, const State& label, std::size_t dimension, std::int32_t trips) const;
    bool mayReuse(const TailState& state, const State& label, std::size_t dimension) const;
    /// Behind the Stores of the outer level AccelForge's counts may slide a window once, no more.
    void passStores(TailState& state, const State& label) const;
    double energy(const TailState& state, const State& label, const Kept& kept, bool least) const;
    /// The least once a loop over the dimension has ended all that it moves in every lane, however many trips it makes.
    double leastEnded(TailState state, const State& label, const Kept& kept, std::size_t dimension) const;
    /// A loop of two trips, of which some lanes make but one: those go on holding what they hold.
    bool leavesIdle(const TailState& state, std::size_t d, std::int64_t trips) const {
        return trips == 2 && state.inner[d] % state.active[d] != 0 && !m_counter.shape().likeAccelforge();
    }

private:
    struct Axis {
        std::vector<std::int32_t> values;   ///< trips, ascending
        std::vector<std::uint32_t> places;  ///< by trips: the last value that is no larger
    };
    void makeGrid();
    double leastAt(const Extent& trips) const;
    double storeEnergy(std::size_t tensor, double words) const;
    std::int64_t slidingWords(std::size_t tensor, const Extent& trips) const;
    bool slideOnce(TailFlow& flow, const TailState& state, const State& label, std::size_t d, std::int32_t trips) const;
    void slide(TailFlow& flow, const TailState& state, const State& label, std::size_t d, std::int32_t trips) const;

    const Counter& m_counter;
    const std::size_t m_level;
    unsigned m_kept = 0;
    std::vector<Axis> m_axes;
    std::vector<std::size_t> m_strides;
    std::vector<double> m_least;
    mutable std::map<std::array<std::int32_t, 6>, std::int64_t> m_sliding;  ///< by tensor, window, bounds' trips
};

}  // namespace lapidary::optimal::classic
