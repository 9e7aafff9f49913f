// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/rng.h"

#include <bit>
#include <vector>

namespace lapidary {

namespace {

__extension__ typedef unsigned __int128 UInt128;

/// splitmix64 (S. Vigna): one step of a Weyl sequence, then a bijective mix.
std::uint64_t splitmix64(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(std::uint64_t seed, std::uint64_t stream) : m_state{} {
    // Mixed twice: neighbouring seeds and neighbouring streams start far apart, also from each other.
    std::uint64_t state = seed;
    state = splitmix64(state) + stream;
    state = splitmix64(state);
    for (auto& word : m_state) word = splitmix64(state);
}

std::uint64_t Rng::next() {
    auto& s = m_state;
    const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9;
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = std::rotl(s[3], 45);
    return result;
}

std::uint64_t Rng::below(std::uint64_t n) {
    // D. Lemire, Fast random integer generation in an interval (2019): the high word of a product is uniform once
    // the 2^64 mod n low words that would make it uneven are rejected.
    UInt128 product = static_cast<UInt128>(next()) * n;
    if (static_cast<std::uint64_t>(product) < n) {
        const std::uint64_t threshold = -n % n;
        while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<UInt128>(next()) * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

BigInt Rng::below(const BigInt& n) {
    const std::size_t bits = mpz_sizeinbase(n.get_mpz_t(), 2);
    std::vector<std::uint64_t> words((bits + 63) / 64);
    BigInt candidate;
    do {
        for (auto& word : words) word = next();
        mpz_import(candidate.get_mpz_t(), words.size(), -1, sizeof words[0], 0, 0, words.data());
        mpz_fdiv_r_2exp(candidate.get_mpz_t(), candidate.get_mpz_t(), bits);
    } while (candidate >= n);
    return candidate;
}

double Rng::unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

}  // namespace lapidary
