// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/stay.h"

namespace lapidary::reuse {
namespace {

/// The trips of a loop that count.
enum class Trips { all, first, last };

struct TripsOf {
    Trips outside = Trips::all, used = Trips::all, inside = Trips::all;
};

/// Settings of the temporal loops with a lane at work in which every loop makes one of the trips that count; eq. 5 of Ruby
/// as in Nest::measure. A last trip is a full one unless all loops of its dimension outside are in their last, too.
std::int64_t settings(const Plan& plan, const Nest& nest, const StayLoops& loops, const TripsOf& trips) {
    std::array<std::int64_t, kMaxDimensions> full, last;
    full.fill(1);
    last.fill(1);
    int number = nest.temporalCount;
    for (int i = nest.loopCount; i-- > 0;) {
        const Loop& loop = nest.loops[static_cast<std::size_t>(i)];
        const auto d = static_cast<std::size_t>(loop.dimension);
        const std::int64_t tail = plan.semantics.fullSteps ? loop.bound : loop.tail;
        if (loop.isSpatial) {
            if (tail > 1) last[d] = full[d];
            continue;
        }
        --number;
        const Trips own = number < loops.outside ? trips.outside : number < loops.used ? trips.used : trips.inside;
        if (own == Trips::all) {
            last[d] += (tail - 1) * full[d];
            full[d] *= loop.bound;
        } else if (own == Trips::first && tail > 1) {
            last[d] = full[d];
        }
    }
    std::int64_t product = 1;
    for (const std::int64_t own : last) product *= own;
    return product;
}

}  // namespace

StayLoops stayLoops(const Plan& plan, const Nest& nest, int tensor, int store) {
    const StoreNode& node = nest.stores[static_cast<std::size_t>(store)];
    const DimensionMask indexing = plan.tensors[static_cast<std::size_t>(tensor)].used;
    const auto indexes = [&](int number) {
        const Loop& loop = nest.loops[nest.temporals[static_cast<std::size_t>(number)]];
        return (indexing & bit(loop.dimension)) != 0;
    };
    StayLoops loops{node.temporalsOutside, 0};
    const bool kept = store < nest.storeCount && !nest.forbidsReuse(tensor, store);
    while (kept && loops.outside > 0 && !indexes(loops.outside - 1)) --loops.outside;
    loops.used = loops.outside;
    while (loops.used < nest.temporalCount && !indexes(loops.used)) ++loops.used;
    return loops;
}

Stay stayOf(const Plan& plan, const Nest& nest, const StayLoops& loops, bool buffered) {
    const Trips used = buffered ? Trips::all : Trips::last;
    const auto count = [&](Trips outside) { return settings(plan, nest, loops, {outside, used, Trips::all}); };
    Stay stay;
    stay.times = settings(plan, nest, loops, {Trips::all, Trips::last, Trips::last});
    stay.window = count(Trips::all);
    stay.incoming = stay.window - count(Trips::last);
    stay.outgoing = stay.window - count(Trips::first);
    return stay;
}

}  // namespace lapidary::reuse
