// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small draws that random test problems are made of.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/base/rng.h"

namespace lapidary::testing {

/// Uniform in [low, high].
inline std::int64_t between(Rng& rng, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(high - low + 1)));
}

inline bool chance(Rng& rng, int percent) { return rng.below(100) < static_cast<std::uint64_t>(percent); }

template <class T>
T oneOf(Rng& rng, std::initializer_list<T> list) {
    return list.begin()[rng.below(list.size())];
}

template <class T>
void shuffle(Rng& rng, std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(i)]);
}

}  // namespace lapidary::testing
