// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers as people read them, and capacities as people write them. Pure functions, C locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lapidary {

/// 1234567.8, "pJ" -> "1.235 uJ" style: SI prefix so that 1 <= mantissa < 1000, `digits` significant digits.
/// The prefix of `unit` itself ("pJ") is taken into account for pJ, ns, um^2 -> see units.cpp's table.
std::string formatSi(double value, std::string_view unit, int digits = 4);
/// Digits grouped by commas: 1,234,567.
std::string formatCount(std::int64_t value);
/// Shortest text that reads back to the same double.
std::string formatExact(double value);
/// `digits` significant digits, no exponent between 1e-3 and 1e15.
std::string formatSignificant(double value, int digits = 4);

/// A capacity: a bare number is words, with a unit (B, KiB, MiB, GiB, kB, MB, bit, Kibit ...) it is bits.
struct Capacity {
    std::int64_t amount = 0;
    bool inWords = true;  ///< else bits

    std::int64_t bits(int wordBits) const { return inWords ? amount * wordBits : amount; }
    /// Whole words of `wordBits` that fit.
    std::int64_t words(int wordBits) const { return inWords ? amount : amount / wordBits; }
    bool operator==(const Capacity&) const = default;
};
Result<Capacity> parseCapacity(std::string_view text);
std::string toText(const Capacity& capacity);

}  // namespace lapidary
