// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// RaggedCounter's windows: words of their tiles, and what loops that move them leave.

#include <algorithm>

#include "core/base/arith.h"
#include "core/search/optimal/classic/ragged/state.h"

namespace lapidary::optimal::classic {

/// Words of all tiles along the windows: full ones, and a last one along each dimension.
double RaggedCounter::windowWords(std::size_t tensor, const Extent& tile) const {
    const Operand& operand = m_shape.operands()[tensor];
    double words = 1;
    for (const auto& rank : operand.windows) {
        std::array<std::int64_t, 2> full{}, count{}, end{};
        for (int term = 0; term < 2; ++term) {
            const auto i = static_cast<std::size_t>(term), d = static_cast<std::size_t>(rank.dimension(term));
            full[i] = std::min(tile[d], m_shape.bounds()[d]);
            count[i] = (m_shape.bounds()[d] + tile[d] - 1) / tile[d];
            end[i] = m_shape.bounds()[d] - (count[i] - 1) * full[i];
        }
        words *= static_cast<double>((count[0] - 1) * (count[1] - 1) * rank.length({full[0], full[1]}) +
                                     (count[0] - 1) * rank.length({full[0], end[1]}) +
                                     (count[1] - 1) * rank.length({end[0], full[1]}) + rank.length({end[0], end[1]}));
    }
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if ((operand.indexed & ~operand.sliding) >> d & 1) words *= m_shape.bounds()[d];
    return words;
}

/// As Counter::slideOnce.
bool RaggedCounter::slideOnce(const RaggedState& state, RaggedFlow& flow, std::size_t dimension,
                              std::int32_t trips) const {
    const Operand& operand = operandOf(flow);
    bool credited = false;
    for (const auto& rank : operand.windows) {
        unsigned window = 0;
        for (int term = 0; term < 2; ++term) window |= 1u << rank.dimension(term);
        credited = credited || (window >> dimension & 1 && !(window & flow.unrolled));
    }
    if (credited) {
        Extent tile = flow.at;
        tile[dimension] = static_cast<std::int32_t>(
            std::min(std::int64_t{m_shape.bounds()[dimension]}, std::int64_t{tile[dimension]} * trips));
        const double words = windowWords(static_cast<std::size_t>(flow.tensor), tile);
        flow.base = {words, words};
        flow.remember(tile);
    }
    end(state, flow, 0);
    return credited;
}

/// One more loop of the run, outside the others: its advances keep what the tile at their end has in common with the one
/// at the next beginning. Lanes that sit out a last trip end sooner, and may keep more.
void RaggedCounter::slide(const RaggedState& state, RaggedFlow& flow, std::size_t dimension, std::int32_t trips) const {
    const Operand& operand = operandOf(flow);
    const bool indexes = operand.indexed >> dimension & 1;
    const bool ragged = (state.ragged & operand.sliding) != 0;
    bool partial = false, unclear = false;
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        if (!(operand.sliding >> d & 1)) continue;
        partial = partial || m_shape.bounds()[d] % flow.at[d] != 0;
        unclear = unclear || flow.sooner[operand.slot[d]] < 0;
    }
    flow.slid = true;
    flow.remember(static_cast<std::uint64_t>(dimension));
    flow.remember(static_cast<std::uint64_t>(trips));
    const Active& lanes = flow.lanes[dimension];
    const double settings = (state.trips[dimension] - 1.0) * lanes.most + lanes.last;
    // What stays of the settings of a dimension that doesn't index the tensor, with pass().
    const double fewer = indexes ? 1 : static_cast<double>(state.trips[dimension] / trips) * lanes.most / settings;
    double kept = 1;
    for (const auto& rank : operand.windows) {
        const auto a = static_cast<std::size_t>(rank.dimension(0)), b = static_cast<std::size_t>(rank.dimension(1));
        const reuse::Extents tile{flow.at[a], flow.at[b]};
        std::int64_t most = 0;
        for (unsigned early = 0; early < 4; ++early) {
            const auto shift = [&](std::size_t d, bool sooner) {
                const std::uint8_t slot = operand.slot[d];
                return std::int64_t{d == dimension ? state.tile[d] : 0} - flow.last[slot] +
                       (sooner ? flow.sooner[slot] : 0);
            };
            most =
                std::max(most, rank.overlap(tile, tile, rank.distance(shift(a, early & 1), shift(b, early >> 1 & 1))));
        }
        kept *= static_cast<double>(most);
    }
    const double words = trips * flow.words - (trips - 1) * kept;
    const bool exact = !ragged && (indexes || lanes.most == lanes.last);
    const double share = words / (flow.words * (indexes ? trips : 1));
    if (ragged && (partial || unclear))
        flow.base.low = std::min(flow.base.low, static_cast<double>(operand.size));
    else
        flow.base.low *= share;
    flow.base.high *= exact ? share : 1 / fewer;
    flow.words = words;
    if (!(operand.sliding >> dimension & 1)) return;
    const std::uint8_t slot = operand.slot[dimension];
    flow.last[slot] += (trips - 1) * state.tile[dimension];
    if (!(flow.pending >> dimension & 1)) return;
    flow.pending = static_cast<std::uint16_t>(flow.pending & ~(1u << dimension));
    flow.sooner[slot] = flow.sooner[slot] == 0 ? state.tile[dimension] : -1;
}

}  // namespace lapidary::optimal::classic
