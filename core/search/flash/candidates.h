// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH's candidates (Algorithm 2, equations 1 to 4, Table 6): which cluster sizes and tiles a style has for a GEMM on a
// machine. Pure functions.
#pragma once

#include <functional>

#include "core/base/arith.h"
#include "core/base/rng.h"
#include "core/search/flash/options.h"

namespace lapidary::flash {

/// A GEMM on a machine, in one style and order.
struct Problem {
    const Gemm* gemm = nullptr;
    const data_centric::Hardware* hardware = nullptr;
    Style style = Style::maeri;
    Order order = Order::mnk;
    Shape shape{};

    std::int64_t size(Axis axis) const { return gemm->sizes[static_cast<std::size_t>(axis)]; }
    std::int64_t clusters(std::int64_t cluster) const { return hardware->pes / cluster; }
};
Problem problemOf(const Gemm& gemm, const data_centric::Hardware& hardware, Style style, Order order);

/// Twice what all clusters hold together, no more of an axis than there is (equation 1, left side, doubled).
std::int64_t sharedWords(const Problem& problem, const Candidate& candidate);
/// Twice what a PE holds (equation 2).
std::int64_t privateWords(const Candidate& candidate);
bool satisfiesEquation1(const Problem& problem, const Candidate& candidate);
bool satisfiesEquation2(const Problem& problem, const Candidate& candidate);

/// The bound of both temporal outer tiles under a cluster size (Table 6), and of both temporal inner tiles; less than 1 = 0.
std::int64_t outerBound(const Problem& problem, std::int64_t cluster);
std::int64_t innerBound(const Problem& problem, std::int64_t withinTile);
/// The spatial outer tile that fills the array: ceil(cluster * size / PEs).
std::int64_t fillingTile(const Problem& problem, std::int64_t cluster);

/// Table 2, or the one that the options ask for; none larger than the array.
std::vector<std::int64_t> clusterSizes(const Problem& problem, const Options& options);

/// In a fixed order, until `visit` returns false.
void forEachCandidate(const Problem& problem, const Options& options,
                      const std::function<bool(const Candidate&)>& visit);

/// A tile set that satisfies both equations: cluster size, then one tile after the other, each uniform among what still fits;
/// nullopt if a cluster size leaves none.
std::optional<Candidate> drawCandidate(const Problem& problem, const Options& options, Rng& rng);

/// Tile sets of MAERI's style before pruning, all cluster sizes: outer tiles with MN + NK + MK within half of S2, inner ones
/// with m + n + mn within half of S1, inner <= outer (5.2). Nothing for other styles and unlimited buffers.
std::optional<BigInt> unprunedTileSets(const Problem& problem);

}  // namespace lapidary::flash
