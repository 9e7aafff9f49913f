// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a pair moves where that depends on what was before: the loops are walked in time, with equal stretches done once
// (docs/models/reuse.md, Closed form). Two rules need it. The windows of the Timeloop reference ("one-axis"): a tile is
// reused only if it differs from the last one along one rank and its move is allowed, which is the instance's first move,
// a repetition of the one before, or any move after one that wasn't allowed. And moves between neighbours: they give what
// came new one step before, whatever a new tile keeps. Allocates.
#pragma once

#include "core/model/reuse/event_source.h"

namespace lapidary::reuse {

/// What a new tile may keep of the one before.
enum class Reuse { nothing, anything, oneAxis };

/// All that one parent instance and its children move.
EventCounts countInTime(const EventSource& source, EventCounter& counter, Reuse reuse);

}  // namespace lapidary::reuse
