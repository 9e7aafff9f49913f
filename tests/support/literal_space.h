// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapspace written out literally: small random spaces described by plain lists, and every mapping in them by trying
// all values of everything against the definitions (Ruby eqs. 1 and 5; mapping.md). Shares no code with core/mapspace,
// whose judge it is. One thread at a time.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/rng.h"
#include "core/mapspace/mapspace.h"

namespace lapidary::testing {

/// A place where one dimension may have a loop.
struct LiteralSlot {
    bool spatial = false;
    std::int64_t axisSize = 0;
    std::int64_t least = 1, most = 1 << 20;
};

struct LiteralLevel {
    std::string name;
    std::vector<int> loops;                                        ///< dimensions that may have temporal loops
    std::vector<std::pair<int, int>> outside;                      ///< first outside second
    std::vector<Keep> keep;                                        ///< by tensor
    std::map<int, std::pair<std::int64_t, std::int64_t>> factors;  ///< least and most by dimension
};

struct LiteralFanout {
    std::string name;
    int below = 0;
    std::int64_t x = 1, y = 1;
    std::vector<int> xLoops, yLoops;
};

struct LiteralSpace {
    std::vector<std::int64_t> bounds;  ///< of dimensions a, b, c
    std::string einsum;
    int tensors = 0;
    std::vector<LiteralLevel> levels;
    std::vector<LiteralFanout> fanouts;

    std::string dimensionName(int d) const { return std::string(1, static_cast<char>('a' + d)); }
};

struct LiteralOptions {
    bool mayKeep = true;  ///< choices of what to keep
    bool rules = true;    ///< orders, factors, dimensions allowed
    std::int64_t maxBound = 9;
};

LiteralSpace randomSpace(Rng& rng, const LiteralOptions& options);
TargetPtr targetOf(const LiteralSpace& space);
Constraints constraintsOf(const LiteralSpace& space);

bool hasMappings(const LiteralSpace& space, Factorization kind);
/// Every choice of chains, orders and keeps of the raw product as a mapping, repeats included. Empty beyond `limit`.
std::vector<Mapping> allMappings(const LiteralSpace& space, Factorization kind, std::size_t limit);

}  // namespace lapidary::testing
