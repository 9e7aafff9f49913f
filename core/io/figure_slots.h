// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures of a part of a design and their keys in its file, so that reading and writing agree. In files a figure is
// a plain number; where it comes from stands beside it: "source" for all figures of the part, "sources" by key for
// those that differ. Pure functions.
#pragma once

#include <vector>

#include "core/arch/architecture.h"

namespace lapidary {

template <class FigureType>
struct FigureSlot {
    const char* key;
    FigureType* figure;
};

/// Level or Partition.
template <class Storage>
auto storageFigures(Storage& storage) {
    using Slot = FigureSlot<std::remove_reference_t<decltype((storage.area))>>;
    return std::vector<Slot>{{"energy_pj.read", &storage.energy.read},
                             {"energy_pj.write", &storage.energy.write},
                             {"energy_pj.update", &storage.energy.update},
                             {"energy_pj.leak", &storage.energy.leak},
                             {"area_um2", &storage.area}};
}

template <class FanoutType>
auto fanoutFigures(FanoutType& fanout) {
    using Slot = FigureSlot<std::remove_reference_t<decltype((fanout.hopEnergy))>>;
    return std::vector<Slot>{{"hop_pj", &fanout.hopEnergy}};
}

template <class ComputeType>
auto computeFigures(ComputeType& compute) {
    using Slot = FigureSlot<std::remove_reference_t<decltype((compute.area))>>;
    return std::vector<Slot>{{"energy_pj", &compute.energy}, {"area_um2", &compute.area}};
}

}  // namespace lapidary
