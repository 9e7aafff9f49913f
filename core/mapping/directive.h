// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a mapping forbids or asks for beyond its loops: the reuse directives of Timeloop's mappings (no_reuse,
// no_link_transfer, rmw_first_update; reference/timeloop). Plain values.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/key_table.h"

namespace lapidary {

enum class Directive : std::uint8_t {
    noReuse,         ///< of a level: every step refills the tile, whether it changes or not
    rmwFirstUpdate,  ///< of a level: the first update of an output reads what isn't there yet, too
    noMulticast,     ///< of a fanout: every child is served by itself
    noLinkTransfer,  ///< of a fanout: no word comes from a neighbour
};
std::span<const KeyEntry<Directive>> keyTable(Directive);

constexpr bool isOfLevel(Directive directive) {
    return directive == Directive::noReuse || directive == Directive::rmwFirstUpdate;
}

struct DirectiveUse {
    Directive directive = Directive::noReuse;
    std::uint8_t place = 0;     ///< index into Architecture::levels() or fanouts()
    std::uint16_t tensors = 0;  ///< bit mask over Workload::tensors()
    bool operator==(const DirectiveUse&) const = default;
};

}  // namespace lapidary
