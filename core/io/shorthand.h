// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields of the shorthands in files: one table each, read and written by the same rows. Pure functions.
#pragma once

#include <optional>

#include "core/base/json.h"
#include "core/workload/builders.h"

namespace lapidary {

/// {"N": 1, "G": 1, "C": 64, "M": 64, "P": 56, "Q": 56, "R": 3, "S": 3, "stride": 1, "dilation": 1, "pad": 1, "H": 56, "W": 56};
/// C and M per group, H and W of the data without padding; two numbers [along P, along Q] where they differ. Errors: also an
/// H or W that doesn't give P or Q outputs, with the range that does.
Result<Workload> conv2dFromJson(const Json& json, std::string_view file, const std::string& path,
                                const std::string& name);
/// {"m": 768, "n": 128, "k": 768}
Result<Workload> gemmFromJson(const Json& json, std::string_view file, const std::string& path,
                              const std::string& name);

/// Null unless the shorthand says all of the workload.
Json conv2dJson(const Workload& workload);
Json gemmJson(const Workload& workload);

}  // namespace lapidary
