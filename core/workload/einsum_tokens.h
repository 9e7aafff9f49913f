// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The words of an einsum: names, numbers and the signs [ ] , + * = +=. Used by the parser only; plain values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lapidary::einsum {

struct Token {
    enum class Kind { name, number, sign, end };
    Kind kind = Kind::end;
    std::string text;
    int column = 1;  ///< in characters, from 1

    bool is(std::string_view sign) const { return kind == Kind::sign && text == sign; }
};

/// "'['" or "the end", for messages.
std::string quoted(const Token& token);

/// All tokens, the last one of kind end. Characters that no einsum contains are an error.
Result<std::vector<Token>> tokenize(std::string_view text);

}  // namespace lapidary::einsum
