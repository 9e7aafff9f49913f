// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/compat/compat.h"

#include <array>

#include "core/model/compat/accelforge.h"
#include "core/model/compat/sunstone.h"

namespace lapidary {
namespace {

constexpr std::array<KeyEntry<Compat>, 2> kTools{{
    {Compat::accelforge, "accelforge", "AccelForge",
     "Reuse where a Store stands, windows in the first loop outside it, drains read at the child",
     "docs/models/compat-accelforge.md"},
    {Compat::sunstone, "sunstone", "Sunstone",
     "Perfect factors, reuse by the order of the next outer level, ideal multicast, no drain read",
     "docs/models/compat-sunstone.md"},
}};

Result<Cost> evaluateLikeSunstone(const Mapping& mapping, const TargetPtr& target) {
    const auto model = sunstone::Model::make(target);
    if (!model) return model.diagnostics();
    const auto tiling = model->tilingOf(mapping);
    if (!tiling) return tiling.diagnostics();
    return model->cost(mapping, *tiling);
}

}  // namespace

std::span<const KeyEntry<Compat>> keyTable(Compat) { return kTools; }

Result<Cost> evaluateLike(Compat tool, const Mapping& mapping, const TargetPtr& target) {
    switch (tool) {
    case Compat::accelforge: return accelforge::evaluate(mapping, *target);
    case Compat::sunstone: return evaluateLikeSunstone(mapping, target);
    }
    return error("unknown tool");
}

}  // namespace lapidary
