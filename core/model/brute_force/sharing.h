// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the children of one parent instance ask of it at one time, and how many words its port moves for that
// (2-model 4). Only for the literal simulator. Pure functions.
#pragma once

#include <map>
#include <vector>

#include "core/arch/architecture.h"
#include "core/mapping/mapping.h"
#include "core/model/brute_force/holding.h"

namespace lapidary::literal {

struct Request {
    Words tile;
    Words kept;  ///< already there
    Words fresh() const { return without(tile, kept); }
};

/// Group size -> words that served so many children at once.
using Served = std::map<std::int64_t, std::int64_t>;

/// How the networks between two places of the node list carry words. A network without spatial loops of more than one
/// trip has nothing to share; of several that have, the most restrictive one decides.
struct Networks {
    Multicast down = Multicast::distinct;
    bool reduction = true;

    Networks(const std::vector<Node>& nodes, std::size_t parent, std::size_t child, const Architecture& architecture,
             Multicast fallback);
};

/// Words the parent reads. equal: children with the same tile and the same kept part share one read; distinct: every
/// word is read once; none: every child is served by itself.
Served wordsRead(const std::vector<Request>& requests, Multicast multicast);

/// Words arriving at the parent from below: partial sums of one element merge if the network reduces.
Served wordsUpdated(const std::vector<Request>& requests, bool reduction);

std::int64_t total(const Served& served);

}  // namespace lapidary::literal
