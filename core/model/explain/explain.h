// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a number of a Cost comes from: its formula, operand by operand, down to facts of the mapping, the workload and the
// design, with the loops that are responsible. The formula evaluates to exactly the number that the evaluator gives
// (tested on random problems), and is built from the loops, never from the Cost.
//
//   const auto explainer = Explainer::make(target, mapping);
//   const auto id = parseFigure("GLB.input.reads", *target);
//   const auto derivation = explainer->explain(*id);          // derivation->expression, evaluate(...), nodesOf(...)
//
// Thread rule: an Explainer belongs to one thread at a time; derivations are plain values.
#pragma once

#include <memory>

#include "core/mapping/mapping.h"
#include "core/model/cost.h"
#include "core/model/explain/expression.h"

namespace lapidary {

struct Derivation {
    FigureId figure;
    std::string name;   ///< "GLB.I.reads"
    std::string title;  ///< "Reads of I at GLB"
    Expression expression;
    std::string unit;                   ///< "words", "accesses", "pJ", "cycles", ...; empty = a plain count
    std::int64_t instances = 1;         ///< of the level in hardware that the total is summed over; 1 = not summed
    std::string rule;                   ///< what is counted and by which rule, one sentence
    std::string semantics;              ///< switches that it depends on, "multicast equal"; may be empty
    std::string reference;              ///< paper and section
    std::optional<std::int64_t> limit;  ///< what the value may not exceed: capacity in bits, lanes of an axis
    std::string verdict;                ///< what follows: "4,096 bits too many", "bound by GLB"; may be empty

    Number value() const { return evaluate(expression); }
    double perInstance() const { return toDouble(value()) / static_cast<double>(instances); }
};

class Explainer {
public:
    /// Requires a well-formed mapping; it may be invalid. Refuses what Evaluator::make refuses.
    static Result<Explainer> make(TargetPtr target, const Mapping& mapping, const Semantics& semantics = {});
    Explainer(Explainer&&) noexcept;
    Explainer& operator=(Explainer&&) noexcept;
    ~Explainer();

    const Target& target() const;
    const Mapping& mapping() const;
    /// The evaluator's figures.
    const Cost& cost() const;
    /// All figures of the cost, in the order of figuresOf.
    std::vector<FigureId> figures() const;

    /// Fails with the reason if the cost has no such number: a tensor that isn't stored there, an unknown energy.
    Result<Derivation> explain(const FigureId& id);

private:
    struct Impl;
    explicit Explainer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lapidary
