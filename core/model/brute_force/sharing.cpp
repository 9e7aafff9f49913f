// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/sharing.h"

#include <algorithm>
#include <set>

namespace lapidary::literal {
namespace {

std::int64_t size(const Words& words) { return static_cast<std::int64_t>(words.size()); }

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

using Wish = std::pair<Words, Words>;  ///< tile and kept part

/// One group per wish of the children in `among`.
std::map<Wish, std::vector<Group>> byWish(const Requests& requests, const std::vector<std::size_t>& among) {
    std::map<Wish, std::vector<Group>> groups;
    for (const std::size_t i : among) {
        const std::int64_t words = size(requests[i].fresh());
        if (words == 0) continue;
        std::vector<Group>& own = groups[{requests[i].tile, requests[i].kept}];
        if (own.empty()) own.push_back({{}, words});
        own.front().children.push_back(i);
    }
    return groups;
}

/// Networks from number `next` on. Instances of the inner networks that have the very same wishes are served together.
std::map<Wish, std::vector<Group>> apart(const Requests& requests, const std::vector<std::size_t>& among,
                                         const Networks& networks, std::size_t next) {
    if (next + 1 >= networks.fanouts.size()) return byWish(requests, among);
    std::map<Spot, std::vector<std::size_t>> below;
    for (const std::size_t i : among)
        below[requests[i].spots[static_cast<std::size_t>(networks.fanouts[next])]].push_back(i);
    std::map<std::vector<std::pair<Wish, std::size_t>>, std::map<Wish, std::vector<Group>>> alike;
    for (const auto& [spot, children] : below) {
        auto groups = apart(requests, children, networks, next + 1);
        std::vector<std::pair<Wish, std::size_t>> wishes;
        for (const auto& [wish, own] : groups) wishes.emplace_back(wish, own.size());
        auto [entry, isNew] = alike.try_emplace(wishes, groups);
        if (isNew) continue;
        for (auto& [wish, own] : groups)
            for (std::size_t g = 0; g < own.size(); ++g) {
                auto& children_ = entry->second[wish][g].children;
                children_.insert(children_.end(), own[g].children.begin(), own[g].children.end());
            }
    }
    std::map<Wish, std::vector<Group>> all;
    for (const auto& [wishes, groups] : alike)
        for (const auto& [wish, own] : groups) all[wish].insert(all[wish].end(), own.begin(), own.end());
    return all;
}

Groups byEqualRequest(const Requests& requests, const Networks& networks) {
    std::vector<std::size_t> among;
    for (std::size_t i = 0; i < requests.size(); ++i) among.push_back(i);
    Groups groups;
    for (auto& [wish, own] : networks.apart ? apart(requests, among, networks, 0) : byWish(requests, among))
        groups.insert(groups.end(), own.begin(), own.end());
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

/// The way from the port at column 0 and the middle row: to the last column, and in every column to the outermost rows.
std::int64_t halfHops(const std::set<Spot>& spots, std::int64_t rows) {
    std::int64_t columns = 0, vertical = 0;
    std::map<std::int64_t, std::set<std::int64_t>> byColumn;
    for (const Spot& spot : spots) byColumn[spot.x].insert(spot.y);
    for (const auto& [x, own] : byColumn) {
        columns = std::max(columns, x);
        vertical += std::max<std::int64_t>(0, 2 * *own.rbegin() - (rows - 1));
        vertical += std::max<std::int64_t>(0, rows - 1 - 2 * *own.begin());
    }
    return 2 * columns + vertical;
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
    const auto spotOf = [&](std::size_t i) { return requests[i].spots[static_cast<std::size_t>(fanout)]; };
    std::map<Spot, std::size_t> at;
    for (std::size_t i = 0; i < requests.size(); ++i) at[spotOf(i)] = i;
    std::vector<int> result(requests.size(), -1);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const Words fresh = requests[i].fresh();
        const Spot spot = spotOf(i);
        for (const Spot& step : {Spot{-1, 0}, Spot{1, 0}, Spot{0, -1}, Spot{0, 1}}) {
            const auto neighbour = at.find({spot.x + step.x, spot.y + step.y});
            if (fresh.empty() || neighbour == at.end() || requests[neighbour->second].before != fresh) continue;
            result[i] = static_cast<int>(neighbour->second);
            break;
        }
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
        for (std::size_t n = 0; n < networks.fanouts.size(); ++n) {
            // Instances of this network by the places on the networks outside it.
            std::map<std::vector<Spot>, std::set<Spot>> instances;
            for (const std::size_t child : group.children) {
                std::vector<Spot> outside;
                for (std::size_t m = 0; m < n; ++m)
                    outside.push_back(requests[child].spots[static_cast<std::size_t>(networks.fanouts[m])]);
                instances[outside].insert(requests[child].spots[static_cast<std::size_t>(networks.fanouts[n])]);
            }
            const int fanout = networks.fanouts[n];
            Carried& own = carried[fanout];
            for (const auto& [outside, spots] : instances) {
                own.words += group.words;
                own.deliveries += group.words * static_cast<std::int64_t>(spots.size());
                own.halfHops +=
                    group.words * halfHops(spots, architecture.fanouts()[static_cast<std::size_t>(fanout)].y);
            }
        }
    }
}

}  // namespace lapidary::literal
