// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The name of one figure of a Cost, "GLB.input.reads", "PE.used_x", "cycles": what explanations are asked for by, on the
// command line and by cells and bars of views. Plain values; pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/key_table.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"

namespace lapidary {

/// Counts are exact; energies, areas and shares are doubles.
using Number = std::variant<std::int64_t, double>;

enum class CostFigure : std::uint8_t {
    // of the whole design
    macs,
    computes,
    steps,
    cycles,
    energy,
    computeEnergy,
    networkEnergy,
    edp,
    area,
    utilization,
    throughputUtilization,
    idle,
    // of a level: cycles, energy, and
    instances,
    readWords,
    writeWords,
    leakage,
    capacity,
    // of a tensor at a level: energy, capacity, and
    tile,
    instancesTouched,
    reads,
    fills,
    updates,
    accesses,
    readAccesses,
    fillAccesses,
    updateAccesses,
    delivered,
    accumulateReads,
    refetchReads,
    drains,
    spatialReductions,
    distinct,
    neighbourMoves,
    multicast,
    // of a network: idle, energy, and
    usedX,
    usedY,
    hops,
    // of a tensor on a network: hops, energy, and
    networkWords,
    deliveries,
};
std::span<const KeyEntry<CostFigure>> keyTable(CostFigure);

/// What a figure is said of. `fanout` alone: a network's; `level` alone: a level's; with a `tensor`: a tensor's on that
/// network, or at that level; none: the whole design's.
struct FigureId {
    CostFigure kind = CostFigure::cycles;
    std::int8_t level = -1;
    std::int8_t tensor = -1;
    std::int8_t fanout = -1;
    std::int64_t groupSize = 0;  ///< multicast only: how many children one read serves

    bool operator==(const FigureId&) const = default;
};

/// "GLB.I.reads", "GLB.I.multicast.14", "GLB.cycles", "PE.used_x", "PE.I.hops", "energy". Tensors by name.
std::string toText(const FigureId& id, const Target& target);

/// Reads toText's form; tensors by name or role, names without regard to case. Errors say the column in `text` and the
/// nearest name.
Result<FigureId> parseFigure(std::string_view text, const Target& target);

/// The figures that a cost has, in the order of its report: unknown energies and tensors that aren't stored are left
/// out, and so are counts that only outputs have from inputs.
std::vector<FigureId> figuresOf(const Cost& cost, const Target& target);

/// What explains why a mapping is invalid: the capacity or the lanes that are exceeded; nullopt for reasons of form,
/// which have no figure.
std::optional<FigureId> figureOf(const Reason& reason);

/// What the cost says; nullopt if it is unknown there, and for `idle` and `capacity`, which a Cost doesn't hold.
std::optional<Number> valueOf(const FigureId& id, const Cost& cost);

}  // namespace lapidary
