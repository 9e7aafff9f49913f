// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/einsum.h"

#include <algorithm>
#include <charconv>

#include "core/base/json.h"
#include "core/workload/einsum_tokens.h"

namespace lapidary {

namespace {

using einsum::quoted;
using einsum::Token;

/// What the text says, before bounds, roles and checks.
struct Expression {
    std::vector<Dimension> dimensions;  ///< in order of first use
    std::vector<Tensor> outputs;
    std::vector<Tensor> operands;
    std::map<std::string, int> columns;  ///< of dimensions ("m"), tensors ("A") and terms ("A[m]")
};

/// outputs {"+=" | "="} operands, or operands alone. Stops at the first error.
class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : m_tokens(std::move(tokens)) {}

    Result<Expression> run() {
        parseExpression();
        if (m_failure) return *m_failure;
        return std::move(m_result);
    }

private:
    const Token& peek() const { return m_tokens[m_next]; }
    Token take() { return peek().kind == Token::Kind::end ? peek() : m_tokens[m_next++]; }
    bool accept(std::string_view sign) {
        if (!peek().is(sign)) return false;
        ++m_next;
        return true;
    }
    void fail(const Token& at, std::string message, std::string hint = {}) {
        if (!m_failure) m_failure = errorAt({{}, 1, at.column, {}}, std::move(message), std::move(hint));
    }

    void parseExpression();
    std::vector<Tensor> parseList(std::string_view separator);
    Tensor parseTensor();
    Rank parseRank(const std::string& tensor);
    void parseTerm(const std::string& tensor, Rank& rank);
    std::int64_t parseNumber();
    int dimensionNamed(const Token& name);
    /// "* B" or "* B[" within ranks: a tensor, so that a ']' is missing before it, not a number.
    bool tensorFollows() const {
        return m_next + 2 < m_tokens.size() && peek().is("*") && m_tokens[m_next + 1].kind == Token::Kind::name &&
               (m_tokens[m_next + 2].is("[") || m_tokens[m_next + 2].is("*") ||
                m_tokens[m_next + 2].kind == Token::Kind::end);
    }

    std::vector<Token> m_tokens;
    std::size_t m_next = 0;
    Expression m_result;
    std::optional<Diagnostic> m_failure;
};

void Parser::parseExpression() {
    if (peek().kind == Token::Kind::end)
        return fail(peek(), "the expression is empty", "write for example Z[m,n] += A[m,k] * B[k,n]");
    std::vector<Tensor> first = parseList(",");
    if (accept("+=") || accept("=")) {
        m_result.outputs = std::move(first);
        for (auto& output : m_result.outputs) output.isOutput = true;
        m_result.operands = parseList("*");
    } else {
        if (first.size() > 1) return fail(peek(), "expected '+=' after the outputs, found " + quoted(peek()));
        m_result.operands = std::move(first);
        if (accept("*")) std::ranges::move(parseList("*"), std::back_inserter(m_result.operands));
    }
    if (peek().kind != Token::Kind::end)
        fail(peek(), "expected '*' or the end, found " + quoted(peek()),
             peek().is("+") ? "sums of products are not supported; write one workload per product" : "");
}

std::vector<Tensor> Parser::parseList(std::string_view separator) {
    std::vector<Tensor> tensors;
    do tensors.push_back(parseTensor());
    while (!m_failure && accept(separator));
    return tensors;
}

Tensor Parser::parseTensor() {
    const Token name = take();
    Tensor tensor;
    tensor.name = name.text;
    if (name.kind != Token::Kind::name) {
        fail(name, "expected a tensor such as A[m,k], found " + quoted(name));
        return tensor;
    }
    m_result.columns[name.text] = name.column;
    const int opened = peek().column;
    if (!accept("[") || accept("]")) return tensor;
    do tensor.ranks.push_back(parseRank(tensor.name));
    while (!m_failure && accept(","));
    if (!accept("]"))
        fail(peek(), "expected ',', '+' or ']' after a rank, found " + quoted(peek()),
             peek().kind == Token::Kind::end || tensorFollows()
                 ? "the '[' in column " + std::to_string(opened) + " is not closed"
                 : "");
    return tensor;
}

Rank Parser::parseRank(const std::string& tensor) {
    Rank rank;
    do parseTerm(tensor, rank);
    while (!m_failure && accept("+"));
    return rank;
}

/// "p", "2p", "2*p", "p*2" or "1".
void Parser::parseTerm(const std::string& tensor, Rank& rank) {
    const bool numberFirst = peek().kind == Token::Kind::number;
    std::int64_t coefficient = numberFirst ? parseNumber() : 1;
    if (numberFirst && !accept("*") && peek().kind != Token::Kind::name) {
        rank.constant += coefficient;
        return;
    }
    const Token name = take();
    if (name.kind != Token::Kind::name) return fail(name, "expected a dimension or a number, found " + quoted(name));
    if (!numberFirst && !tensorFollows() && accept("*")) coefficient = parseNumber();
    m_result.columns[tensor + '[' + name.text + ']'] = name.column;
    rank.terms.push_back({dimensionNamed(name), coefficient});
}

std::int64_t Parser::parseNumber() {
    const Token number = take();
    std::int64_t value = 0;
    if (number.kind != Token::Kind::number) {
        fail(number, "expected a number, found " + quoted(number));
        return value;
    }
    const auto parsed = std::from_chars(number.text.data(), number.text.data() + number.text.size(), value);
    if (parsed.ec != std::errc() || value > kMaxBound)
        fail(number, "the number " + number.text + " is too large, expected at most 2^40");
    return value;
}

int Parser::dimensionNamed(const Token& name) {
    auto& dimensions = m_result.dimensions;
    const auto found = std::ranges::find(dimensions, name.text, &Dimension::name);
    if (found != dimensions.end()) return static_cast<int>(found - dimensions.begin());
    m_result.columns.emplace(name.text, name.column);
    dimensions.push_back({name.text, {}, 1});
    return static_cast<int>(dimensions.size()) - 1;
}

/// Adds to an expression what the text doesn't say.
class Completion {
public:
    Completion(Expression& expression, Diagnostics& out) : m_expression(expression), m_out(out) {}

    void setBounds(const BoundMap& bounds) {
        for (const auto& [name, alias, bound] : m_expression.dimensions)
            if (!bounds.contains(name))
                fail(name, "dimension '" + name + "' has no bound", "add " + name + "=... to the bounds");
        forEachKey(bounds, "bound", "dimension", m_expression.dimensions,
                   [](Dimension& dimension, std::int64_t bound) { dimension.bound = bound; });
    }
    void setAliases(const NameMap& aliases) {
        forEachKey(aliases, "alias", "dimension", m_expression.dimensions,
                   [](Dimension& dimension, const std::string& alias) { dimension.alias = alias; });
    }
    void setTensors(std::vector<Tensor>& tensors, const EinsumOptions& options) {
        forEachKey(options.roles, "role", "tensor", tensors, [](Tensor& t, const std::string& role) { t.role = role; });
        forEachKey(options.wordBits, "word size", "tensor", tensors, [](Tensor& t, int bits) { t.wordBits = bits; });
        forEachKey(options.density, "density", "tensor", tensors, [](Tensor& t, double d) { t.density = d; });
    }

private:
    void fail(const std::string& key, std::string message, std::string hint) {
        const auto column = m_expression.columns.find(key);
        m_out.push_back(errorAt({{}, 1, column == m_expression.columns.end() ? 1 : column->second, key},
                                std::move(message), std::move(hint)));
    }
    template <class Map, class List, class Apply>
    void forEachKey(const Map& map, const std::string& what, const std::string& kind, List& list, Apply apply) {
        for (const auto& [key, value] : map) {
            const auto found = std::ranges::find(list, key, &List::value_type::name);
            if (found != list.end()) {
                apply(*found, value);
                continue;
            }
            std::vector<std::string> names;
            std::string all;
            for (const auto& item : list) {
                names.push_back(item.name);
                all += (all.empty() ? "" : ", ") + item.name;
            }
            fail(key, what + " '" + key + "' names no " + kind + " of the expression",
                 didYouMean(key, names, "expected one of " + all));
        }
    }

    Expression& m_expression;
    Diagnostics& m_out;
};

std::vector<Tensor> tensorsWithRoles(Expression& expression) {
    constexpr std::string_view kOperandRoles[] = {"weight", "input"};
    std::vector<Tensor> tensors = std::move(expression.operands);
    for (std::size_t i = 0; i < tensors.size(); ++i)
        tensors[i].role = i < std::size(kOperandRoles) ? std::string(kOperandRoles[i]) : tensors[i].name;
    for (auto& output : expression.outputs) {
        output.role = "output";
        tensors.push_back(std::move(output));
    }
    return tensors;
}

}  // namespace

Result<Workload> parseEinsum(std::string_view text, const BoundMap& bounds, const EinsumOptions& options) {
    auto tokens = einsum::tokenize(text);
    if (!tokens) return tokens.diagnostics();
    auto parsed = Parser(std::move(*tokens)).run();
    if (!parsed) return parsed.diagnostics();
    Expression& expression = *parsed;

    std::vector<Tensor> tensors = tensorsWithRoles(expression);
    Diagnostics problems;
    Completion completion(expression, problems);
    completion.setBounds(bounds);
    completion.setAliases(options.aliases);
    completion.setTensors(tensors, options);
    if (hasErrors(problems)) return problems;

    auto workload = Workload::make(options.name, expression.dimensions, std::move(tensors));
    if (workload) return workload;
    problems = workload.diagnostics();
    for (auto& problem : problems) {
        const auto column = expression.columns.find(problem.place.key);
        problem.place.line = 1;
        problem.place.column = column == expression.columns.end() ? 1 : column->second;
    }
    return problems;
}

}  // namespace lapidary
