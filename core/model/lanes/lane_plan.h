// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the lane kernel (lane_kernel.inc) reads: a target under its semantics, and the skeleton that some mappings have in
// common, both as plain arrays. The kernel is compiled once per instruction set, so everything here must be free of
// functions that it would call. Immutable once made.
#pragma once

#include <cstdint>

#include "core/arch/architecture.h"
#include "core/model/reuse/rank_shape.h"
#include "core/workload/workload.h"

namespace lapidary::lanes {

inline constexpr int kMaxLoops = 48;
inline constexpr int kMaxStores = 32;
inline constexpr int kMaxParts = kMaxTensors + 1;

struct LaneRank {
    int terms = 1;
    int dimension[2] = {0, 0};
    double coefficient[2] = {1, 0};
    bool box = false;
    bool interval = false;  ///< tiles are intervals, however long: boxes, or coefficients 1
    double reduced[2] = {1, 1};
    reuse::RankShape shape;  ///< counts the others
};

struct LaneTensor {
    bool isOutput = false;
    unsigned used = 0, windows = 0;  ///< dimensions
    int rankCount = 0;
    LaneRank ranks[kMaxRanks];
    std::int8_t rankOf[kMaxDimensions] = {};
};

/// How lanes below a fanout share words of a tensor.
enum class LaneSharing : std::uint8_t { none, equal, byWord };

struct LaneStoreRates {
    double read = 0, fill = 0, update = 0;  ///< unknown ones 0
    double block = 1, inverse = 1;          ///< inverse: of a power of two, else 0
    double wordBits = 0;
    int part = 0;
};

struct LaneLevel {
    LaneStoreRates stores[kMaxTensors];
    double readRate[kMaxParts] = {}, writeRate[kMaxParts] = {}, sharedRate[kMaxParts] = {};  ///< 0 = unlimited
    double readInverse[kMaxParts] = {}, writeInverse[kMaxParts] = {};  ///< of powers of two, else 0
    double capacityBits[kMaxParts] = {};                               ///< < 0 = unbounded
    int parts = 1;
    bool leaks = false;
    double leak = 0;
    double instances = 1;
    bool limited = false;  ///< some port is
};

struct LanePlan {
    bool usable = false;  ///< otherwise nothing else is set
    bool drainRead = false;
    int dimensions = 0, tensors = 0, levels = 0, fanouts = 0;
    LaneTensor tensor[kMaxTensors];
    LaneLevel level[kMaxLevels];
    LaneSharing sharing[kMaxFanouts][kMaxTensors] = {};
    bool reduces[kMaxFanouts] = {};
    double axes[kMaxFanouts][2] = {};
    int below[kMaxFanouts] = {};
    unsigned mustKeep[kMaxLevels] = {}, mayKeep[kMaxLevels] = {};
    double bound[kMaxDimensions] = {};
    double interval = 1, mac = 0;
    /// Mappings whose loops cover more than this, all bounds multiplied, might have counts beyond 2^50.
    double mostCovered = 0;
};

struct LaneLoop {
    std::uint8_t dimension = 0, fanout = 0;
    bool isSpatial = false, isY = false;
};

struct LaneStore {
    std::int8_t level = 0;
    unsigned tensors = 0;
    int loopsOutside = 0;
    int temporalsOutside = 0;
};

/// The nodes of a mapping without their bounds.
struct Skeleton {
    int loopCount = 0, storeCount = 0, temporalCount = 0;
    unsigned moving = 0;  ///< dimensions with a loop
    LaneLoop loops[kMaxLoops];
    LaneStore stores[kMaxStores + 1];  ///< the last one stands for the MACs
    std::uint8_t temporals[kMaxLoops] = {};
    std::uint8_t chainLength[kMaxTensors] = {};  ///< MACs included
    std::uint8_t chain[kMaxTensors][kMaxLevels + 1] = {};
};

/// Why a lane has no figures: first failing check, in the order of checkLimits and capacities.
enum class LaneFailure : std::uint8_t { none, axis, reduction, capacity };

enum class LaneWork : std::uint8_t {
    check,  ///< limits and capacities
    all,
};

/// What the kernel tells of each of its lanes.
template <int Width>
struct LaneResults {
    double energyPj[Width], cycles[Width], steps[Width];
    double needed[Width];  ///< of the failing check
    LaneFailure failure[Width];
    std::uint8_t place[Width], detail[Width];  ///< fanout and axis, loop and tensor, or level and part
    bool plain[Width];                         ///< this mapping has to be counted by the plain path
};

}  // namespace lapidary::lanes
