// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a list of nodes is a mapping, and why not. Form (grammar, coverage) is checked here with full diagnostics;
// joint limits that need tiles (capacity) are checked by the model, which reports the same Reason.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

/// Errors if the list is malformed: Stores not descending, a level/tensor twice, loops before a backing Store, loops of a
/// fanout on the wrong side of its levels, a missing backing Store, tails out of range, a dimension not covered
/// ("m: the loops cover 99 of 100: (17 - 1) * 6 + 3 = 99"), too many nodes. `lines` gives each node's line (may be empty).
Diagnostics checkForm(const Mapping& mapping, const Target& target, std::string_view file = {},
                      const std::vector<int>& lines = {});

/// Why a well-formed mapping can't run on the design. First failing check, cheapest first.
enum class ReasonCode : std::uint8_t {
    none,
    fanoutX,  ///< product of spatial loops on X exceeds the axis; needed, available
    fanoutY,
    keepMissing,    ///< a must-keep tensor isn't stored at the level
    keepForbidden,  ///< a never-keep tensor is stored at the level
    capacity,       ///< tiles exceed the level's or partition's capacity; needed, available in bits
    utilization,    ///< below a minimum utilisation of a fanout; needed, available in lanes
    reduction,      ///< a reduction dimension is unrolled on a network without spatial reduction
    axis,           ///< a dimension is unrolled on an axis that doesn't allow it (constraint); needed: 0 = X, 1 = Y
    directives,     ///< under the data-centric model: loops of a dimension stand apart above one spatial loop
    factor,         ///< a constraint on a factor (needed = the mapping's, available = the rule's) or, both 0, on order
};
std::span<const KeyEntry<ReasonCode>> keyTable(ReasonCode);

struct Reason {
    ReasonCode code = ReasonCode::none;
    std::int8_t level = -1;   ///< storage level concerned, -1 = none
    std::int8_t fanout = -1;  ///< fanout concerned, -1 = none
    std::int8_t tensor = -1;  ///< tensor concerned, -1 = the sum of all in a shared memory
    std::int8_t dimension = -1;
    std::int64_t needed = 0;
    std::int64_t available = 0;

    bool operator==(const Reason&) const = default;
};

/// "GLB: tiles of I + O need 40,960 words, 36,864 fit" and the like.
std::string describe(const Reason& reason, const Target& target);
/// The same without the numbers, to count reasons by: "GLB capacity, I + O".
std::string reasonTitle(const Reason& reason, const Target& target);

/// Everything that can be checked without tiles: axes, keep rules, reduction. code none = passes.
Reason checkLimits(const Mapping& mapping, const Target& target);

}  // namespace lapidary
