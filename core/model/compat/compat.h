// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One mapping counted by another tool's rules, whole: where those rules are no combination of our switches. The table is
// what `evaluate --compat` offers. Pure functions.
#pragma once

#include "core/base/key_table.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"
#include "core/model/data_centric/mapping_model.h"

namespace lapidary {

/// dataCentric is our own second model (--model data-centric), maestro the same as MAESTRO counts.
enum class Compat { accelforge, sunstone, dataCentric, maestro };
/// Whether it is the data-centric model; any search without a proof may count by it.
constexpr bool isDataCentric(Compat tool) { return tool == Compat::dataCentric || tool == Compat::maestro; }
std::span<const KeyEntry<Compat>> keyTable(Compat);

/// The data-centric model by the rules of such a tool. Multiplicities have 64 bits: a search would be drawn to those that wrap.
Result<data_centric::MappingModel> dataCentricModel(Compat tool, TargetPtr target);

/// Requires a well-formed mapping. Refuses, with the reason, mappings and workloads that the tool doesn't know: no tool
/// here knows directives.
/// Cost::semantics is the nearest combination of our switches; whose rules count is for the caller to say.
Result<Cost> evaluateLike(Compat tool, const Mapping& mapping, const TargetPtr& target);

}  // namespace lapidary
