// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// YAML as a Json value with positions, so that the readers of native files serve YAML, too. Merge keys (<<) and aliases
// are resolved, duplicate keys refused, hyphens in keys become underscores; a tag "!Component" of a mapping becomes its
// first member, named kYamlTag. Plain words are numbers, true, false (also yes, no, on, off) or null if they read as
// such; N and Y stay words, since they are dimensions. Lines and columns count from 1. Pure functions.
#pragma once

#include <string_view>

#include "core/base/json.h"

namespace lapidary {

inline constexpr std::string_view kYamlTag = "!";

/// One document. `file` is only named in diagnostics. At most 16 MiB, 200 deep and 500,000 values that hold 64 MiB of
/// words, aliases counted each time.
Result<Json> parseYaml(std::string_view text, std::string_view file);

}  // namespace lapidary
