// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/sharing.h"

#include <algorithm>

namespace lapidary::literal {
namespace {

void serve(Served& served, std::int64_t children, std::int64_t words) {
    if (words > 0) served[children] += words;
}

Served oneByOne(const std::vector<Request>& requests) {
    Served served;
    for (const Request& request : requests) serve(served, 1, static_cast<std::int64_t>(request.fresh().size()));
    return served;
}

Served wordByWord(const std::vector<Request>& requests) {
    std::map<std::int64_t, std::int64_t> takers;
    for (const Request& request : requests)
        for (const std::int64_t word : request.fresh()) ++takers[word];
    Served served;
    for (const auto& [word, children] : takers) serve(served, children, 1);
    return served;
}

Served byEqualRequest(const std::vector<Request>& requests) {
    std::map<std::pair<Words, Words>, std::int64_t> groups;
    for (const Request& request : requests) ++groups[{request.tile, request.kept}];
    Served served;
    for (const auto& [request, children] : groups)
        serve(served, children, static_cast<std::int64_t>(request.first.size() - request.second.size()));
    return served;
}

int freedom(Multicast multicast) {
    switch (multicast) {
    case Multicast::none: return 0;
    case Multicast::equal: return 1;
    case Multicast::distinct: return 2;
    }
    return 0;
}

}  // namespace

Networks::Networks(const std::vector<Node>& nodes, std::size_t parent, std::size_t child,
                   const Architecture& architecture, Multicast fallback) {
    for (std::size_t p = parent; p < child; ++p) {
        if (nodes[p].kind != NodeKind::spatial || nodes[p].bound == 1) continue;
        const Fanout& fanout = architecture.fanouts()[nodes[p].fanout];
        const Multicast own = fanout.multicast.value_or(fallback);
        if (freedom(own) < freedom(down)) down = own;
        reduction = reduction && fanout.reduction;
    }
}

Served wordsRead(const std::vector<Request>& requests, Multicast multicast) {
    switch (multicast) {
    case Multicast::none: return oneByOne(requests);
    case Multicast::equal: return byEqualRequest(requests);
    case Multicast::distinct: return wordByWord(requests);
    }
    return {};
}

Served wordsUpdated(const std::vector<Request>& requests, bool reduction) {
    return reduction ? wordByWord(requests) : oneByOne(requests);
}

std::int64_t total(const Served& served) {
    std::int64_t sum = 0;
    for (const auto& [children, words] : served) sum += words;
    return sum;
}

}  // namespace lapidary::literal
