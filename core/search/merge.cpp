// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/merge.h"

#include <algorithm>

namespace lapidary {

Counters mergedCounters(const Streams& streams, const Target& target) {
    Tally tally;
    for (const auto& stream : streams) tally.merge(stream->tally());
    return tally.counters(target);
}

Incumbent mergedIncumbent(const Streams& streams, const SearchOptions& options) {
    Incumbent incumbent(options.objective, options.top);
    for (const auto& stream : streams) incumbent.merge(stream->incumbent());
    return incumbent;
}

Cloud mergedCloud(const Streams& streams) {
    CloudCounter counter;
    for (const auto& stream : streams) counter.merge(*stream->cloud());
    return counter.cloud();
}

std::vector<Improvement> mergedTrace(const Streams& streams, const Objective& objective) {
    std::vector<const Improvement*> all;
    for (const auto& stream : streams)
        for (const Improvement& improvement : stream->improvements()) all.push_back(&improvement);
    std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->drawn < b->drawn; });
    std::vector<Improvement> trace;
    for (const Improvement* next : all)
        if (trace.empty() || compareScores(objective, next->best.score, trace.back().best.score) < 0)
            trace.push_back(*next);
    return trace;
}

}  // namespace lapidary
