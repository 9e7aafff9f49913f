// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One mapping counted by another tool's rules, whole: where those rules are no combination of our switches. The table is
// what `evaluate --compat` offers. Pure functions.
#pragma once

#include "core/base/key_table.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"

namespace lapidary {

enum class Compat { accelforge, sunstone };
std::span<const KeyEntry<Compat>> keyTable(Compat);

/// Requires a well-formed mapping. Refuses, with the reason, mappings and workloads that the tool doesn't know: no tool
/// here knows directives.
/// Cost::semantics is the nearest combination of our switches; whose rules count is for the caller to say.
Result<Cost> evaluateLike(Compat tool, const Mapping& mapping, const TargetPtr& target);

}  // namespace lapidary
