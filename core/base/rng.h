// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Our own random numbers (xoshiro256**, seeded by splitmix64), so that a seed means the same mapping on every
// platform and at every thread count: each unit of work owns the stream (seed, number) and nothing else.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/arith.h"

namespace lapidary {

class Rng {
public:
    Rng(std::uint64_t seed, std::uint64_t stream = 0);
    /// Continues from a given generator state, which must not be all zero.
    explicit Rng(const std::array<std::uint64_t, 4>& state) : m_state(state) {}

    std::uint64_t next();
    /// Uniform in [0, n), without bias. Requires n >= 1.
    std::uint64_t below(std::uint64_t n);
    /// Uniform in [0, n) for any n >= 1.
    BigInt below(const BigInt& n);
    /// Uniform in [0, 1).
    double unit();

private:
    std::array<std::uint64_t, 4> m_state;
};

}  // namespace lapidary
