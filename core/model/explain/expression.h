// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An arithmetic expression that says what its operands are: how a figure of a Cost comes about. Leaves are facts of the
// mapping, the workload or the design (trip counts, tails, word sizes, energies) with the nodes of the mapping they stem
// from. Nothing but leaves holds a value, so that evaluating the tree redoes the figure. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/explain/figure_id.h"

namespace lapidary {

double toDouble(Number number);
/// Equal as numbers: 1 is 1.0.
bool isEqual(Number a, Number b);

enum class Operation {
    number,      ///< a leaf
    sum,         ///< of any number of operands, from the first on
    difference,  ///< the first operand less all others
    product,     ///< of any number of operands, from the first on
    quotient,    ///< exact; of counts that don't divide, a double
    ceiling,     ///< the quotient rounded up to a whole number
    largest,
};
std::span<const KeyEntry<Operation>> keyTable(Operation);

struct Expression {
    Operation operation = Operation::number;
    Number value = std::int64_t{0};    ///< leaves only
    std::string label{};               ///< what it is: "tile of W", "for m in 0..4 at DRAM"
    std::string note{};                ///< why it is here; may be empty
    std::string unit{};                ///< "words", "bits", "cycles", "pJ", ...; empty = a plain count
    std::vector<int> nodes{};          ///< of the mapping, that this operand stems from; ascending
    std::optional<FigureId> figure{};  ///< the operand is a figure of its own
    std::vector<Expression> operands{};

    bool isLeaf() const { return operation == Operation::number; }
};

/// The value of the expression, from its leaves alone. Counts saturate at 2^63 - 1 instead of wrapping.
Number evaluate(const Expression& expression);

/// All nodes of the mapping that the expression stems from, ascending.
std::vector<int> nodesOf(const Expression& expression);

namespace derive {

/// Expressions are built by these. Unlabelled products within a product, and sums within a sum, are merged into it;
/// an unlabelled factor 1 is left out; one operand alone stands for itself.
Expression number(std::int64_t value, std::string label = {}, std::vector<int> nodes = {});
Expression real(double value, std::string label, std::string unit);
Expression sum(std::vector<Expression> operands, std::string label = {});
Expression product(std::vector<Expression> operands, std::string label = {});
Expression difference(Expression from, Expression less, std::string label = {});
Expression quotient(Expression dividend, Expression divisor, std::string label = {});
Expression ceiling(Expression dividend, Expression divisor, std::string label = {});
Expression largest(std::vector<Expression> operands, std::string label = {});
/// The expression as an operand with this label; one that has a label of its own stands inside it.
Expression named(Expression expression, std::string label, std::string unit = {}, std::string note = {});

}  // namespace derive

}  // namespace lapidary
