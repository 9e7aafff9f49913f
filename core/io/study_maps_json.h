// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The directives of a study's setting: ["TemporalMap(3) R", "SpatialMap(1) Q", "Cluster(16)", ...]. Pure function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/explore/study_spec.h"

namespace lapidary {

/// Each error has its place and key; dimensions are looked up once the workload is known.
std::vector<StudyMap> studyMapsFromJson(const Json& json, std::string_view file, const std::string& path,
                                        Diagnostics& out);

}  // namespace lapidary
