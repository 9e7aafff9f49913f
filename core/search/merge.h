// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the streams found, put together in the order of positions. Pure functions of the streams' state.
#pragma once

#include <memory>
#include <vector>

#include "core/search/stream.h"

namespace lapidary {

using Streams = std::vector<std::unique_ptr<Stream>>;

Counters mergedCounters(const Streams& streams, const Target& target);
Incumbent mergedIncumbent(const Streams& streams, const SearchOptions& options);
/// Requires streams with clouds.
Cloud mergedCloud(const Streams& streams);
/// The best-so-far curve of the interleaved order: those improvements of single streams that improve on all before.
std::vector<Improvement> mergedTrace(const Streams& streams, const Objective& objective);

}  // namespace lapidary
