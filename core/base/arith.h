// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Integer arithmetic that cannot wrap unnoticed: checked products, ceiling division, divisors, and big integers
// (GMP) for mapspace sizes. Pure functions.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lapidary {

__extension__ typedef __int128 Int128;
using BigInt = mpz_class;

/// nullopt on overflow of 63 bits.
std::optional<std::int64_t> checkedMul(std::int64_t a, std::int64_t b);
std::optional<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b);

/// Requires a >= 0, b >= 1.
constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }
constexpr std::int64_t roundUp(std::int64_t a, std::int64_t b) { return ceilDiv(a, b) * b; }

/// All divisors of n >= 1, ascending.
std::vector<std::int64_t> divisors(std::int64_t n);

BigInt bigInt(std::int64_t value);
std::string toDecimal(const BigInt& value);
/// log10 of value; -infinity for 0.
double log10Of(const BigInt& value);
BigInt factorial(int n);
/// nullopt if it doesn't fit.
std::optional<std::int64_t> toInt64(const BigInt& value);

}  // namespace lapidary
