// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The shape of a workload as files write it: a shorthand ("conv2d", "gemm") or any einsum with bounds. Workload files
// hold one, network files one per layer. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/workload/workload.h"

namespace lapidary {

/// Reads the shape keys of `json`, which `reader` reads too (it may have others); nullopt and errors in `out` if there
/// is none or it is wrong.
std::optional<Workload> readShape(const Json& json, ObjectReader& reader, const std::string& name, Diagnostics& out);

/// Adds the shape keys: the shorthand if it says all, else the einsum.
void setShape(Json& json, const Workload& workload);

}  // namespace lapidary
