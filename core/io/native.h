// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The native files (native.md): JSON with a schema each, comments allowed on reading, unknown and duplicate keys
// refused with a suggestion, exact positions in every message. Writing gives files that read back equal.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/arch/architecture.h"
#include "core/base/job.h"
#include "core/base/json.h"
#include "core/mapping/mapping.h"
#include "core/model/cost.h"
#include "core/search/search.h"
#include "core/workload/network.h"
#include "core/workload/workload.h"

namespace lapidary {

/// Whether something is at the path; false where that can't be told, as of a name that is too long.
bool isThere(const std::filesystem::path& path);

inline constexpr std::int64_t kMostFileBytes = std::int64_t{256} << 20;
/// Whole text of a file; errors name it ("cannot open ...", "is empty", larger than `most`).
/// A job that is stopped makes it an error.
Result<std::string> readTextFile(const std::filesystem::path& path, std::int64_t most = kMostFileBytes,
                                 Job* job = nullptr);
/// Writes beside, then renames: the old file stays whole if anything fails.
Diagnostics writeTextFile(const std::filesystem::path& path, std::string_view text);

Result<Architecture> architectureFromJson(const Json& json, std::string_view file);
Json toJson(const Architecture& architecture);
Json toJson(const Technology& technology);
Result<Constraints> constraintsFromJson(const Json& json, std::string_view file);
Json toJson(const Constraints& constraints);
Result<Workload> workloadFromJson(const Json& json, std::string_view file);
Json toJson(const Workload& workload);
Result<Network> networkFromJson(const Json& json, std::string_view file);
Json toJson(const Network& network);
/// JSON {"schema": "lapidary/mapping/1", "nest": [...]}, the plain text form, or directives (io/maestro/directive_text.h); checks
/// names, not coverage.
Result<Mapping> mappingFromText(std::string_view text, std::string_view file, const Workload& workload,
                                const Architecture& architecture, std::vector<int>* lines = nullptr);
Json mappingToJson(const Mapping& mapping, const Workload& workload, const Architecture& architecture);

/// What `evaluate --format json` prints: schema lapidary/cost/1.
Json costToJson(const Cost& cost, const Target& target);
Json toJson(const Semantics& semantics);
/// {"version", "schema"} that every output carries under "lapidary".
Json producerJson(std::string_view schema);

}  // namespace lapidary
