// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The nodes of a mapping, outermost first: Stores and loops (mapping.md). The words are the field's: a loop nest tiles
// dimensions; a Store says which level holds tiles of which tensors from here inwards; a spatial loop spreads its
// iterations over an axis of a fanout. P is a loop's trip count; R <= P its trips when every outer loop of the same
// dimension is in its last iteration (Ruby, eq. 5). R = P everywhere is perfect factorization (eq. 1).
// Plain values, cheap to copy; no thread rule.
#pragma once

#include <cstdint>

namespace lapidary {

enum class NodeKind : std::uint8_t { store, temporal, spatial };
enum class Axis : std::uint8_t { x, y };

struct Node {
    NodeKind kind = NodeKind::store;
    Axis axis = Axis::x;         ///< spatial only
    std::uint8_t fanout = 0;     ///< spatial only: index into Architecture::fanouts()
    std::uint8_t dimension = 0;  ///< loops only: index into Workload::dimensions()
    std::uint8_t level = 0;      ///< Stores only: index into Architecture::levels(), 0 = outermost
    std::uint16_t tensors = 0;   ///< Stores only: bit mask over Workload::tensors()
    std::int64_t bound = 1;      ///< loops only: P >= 1
    std::int64_t tail = 1;       ///< loops only: R, 1 <= R <= P

    bool isLoop() const { return kind != NodeKind::store; }
    bool operator==(const Node&) const = default;
};

inline Node store(int level, unsigned tensors) {
    return {.kind = NodeKind::store,
            .level = static_cast<std::uint8_t>(level),
            .tensors = static_cast<std::uint16_t>(tensors)};
}
inline Node temporal(int dimension, std::int64_t bound, std::int64_t tail) {
    return {
        .kind = NodeKind::temporal, .dimension = static_cast<std::uint8_t>(dimension), .bound = bound, .tail = tail};
}
inline Node spatial(int dimension, std::int64_t bound, std::int64_t tail, int fanout, Axis axis) {
    return {.kind = NodeKind::spatial,
            .axis = axis,
            .fanout = static_cast<std::uint8_t>(fanout),
            .dimension = static_cast<std::uint8_t>(dimension),
            .bound = bound,
            .tail = tail};
}

}  // namespace lapidary
