// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/lanes/lane_order.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace lapidary::lanes {
namespace {

constexpr unsigned kAlone = 1u << kMaxTensors;

/// Equal for dimensions whose loops may change places outside Stores of `inside`.
unsigned kindOfUse(const LanePlan& plan, int dimension, unsigned inside) {
    unsigned users = 0;
    for (unsigned mask = inside; mask != 0; mask &= mask - 1) {
        const int t = std::countr_zero(mask);
        if (plan.tensor[t].windows >> dimension & 1) return kAlone + static_cast<unsigned>(dimension);
        if (plan.tensor[t].used >> dimension & 1) users |= 1u << t;
    }
    return users;
}

}  // namespace

void numberRuns(const LanePlan& plan, std::span<const Node> nodes, std::vector<std::uint16_t>& runs) {
    runs.resize(nodes.size());
    unsigned inside = 0, last = 0;
    bool joins = false;  // the node outside may
    std::uint16_t number = 0;
    for (std::size_t n = nodes.size(); n-- > 0;) {
        const Node& node = nodes[n];
        const unsigned use = node.kind == NodeKind::temporal ? kindOfUse(plan, node.dimension, inside) : 0;
        const bool isTemporal = node.kind == NodeKind::temporal;
        if (!(joins && isTemporal && use == last)) ++number;
        runs[n] = number;
        joins = isTemporal;
        last = use;
        if (!node.isLoop()) inside |= node.tensors;
    }
    for (std::uint16_t& run : runs) run = static_cast<std::uint16_t>(number - run);
}

void sortRuns(std::span<const std::uint16_t> runs, std::vector<Node>& nodes, std::vector<std::uint16_t>& from) {
    from.resize(nodes.size());
    std::iota(from.begin(), from.end(), std::uint16_t{0});
    // Insertion: runs are short, and loops over the same dimension must not pass each other.
    for (std::size_t n = 1; n < nodes.size(); ++n)
        for (std::size_t at = n; at > 0 && runs[at - 1] == runs[at] && nodes[at].dimension < nodes[at - 1].dimension;
             --at) {
            std::swap(nodes[at], nodes[at - 1]);
            std::swap(from[at], from[at - 1]);
        }
}

}  // namespace lapidary::lanes
