// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From counted pairs to a Score: what searches compare. On the path of every search: allocates nothing where the closed
// forms count.
#pragma once

#include "core/model/reuse/level_tally.h"

namespace lapidary::reuse {

/// The first level whose tiles don't fit, innermost first; code none = all fit. Requires a mapping that is read.
Reason firstOverflow(const Counting& counting);

/// Requires counted pairs of a valid mapping; adds up in the order of finishCost, so that both give the same energy.
Score scoreOf(Counting& counting, const Mapping& mapping);

}  // namespace lapidary::reuse
