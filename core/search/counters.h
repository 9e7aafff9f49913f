// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many mappings a search has drawn, how many were valid and why the others were not. Reasons are counted by what
// and where (code, level, fanout, tensor, dimension); words are made only when someone looks. The example kept for each
// is the first in the interleaved order of all streams, so that merging in any order gives the same.
// Thread rule: one owner; streams keep their own and merge afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/mapping/validity.h"

namespace lapidary {

struct ReasonCount {
    Reason example;  ///< the first met, with its numbers
    std::int64_t count = 0;
    std::optional<Mapping> mapping;  ///< that the example is of; sessions of older versions lack it
};

struct Counters {
    std::int64_t drawn = 0;
    std::int64_t valid = 0;
    std::vector<ReasonCount> invalid;  ///< by reasonTitle, most frequent first
};

class Tally {
public:
    void addValid() { ++m_valid; }
    /// `position` of the mapping in the interleaved order of draws.
    void addInvalid(const Reason& reason, std::int64_t position, const Mapping& mapping);
    /// The same for those after the first of a kind, which need no mapping; false, and nothing counted, for the first.
    bool addAgain(const Reason& reason);
    void merge(const Tally& other);

    Counters counters(const Target& target) const;

private:
    struct Entry {
        Reason example;
        std::int64_t position = 0;
        std::int64_t count = 0;
        Mapping mapping;
    };
    Entry* find(const Reason& reason);
    void add(const Entry& entry);

    std::int64_t m_valid = 0;
    std::vector<Entry> m_entries;
};

}  // namespace lapidary
