// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Arithmetic in v4 files: values such as "2 * WIDTH" over the numbers of 'variables'. Pure functions.
#pragma once

#include <optional>
#include <string_view>

#include "core/io/timeloop/document.h"

namespace lapidary::timeloop {

/// The same value with every text that is arithmetic over known variables replaced by its number. Other texts stay.
Json resolved(const Json& value, const Section* variables);

/// + - * / ** and parentheses over numbers and names; nullopt if it is anything else, a name is unknown, the text has
/// more than 1,000 characters or is nested more than 50 deep, variables of variables included.
std::optional<double> evaluateExpression(std::string_view text, const Json& variables);

}  // namespace lapidary::timeloop
