// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the memory controller of MAERI or SIGMA sends and how the array is cut into virtual neurons, prepared for the cycle
// engine. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/fabric/reduction_tree.h"

namespace lapidary::fabric {

/// Packets that the controller makes in one cycle, in the order in which each port sends them.
struct Step {
    struct Packet {
        std::int32_t first = 0, last = 0;  ///< of `receivers`
    };
    std::vector<std::int32_t> portStart;  ///< packets of port p: [portStart[p], portStart[p + 1])
    std::vector<Packet> packets;
    std::vector<std::int32_t> receivers;  ///< multipliers

    std::int32_t packetsOf(std::size_t port) const { return portStart[port + 1] - portStart[port]; }
    bool operator==(const Step&) const = default;
};
inline bool operator==(const Step::Packet& a, const Step::Packet& b) { return a.first == b.first && a.last == b.last; }

/// A packet as (order, receivers): packets of one order value are one.
struct Delivery {
    std::int64_t order = 0;
    std::int32_t multiplier = 0;
};
/// Cuts deliveries into packets per port, ascending in order.
Step stepOf(std::vector<Delivery> deliveries, std::int64_t multipliers, std::int64_t ports);

/// Tiles, each of `folds` weight steps and rows x windows x folds input steps, run one after the other.
struct Plan {
    std::int64_t multipliers = 0, ports = 0, lines = 0;
    std::vector<NeuronSpan> neurons;  ///< with the psum multiplier, if any, in front
    Step weights, firstInputs, laterInputs;
    std::int64_t folds = 1;    ///< weight steps of a tile = input steps of a window
    std::int64_t windows = 1;  ///< of a row; the first brings all inputs, the others what neighbours can't hand over
    std::int64_t rows = 1;
    std::int64_t tiles = 1;
    bool links = false;                                 ///< multipliers hand inputs to the left
    std::vector<std::uint8_t> linkSends, linkReceives;  ///< per multiplier
    bool psumsThroughMemory = false;                    ///< unfinished sums go back to the neuron's first multiplier
    bool accumulates = false;                           ///< sums of all folds are added up behind the tree
    std::vector<std::int32_t> forwarders;               ///< multipliers that need no weight (SIGMA's psums)
    std::int64_t outputs = 1;                           ///< results that memory waits for
    /// The weights of tile t wait until floor(outputs received / outputsPerFilter) >= startFilter(t).
    std::int64_t outputsPerFilter = 1;
    std::int64_t tilesPerGroup = 1, groupsPerImage = 1;
    std::int64_t filtersPerTile = 0, filtersPerGroup = 0;

    std::int64_t startFilter(std::int64_t tile) const {
        return tile / tilesPerGroup % groupsPerImage * filtersPerGroup + tile % tilesPerGroup * filtersPerTile;
    }
    std::int64_t outputsPerTile() const { return outputs / tiles; }
};

}  // namespace lapidary::fabric
