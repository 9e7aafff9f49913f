// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lane kernel with eight lanes in pairs of registers; called only where the machine has them.

#include "core/model/lanes/lane_sets.h"

#if LAPIDARY_WIDE_LANES
#include <immintrin.h>

#pragma GCC push_options
#pragma GCC target("avx2")
#define LANE_WIDTH 8
#define LANE_PAIRED
#define LANE_SET avx2
#include "core/model/lanes/lane_kernel.inc"
#undef LANE_SET
#undef LANE_WIDTH
#undef LANE_PAIRED

// Two lanes for tapes that are played for one mapping: fewer instructions than without.
#define LANE_WIDTH 2
namespace lapidary::lanes::narrow {
constexpr int kWidth = 2;
#include "core/model/lanes/lane_values.inc"
#define MACHINE_NAME playVector
#define MACHINE_VECTORS 1
#include "core/model/lanes/lane_machine.inc"
#undef MACHINE_VECTORS
#undef MACHINE_NAME
}  // namespace lapidary::lanes::narrow
#undef LANE_WIDTH
#pragma GCC pop_options
#endif
