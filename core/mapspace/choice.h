// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a mapspace chooses from: independent terms, each a numbered set (the chains of a dimension, the orders of a
// level, what a level keeps). A Choice picks one number per term; a Draft is what these numbers stand for; assemble()
// writes it down as a mapping. Sampling, numbering, walking and whatever moves from a mapping to its neighbours differ
// only in how they come to a Choice. Immutable after make; shared between threads freely.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/mapspace/frame.h"
#include "core/mapspace/mapspace.h"
#include "core/mapspace/padding.h"
#include "core/mapspace/permutation/order.h"

namespace lapidary {

struct ChoiceTerm {
    SizeTerm::Kind kind;
    std::size_t where;    ///< dimension of chains, level of order and keep
    std::uint64_t count;  ///< choices, numbered from 0
};

using Choice = MapspaceChoice;

/// Left uninitialised until start() and apply() fill in what a space uses of it.
struct Draft {
    std::array<Factor, kMaxSlots> factors;                                   ///< by slot of the frame
    std::array<std::int64_t, kMaxDimensions> covered;                        ///< D, or D' if padded
    std::array<std::array<std::uint8_t, kMaxDimensions>, kMaxLevels> order;  ///< dimensions, outermost first
    std::array<std::size_t, kMaxLevels> orderSize;
    std::array<unsigned, kMaxLevels> kept;  ///< tensors, bit mask
};

/// Subset number `number` of a set: its bits go to the set's members in ascending order.
unsigned subsetOf(unsigned set, std::uint64_t number);
std::uint64_t numberOf(unsigned subset, unsigned set);

class ChoiceSpace {
public:
    /// Refuses contradictions. Notes: ignored names.
    static Result<ChoiceSpace> make(TargetPtr target, const MapspaceRules& rules, Factorization kind);

    const Target& target() const { return *m_target; }
    const NestFrame& frame() const { return m_frame; }
    const DimensionChains& chains(std::size_t dimension) const { return m_chains[dimension]; }
    const LoopOrders& orders(std::size_t level) const { return m_orders[level]; }
    unsigned mustKeep(std::size_t level) const { return m_mustKeep[level]; }
    unsigned mayKeep(std::size_t level) const { return m_mayKeep[level]; }
    /// Chains of each dimension, then orders of each level with loops, then keep choices of each level that has any.
    const std::vector<ChoiceTerm>& terms() const { return m_terms; }

    /// Sets what no term decides.
    void start(Draft& draft) const;
    void apply(const ChoiceTerm& term, std::uint64_t number, Draft& draft) const;
    /// Canonical: loops of bound 1 are left out, unless `whole`. No allocation once `out` has grown.
    void assemble(const Draft& draft, Mapping& out, bool whole = false) const;

    /// Sets the numbers of all terms, uniformly.
    void draw(Rng& rng, Choice& choice) const;
    /// As Mapspace::step.
    bool step(Rng& rng, Choice& choice) const;
    void assemble(const Choice& choice, Mapping& out, bool whole = false) const;
    /// As Mapspace::assemblePart.
    void assemblePart(const Choice& choice, unsigned dimensions, Mapping& out) const;

    /// The lexicographically smallest choice that assembles to canonical(mapping), if any does.
    std::optional<Choice> find(const Mapping& mapping) const;

private:
    TargetPtr m_target;
    bool m_padded = false;
    NestFrame m_frame;
    std::vector<DimensionChains> m_chains;
    std::vector<LoopOrders> m_orders;
    std::vector<unsigned> m_mustKeep, m_mayKeep;
    std::vector<ChoiceTerm> m_terms;
};

}  // namespace lapidary
