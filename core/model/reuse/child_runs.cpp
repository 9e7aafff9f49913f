// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/child_runs.h"

namespace lapidary::reuse {
namespace {

/// The runs of one parent class while the loops inside the parent are passed, outermost first.
class RunBuilder {
public:
    explicit RunBuilder(const InstanceClass& parent) {
        m_runs[0] = {.settings = parent.settings, .live = parent.id == 0};
        m_count = 1;
    }

    bool pass(const Loop& loop) {
        if (loop.isSpatial) return spread(loop);
        for (int i = 0; i < m_count; ++i) {
            Run& run = m_runs[static_cast<std::size_t>(i)];
            run.settings = run.live ? (run.settings - 1) * loop.bound + loop.tail : run.settings * loop.bound;
        }
        return true;
    }

    bool copyTo(std::array<Run, kMaxRuns>& out, int& end, std::int64_t full, std::int64_t last) const {
        if (end + m_count > kMaxRuns) return false;
        for (int i = 0; i < m_count; ++i) {
            Run& run = out[static_cast<std::size_t>(end++)] = m_runs[static_cast<std::size_t>(i)];
            run.last = run.live ? last : full;
        }
        return true;
    }

private:
    bool spread(const Loop& loop) {
        const std::array<Run, kMaxRuns> outer = m_runs;
        const int count = m_count;
        m_count = 0;
        for (int i = 0; i < count; ++i) {
            const Run& run = outer[static_cast<std::size_t>(i)];
            const bool alike = !run.live || (loop.perfectInside && loop.tail == loop.bound);
            if (!(alike ? multiply(run, loop) : split(run, loop))) return false;
        }
        return true;
    }

    bool multiply(Run run, const Loop& loop) {
        if (run.count == 1 || run.stride == loop.bound * loop.step) {
            run.count *= loop.bound;
            run.stride = loop.step;
            return add(run);
        }
        const std::int64_t outer = run.count, stride = run.stride;
        run.count = loop.bound;
        run.stride = loop.step;
        for (std::int64_t i = 0; i < outer; ++i, run.first += stride)
            if (!add(run)) return false;
        return true;
    }

    /// `live` is a single child here: a row of them has only full loops inside.
    bool split(const Run& live, const Loop& loop) {
        const std::int64_t atTail = loop.perfectInside ? loop.tail : 1;
        const std::int64_t before = loop.tail - atTail, behind = live.settings > 1 ? loop.bound - loop.tail : 0;
        Run run = live;
        run.stride = loop.step;
        const auto part = [&](std::int64_t from, std::int64_t count, std::int64_t settings, bool isLive) {
            run.first = live.first + from * loop.step;
            run.count = count;
            run.settings = settings;
            run.live = isLive;
            return count == 0 || add(run);
        };
        return part(0, before, live.settings, false) && part(before, atTail, live.settings, true) &&
               part(loop.tail, behind, live.settings - 1, false);
    }

    bool add(const Run& run) {
        if (m_count == kMaxRuns) return false;
        m_runs[static_cast<std::size_t>(m_count++)] = run;
        return true;
    }

    int m_count = 0;
    std::array<Run, kMaxRuns> m_runs;
};

/// Multiples of `bound` in [from, to).
std::int64_t multiplesIn(std::int64_t from, std::int64_t to, std::int64_t bound) {
    return (to + bound - 1) / bound - (from + bound - 1) / bound;
}

}  // namespace

void Slice::add(const ActiveRun& run) {
    if (count > 0) {
        ActiveRun& previous = runs[static_cast<std::size_t>(count - 1)];
        const std::int64_t step = previous.count > 1 ? previous.stride : run.first - previous.first;
        const bool continues =
            run.first == previous.first + previous.count * step && (run.count == 1 || run.stride == step);
        if (continues && previous.faresLike(run)) {
            previous.count += run.count;
            previous.stride = step;
            return;
        }
    }
    runs[static_cast<std::size_t>(count++)] = run;
}

bool ChildRuns::build(const Nest& nest, const PairTable& table, int dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    const StoreNode& child = nest.stores[static_cast<std::size_t>(table.child)];
    const StoreNode& parent = nest.stores[static_cast<std::size_t>(table.parent)];
    DimensionTable parents;
    classesAt(nest, parent, dimension, parents);
    m_full = child.full[d];
    m_span = 0;
    m_parents = 0;
    int end = 0;
    for (int c = 0; c < parents.count; ++c) {
        const InstanceClass& own = parents.classes[static_cast<std::size_t>(c)];
        if (table.dimensions[d].onlyParent >= 0 && table.dimensions[d].onlyParent != own.id) continue;
        RunBuilder builder(own);
        for (int i = 0; i < nest.loopsOf[d]; ++i) {
            const Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
            if (loop.position > child.position) break;
            if (loop.position > parent.position && !builder.pass(loop)) return false;
        }
        const int begin = end;
        if (!builder.copyTo(m_runs, end, m_full, child.last[d])) return false;
        m_groups[static_cast<std::size_t>(m_parents++)] = {own.instances, begin, end};
    }
    for (int i = 0; i < end; ++i) {
        m_rest[static_cast<std::size_t>(i)] = m_runs[static_cast<std::size_t>(i)].settings - 1;
        m_lastSpan[static_cast<std::size_t>(i)] = 0;
    }
    return true;
}

void ChildRuns::pass(const Loop& loop) {
    m_span += (loop.bound - 1) * loop.step;
    const int end = m_groups[static_cast<std::size_t>(m_parents - 1)].end;
    for (int i = 0; i < end; ++i) {
        std::int64_t& rest = m_rest[static_cast<std::size_t>(i)];
        m_lastSpan[static_cast<std::size_t>(i)] += rest % loop.bound * loop.step;
        rest /= loop.bound;
    }
}

ChildRuns::Cuts ChildRuns::cutTime(int parent, bool advancing) const {
    const Group& group = m_groups[static_cast<std::size_t>(parent)];
    Cuts cuts;
    const auto cut = [&cuts](std::int64_t time) { cuts.at[static_cast<std::size_t>(cuts.count++)] = time; };
    cut(0);
    for (auto i = static_cast<std::size_t>(group.begin); i < static_cast<std::size_t>(group.end); ++i) {
        if (changesAtLast(i, advancing)) cut(m_rest[i]);
        cut(m_rest[i] + 1);
    }
    std::sort(cuts.at.begin(), cuts.at.begin() + cuts.count);
    return cuts;
}

void ChildRuns::fill(Slice& slice, int parent, std::int64_t from, std::int64_t to, const Loop* advancing) const {
    slice.count = 0;
    slice.weight = to - from;
    if (advancing) slice.weight -= multiplesIn(from, to, advancing->bound);
    if (slice.weight <= 0) return;
    const Group& group = m_groups[static_cast<std::size_t>(parent)];
    for (auto i = static_cast<std::size_t>(group.begin); i < static_cast<std::size_t>(group.end); ++i) {
        if (m_rest[i] < from) continue;
        const Run& run = m_runs[i];
        const bool atLast = m_rest[i] == from;
        ActiveRun active{
            .count = run.count, .first = run.first, .stride = run.stride, .extent = m_full, .before = m_full};
        if (atLast && m_lastSpan[i] == 0) active.extent = run.last;
        if (advancing)
            active.shift = advancing->step - m_span;
        else if (atLast)
            active.before = run.last, active.shift = -m_lastSpan[i];
        else
            active.shift = -m_span;
        slice.add(active);
    }
}

}  // namespace lapidary::reuse
