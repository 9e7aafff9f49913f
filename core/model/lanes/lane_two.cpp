// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lane kernel with the two lanes that every 64-bit machine has.

#include "core/model/lanes/lane_sets.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#define LANE_WIDTH 2
#define LANE_SET two
#include "core/model/lanes/lane_kernel.inc"
#undef LANE_SET
#undef LANE_WIDTH
