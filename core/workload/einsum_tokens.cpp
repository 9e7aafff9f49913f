// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/einsum_tokens.h"

#include <algorithm>
#include <cctype>

namespace lapidary::einsum {

namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

template <class Belongs>
std::size_t lengthWhile(std::string_view text, Belongs belongs) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, belongs) - text.begin());
}

Diagnostic unknownCharacter(std::string_view rest, int column) {
    const std::string character(rest.substr(0, 1 + lengthWhile(rest.substr(1), isContinuation)));
    std::string hint = "write a product such as Z[m,n] += A[m,k] * B[k,n]";
    if (character == "-") hint = "coefficients and constants must not be negative";
    if (character == "(" || character == "{") hint = "ranks stand in square brackets, as in A[m,k]";
    return errorAt({{}, 1, column, {}}, "unexpected character '" + character + "'", hint);
}

}  // namespace

std::string quoted(const Token& token) { return token.kind == Token::Kind::end ? "the end" : "'" + token.text + "'"; }

Result<std::vector<Token>> tokenize(std::string_view text) {
    std::vector<Token> tokens;
    int column = 1;
    const auto take = [&](Token::Kind kind, std::size_t length) {
        tokens.push_back({kind, std::string(text.substr(0, length)), column});
        text.remove_prefix(length);
        column += static_cast<int>(length);
    };
    while (!text.empty()) {
        const char c = text.front();
        if (isBlank(c)) {
            text.remove_prefix(1);
            ++column;
        } else if (isLetter(c)) {
            take(Token::Kind::name, lengthWhile(text, [](char x) { return isLetter(x) || isDigit(x); }));
        } else if (isDigit(c)) {
            take(Token::Kind::number, lengthWhile(text, isDigit));
        } else if (text.starts_with("+=")) {
            take(Token::Kind::sign, 2);
        } else if (std::string_view("[],+*=").find(c) != std::string_view::npos) {
            take(Token::Kind::sign, 1);
        } else {
            return unknownCharacter(text, column);
        }
    }
    take(Token::Kind::end, 0);
    return tokens;
}

}  // namespace lapidary::einsum
