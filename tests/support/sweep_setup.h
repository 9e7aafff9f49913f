// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sweep that can be redone by hand. DRAM (100 pJ per word) over PEs with a scratchpad (1 pJ per word) and a MAC
// (1 pJ). "A[d]" reads each of D words once: DRAM reads D, the scratchpads take in and give D, so E = 103 D whatever the
// mapping; cycles = D over the lanes that work at once. Header-only.
#pragma once

#include "core/explore/sweep.h"
#include "core/workload/einsum.h"
#include "tests/support/small_space.h"

namespace lapidary::testing {

inline Architecture lineDesign() {
    ArchitectureSpec spec;
    spec.name = "line";
    spec.clockGhz = 1.0;
    spec.levels = {memory("DRAM"), memory("spad")};
    for (auto [level, energy] : {std::pair{0, 100.0}, std::pair{1, 1.0}}) {
        const Figure figure{energy, "test"};
        spec.levels[static_cast<std::size_t>(level)].energy = {figure, figure, figure, {}};
    }
    spec.levels[1].capacity = Capacity{8, true};
    spec.levels[1].area = {10.0, "test"};
    spec.fanouts = {fanout("PE", 0, 2)};
    spec.compute = Compute{.name = "MAC", .energy = {1.0, "test"}, .area = {5.0, "test"}, .interval = 1};
    return orDie(Architecture::make(std::move(spec)));
}

inline Workload line(const std::string& name, std::int64_t words) {
    return orDie(
        parseEinsum("A[d]", {{"d", words}}, {.name = name, .roles = {}, .aliases = {}, .wordBits = {}, .density = {}}));
}

/// PEs 2 and 3, PFM and Ruby-S; layers of 5, 6 and again 5 words; exhaustive.
inline SweepSpec lineSweep() {
    SweepSpec spec;
    spec.base = lineDesign();
    spec.axes = {{"PE.fanout", {"2x1", "3x1"}}};
    spec.mapspaces = {Factorization::perfect, Factorization::rubyS};
    spec.layers = {{line("five", 5), 1}, {line("six", 6), 1}, {line("five again", 5), 1}};
    spec.search.algorithm = Algorithm::exhaustive;
    return spec;
}

}  // namespace lapidary::testing
