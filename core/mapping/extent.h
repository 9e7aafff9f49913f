// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The arithmetic of one dimension's loops over any stretch of a node list (Ruby, eq. 5; mapping.md). Numbered n
// (outermost) .. 0, loops count like a mixed-radix counter with radices P whose last value has the digits R - 1:
//   L_{n+1} = 0,  L_i = L_{i+1} * P_i + R_i - 1,  iterations = L_0 + 1.
// So the same two functions tell what a whole nest covers, how often a loop runs and how large a tile is.
// Results saturate at kTooMany instead of wrapping. Pure functions.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "core/mapping/loop.h"

namespace lapidary {

inline constexpr std::int64_t kTooMany = std::numeric_limits<std::int64_t>::max();

std::int64_t saturatingMul(std::int64_t a, std::int64_t b);

/// Distinct settings of the dimension's loops in `nodes` while every loop of it outside is in its last iteration.
/// Over a whole mapping: what it covers. Over its first k nodes: how often a node at k is entered. Over the nodes
/// inside a Store: the extent of the last tile.
std::int64_t iterations(std::span<const Node> nodes, int dimension);

/// Product of the dimension's P in `nodes`. Inside a Store: the extent of every tile but the last.
std::int64_t tripProduct(std::span<const Node> nodes, int dimension);

/// Sets the tails of the dimension's loops so that they cover exactly `bound`: bound - 1 in the radices P. The outermost
/// loop's P becomes its R. False, and nothing changed, if the product of P is smaller than `bound`.
bool completeTails(std::span<Node> nodes, int dimension, std::int64_t bound);

/// How iterations() comes about, "(17 - 1) * 6 + 4"; "17 * 6" if every tail is full; "17" for one loop.
std::string coverageFormula(std::span<const Node> nodes, int dimension);

}  // namespace lapidary
