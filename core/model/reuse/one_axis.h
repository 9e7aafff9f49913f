// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window rule of the Timeloop reference (2-model 4, "one-axis"): a tile is reused only if it differs from the last
// one along one rank and its move is allowed: the instance's first move, a repetition of the one before, or any move
// after one that wasn't allowed. That is history, so the loops are walked in time, with equal stretches done once
// (8-evaluator-method 6). Allocates. Moves between neighbours need history, too: what came new one step before.
#pragma once

#include "core/model/reuse/event_source.h"

namespace lapidary::reuse {

/// What a new tile may keep of the one before.
enum class Reuse { nothing, anything, oneAxis };

/// All that one parent instance and its children move.
EventCounts countInTime(const EventSource& source, EventCounter& counter, Reuse reuse);

}  // namespace lapidary::reuse
