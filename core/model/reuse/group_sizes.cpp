// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/group_sizes.h"

#include <bit>
#include <memory>

namespace lapidary::reuse {
namespace {

/// Times at which so many children along one dimension work, over all parent instances, for one term of the flow.
/// False if there are too many different children.
bool activeChildren(const Counting& counting, const PairTable& table, int dimension, const FlowTerm& term,
                    GroupSizes& times) {
    const Nest& nest = counting.nest();
    const auto runs = std::make_unique<ChildRuns>();
    if (!runs->build(nest, table, dimension)) return false;
    for (int i = nest.stores[static_cast<std::size_t>(table.child)].temporalsOutside; i-- > term.passed;) {
        const Loop& loop = nest.loops[nest.temporals[static_cast<std::size_t>(i)]];
        if (loop.dimension == dimension) runs->pass(loop);
    }
    const Loop* advancing = term.advancing && term.advancing->dimension == dimension ? term.advancing : nullptr;
    for (int p = 0; p < runs->parents(); ++p) {
        runs->visitSlices(p, advancing, [&](const Slice& slice) {
            std::int64_t children = 0;
            for (int r = 0; r < slice.count; ++r) children += slice.runs[static_cast<std::size_t>(r)].count;
            times[children] += slice.weight * runs->instances(p);
        });
    }
    return true;
}

/// Children that want the same words differ in the dimensions that the tensor doesn't use, each by itself.
std::optional<GroupSizes> closedGroups(const Counting& counting, int tensor, const PairTable& table) {
    const TensorPlan& plan = counting.plan().tensors[static_cast<std::size_t>(tensor)];
    const auto scratch = std::make_unique<TrafficScratch>();
    std::vector<FlowTerm> terms;
    scratch->terms = &terms;
    scratch->apart = counting.sharesApart(table, counting.sharing(tensor, table));
    storeTraffic(plan, table, counting.nest(), *scratch, !counting.nest().forbidsReuse(tensor, table.child));
    GroupSizes groups;
    for (const FlowTerm& term : terms) {
        GroupSizes own{{1, term.words}};
        for (DimensionMask mask = counting.nest().moving & ~plan.used; mask != 0; mask &= mask - 1) {
            GroupSizes times, product;
            if (!activeChildren(counting, table, std::countr_zero(mask), term, times)) return std::nullopt;
            for (const auto& [size, words] : own)
                for (const auto& [children, count] : times) product[size * children] += words * count;
            own = std::move(product);
        }
        for (const auto& [size, words] : own) groups[size] += words;
    }
    return groups;
}

GroupSizes withoutZeros(GroupSizes groups) {
    std::erase_if(groups, [](const auto& entry) { return entry.second == 0; });
    return groups;
}

}  // namespace

GroupSizes groupSizes(const Counting& counting, int tensor, int index) {
    if (const PairCounts* counted = counting.events(tensor, index)) return withoutZeros(counted->groups);
    const PairTable& table = counting.pair(tensor, index);
    const Sharing sharing = counting.sharing(tensor, table);
    if (sharing == Sharing::none) return withoutZeros({{1, counting.flow(tensor, index).delivered}});
    const TensorPlan& plan = counting.plan().tensors[static_cast<std::size_t>(tensor)];
    // Of tiles partly in padding, neighbours' may come to be equal.
    if ((sharedRanks(plan, table) == 0 || counting.sharesApart(table, sharing)) &&
        !(plan.clippedDimensions & table.spatialBetween))
        if (auto groups = closedGroups(counting, tensor, table)) return withoutZeros(std::move(*groups));
    return withoutZeros(
        walkEvents(counting.plan(), counting.nest(), tensor, table.child, table.parent, sharing).groups);
}

}  // namespace lapidary::reuse
