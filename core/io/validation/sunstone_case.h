// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A case of the Sunstone reference (cases.json, results.json) as workload, design and mapping of ours. Pure functions.
#pragma once

#include "core/base/json.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::validation {

/// "bounds" and "tensors" of a case; its tensors T0, T1 ..., the last one the output.
Result<Workload> sunstoneWorkload(const Json& json);

struct SunstoneCase {
    TargetPtr target;
    Mapping mapping;
};

/// Errors: what the file says doesn't fit together.
Result<SunstoneCase> sunstoneCase(const Json& inputs, const Json& result);

}  // namespace lapidary::validation
