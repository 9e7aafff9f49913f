// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/sharing.h"

#include <algorithm>
#include <set>

namespace lapidary::literal {
namespace {

std::int64_t size(const Words& words) { return static_cast<std::int64_t>(words.size()); }

const Spot& spotOn(int fanout, const Request& request) { return request.spots[static_cast<std::size_t>(fanout)]; }

Groups oneByOne(const Requests& requests) {
    Groups groups;
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (const std::int64_t words = size(requests[i].fresh())) groups.push_back({{i}, words});
    return groups;
}

Groups wordByWord(const Requests& requests) {
    std::map<std::int64_t, std::vector<std::size_t>> takers;
    for (std::size_t i = 0; i < requests.size(); ++i)
        for (const std::int64_t word : requests[i].fresh()) takers[word].push_back(i);
    Groups groups;
    for (auto& [word, children] : takers) groups.push_back({std::move(children), 1});
    return groups;
}

/// What one read brings, tile and kept part, and the children it is for.
struct Read {
    std::pair<Words, Words> wish;
    std::vector<std::size_t> takers;
};
using Reads = std::vector<Read>;  ///< that a part of the machine asks for, ascending by wish

bool sameWishes(const Reads& a, const Reads& b) { return std::ranges::equal(a, b, {}, &Read::wish, &Read::wish); }

/// What several parts ask for of the network above them all: parts that ask for the very same are served together.
Reads merged(const std::vector<Reads>& parts) {
    std::vector<Reads> different;
    for (const Reads& part : parts) {
        const auto same = std::ranges::find_if(different, [&](const Reads& own) { return sameWishes(own, part); });
        if (same == different.end()) {
            different.push_back(part);
            continue;
        }
        for (std::size_t r = 0; r < part.size(); ++r)
            (*same)[r].takers.insert((*same)[r].takers.end(), part[r].takers.begin(), part[r].takers.end());
    }
    const auto before = [](const Reads& a, const Reads& b) {
        return std::ranges::lexicographical_compare(a, b, {}, &Read::wish, &Read::wish);
    };
    std::ranges::sort(different, before);
    Reads all;
    for (const Reads& own : different) all.insert(all.end(), own.begin(), own.end());
    std::ranges::stable_sort(all, {}, &Read::wish);
    return all;
}

/// One network: every child is a part. Several that share by themselves: from the innermost outwards, the parts of a
/// network are what stands at the spots of its mesh.
Groups byEqualRequest(const Requests& requests, const Networks& networks) {
    std::map<std::vector<Spot>, std::vector<Reads>> parts;  // by the spots on all networks that may tell them apart
    const std::size_t levels = networks.apart ? networks.fanouts.size() : 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (requests[i].fresh().empty()) continue;
        std::vector<Spot> where;
        for (std::size_t n = 0; n + 1 < levels; ++n) where.push_back(spotOn(networks.fanouts[n], requests[i]));
        parts[where].push_back(Reads{Read{{requests[i].tile, requests[i].kept}, {i}}});
    }
    while (!parts.empty() && !parts.begin()->first.empty()) {
        std::map<std::vector<Spot>, std::vector<Reads>> outer;
        for (const auto& [where, inner] : parts) outer[{where.begin(), where.end() - 1}].push_back(merged(inner));
        parts = std::move(outer);
    }
    Groups groups;
    for (const auto& [nowhere, inner] : parts)
        for (const Read& read : merged(inner))
            groups.push_back({read.takers, size(without(read.wish.first, read.wish.second))});
    return groups;
}

int freedom(Multicast multicast) {
    switch (multicast) {
    case Multicast::none: return 0;
    case Multicast::equal: return 1;
    case Multicast::distinct: return 2;
    }
    return 0;
}

/// A piece of a mesh's wires: from a column to the next one along the middle row, or half the way between two rows.
struct Wire {
    std::vector<Spot> mesh;  ///< the instance, by its spots on the networks outside
    bool vertical = false;
    std::int64_t column = 0;
    std::int64_t from = 0;  ///< vertical: in half rows
    auto operator<=>(const Wire&) const = default;
};

/// The wires from the port, at column 0 in the middle of `rows` rows, to a spot: along X, then along Y.
void lay(const std::vector<Spot>& mesh, const Spot& spot, std::int64_t rows, std::set<Wire>& wires) {
    for (std::int64_t x = 0; x < spot.x; ++x) wires.insert({mesh, false, x, 0});
    const std::int64_t port = rows - 1, row = 2 * spot.y;
    for (std::int64_t half = std::min(port, row); half < std::max(port, row); ++half)
        wires.insert({mesh, true, spot.x, half});
}

}  // namespace

Networks::Networks(const Mapping& mapping, const NestWalk& walk, std::size_t parent, std::size_t child,
                   const Architecture& architecture, const Semantics& semantics, int tensor) {
    for (std::size_t p = parent; p < child; ++p) {
        const Node& node = mapping.nodes[p];
        if (node.kind != NodeKind::spatial || walk.trips(p) == 1) continue;
        const Fanout& fanout = architecture.fanouts()[node.fanout];
        const bool forbidden = mapping.tensorsUnder(Directive::noMulticast, node.fanout) >> tensor & 1;
        const Multicast own = forbidden ? Multicast::none : fanout.multicast.value_or(semantics.multicast);
        if (freedom(own) < freedom(down)) down = own;
        reduction = reduction && fanout.reduction;
        fanouts.push_back(node.fanout);
    }
    std::sort(fanouts.begin(), fanouts.end());
    fanouts.erase(std::unique(fanouts.begin(), fanouts.end()), fanouts.end());
    apart = semantics.perNetwork;
}

Groups groupsRead(const Requests& requests, const Networks& networks) {
    switch (networks.down) {
    case Multicast::none: return oneByOne(requests);
    case Multicast::equal: return byEqualRequest(requests, networks);
    case Multicast::distinct: return wordByWord(requests);
    }
    return {};
}

Groups groupsUpdated(const Requests& requests, const Networks& networks) {
    return networks.reduction ? wordByWord(requests) : oneByOne(requests);
}

std::vector<int> givers(const Requests& requests, int fanout) {
    const auto holds = [](const Words& words, std::int64_t word) { return std::ranges::count(words, word) > 0; };
    std::vector<int> result;
    for (const Request& own : requests) {
        const Words wanted = own.fresh();
        const auto canGive = [&](const Request& other, const Spot& step) {
            const Spot here = spotOn(fanout, own), there = spotOn(fanout, other);
            return there.x == here.x + step.x && there.y == here.y + step.y && other.lastNew.size() == wanted.size() &&
                   std::ranges::all_of(wanted, [&](std::int64_t word) { return holds(other.lastNew, word); });
        };
        int giver = -1;
        for (const Spot& step : {Spot{-1, 0}, Spot{1, 0}, Spot{0, -1}, Spot{0, 1}})
            for (std::size_t j = 0; j < requests.size() && giver < 0 && !wanted.empty(); ++j)
                if (canGive(requests[j], step)) giver = static_cast<int>(j);
        result.push_back(giver);
    }
    return result;
}

Served sizes(const Groups& groups) {
    Served served;
    for (const Group& group : groups) served[static_cast<std::int64_t>(group.children.size())] += group.words;
    return served;
}

std::int64_t total(const Groups& groups) {
    std::int64_t sum = 0;
    for (const Group& group : groups) sum += group.words;
    return sum;
}

void carry(const Groups& groups, const Requests& requests, const Networks& networks, const Architecture& architecture,
           CarriedBy& carried) {
    for (const Group& group : groups) {
        std::vector<std::vector<Spot>> outside(group.children.size());  // by child: its spots so far
        for (const int fanout : networks.fanouts) {
            std::set<std::vector<Spot>> meshes, ends;
            std::set<Wire> wires;
            for (std::size_t i = 0; i < group.children.size(); ++i) {
                const Spot spot = spotOn(fanout, requests[group.children[i]]);
                meshes.insert(outside[i]);
                lay(outside[i], spot, architecture.fanouts()[static_cast<std::size_t>(fanout)].y, wires);
                outside[i].push_back(spot);
                ends.insert(outside[i]);
            }
            Carried& own = carried[fanout];
            own.words += group.words * static_cast<std::int64_t>(meshes.size());
            own.deliveries += group.words * static_cast<std::int64_t>(ends.size());
            for (const Wire& wire : wires) own.halfHops += group.words * (wire.vertical ? 1 : 2);
        }
    }
}

}  // namespace lapidary::literal
