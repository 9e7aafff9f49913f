// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a target's accesses cost: energies, blocks and bandwidths of every level and tensor, with partitions resolved.
// Figures a partition lacks are its level's; update defaults to write (native.md, Ports). Plain values, fixed size.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/mapping/target.h"

namespace lapidary {

/// pJ per access of one block; nullopt = unknown.
struct StoreRates {
    std::optional<double> read, fill, update;
    std::int64_t block = 1;  ///< words
    int part = 0;            ///< TargetLevel::part
};

/// Words per cycle and instance; 0 = unlimited.
struct PortRates {
    double read = 0, write = 0, shared = 0;
    bool limited() const { return read > 0 || write > 0 || shared > 0; }
};

/// Words through the ports of the busiest instance, each maximum taken by itself.
struct PortWords {
    std::int64_t reads = 0, writes = 0, both = 0;
};

struct LevelRates {
    std::array<StoreRates, kMaxTensors> stores;
    std::array<PortRates, kMaxTensors + 1> ports;  ///< by part
    int parts = 1;
    std::optional<double> leak;  ///< pJ per cycle and instance, partitions included
    std::int64_t instances = 1;
};

/// pJ per word and hop, by tensor.
struct HopRates {
    bool known = false;
    std::array<double, kMaxTensors> pj{};
};

struct Rates {
    std::array<LevelRates, kMaxLevels> levels;
    std::array<HopRates, kMaxFanouts> hops;  ///< by fanout: its pJ per bit times the word bits at the level above
    std::optional<double> mac;               ///< pJ per operation
    std::int64_t interval = 1;
    std::int64_t macInstances = 1;

    explicit Rates(const Target& target);
};

/// Cycles to move `words` at `rate` words per cycle, rounded up; 0 if unlimited.
std::int64_t transferCycles(std::int64_t words, double rate);
/// The slowest of a port's three limits.
std::int64_t portCycles(const PortWords& words, const PortRates& rates);

}  // namespace lapidary
