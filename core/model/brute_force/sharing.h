// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the children of one parent instance ask of it at one time, how many words its port moves for that, and the way
// those words take on the meshes between (docs/models/reuse.md). Only for the literal simulator. Pure functions.
#pragma once

#include <map>
#include <vector>

#include "core/arch/architecture.h"
#include "core/mapping/mapping.h"
#include "core/model/brute_force/holding.h"

namespace lapidary::literal {

struct Request {
    Words tile;
    Words kept;     ///< already there
    Words lastNew;  ///< what came new one step before
    Spots spots{};
    std::int64_t place = 0;  ///< the instance
    Words fresh() const { return without(tile, kept); }
};
using Requests = std::vector<Request>;

/// Group size -> words that served so many children at once.
using Served = std::map<std::int64_t, std::int64_t>;

/// Words that serve some children (indices of requests) at once.
struct Group {
    std::vector<std::size_t> children;
    std::int64_t words = 0;
};
using Groups = std::vector<Group>;

/// How the networks between two places of the node list carry a tensor's words. A network without spatial loops of more
/// than one trip has nothing to share; of several that have, the most restrictive one decides.
struct Networks {
    Multicast down = Multicast::distinct;
    bool reduction = true;
    bool apart = false;        ///< each network shares what its own children ask for
    std::vector<int> fanouts;  ///< those with such loops, outermost first

    Networks(const Mapping& mapping, const NestWalk& walk, std::size_t parent, std::size_t child,
             const Architecture& architecture, const Semantics& semantics, int tensor);
};

/// How words the parent reads are served. equal: children with the same tile and the same kept part share one read;
/// distinct: every word is read once; none: every child is served by itself.
Groups groupsRead(const Requests& requests, const Networks& networks);

/// How words arrive at the parent from below: partial sums of one element merge if the networks reduce.
Groups groupsUpdated(const Requests& requests, const Networks& networks);

/// For every request, which other one's instance gives all its new words: a neighbour on the mesh of `fanout` to which
/// exactly those came new one step before. -1 = none, the parent has to.
std::vector<int> givers(const Requests& requests, int fanout);

Served sizes(const Groups& groups);
std::int64_t total(const Groups& groups);

/// What a fanout's network has carried.
struct Carried {
    std::int64_t words = 0, deliveries = 0;
    std::int64_t halfHops = 0;
};
/// By fanout.
using CarriedBy = std::map<int, Carried>;

/// The way of each group, wire by wire: on every network, words enter once per instance that has some of the children
/// below it, and a wire that leads to several of them carries a word once.
void carry(const Groups& groups, const Requests& requests, const Networks& networks, const Architecture& architecture,
           CarriedBy& carried);

}  // namespace lapidary::literal
