// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping as a text of directives and back, for editors that show both side by side and for whoever opens a file. Two forms:
//   bare directives, one per line, in the names of the workload (what directivesOfNest() writes):
//     TemporalMap(2,2) m;
//     SpatialMap(1,1) n;
//     Cluster(2, P);
//     SpatialMap(1,1) k;
//   a network of MAESTRO's format, whose layers carry its names (M N K; N K C R S Y X).
// Sizes count points of the operation space: of P and Q results. The names of the file's format may be used in bare directives,
// too, where the workload has no such name: Y and X then count input coordinates, Y' and X' results.
// "PEs(8);" before bare directives: they share 8 PEs, not all of the design; written where it matters.
// Each error has a line and a column. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::maestro {

/// Whether a text is one of the two forms: by its first word.
bool isDirectives(std::string_view text);

struct DirectiveNest {
    Mapping mapping;
    std::vector<int> lines;  ///< of each node: the line of the directive it comes from, 0 = none
};

/// The nest on all PEs of the target's design, unless the text says how many. Of a network it takes the layer of the workload's name, or the only one; its sizes
/// must be those of the workload. What directives don't say - axes, Stores, the order of loops inside a PE - is taken from `like`,
/// a well-formed mapping of the same target. The result is well-formed; whether it fits is up to the model.
Result<DirectiveNest> nestOfDirectives(std::string_view text, const std::string& file, const Target& target,
                                       const Mapping* like = nullptr);

struct DirectiveText {
    std::string text;               ///< bare directives
    std::vector<int> lines;         ///< of each node of the mapping: its directive's line in the text, 0 = none
    std::int64_t pes = 1;           ///< that the mapping uses
    std::vector<std::string> lost;  ///< what of the mapping the text doesn't say, one sentence each
};

/// Refuses what directives can't say, with the reason. Reads back to the same steps, with `like` to the same mapping up to the
/// place of Stores.
Result<DirectiveText> directivesOfNest(const Mapping& mapping, const Target& target);

}  // namespace lapidary::maestro
