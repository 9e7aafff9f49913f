// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/nest.h"

#include <bit>

namespace lapidary::reuse {

void Nest::read(const Mapping& mapping, int dimensions, int tensors) {
    loopCount = temporalCount = storeCount = 0;
    moving = imperfect = 0;
    loopsOf.fill(0);
    chainLength.fill(0);
    if (directed || !mapping.directives.empty()) readDirectives(mapping);
    int position = 0;
    for (const Node& node : mapping.nodes) readNode(node, position++);
    addStore(position, -1, (1u << tensors) - 1);
    --storeCount;
    measure(dimensions);
}

void Nest::readDirectives(const Mapping& mapping) {
    directed = !mapping.directives.empty();
    noReuse.fill(0);
    rmwFirstUpdate.fill(0);
    noMulticast.fill(0);
    noLinkTransfer.fill(0);
    for (const DirectiveUse& use : mapping.directives) {
        switch (use.directive) {
        case Directive::noReuse: noReuse[use.place] |= use.tensors; break;
        case Directive::rmwFirstUpdate: rmwFirstUpdate[use.place] |= use.tensors; break;
        case Directive::noMulticast: noMulticast[use.place] |= use.tensors; break;
        case Directive::noLinkTransfer: noLinkTransfer[use.place] |= use.tensors; break;
        }
    }
}

void Nest::readNode(const Node& node, int position) {
    if (!node.isLoop()) {
        addStore(position, node.level, node.tensors);
        return;
    }
    const bool onlyLast = !(moving & bit(node.dimension));
    const std::int64_t bound = onlyLast ? node.tail : node.bound;
    if (bound == 1) return;
    const auto index = static_cast<std::uint8_t>(loopCount++);
    Loop& loop = loops[index];
    loop.bound = bound;
    loop.tail = node.tail;
    loop.position = static_cast<std::int16_t>(position);
    loop.dimension = node.dimension;
    loop.fanout = node.fanout;
    loop.isSpatial = node.kind == NodeKind::spatial;
    loop.axis = node.axis;
    moving |= bit(node.dimension);
    if (loop.tail < loop.bound) imperfect |= bit(node.dimension);
    loopOf[node.dimension][loopsOf[node.dimension]++] = index;
    if (!loop.isSpatial) temporals[static_cast<std::size_t>(temporalCount++)] = index;
}

void Nest::addStore(int position, int level, unsigned tensors) {
    StoreNode& store = stores[static_cast<std::size_t>(storeCount)];
    store.position = static_cast<std::int16_t>(position);
    store.level = static_cast<std::int8_t>(level);
    store.tensors = tensors;
    store.loopsOutside = static_cast<std::int16_t>(loopCount);
    store.temporalsOutside = static_cast<std::int16_t>(temporalCount);
    for (unsigned mask = tensors; mask != 0; mask &= mask - 1) {
        const auto t = static_cast<std::size_t>(std::countr_zero(mask));
        chain[t][chainLength[t]++] = static_cast<std::uint8_t>(storeCount);
    }
    ++storeCount;
}

/// From the innermost node outwards: per dimension, the indices the loops inside cover, in general (product of P) and
/// in the tail (Ruby, eq. 5); and the same over temporal loops alone, which makes the steps.
void Nest::measure(int dimensions) {
    Extent full, last, settings, lastSettings;
    for (int d = 0; d < dimensions; ++d) {
        const auto i = static_cast<std::size_t>(d);
        full[i] = last[i] = settings[i] = lastSettings[i] = 1;
    }
    DimensionMask tailsInside = 0;
    int loop = loopCount;
    for (int s = storeCount; s >= 0; --s) {
        StoreNode& store = stores[static_cast<std::size_t>(s)];
        while (loop > store.loopsOutside) {
            Loop& own = loops[static_cast<std::size_t>(--loop)];
            const auto d = static_cast<std::size_t>(own.dimension);
            own.step = full[d];
            own.perfectInside = !(tailsInside & bit(own.dimension));
            if (own.tail < own.bound) tailsInside |= bit(own.dimension);
            last[d] += (own.tail - 1) * full[d];
            full[d] *= own.bound;
            if (!own.isSpatial) {
                lastSettings[d] += (own.tail - 1) * settings[d];
                settings[d] *= own.bound;
            } else if (own.tail > 1) {
                lastSettings[d] = settings[d];
            }
        }
        store.full = full;
        store.last = last;
    }
    steps = 1;
    for (int d = 0; d < dimensions; ++d) steps *= lastSettings[static_cast<std::size_t>(d)];
    // The largest tile of a dimension is a full one once a loop outside moves it.
    DimensionMask outside = 0;
    loop = 0;
    for (int s = 0; s <= storeCount; ++s) {
        StoreNode& store = stores[static_cast<std::size_t>(s)];
        while (loop < store.loopsOutside) outside |= bit(loops[static_cast<std::size_t>(loop++)].dimension);
        for (int d = 0; d < dimensions; ++d) {
            const auto i = static_cast<std::size_t>(d);
            store.widest[i] = outside & bit(d) ? store.full[i] : store.last[i];
        }
    }
}

}  // namespace lapidary::reuse
