// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mappings that respect fanouts, capacities and constraints, drawn by tables made once.
//
// Chains of a dimension are sorted by the lanes they take on each axis; those that break a limit by themselves are left
// out. Dimension by dimension, lanes are drawn with the weight of all chains that have them and of all ways in which the
// dimensions to come still fit beside them, counted backwards over the lanes taken so far: a draw never breaks a fanout.
// Then comes one of these chains, uniformly. What tiles need is multiplied along, and a draw that overflows a memory, or at
// the end breaks a constraint, is dropped as a whole, with what its levels keep, for a new one. Loop orders come last.
//
// Distribution: uniform over all choices of the raw product (Mapspace::terms) whose mappings respect the limits, as
// Mapspace::sample gives them if those that don't are passed over; but for rounding of the weights, less than 1e-12 of a
// probability. Every respecting mapping can come; one that several choices assemble to comes as often as under sample.
// Where tables would grow too large, some axes or all chains are judged after a plain draw: slower, equally distributed.
// Immutable after construction; shared between threads freely, each with its own Scratch.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/search/fitting_chains.h"

namespace lapidary {

class FittingDraw {
public:
    static constexpr int kTries = 512;  ///< before a draw gives up; bounds the time of one

    /// The mapspace must outlive it. Requires an evaluator of its target.
    FittingDraw(const Mapspace& mapspace, const Evaluator& evaluator);

    /// A choice that respects all limits, and its mapping, canonical; if `whole`, with loops of bound 1. False if none came
    /// in kTries; both are then undefined. `scratch` may be null if isTabulated(). Allocates nothing once `out` has grown.
    bool draw(Rng& rng, Evaluator::Scratch* scratch, MapspaceChoice& choice, Mapping& out, bool whole = false) const;

    /// Whether nothing fits, for certain.
    bool isEmpty() const { return m_impossible; }
    /// Whether tables decide all limits but those of constraints.
    bool isTabulated() const { return m_tabulated && !m_judge; }

private:
    /// Lanes that a dimension may take where those before it have left `state`; one of them by Walker's alias method.
    struct Way {
        double share;  ///< to stay here rather than at the alias
        std::uint32_t alias;
        std::uint32_t first, count;  ///< chains of these lanes
        std::uint32_t next;          ///< state
    };
    struct States {
        std::vector<Way> ways;
        std::vector<std::uint32_t> first;  ///< by state, and the end
    };
    class Counting;

    bool drawChains(Rng& rng, const unsigned* kept, MapspaceChoice& choice) const;
    void keep(Rng& rng, MapspaceChoice& choice, unsigned* kept) const;

    const Mapspace* m_mapspace;
    Evaluator m_evaluator;
    FittingChains m_chains;
    std::vector<States> m_states;       ///< by dimension drawn
    std::vector<std::size_t> m_orders;  ///< terms, those with one choice left out
    std::array<std::uint64_t, kMaxTerms> m_counts{};
    bool m_tabulated = false, m_judge = false, m_impossible = false;
};

}  // namespace lapidary
