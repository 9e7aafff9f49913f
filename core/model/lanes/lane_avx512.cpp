// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lane kernel with eight lanes; called only where the machine has them.

#include "core/model/lanes/lane_sets.h"

#if LAPIDARY_WIDE_LANES
#include <immintrin.h>

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw")
#define LANE_WIDTH 8
#define LANE_SET avx512
#include "core/model/lanes/lane_kernel.inc"
#undef LANE_SET
#undef LANE_WIDTH
#pragma GCC pop_options
#endif
