// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A window with Mapping in front and a mapping that is known by hand: 27 = 3 x 7 + 6 over a 14 x 12 array, so that the
// input is read again by q and by nothing else.
#pragma once

#include "tests/support/problem.h"
#include "tests/ui/desk.h"

namespace lapidary::ui {

/// Energies, areas, capacities and a bandwidth are known, so that every figure has a value.
inline testing::Problem convolution() {
    ArchitectureSpec spec = testing::ladder({"DRAM", "GLB", "PE 14x12", "spad"});
    for (Level& level : spec.levels) {
        level.energy.read.value = level.energy.write.value = 2.0;
        level.area.value = 10;
    }
    spec.compute->energy.value = 1.0;
    spec.compute->area.value = 1;
    spec.levels[1].capacity = Capacity{4096, true};
    spec.levels[1].bandwidth.read = 1.0;
    spec.levels[2].capacity = Capacity{64, true};
    return testing::problem("O[m,q] += W[m,c,s] * I[c,q+s]", "m=2,q=27,c=2,s=5", spec,
                            "DRAM [W I O]\nGLB [W I O]\nfor q in 0..4\nparFor m in 0..2 @PE.X\n"
                            "parFor q in 0..7 (last 6) @PE.X\nparFor c in 0..2 @PE.Y\nparFor s in 0..5 @PE.Y\n"
                            "spad [W I O]\n");
}

class MappingDesk : public Desk {
public:
    MappingDesk() {
        const testing::Problem one = convolution();
        SessionInputs next = document().inputs();
        next.workload = one.target->workload;
        next.architecture = one.target->architecture;
        next.mapspace.constraints = {};
        document().edit(next, "by hand");
        document().show({.run = -1, .rank = 0, .own = one.mapping}, "by hand");
        window->resize(1600, 1000);
        window->setPerspective("mapping");
        comeToRest();
    }
};

}  // namespace lapidary::ui
