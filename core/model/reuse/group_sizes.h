// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many children one read serves, or one update comes from: group size -> words. The closed form of traffic.h with
// the numbers of active children kept apart. Not on the path of searches: allocates.
#pragma once

#include "core/model/reuse/counting.h"

namespace lapidary::reuse {

/// Of the words between the tensor's Store number `index` and the next inner one.
GroupSizes groupSizes(const Counting& counting, int tensor, int index);

}  // namespace lapidary::reuse
