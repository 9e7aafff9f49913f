// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The workload and design that tests of mappings speak of: a small convolution on three levels with a 4 x 3 array
// below GLB, which has no place for weights, and partitioned scratchpads. Results that must exist are unwrapped.
#pragma once

#include <QtTest>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/workload/builders.h"

namespace lapidary::testing {

template <class T>
T unwrap(Result<T> result) {
    if (!result) qFatal("%s", result.errorText().c_str());
    return *std::move(result);
}

/// Tensors W, I, O; N=1 C=2 M=4 P=5 Q=7 R=3 S=3, stride 1.
inline Workload smallConvolution() {
    Conv2d shape;
    shape.c = 2, shape.m = 4, shape.p = 5, shape.q = 7, shape.r = 3, shape.s = 3;
    return unwrap(conv2d("small", shape));
}

inline ArchitectureSpec smallDesignSpec() {
    ArchitectureSpec spec;
    spec.name = "small";
    spec.levels.resize(3);
    spec.levels[0].name = "DRAM";
    spec.levels[1].name = "GLB";
    spec.levels[1].capacity = Capacity{512, true};
    spec.levels[1].keep["weight"] = Keep::never;
    spec.levels[2].name = "spad";
    for (const auto& [role, words] : {std::pair{"input", 12}, std::pair{"weight", 24}, std::pair{"output", 16}})
        spec.levels[2].partitions[role].capacity = Capacity{words, true};
    spec.fanouts.resize(1);
    spec.fanouts[0].name = "PE";
    spec.fanouts[0].below = 1;
    spec.fanouts[0].x = 4;
    spec.fanouts[0].y = 3;
    spec.compute = Compute{};
    return spec;
}

inline Architecture smallDesign() { return unwrap(Architecture::make(smallDesignSpec())); }

inline TargetPtr targetOf(Workload workload, ArchitectureSpec spec) {
    return unwrap(Target::make(std::move(workload), unwrap(Architecture::make(std::move(spec)))));
}

inline TargetPtr smallTarget() { return targetOf(smallConvolution(), smallDesignSpec()); }

/// Reads a nest without checking its form.
inline Mapping read(const Target& target, std::string_view nest) {
    return unwrap(parseMapping(nest, "nest", target.workload, target.architecture));
}

/// Well-formed and within all limits on the small target.
inline constexpr std::string_view kSmallNest =
    "DRAM [W I O]\n"
    "  for M in 0..2\n"
    "    GLB [I O]\n"
    "      for P in 0..5\n"
    "        for Q in 0..2\n"
    "          parFor Q in 0..4 (last 3) @PE.X\n"
    "            parFor S in 0..3 @PE.Y\n"
    "              spad [W I O]\n"
    "                for M in 0..2\n"
    "                  for C in 0..2\n"
    "                    for R in 0..3\n";

}  // namespace lapidary::testing
