// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cycles of a run one by one, for views and listings, and all of them in bins. The same on MAERI, SIGMA and the systolic
// array. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/fabric/reduction_tree.h"
#include "core/model/fabric/timeline.h"

namespace lapidary::fabric {

struct TracedPacket {
    enum class Kind { weight, input, psum };
    std::int32_t port = 0;  ///< of a systolic array: its rows, then its columns
    Kind kind = Kind::input;
    std::int32_t firstReceiver = 0, receivers = 1;  ///< lowest multiplier, how many
    bool operator==(const TracedPacket&) const = default;
};
struct TracedCycle {
    std::int64_t cycle = 0;
    Activity activity = Activity::results;
    std::vector<TracedPacket> packets;      ///< that ports send
    std::vector<std::int32_t> multipliers;  ///< that send a product or a partial sum, ascending; a mesh row by row
    std::vector<std::int32_t> written;      ///< neurons of the section whose results reach memory's queue
    std::int64_t waiting = 0;               ///< results in that queue
    /// Of each multiplier a MultiplierState, kUnused of those outside neurons; empty if nobody asked.
    std::vector<std::uint8_t> states{};
    static constexpr std::uint8_t kUnused = 255;
};
/// How the array is cut up for a while: for a run of MAERI, a round of SIGMA, a tile of the systolic array, where each
/// multiplier of the tile is a neuron of its own.
struct TracedSection {
    std::int64_t from = 1, to = 0;  ///< cycles
    std::int64_t number = 1;        ///< of its product, from 1
    std::vector<NeuronSpan> neurons;
    std::vector<std::int64_t> products{};  ///< that each multiplier had sent before the section's first traced cycle
    std::int64_t product = 0;              ///< which of the layer's products or slices, from 0
};

/// The window of cycles [from, to] one by one, and all cycles in the timeline, if there is one.
struct EngineTrace {
    std::int64_t from = 1, to = 0;
    std::vector<TracedCycle> cycles;
    std::vector<TracedSection> sections;  ///< that the window meets
    std::optional<Timeline> timeline;
    bool stops = false;                    ///< the run may end behind the window, unfinished
    bool states = false;                   ///< whether states of multipliers are wanted, in cycles and timeline
    std::vector<std::int64_t> products{};  ///< of the section that is being traced

    /// Whether the window meets so many cycles behind the first `before`.
    bool meets(std::int64_t before, std::int64_t count) const {
        return from <= to && to > before && from <= before + count;
    }
    /// A trace of what begins behind the first `before` cycles, without a timeline.
    EngineTrace part(std::int64_t before) const {
        return {from - before, to - before, {}, {}, std::nullopt, false, states, {}};
    }
    /// Takes over the window of such a part, which is of this product.
    void take(EngineTrace&& part, std::int64_t before, std::int64_t product = 0);
};

}  // namespace lapidary::fabric
