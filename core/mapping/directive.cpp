// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/directive.h"

#include <array>

namespace lapidary {
namespace {

constexpr std::array<KeyEntry<Directive>, 4> kDirectives{{
    {Directive::noReuse, "no-reuse", "No reuse", "Every step refills the tiles of a level, whether they change or not",
     "Timeloop: no_reuse of a temporal block"},
    {Directive::rmwFirstUpdate, "rmw-first-update", "Read before first update",
     "The first update of an output reads what isn't there yet, too", "Timeloop: rmw_first_update"},
    {Directive::noMulticast, "no-multicast", "No multicast", "A fanout serves every child by itself",
     "Timeloop: no_reuse of a spatial block"},
    {Directive::noLinkTransfer, "no-link-transfer", "No neighbour moves",
     "No word of a fanout's children comes from a neighbour", "Timeloop: no_link_transfer"},
}};

}  // namespace

std::span<const KeyEntry<Directive>> keyTable(Directive) { return kDirectives; }

}  // namespace lapidary
