// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pruning by magnitude (Bifrost, VIII-A): the weights of each layer that are nearest to zero become zero. Thread rule: one
// writer of the graph.
#pragma once

#include "core/workload/graph/lower.h"

namespace lapidary {

/// Zeroes so many per cent (rounded down, of equal magnitudes the first) of the weights of every layer whose weights come
/// with the file, of weights that several layers share once. Requires contents. Hands back how many are zero now.
std::int64_t pruneWeights(Graph& graph, const LoweredGraph& lowered, int percent);

}  // namespace lapidary
