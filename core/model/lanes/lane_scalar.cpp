// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lane kernel with one lane.

#include "core/model/lanes/lane_sets.h"

#define LANE_WIDTH 1
#define LANE_SET scalar
#include "core/model/lanes/lane_kernel.inc"
#undef LANE_SET
#undef LANE_WIDTH
