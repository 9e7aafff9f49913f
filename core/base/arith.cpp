// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/arith.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lapidary {

std::optional<std::int64_t> checkedMul(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

std::optional<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
    return sum;
}

std::vector<std::int64_t> divisors(std::int64_t n) {
    std::vector<std::int64_t> result{1};
    const auto multiplyBy = [&result](std::int64_t prime, int exponent) {
        const std::size_t before = result.size();
        std::int64_t power = 1;
        for (int e = 0; e < exponent; ++e) {
            power *= prime;
            for (std::size_t i = 0; i < before; ++i) result.push_back(result[i] * power);
        }
    };
    for (std::int64_t prime = 2; prime <= n / prime; ++prime) {
        int exponent = 0;
        for (; n % prime == 0; n /= prime) ++exponent;
        multiplyBy(prime, exponent);
    }
    if (n > 1) multiplyBy(n, 1);
    std::ranges::sort(result);
    return result;
}

BigInt bigInt(std::int64_t value) {
    // mpz_class takes a long, which is narrower than 64 bits on some platforms.
    const auto magnitude = value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    BigInt result;
    mpz_import(result.get_mpz_t(), 1, -1, sizeof magnitude, 0, 0, &magnitude);
    if (value < 0) mpz_neg(result.get_mpz_t(), result.get_mpz_t());
    return result;
}

std::string toDecimal(const BigInt& value) { return value.get_str(); }

double log10Of(const BigInt& value) {
    if (sgn(value) == 0) return -std::numeric_limits<double>::infinity();
    long exponent = 0;
    const double mantissa = mpz_get_d_2exp(&exponent, value.get_mpz_t());
    return std::log10(mantissa) + static_cast<double>(exponent) * std::log10(2.0);
}

BigInt factorial(int n) {
    BigInt result;
    mpz_fac_ui(result.get_mpz_t(), static_cast<unsigned long>(std::max(n, 0)));
    return result;
}

std::optional<std::int64_t> toInt64(const BigInt& value) {
    if (value < bigInt(std::numeric_limits<std::int64_t>::min()) ||
        value > bigInt(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    std::uint64_t magnitude = 0;
    mpz_export(&magnitude, nullptr, -1, sizeof magnitude, 0, 0, value.get_mpz_t());
    return static_cast<std::int64_t>(sgn(value) < 0 ? -magnitude : magnitude);
}

}  // namespace lapidary
