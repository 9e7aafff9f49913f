// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping: one list of nodes, outermost first, Compute implicit at the end. Only loops and Stores; everything else
// (tiles, traffic, tails that follow from D) is derived. Its grammar is checked by checkForm (validity.h).
// Plain value; no thread rule. Generators reuse one Mapping's memory, so that drawing allocates nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/arch/architecture.h"
#include "core/mapping/directive.h"
#include "core/mapping/loop.h"
#include "core/workload/workload.h"

namespace lapidary {

inline constexpr int kMaxNodes = 192;

struct Mapping {
    std::vector<Node> nodes;
    /// Padded bounds D' >= D per dimension (mapspace kind padded); empty = not padded. The loops then cover D'.
    std::vector<std::int64_t> paddedBounds;
    std::vector<DirectiveUse> directives = {};

    /// Tensors that a directive speaks of at a level or fanout, as a bit mask.
    unsigned tensorsUnder(Directive directive, std::size_t place) const {
        unsigned mask = 0;
        for (const DirectiveUse& use : directives)
            if (use.directive == directive && use.place == place) mask |= use.tensors;
        return mask;
    }
    std::int64_t coveredBound(const Workload& workload, int dimension) const {
        return paddedBounds.empty() ? workload.bound(dimension) : paddedBounds[static_cast<std::size_t>(dimension)];
    }
    bool operator==(const Mapping&) const = default;
};

/// One node without indentation: "GLB [I O]", "parFor q in 0..7 (last 6) @PE.X".
std::string toText(const Node& node, const Workload& workload, const Architecture& architecture);

/// Text form, one line per node, two spaces per depth (docs/formats/mapping.md):
///   DRAM [W I O]
///     for p in 0..14 (last 13)
///       parFor q in 0..7 (last 6) @PE.X
/// Padded dimensions come first, as lines "pad Q to 28", then directives: "no-reuse spad [A B]". Reads back to the same mapping.
std::string toText(const Mapping& mapping, const Workload& workload, const Architecture& architecture);
std::vector<std::string> toLines(const Mapping& mapping, const Workload& workload, const Architecture& architecture);

/// Parses the text form. Checks syntax and names only (checkForm does the rest). Indentation, blank lines and comments
/// (# to the end of the line) mean nothing; dimensions go by name or alias, tensors by name or role; "@PE" alone means
/// the only axis longer than 1. Missing "(last R)" means R = P, except that a dimension without any tail whose product
/// of P exceeds D is completed by completeTails. Errors: `file`, line, column. `lines`, if given, gets each node's line.
Result<Mapping> parseMapping(std::string_view text, std::string_view file, const Workload& workload,
                             const Architecture& architecture, std::vector<int>* lines = nullptr);

/// Canonical form: bound-1 loops removed, R = P where a loop only ever runs its last iteration, paddedBounds empty if
/// nothing is padded. Runs the same iterations.
Mapping canonical(const Mapping& mapping, const Workload& workload);

/// Sets every loop's tail to the one set that covers D exactly with these trip counts: D - 1 in the mixed radix of a
/// dimension's P's (innermost = lowest digit) has the digits R - 1 (mapping.md). The outermost loop's P becomes its R.
/// False, and the mapping unchanged, if some dimension's product of P is smaller than its bound.
bool completeTails(Mapping& mapping, const Workload& workload);

/// Everything stored outermost, one temporal loop per dimension there, every other must-keep level filled with tiles of
/// 1. The mapping every design can start from.
Mapping trivialMapping(const Workload& workload, const Architecture& architecture);

}  // namespace lapidary
