// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search options and semantics as files hold them. Absent keys mean the defaults; what is wrong is added to `out` with
// its place. Threads are no part of it: they have no influence on a result. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/model/semantics.h"
#include "core/search/search.h"

namespace lapidary {

/// A seed uses all 64 bits, one more than our JSON integers have.
void readSeed(ObjectReader& reader, std::uint64_t& seed);
/// {"algorithm", "objective", "seed", "max_evaluations", "max_seconds", "victory", "top"}, what readWalk reads, and with
/// the algorithm sunstone "sunstone": {option: value}
SearchOptions searchOptionsFromJson(const Json& json, std::string_view file, const std::string& path, Diagnostics& out);
/// The same keys of an object that may have more: the caller reads those and finishes.
void readSearchOptions(ObjectReader& reader, SearchOptions& options);
Json toJson(const SearchOptions& options);
/// "patience", "hot", "cold", "population"; absent ones stay as they are.
void readWalk(ObjectReader& reader, WalkSettings& walk);
/// Those that the algorithm reads.
void setWalk(Json& json, const SearchOptions& options);

/// {"halo", "window", "multicast", "drain_read", "padding", and where set "per_network", "link_transfers", "full_steps",
/// "return_hops", "time"}: what toJson(Semantics) of native.h writes.
Semantics semanticsFromJson(const Json& json, std::string_view file, const std::string& path, Diagnostics& out);

}  // namespace lapidary
