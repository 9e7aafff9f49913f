// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ports of a target's levels with roles resolved to tensors, for the time option `ports` (docs/models/time.md): those
// that a level lists, and those that its bandwidths stand for. Made once per Evaluator; immutable.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/mapping/target.h"
#include "core/model/semantics.h"

namespace lapidary {

/// Rates in words or bits per cycle; 0 = unlimited.
struct PortLimit {
    std::string name;  ///< "read", "weight.read", or as the design calls it
    double most = 0;
    double least = 0;  ///< the smallest access
    bool inBits = false;

    bool limited() const { return most > 0; }
    /// What `words` of `wordBits` occupy of the port in `transfers` about equal transfers (at least 1), in its unit: each
    /// transfer takes whole accesses of the smallest size.
    double load(std::int64_t words, std::int64_t transfers, int wordBits) const;
};

/// Listed ports come first. `serving` has a bit per port: at most one listed port, and the limits of bandwidth.
struct LevelPorts {
    std::vector<PortLimit> ports;
    bool limited = false;
    bool doubleBuffered = true;
    std::array<std::array<std::uint64_t, kPassages>, kMaxTensors> serving{};
};

struct PortPlan {
    std::vector<LevelPorts> levels;

    PortPlan() = default;
    explicit PortPlan(const Target& target);
};

/// Levels that list ports but none for what some tensor has to pass there.
Diagnostics checkPorts(const Target& target, const Semantics& semantics);

}  // namespace lapidary
