// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/algorithms.h"

namespace lapidary {

bool searchRandomly(const Mapspace& mapspace, Engine& engine) {
    const auto draw = [&](Rng& rng, Mapping& mapping) { mapspace.sampleWhole(rng, mapping); };
    std::int64_t draws = engine.chunk();
    while (engine.advanceInBatches(draws, draw)) draws += engine.chunk();
    return false;
}

}  // namespace lapidary
