// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From counted pairs to a Cost with every figure. Not on the path of searches: allocates.
#pragma once

#include "core/model/reuse/level_tally.h"

namespace lapidary::reuse {

/// Requires counted pairs; the mapping may break limits and overflow capacities, which `reasons` then says.
Cost costOf(Counting& counting, const Mapping& mapping);

}  // namespace lapidary::reuse
