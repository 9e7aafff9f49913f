// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lane kernel by instruction set. All give the same figures, bit by bit (tested); `scalar` has one lane.
#pragma once

#include <cstddef>

#include "core/model/lanes/lane_plan.h"
#include "core/model/lanes/lane_tape.h"

/// GCC compiles parts of a program for machines of more than the least; other compilers go without.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define LAPIDARY_WIDE_LANES 1
#else
#define LAPIDARY_WIDE_LANES 0
#endif

namespace lapidary::lanes {

inline constexpr int kMaxWidth = 8;
inline constexpr std::size_t kKernelBytes = std::size_t{1} << 18;  ///< working memory of one thread
inline constexpr std::size_t kKernelAlignment = 64;

/// playTape: for kTapeVectors vectors of lanes; those of a loop are `width` doubles, those of the next vector follow
/// as many loops * width further on. kTapeResults results, each for all lanes; the lanes that the plain path has to count as a bit
/// mask. playVector: the same for one vector.
#define LAPIDARY_LANE_SET(set, width)                                                                            \
    namespace set {                                                                                              \
    void countLanes(const LanePlan& plan, const Skeleton& skeleton, const double* bounds, const double* tails,   \
                    const double* computes, unsigned imperfect, LaneWork work, void* memory,                     \
                    LaneResults<width>& results);                                                                \
    unsigned playTape(const TapeView& tape, const double* bounds, const double* tails, const double* computes,   \
                      void* memory, double* results);                                                            \
    unsigned playVector(const TapeView& tape, const double* bounds, const double* tails, const double* computes, \
                        void* memory, double* results);                                                          \
    }

LAPIDARY_LANE_SET(scalar, 1)
LAPIDARY_LANE_SET(two, 2)
#if LAPIDARY_WIDE_LANES
LAPIDARY_LANE_SET(avx2, 8)
LAPIDARY_LANE_SET(avx512, 8)
/// Tapes alone, with two lanes, on machines that have AVX2.
namespace narrow {
unsigned playVector(const TapeView& tape, const double* bounds, const double* tails, const double* computes,
                    void* memory, double* results);
}
#endif

}  // namespace lapidary::lanes
