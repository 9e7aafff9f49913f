// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many different positions one axis of a tensor takes when its dimensions run over a box. Pure functions.
#pragma once

#include <cstdint>
#include <span>

#include "core/workload/workload.h"

namespace lapidary {

/// |{c1*i + c2*j : 0 <= i < a, 0 <= j < b}| for c1, c2, a, b >= 1.
/// With c' = c / gcd, (i, j) and (i + c2', j - c1') meet, so each of the (a - c2')(b - c1') such pairs counts once less.
std::int64_t twoTermSetSize(std::int64_t c1, std::int64_t a, std::int64_t c2, std::int64_t b);

/// Positions of `rank` when dimension d takes extents[d] consecutive values: exact for up to two terms that really
/// move (extent > 1), else the bounding box.
std::int64_t rankSetSize(const Rank& rank, std::span<const std::int64_t> extents);

/// Length of the rank's bounding box: 1 + sum of coefficient * (extent - 1).
std::int64_t rankBoxSize(const Rank& rank, std::span<const std::int64_t> extents);

}  // namespace lapidary
