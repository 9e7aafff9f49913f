// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The judge: a small program that walks the loop nest of a tiny problem step by step, keeps for every instance and
// tensor the very set of elements it holds, and counts what moves under the chosen semantics. Shares no formula with
// the evaluator. Meant for tests and for 'explain by example' on problems of up to some 1e5 MACs.
#pragma once

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"

namespace lapidary {

/// Requires a well-formed mapping. Same Cost as Evaluator::evaluate.
Cost simulateLiterally(const Mapping& mapping, const Target& target, const Semantics& semantics);

}  // namespace lapidary
