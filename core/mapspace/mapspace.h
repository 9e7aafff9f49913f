// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The set of mappings that a search may choose from, in closed form: factor chains per dimension (perfect, padded, or
// imperfect: factorization.h), axis choices, loop orders per level, keep/bypass choices, under constraints. Placement is
// classic: one Store per level. No list of candidates is ever held: sizes, samples and index <-> mapping come from
// counting.
// Immutable after make; shared between threads freely.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/arch/constraint.h"
#include "core/base/arith.h"
#include "core/base/rng.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/mapping/validity.h"
#include "core/mapspace/factorization.h"

namespace lapidary {

struct MapspaceOptions {
    Factorization factorization = Factorization::rubyS;
    Constraints constraints;  ///< usually the design's own
};

/// One factor of the size, so that a student can redo the product.
struct SizeTerm {
    enum class Kind { chains, order, keep };
    Kind kind;
    std::string name;     ///< "chains of M", "order at GLB", "keep at GLB"
    std::string meaning;  ///< "M = 64 over DRAM, GLB, PE.X <= 14, PE.Y <= 12, spad", "4 dimensions: 4!"
    BigInt count;
};

/// What a mapping chooses: a number below the count of each of Mapspace::terms(), in their order. Numbers behind the last
/// term are undefined.
inline constexpr std::size_t kMaxTerms = kMaxDimensions + 2 * kMaxLevels;
using MapspaceChoice = std::array<std::uint64_t, kMaxTerms>;

class Mapspace {
public:
    /// Resolves constraints against the target; contradictions are refused with the arithmetic. Notes: ignored names.
    static Result<Mapspace> make(TargetPtr target, MapspaceOptions options);

    Mapspace(Mapspace&&) noexcept;
    Mapspace& operator=(Mapspace&&) noexcept;
    Mapspace(const Mapspace&);
    ~Mapspace();

    const Target& target() const;
    const TargetPtr& targetPtr() const;
    const MapspaceOptions& options() const;

    /// Raw product: each chain within per-dimension limits, orders with bound-1 loops included. The index of
    /// a mapping is its mixed-radix number over the terms in their order: chains of each dimension, orders of each level,
    /// keep choices of each level; the last one changes fastest.
    const BigInt& size() const;
    const std::vector<SizeTerm>& terms() const;

    /// Uniform over the raw product; O(loops), no allocation once `out` has grown. The mapping is canonical (loops of
    /// bound 1 left out) and well-formed; it may still violate joint limits (checkLimits, minimum utilisation, capacity).
    void sample(Rng& rng, Mapping& out) const;
    /// The same draw with the loops of bound 1 left in: mappings that differ in nothing but bounds then have the same nodes
    /// (for Evaluator's score of many).
    void sampleWhole(Rng& rng, Mapping& out) const;
    // For searchers that walk. No allocation once `out` has grown.
    /// Uniform over the raw product.
    void draw(Rng& rng, MapspaceChoice& choice) const;
    /// A neighbour of the choice: a factor moved, a loop at another place of its level's order, or a tensor kept or not.
    /// From any choice steps lead to any other. False, and no change, if the space holds one choice alone.
    bool step(Rng& rng, MapspaceChoice& choice) const;
    /// The mapping of a choice, canonical as from sample(); if `whole`, as from sampleWhole().
    void assemble(const MapspaceChoice& choice, Mapping& out, bool whole = false) const;
    /// The same without the loops of the dimensions that `dimensions`, a bit mask, lacks, and with the loops of a level in
    /// any order: no mapping yet, but its tiles and lanes are what those of every completion at least are.
    void assemblePart(const MapspaceChoice& choice, unsigned dimensions, Mapping& out) const;

    /// Requires 0 <= index < size().
    void mappingAt(const BigInt& index, Mapping& out) const;
    /// The smallest index whose mappingAt equals the canonical form of `mapping`; nullopt if it isn't in the space.
    std::optional<BigInt> indexOf(const Mapping& mapping) const;

    /// Calls `visit` for every index in ascending order until it returns false. Raw product, repeats included.
    void enumerate(const std::function<bool(const BigInt& index, const Mapping&)>& visit) const;
    /// Distinct mappings only: loops of bound 1 removed, orders that cannot change any count of the reuse model merged
    /// (distinct.cpp says which and why), each once, always in the same order. Stops when `visit` returns false. Memory
    /// O(loops).
    void enumerateDistinct(const std::function<bool(const Mapping&)>& visit) const;
    /// Number of distinct mappings; nullopt if there are more than `limit`. Walks them.
    std::optional<BigInt> distinctCount(std::uint64_t limit) const;

    /// Limits that a constraint adds to checkLimits (joint ones: minimum utilisation, fanout factors).
    Reason checkConstraints(const Mapping& mapping) const;

private:
    struct Impl;
    explicit Mapspace(std::shared_ptr<const Impl> impl);
    std::shared_ptr<const Impl> m_impl;
};

}  // namespace lapidary
