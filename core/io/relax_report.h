// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax when nothing is valid, as text and as JSON. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/explore/relax_sweep.h"

namespace lapidary {

/// "What to relax, any one of these" and a line for each way.
std::string relaxText(const Advice& advice);
/// {"valid": a mapping was found after all, "ways": [{"what", "set": ["GLB.capacity=1280"], "constraints", "least",
/// "mapping"}]}; "constraints" only where they change.
Json relaxJson(const Advice& advice, const Mapspace& mapspace);

/// The same for a sweep or a network: the lines of each point below which point it is (not for a network).
std::string relaxText(const SweepAdvice& advice, const SweepSpec& spec, const SweepResult& result);
/// {"points": [{"point", "layers": [{"layer", "valid", "ways"}], "common": [{"what", "set", "constraints"}]}], "left_out"}
Json relaxJson(const SweepAdvice& advice, const SweepSpec& spec, const SweepResult& result);

}  // namespace lapidary
