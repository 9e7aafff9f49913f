// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Entries of mappings and constraints: what they speak of, and of which kind. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/problem.h"

namespace lapidary::timeloop {

enum class EntryKind { temporal, spatial, bypass, utilization, overbooking };

/// "temporal", "datatype" ...; nullopt if it is none.
std::optional<EntryKind> entryKind(std::string_view type);

/// The entries of a part, whichever way they are wrapped: a list, or one below `targets`, `constraints` or `nodes`;
/// `{constraints: name}` speaks of the part `constraints_name`. Paths are those of the list.
struct EntryList {
    const Json* list = nullptr;
    std::string file, path;
};
EntryList entriesOf(const Section& section, const Document& document, std::initializer_list<const char*> wrappers,
                    std::initializer_list<const char*> others, Diagnostics& out);

/// Head of one entry. Errors: unknown target, unknown type, a pair that stands there twice.
struct EntryHead {
    std::string target;
    EntryKind kind = EntryKind::temporal;
    Place place;
    int level = -1;   ///< -1 = the target is a fan-out only
    int fanout = -1;  ///< -1 = none below it
};
std::optional<EntryHead> readHead(ObjectReader& entry, const Places& places, bool isMapping);

}  // namespace lapidary::timeloop
