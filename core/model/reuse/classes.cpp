// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/classes.h"

#include <bit>

namespace lapidary::reuse {
namespace {

/// Walks one dimension's loops outside a Store, outermost first. Class 0 is the one that may still be in the tail.
class Splitter {
public:
    explicit Splitter(DimensionTable& table) : m_table(table) {
        m_table.count = 1;
        m_table.classes[0] = {};
    }

    /// From here on, spatial loops tell children of one parent instance apart.
    void enterParent() { m_inside = true; }

    void pass(const Loop& loop) {
        if (!loop.isSpatial)
            passTemporal(loop);
        else if (loop.perfectInside && loop.tail == loop.bound)
            spread(loop);
        else
            split(loop);
    }

private:
    void passTemporal(const Loop& loop) {
        InstanceClass& live = m_table.classes[0];
        live.settings = (live.settings - 1) * loop.bound + loop.tail;
        for (int c = 1; c < m_table.count; ++c) m_table.classes[static_cast<std::size_t>(c)].settings *= loop.bound;
    }

    /// No index of this loop differs from any other.
    void spread(const Loop& loop) {
        for (int c = 0; c < m_table.count; ++c) multiply(m_table.classes[static_cast<std::size_t>(c)], loop);
    }

    void multiply(InstanceClass& instances, const Loop& loop) const {
        instances.instances *= loop.bound;
        if (!m_inside) instances.served *= loop.bound;
    }

    void split(const Loop& loop) {
        for (int c = 1; c < m_table.count; ++c) multiply(m_table.classes[static_cast<std::size_t>(c)], loop);
        const InstanceClass live = m_table.classes[0];
        // With nothing but full loops inside, the index at the tail fares like those before it.
        const std::int64_t atTail = loop.perfectInside ? loop.tail : 1;
        const std::int64_t before = loop.tail - atTail;
        const std::int64_t behind = live.settings > 1 ? loop.bound - loop.tail : 0;
        const auto id = static_cast<std::int8_t>(2 * m_splits++ + 1);
        if (before > 0) add(live, before, m_inside ? live.served : live.served * before, live.settings, id);
        if (behind > 0)
            add(live, behind, m_inside ? 0 : live.served * behind, live.settings - 1, static_cast<std::int8_t>(id + 1));
        m_table.classes[0].instances *= atTail;
        if (!m_inside)
            m_table.classes[0].served *= atTail;
        else if (before > 0)
            m_table.classes[0].served = 0;
    }

    void add(const InstanceClass& live, std::int64_t indices, std::int64_t served, std::int64_t settings,
             std::int8_t id) {
        // Born inside the parent, it descends from the parent's class 0.
        m_table.classes[static_cast<std::size_t>(m_table.count++)] = {.instances = live.instances * indices,
                                                                      .served = served,
                                                                      .settings = settings,
                                                                      .last = m_table.full,
                                                                      .id = id,
                                                                      .parent = m_inside ? std::int8_t{0} : id};
    }

    DimensionTable& m_table;
    int m_splits = 0;
    bool m_inside = false;
};

}  // namespace

namespace {

/// Returns whether the dimension is unrolled between the parent and the Store.
bool buildDimension(const Nest& nest, const StoreNode& store, int parentPosition, int dimension,
                    DimensionTable& table) {
    const auto d = static_cast<std::size_t>(dimension);
    table.full = store.full[d];
    table.onlyParent = -1;
    bool spatialInside = false;
    Splitter splitter(table);
    for (int i = 0; i < nest.loopsOf[d]; ++i) {
        const Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
        if (loop.position > store.position) break;
        if (loop.position > parentPosition) {
            splitter.enterParent();
            spatialInside = spatialInside || loop.isSpatial;
        }
        splitter.pass(loop);
    }
    table.classes[0].last = store.last[d];
    return spatialInside;
}

}  // namespace

void PairTable::build(const Nest& nest, int childStore, int parentStore) {
    child = static_cast<std::int16_t>(childStore);
    parent = static_cast<std::int16_t>(parentStore);
    spatialBetween = 0;
    const StoreNode& store = nest.stores[static_cast<std::size_t>(childStore)];
    const int parentPosition = nest.stores[static_cast<std::size_t>(parentStore)].position;
    for (DimensionMask mask = nest.moving; mask != 0; mask &= mask - 1) {
        const int d = std::countr_zero(mask);
        if (buildDimension(nest, store, parentPosition, d, dimensions[static_cast<std::size_t>(d)]))
            spatialBetween |= bit(d);
    }
}

void classesAt(const Nest& nest, const StoreNode& store, int dimension, DimensionTable& table) {
    buildDimension(nest, store, store.position, dimension, table);
}

}  // namespace lapidary::reuse
