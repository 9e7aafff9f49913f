// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints that no single loop decides: minimum utilisation of a fanout, and factor rules of a fanout over whose two
// axes a dimension may be spread. Checked for every mapping drawn, without allocation.
// Immutable after construction; shared between threads freely.
#pragma once

#include <vector>

#include "core/mapping/validity.h"
#include "core/mapspace/rules.h"

namespace lapidary {

class JointLimits {
public:
    JointLimits() = default;
    JointLimits(const Target& target, const MapspaceRules& rules);

    /// The first limit that the mapping violates; code none = it keeps them all.
    Reason check(const Mapping& mapping, const Workload& workload) const;

private:
    struct Lanes {
        std::uint8_t fanout;
        std::int64_t least;
    };
    struct Factors {
        std::uint8_t fanout, dimension;
        FactorRange range;
    };
    std::vector<Lanes> m_lanes;
    std::vector<Factors> m_factors;
};

}  // namespace lapidary
