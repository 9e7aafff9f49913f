// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Sunstone's model charges, event by event: the same rules serve the sum that searches compare and the figures per
// level and tensor of a Cost. Only for sunstone*.cpp. Pure functions.
#pragma once

#include "core/mapping/extent.h"
#include "core/model/compat/sunstone.h"

namespace lapidary::sunstone {

inline std::size_t index(int number) { return static_cast<std::size_t>(number); }
inline bool has(unsigned mask, std::size_t bit) { return mask >> bit & 1; }

inline void multiply(Factors& into, const Factors& factors) {
    for (std::size_t d = 0; d < into.size(); ++d) into[d] = saturatingMul(into[d], factors[d]);
}

/// Extents of a tile at `level`: all factors from the innermost level to this one.
inline Factors extentsAt(const Tiling& tiling, int level) {
    Factors extents = tiling.temporal[0];
    for (int m = 1; m <= level; ++m) {
        multiply(extents, tiling.spatial[index(m - 1)]);
        multiply(extents, tiling.temporal[index(m)]);
    }
    return extents;
}

template <class Add>
void Model::chargeCompute(const Tiling& tiling, const Add& add) const {
    for (std::size_t t = 0; t < m_tensors; ++t) {
        if (!has(tiling.stored[0], t)) continue;
        const StoreRates& rate = rates(0, t);
        const double reads = t == m_output ? m_macs - static_cast<double>(m_outputWords) : m_macs;
        add(0, t, reads * rate.read.value_or(0) + (t == m_output ? m_macs * rate.update.value_or(0) : 0));
    }
}

template <class Add>
void Model::chargeBoundary(const Tiling& tiling, int inner, const Boundary& words, const Add& add) const {
    const auto pay = [](std::int64_t count, const std::optional<double>& rate) {
        return static_cast<double>(count) * rate.value_or(0);
    };
    for (std::size_t t = 0; t < m_tensors; ++t) {
        const int outer = nextStored(tiling, inner, t);
        const bool bypassed = !has(tiling.stored[index(inner)], t);
        const StoreRates& rate = rates(outer, t);
        const Transfer& moved = words[t];
        if (t != m_output) {
            double above = pay(moved.outer, rate.read);
            // The public program charges what passes a bypassed buffer at that buffer's figure for the output.
            if (bypassed && inner > 0) above += pay(moved.outer, rates(inner, m_output).fill);
            add(outer, t, above);
            if (!bypassed) add(inner, t, pay(moved.inner, rates(inner, t).fill));
        } else if (bypassed && inner == 0) {
            const double merged = static_cast<double>(moved.inner / moved.outer);
            add(outer, t,
                (m_macs * rate.update.value_or(0) +
                 (m_macs - static_cast<double>(m_outputWords)) * rate.read.value_or(0)) /
                    merged);
        } else {
            add(outer, t, pay(moved.outer, rate.update) + pay(moved.outerBack, rate.read));
            if (!bypassed) add(inner, t, pay(moved.innerBack, rates(inner, t).fill));
        }
    }
}

}  // namespace lapidary::sunstone
