// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The children of one parent instance along one dimension, in order: runs of neighbours that fare alike, at equal
// distances; and what they do at one time (reuse.md, Closed form). Needed where children that differ in two dimensions
// can still ask for the same words. On the path of every search: allocates nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/model/reuse/classes.h"

namespace lapidary::reuse {

inline constexpr int kMaxRuns = 32;

/// Children with first indices first, first + stride, ...
struct Run {
    std::int64_t count = 1, first = 0, stride = 0;
    std::int64_t settings = 1;  ///< as in InstanceClass
    std::int64_t last = 1;
    bool live = false;  ///< may still be in the tail
};

/// A run at one time: the extents of its tile and of the one before, and the shift between them.
struct ActiveRun {
    std::int64_t count = 1, first = 0, stride = 0;
    std::int64_t extent = 1, before = 1, shift = 0;

    bool faresLike(const ActiveRun& other) const {
        return extent == other.extent && before == other.before && shift == other.shift;
    }
};

/// What happens `weight` times in one parent instance.
struct Slice {
    std::int64_t weight = 0;
    int count = 0;
    std::array<ActiveRun, kMaxRuns> runs;

    /// Joins the run to the one before it if they are one row of children that fare alike.
    void add(const ActiveRun& run);
};

class ChildRuns {
public:
    /// False if there are more runs than fit; then the event walk has to count.
    bool build(const Nest& nest, const PairTable& table, int dimension);

    int parents() const { return m_parents; }
    std::int64_t instances(int parent) const { return m_groups[static_cast<std::size_t>(parent)].instances; }

    /// Takes the next outer temporal loop of this dimension to the inside.
    void pass(const Loop& loop);

    /// Calls visit(slice) for the settings of the loops not passed, while a loop of another dimension advances; or, if
    /// `advancing` is given, for the times when that loop, the next outer one of this dimension, does.
    template <class Visit>
    void visitSlices(int parent, const Loop* advancing, Visit visit) const {
        const Cuts cuts = cutTime(parent, advancing != nullptr);
        Slice slice;
        for (int i = 0; i + 1 < cuts.count; ++i) {
            fill(slice, parent, cuts.at[static_cast<std::size_t>(i)], cuts.at[static_cast<std::size_t>(i) + 1],
                 advancing);
            if (slice.weight > 0) visit(slice);
        }
    }

private:
    struct Group {
        std::int64_t instances = 1;
        int begin = 0, end = 0;
    };
    /// Between two of them all children fare the same at every time.
    struct Cuts {
        int count = 0;
        std::array<std::int64_t, 2 * kMaxRuns + 1> at;
    };

    bool changesAtLast(std::size_t run, bool advancing) const {
        const bool shorter = m_runs[run].last != m_full;
        return advancing ? shorter && m_lastSpan[run] == 0 : shorter || m_lastSpan[run] != m_span;
    }
    Cuts cutTime(int parent, bool advancing) const;
    void fill(Slice& slice, int parent, std::int64_t from, std::int64_t to, const Loop* advancing) const;

    int m_parents = 0;
    std::int64_t m_full = 1, m_span = 0;
    std::array<Group, kMaxClasses> m_groups;
    std::array<Run, kMaxRuns> m_runs;
    std::array<std::int64_t, kMaxRuns> m_rest, m_lastSpan;
};

}  // namespace lapidary::reuse
