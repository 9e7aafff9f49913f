// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a study's setting has the fabric model do, read from JSON. A pure function.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/explore/study_spec.h"

namespace lapidary {

/// {"pick": "tile", "tile": {"T_R": 3, ...}}, {"pick": "mapper"}, {"pick": "range", "tiles", "tune"}, {"pick": "tuner", "tuner",
/// "objective", "trials", "tiles", "tune"} or {"pick": "sparse", "zeros": 50}.
StudyFabric studyFabricFromJson(const Json& json, std::string_view file, const std::string& path, Diagnostics& out);

}  // namespace lapidary
