// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/compat/compat.h"

#include <array>

#include "core/model/compat/accelforge.h"
#include "core/model/compat/sunstone.h"

namespace lapidary {
namespace {

constexpr std::array<KeyEntry<Compat>, 4> kTools{{
    {Compat::accelforge, "accelforge", "AccelForge",
     "Reuse where a Store stands, windows in the first loop outside it, drains read at the child",
     "docs/models/compat-accelforge.md"},
    {Compat::sunstone, "sunstone", "Sunstone",
     "Perfect factors, reuse by the order of the next outer level, ideal multicast, no drain read",
     "docs/models/compat-sunstone.md"},
    {Compat::dataCentric, "data-centric", "Data-centric", "directives by the rules edge-exact",
     "docs/models/data_centric.md"},
    {Compat::maestro, "maestro", "MAESTRO", "directives as MAESTRO counts", "docs/models/data_centric.md"},
}};

Result<Cost> evaluateLikeSunstone(const Mapping& mapping, const TargetPtr& target) {
    const auto model = sunstone::Model::make(target);
    if (!model) return model.diagnostics();
    const auto tiling = model->tilingOf(mapping);
    if (!tiling) return tiling.diagnostics();
    return model->cost(mapping, *tiling);
}

Result<Cost> evaluateDirectives(Compat tool, const Mapping& mapping, const TargetPtr& target) {
    const auto model = dataCentricModel(tool, target);
    return model ? model->evaluate(mapping) : model.diagnostics();
}

/// "no-reuse GLB"
std::string nameOf(const DirectiveUse& use, const Architecture& design) {
    const std::string& place =
        isOfLevel(use.directive) ? design.levels()[use.place].name : design.fanouts()[use.place].name;
    return std::string(keyOf(use.directive)) + ' ' + place;
}

}  // namespace

std::span<const KeyEntry<Compat>> keyTable(Compat) { return kTools; }

Result<data_centric::MappingModel> dataCentricModel(Compat tool, TargetPtr target) {
    std::optional<data_centric::Quirks> quirks;
    if (tool == Compat::maestro) {
        quirks.emplace();
        quirks->narrowMultiplicities = false;
    }
    return data_centric::MappingModel::make(std::move(target), quirks);
}

Result<Cost> evaluateLike(Compat tool, const Mapping& mapping, const TargetPtr& target) {
    if (!mapping.directives.empty()) {
        const std::string found = nameOf(mapping.directives.front(), target->architecture);
        return errorAt({{}, 0, 0, found}, "compat " + std::string(keyOf(tool)) + " knows no directives, found " + found,
                       "take it out of the mapping, or leave --compat out");
    }
    switch (tool) {
    case Compat::accelforge: return accelforge::evaluate(mapping, *target);
    case Compat::sunstone: return evaluateLikeSunstone(mapping, target);
    case Compat::dataCentric:
    case Compat::maestro: return evaluateDirectives(tool, mapping, target);
    }
    return error("unknown tool");
}

}  // namespace lapidary
