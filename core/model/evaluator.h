// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The reuse model (reuse.md), compiled for one target: closed forms per dimension and tensor, no simulation.
// score() is the path of every search: it takes no lock, reads no clock and throws nothing, and allocates nothing for
// what the closed forms cover, once it has met the loops that mappings have: it goes by the lane kernel (core/model/lanes) and
// by tapes recorded from it where these can count, which is faster than the plain path and equal to it bit by bit (tested).
// The rest (window one-axis, partly overlapping halos under multicast
// distinct, ranks of three terms, outputs with windows; words that cross a network with a hop energy, or that networks share
// by themselves or neighbours give) is counted by a walk over the kinds of loop advances: as exact, but slower by orders and
// with allocations. evaluate() is the plain path with every figure kept, equal, integer for integer, to
// brute_force/literal.h (tested). Thread rule: an Evaluator is immutable; each thread owns a Scratch.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"
#include "core/model/semantics.h"

namespace lapidary {

class Evaluator {
public:
    class Scratch;  ///< working memory of one thread, fixed size after construction

    /// Refuses what may not fit 64 bits, with the reason.
    static Result<Evaluator> make(TargetPtr target, Semantics semantics = {});

    Evaluator(Evaluator&&) noexcept;
    Evaluator& operator=(Evaluator&&) noexcept;
    Evaluator(const Evaluator&);
    ~Evaluator();

    const Target& target() const;
    const TargetPtr& targetPtr() const;
    const Semantics& semantics() const;

    struct ScratchDeleter {
        void operator()(Scratch* scratch) const;
    };
    using ScratchPtr = std::unique_ptr<Scratch, ScratchDeleter>;
    ScratchPtr makeScratch() const;

    /// Requires a well-formed mapping (checkForm): generators give only such. Checks limits and capacity first.
    Score score(const Mapping& mapping, Scratch& scratch) const;
    /// What score() would give as its reason, counting no traffic. Loops of some dimensions may be missing yet: a limit
    /// that is broken then is broken by every mapping that adds them.
    Reason limits(const Mapping& mapping, Scratch& scratch) const;
    /// Words of a tensor's tile of these extents, by dimension, as capacities count them; nullopt where it matters where
    /// the tile lies (padding that isn't counted), or ranks have more than two terms.
    std::optional<std::int64_t> tileWords(int tensor, std::span<const std::int64_t> extents) const;
    /// The same, bit by bit, without the lane kernel: slower, and what that is tested against.
    Score scorePlainly(const Mapping& mapping, Scratch& scratch) const;
    /// scores[i] of mappings[i], each as score() would give it, several at a time: pays where many have the same nodes but
    /// for their bounds, as Mapspace::sampleWhole gives them. Requires as many scores as mappings.
    void score(std::span<const Mapping> mappings, std::span<Score> scores, Scratch& scratch) const;
    /// All figures; also for mappings that are well-formed but not valid (valid = false, reasons).
    Cost evaluate(const Mapping& mapping) const;

private:
    struct Impl;
    explicit Evaluator(std::shared_ptr<const Impl> impl);
    std::shared_ptr<const Impl> m_impl;
};

}  // namespace lapidary
