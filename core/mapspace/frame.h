// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The frame that every classic mapping of a mapspace fills in: where each dimension may have loops and what P it may
// take there. From the outside in, each level has one temporal slot per dimension, then each fanout below it one spatial
// slot per dimension and axis (all of X, then all of Y): a dimension allowed on both axes has a slot on each, which is
// the choice between them. Plain values; no thread rule.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/mapping/loop.h"
#include "core/mapping/target.h"
#include "core/mapspace/padding.h"
#include "core/mapspace/rules.h"

namespace lapidary {

inline constexpr std::size_t kMaxSlots = kMaxDimensions * (kMaxLevels + 2 * kMaxFanouts);

struct NestSlot {
    Node loop;  ///< the loop to stand here, with bound 1
    PaddingSlot choice;
    std::string name;  ///< "GLB", "PE.X"
};

struct LevelFrame {
    std::array<std::int16_t, kMaxDimensions> temporal{};  ///< slot by dimension, -1 = none
    std::vector<std::uint8_t> dimensions;                 ///< that have a temporal slot, ascending
    std::vector<std::int16_t> spatial;                    ///< slots of the fanouts below, as they stand in the nest
};

struct NestFrame {
    std::vector<NestSlot> slotList;  ///< by dimension, each dimension's from outermost to innermost
    std::array<std::size_t, kMaxDimensions + 1> first{};  ///< dimension d has slots first[d] .. first[d + 1]
    std::vector<LevelFrame> levels;

    std::span<const NestSlot> slotsOf(int dimension) const {
        const auto d = static_cast<std::size_t>(dimension);
        return std::span(slotList).subspan(first[d], first[d + 1] - first[d]);
    }
};

/// Limits of single slots follow from the rules; those of a fanout's product over two slots remain joint.
NestFrame makeFrame(const Target& target, const MapspaceRules& rules, Factorization kind);

/// "M = 64 over DRAM, GLB, PE.X <= 14, spad = 4".
std::string describeSlots(const NestFrame& frame, const Target& target, int dimension);

/// Rules that no choice can satisfy: beyond an axis, without a loop, more lanes than loops can fill.
Diagnostics contradictions(const NestFrame& frame, const Target& target, const MapspaceRules& rules,
                           Factorization kind);
/// Why a dimension has no chain at all.
Diagnostic whyNoChain(const NestFrame& frame, const Target& target, int dimension, Factorization kind);

}  // namespace lapidary
