// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps a plan through the array cycle by cycle: memory controller, collection bus, virtual neurons, multipliers,
// distribution ports, in this order. Adders and tree switches are not stepped: a product reaches its neuron's top adder a
// known number of cycles later, and links never push back. Where tiles start from an empty array, as with weights that wait
// for all earlier outputs, equal tiles take equal times, and only the first ones are stepped.
// Thread rule: one engine per thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/job.h"
#include "core/base/key_table.h"
#include "core/model/fabric/plan.h"

namespace lapidary::fabric {

/// What happens in one cycle.
enum class Activity { working, weights, operands, results };
std::span<const KeyEntry<Activity>> keyTable(Activity);

/// What a multiplier that holds a weight does in one cycle, or what it waits for.
enum class MultiplierState { working, weights, operands, ports, results };
inline constexpr std::size_t kMultiplierStates = 5;
std::span<const KeyEntry<MultiplierState>> keyTable(MultiplierState);

struct TracedPacket {
    enum class Kind { weight, input, psum };
    std::int32_t port = 0;
    Kind kind = Kind::input;
    std::int32_t firstReceiver = 0, receivers = 1;  ///< lowest multiplier, how many
    bool operator==(const TracedPacket&) const = default;
};
struct TracedCycle {
    std::int64_t cycle = 0;
    Activity activity = Activity::results;
    std::vector<TracedPacket> packets;      ///< that ports send
    std::vector<std::int32_t> multipliers;  ///< that send a product or a partial sum, ascending
    std::vector<std::int32_t> written;      ///< neurons whose results reach memory's queue
    std::int64_t waiting = 0;               ///< results in that queue
    /// Of each multiplier, those that only pass on partial sums included: MultiplierState, kUnused of the others.
    std::vector<std::uint8_t> states;
    static constexpr std::uint8_t kUnused = 255;
};
/// Cycles [from, to] one by one, and all cycles in sums of `bucket` cycles.
struct EngineTrace {
    std::int64_t from = 1, to = 0;
    std::int64_t bucket = 0;  ///< 0: no sums
    /// 0: as many as it takes; else twice the bucket whenever there are more (an even number), so that memory is bounded.
    std::size_t mostBuckets = 0;
    /// Ends the run behind the cycle `to`, and doesn't step equal tiles before the cycle `from`. Requires bucket == 0.
    bool onlyWindow = false;
    std::vector<TracedCycle> cycles;
    std::vector<std::int64_t> products;  ///< that each multiplier had sent before the cycle `from`
    struct Bucket {
        std::int64_t products = 0;                    ///< partial sums passed on included
        std::int64_t activities[4] = {0, 0, 0, 0};    ///< cycles of each activity
        std::int64_t states[kMultiplierStates] = {};  ///< multipliers x cycles, without those that only pass sums on
        Bucket& operator+=(const Bucket& other);
    };
    Bucket sum() const;
    std::vector<Bucket> buckets;
};

struct EngineResult {
    bool finished = false;           ///< false: the job was stopped
    std::int64_t cycles = 0;         ///< the cycle in which memory takes the last output
    std::int64_t steppedCycles = 0;  ///< of these, stepped one by one
    bool overtaken = false;  ///< weights of a tile came before a multiplier had used its inputs of the tile before
    std::int64_t busConflicts = 0;  ///< cycles of bus lines with several results waiting
};

struct EngineOptions {
    bool skipEqualTiles = true;    ///< not while tracing
    EngineTrace* trace = nullptr;  ///< filled if given
    Job* job = nullptr;
};

/// Requires a plan whose neurons fit the array and whose steps name their multipliers.
EngineResult runPlan(const Plan& plan, const ReductionTree& tree, const EngineOptions& options = {});

}  // namespace lapidary::fabric
