// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/arith.h"

namespace lapidary {
namespace {

constexpr std::array<KeyEntry<Operation>, 7> kOperations{{
    {Operation::number, "number", "Number", "A fact of the mapping, the workload or the design", ""},
    {Operation::sum, "sum", "Sum", "All operands added, from the first on", ""},
    {Operation::difference, "difference", "Difference", "The first operand less all others", ""},
    {Operation::product, "product", "Product", "All operands multiplied, from the first on", ""},
    {Operation::quotient, "quotient", "Quotient", "The first operand divided by the second", ""},
    {Operation::ceiling, "ceiling", "Quotient, rounded up", "The first operand divided by the second, rounded up", ""},
    {Operation::largest, "largest", "Largest", "The largest operand", ""},
}};

/// A count with room for products of a few, or a double.
struct Wide {
    bool isReal = false;
    Int128 count = 0;
    double real = 0;

    double asReal() const { return isReal ? real : static_cast<double>(count); }
};

Wide widened(Number number) {
    if (const auto* count = std::get_if<std::int64_t>(&number)) return {.count = *count};
    return {.isReal = true, .real = std::get<double>(number)};
}

Int128 saturated(Int128 value) {
    constexpr Int128 kMost = std::numeric_limits<std::int64_t>::max();
    return std::clamp<Int128>(value, -kMost, kMost);
}

Wide combine(Operation operation, const Wide& a, const Wide& b) {
    const bool isReal = a.isReal || b.isReal;
    switch (operation) {
    case Operation::sum:
        return isReal ? Wide{true, 0, a.asReal() + b.asReal()} : Wide{.count = saturated(a.count + b.count)};
    case Operation::difference:
        return isReal ? Wide{true, 0, a.asReal() - b.asReal()} : Wide{.count = saturated(a.count - b.count)};
    case Operation::product:
        return isReal ? Wide{true, 0, a.asReal() * b.asReal()} : Wide{.count = saturated(a.count * b.count)};
    case Operation::quotient:
        if (!isReal && b.count != 0 && a.count % b.count == 0) return {.count = a.count / b.count};
        return {true, 0, a.asReal() / b.asReal()};
    case Operation::ceiling:
        if (!isReal && b.count > 0 && a.count >= 0) return {.count = a.count / b.count + (a.count % b.count != 0)};
        return {.count = static_cast<Int128>(std::ceil(a.asReal() / b.asReal()))};
    case Operation::largest:
        if (!isReal) return {.count = std::max(a.count, b.count)};
        return {true, 0, std::max(a.asReal(), b.asReal())};
    case Operation::number: break;
    }
    return a;
}

Wide evaluateWide(const Expression& expression) {
    if (expression.isLeaf() || expression.operands.empty()) return widened(expression.value);
    Wide result = evaluateWide(expression.operands.front());
    for (std::size_t i = 1; i < expression.operands.size(); ++i)
        result = combine(expression.operation, result, evaluateWide(expression.operands[i]));
    return result;
}

void collect(const Expression& expression, std::vector<int>& nodes) {
    nodes.insert(nodes.end(), expression.nodes.begin(), expression.nodes.end());
    for (const Expression& operand : expression.operands) collect(operand, nodes);
}

bool isPlain(const Expression& expression) {
    return expression.label.empty() && expression.note.empty() && expression.nodes.empty() && !expression.figure;
}

bool isPlainNumber(const Expression& expression, std::int64_t value) {
    return expression.isLeaf() && isPlain(expression) && expression.value == Number{value};
}

Expression joined(Operation operation, std::vector<Expression> operands, std::string label, std::int64_t neutral) {
    Expression result{.operation = operation, .label = std::move(label)};
    for (Expression& operand : operands) {
        if (operand.operation == operation && isPlain(operand)) {
            for (Expression& inner : operand.operands) result.operands.push_back(std::move(inner));
        } else if (!isPlainNumber(operand, neutral)) {
            result.operands.push_back(std::move(operand));
        }
    }
    if (result.operands.empty()) return derive::number(neutral, std::move(result.label));
    if (result.operands.size() == 1 && (result.label.empty() || result.operands[0].label.empty())) {
        Expression only = std::move(result.operands[0]);
        if (only.label.empty()) only.label = std::move(result.label);
        return only;
    }
    return result;
}

Expression pair(Operation operation, Expression first, Expression second, std::string label) {
    Expression result{.operation = operation, .label = std::move(label)};
    result.operands.push_back(std::move(first));
    result.operands.push_back(std::move(second));
    return result;
}

}  // namespace

std::span<const KeyEntry<Operation>> keyTable(Operation) { return kOperations; }

double toDouble(Number number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

bool isEqual(Number a, Number b) {
    if (a.index() == b.index()) return a == b;
    return toDouble(a) == toDouble(b);
}

Number evaluate(const Expression& expression) {
    const Wide result = evaluateWide(expression);
    if (result.isReal) return result.real;
    return static_cast<std::int64_t>(saturated(result.count));
}

std::vector<int> nodesOf(const Expression& expression) {
    std::vector<int> nodes;
    collect(expression, nodes);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

namespace derive {

Expression number(std::int64_t value, std::string label, std::vector<int> nodes) {
    return {.value = value, .label = std::move(label), .nodes = std::move(nodes)};
}

Expression real(double value, std::string label, std::string unit) {
    return {.value = value, .label = std::move(label), .unit = std::move(unit)};
}

Expression sum(std::vector<Expression> operands, std::string label) {
    return joined(Operation::sum, std::move(operands), std::move(label), 0);
}

Expression product(std::vector<Expression> operands, std::string label) {
    return joined(Operation::product, std::move(operands), std::move(label), 1);
}

Expression difference(Expression from, Expression less, std::string label) {
    if (isPlainNumber(less, 0) && label.empty()) return from;
    return pair(Operation::difference, std::move(from), std::move(less), std::move(label));
}

Expression quotient(Expression dividend, Expression divisor, std::string label) {
    return pair(Operation::quotient, std::move(dividend), std::move(divisor), std::move(label));
}

Expression ceiling(Expression dividend, Expression divisor, std::string label) {
    return pair(Operation::ceiling, std::move(dividend), std::move(divisor), std::move(label));
}

Expression largest(std::vector<Expression> operands, std::string label) {
    return joined(Operation::largest, std::move(operands), std::move(label), 0);
}

Expression named(Expression expression, std::string label, std::string unit, std::string note) {
    if (!expression.label.empty() || expression.figure) {
        Expression only = std::move(expression);
        expression = {.operation = Operation::product};
        expression.operands.push_back(std::move(only));
    }
    expression.label = std::move(label);
    expression.unit = std::move(unit);
    expression.note = std::move(note);
    return expression;
}

}  // namespace derive

}  // namespace lapidary
