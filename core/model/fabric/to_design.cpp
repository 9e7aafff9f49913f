// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/to_design.h"

#include <algorithm>

#include "core/model/fabric/from_mapping.h"

namespace lapidary::fabric {

Result<Architecture> designWith(const Architecture& design, const Workload& workload, const Hardware& hardware) {
    const auto own = hardwareOf(design, workload);
    if (!own) return own.diagnostics();
    if (*own == hardware) return design;
    ArchitectureSpec spec = design.spec();
    if (own->multipliers != hardware.multipliers) {
        if (spec.fanouts.size() != 1)
            return error("design '" + design.name() + "' has " + std::to_string(spec.fanouts.size()) +
                         " fanouts: which of them is to change isn't known");
        spec.fanouts.front().x = hardware.multipliers;
        spec.fanouts.front().y = 1;
    }
    const int above = std::max(0, spec.fanouts.front().below);
    Bandwidth& bandwidth = spec.levels[static_cast<std::size_t>(above)].bandwidth;
    bandwidth = {static_cast<double>(hardware.distributionWidth), static_cast<double>(hardware.reductionWidth), {}};
    for (std::size_t l = static_cast<std::size_t>(above) + 1;
         l < spec.levels.size() && own->accumulationBuffer != hardware.accumulationBuffer; ++l)
        for (const Tensor& tensor : workload.tensors())
            if (tensor.isOutput)
                spec.levels[l].keep[tensor.role] = hardware.accumulationBuffer ? Keep::may : Keep::never;
    auto changed = Architecture::make(std::move(spec));
    if (!changed) return changed.diagnostics();
    const auto made = hardwareOf(*changed, workload);
    if (!made) return made.diagnostics();
    if (!(*made == hardware))
        return error("design '" + design.name() + "' can't be made into that machine",
                     "change it in Design, then tune on it");
    return changed;
}

}  // namespace lapidary::fabric
