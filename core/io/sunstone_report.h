// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Sunstone's principles kept and dropped, for `search --explain`: the ordering trie of a workload, and the tiling tree
// of the innermost level below each order that the trie keeps. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/io/table.h"
#include "core/mapspace/mapspace.h"
#include "core/search/search.h"
#include "core/search/sunstone/ablation.h"

namespace lapidary {

/// {"trie": [{"order", "status", "reuse", "reason"}], "tiling": [{"order", "level", "grows", "complete", "tiles": [{"tile",
/// "words", "status", "by"}]}]}. Orders from the innermost loop outwards. Trees end at a thousand tiles.
Result<Json> sunstoneExplanationToJson(const Mapspace& mapspace);
/// The same as tables; of the trees, the candidates only.
Result<std::string> sunstoneExplanationText(const Mapspace& mapspace);

/// Counters with each principle off in turn, by the model that guides the search. A search that takes longer than
/// `seconds` is cut short and said to be.
Result<std::vector<sunstone::Ablation>> sunstoneAblations(const Mapspace& mapspace, const SearchOptions& options,
                                                          double seconds);
Table sunstoneAblationTable(const std::vector<sunstone::Ablation>& list);
/// {"principles": [{"setting", "complete", "best" (null if nothing was found), and the counters by their keys}]}
Json sunstoneAblationJson(const std::vector<sunstone::Ablation>& list);

}  // namespace lapidary
