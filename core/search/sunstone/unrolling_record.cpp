// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/unrolling_record.h"

#include <algorithm>
#include <set>

#include "core/base/units.h"
#include "core/search/sunstone/orders.h"
#include "core/search/sunstone/tiling_tree.h"
#include "core/search/sunstone/unrolling.h"

namespace lapidary::sunstone {

namespace {

std::size_t nthOf(int number) { return static_cast<std::size_t>(number); }

std::string loopNameOf(const Problem& problem, int loop) {
    return problem.target().workload.dimensions()[nthOf(problem.dimensionOf(loop))].name;
}

std::string loopNamesOf(const Problem& problem, Mask loops) {
    std::string text;
    for (int l = 0; l < problem.loops(); ++l)
        if (loops >> l & 1) text += (text.empty() ? "" : " ") + loopNameOf(problem, l);
    return text;
}

Mask moving(const Sizes& factors) {
    Mask mask = 0;
    for (std::size_t l = 0; l < factors.size(); ++l)
        if (factors[l] > 1) mask = static_cast<Mask>(mask | 1u << l);
    return mask;
}

/// What the search had left to unroll at the gap when it came to this mapping.
Sizes restAt(const Problem& problem, int gap, const Options& options, const MappingSplit* split) {
    Sizes rest = problem.bounds();
    if (!split) return rest;
    const bool down = options.direction == Direction::topDown;
    const bool tileFirst = options.steps != Steps::unrollingFirst;
    const auto divide = [&rest](const Sizes& by) {
        for (std::size_t l = 0; l < rest.size(); ++l) rest[l] /= by[l];
    };
    if (down) {  // outer levels are settled; the tile of this one is all that lies inside
        for (int m = problem.levels() - 1; m > gap; --m) {
            divide(split->temporal[nthOf(m)]);
            if (m - 1 > gap) divide(split->spatial[nthOf(m - 1)]);
        }
        if (tileFirst) divide(split->tileAt(gap));
        return rest;
    }
    for (int m = 0; m < gap; ++m) {
        divide(split->temporal[nthOf(m)]);
        divide(split->spatial[nthOf(m)]);
    }
    if (tileFirst) divide(split->temporal[nthOf(gap)]);
    return rest;
}

/// Which tensor the order above reuses, where the search settles that first; -1 = it doesn't, or none.
int operandAbove(const Problem& problem, int gap, const Options& options, const MappingSplit* split) {
    if (options.steps != Steps::orderingFirst || !split || !options.ordering) return -1;
    const OrderingTrie trie = orderingTrie(problem.target().workload);
    const int kept = keptOrderAt(problem, trie, *split, gap + 1);
    if (kept < 0 || nthOf(kept) >= trie.kept.size()) return -1;
    return operandOf(trie.nodes[nthOf(trie.kept[nthOf(kept)])].reuse, problem.tensors().size());
}

class RecordMaker {
public:
    RecordMaker(const Problem& problem, int gap, const Options& options, const MappingSplit* split,
                const std::function<bool()>* tick)
        : m_problem(problem),
          m_gap(gap),
          m_options(options),
          m_split(split),
          m_rest(restAt(problem, gap, options, split)),
          m_operand(operandAbove(problem, gap, options, split)) {
        const UnrollingRules rules{
            .principle = true, .underFills = options.underFills, .operand = m_operand, .tick = tick};
        for (const Unrolling& each : unrollings(problem, gap, m_rest, rules)) {
            m_kept.insert(each.factors);
            m_mostKept = std::max(m_mostKept, each.lanes);
        }
        UnrollingRules any = rules;
        any.principle = false;
        m_all = unrollings(problem, gap, m_rest, any);
        for (std::size_t t = 0; t < problem.tensors().size(); ++t)
            if (m_operand < 0 || nthOf(m_operand) == t) m_allowed.push_back(unrollable(problem, t));
    }

    UnrollingRecord make(std::size_t mostRows) const {
        UnrollingRecord record;
        record.level = levelName(m_problem, m_gap);
        const auto& fanouts = m_problem.target().architecture.fanouts();
        for (const ArrayAxis& axis : m_problem.gap(m_gap).axes)
            record.axes.push_back(fanouts[nthOf(axis.fanout)].name + (axis.axis == Axis::x ? ".X " : ".Y ") +
                                  std::to_string(axis.size));
        record.lanes = m_problem.gap(m_gap).lanes;
        record.left = moving(m_rest) == 0 ? "nothing" : tileText(m_problem, m_rest);
        if (m_operand >= 0) record.operand = m_problem.target().workload.tensors()[nthOf(m_operand)].name;
        for (const bool kept : {true, false})
            for (const Unrolling& each : m_all) {
                if (keeps(each) != kept) continue;
                ++(kept ? record.kept : record.dropped);
                if (kept || isChosen(each) || record.rows.size() < mostRows)
                    record.rows.push_back(rowOf(each, kept));
                else
                    ++record.leftOut;
            }
        return record;
    }

private:
    bool keeps(const Unrolling& each) const { return !m_options.unrolling || m_kept.contains(each.factors); }
    bool isChosen(const Unrolling& each) const { return m_split && m_split->spatial[nthOf(m_gap)] == each.factors; }

    UnrollingRow rowOf(const Unrolling& each, bool kept) const {
        UnrollingRow row;
        const Gap& gap = m_problem.gap(m_gap);
        for (const Sizes& axis : splitOverAxes(m_problem, m_gap, each.factors))
            row.axes.push_back(moving(axis) == 0 ? "1" : tileText(m_problem, axis));
        row.lanes = each.lanes;
        row.utilization = static_cast<double>(each.lanes) / static_cast<double>(gap.lanes);
        row.kept = kept;
        row.chosen = isChosen(each);
        row.reason = reasonFor(each, kept);
        return row;
    }

    std::string reasonFor(const Unrolling& each, bool kept) const {
        const std::int64_t lanes = m_problem.gap(m_gap).lanes;
        if (!m_options.unrolling) return "the principle is off: all that fits is kept";
        const Mask loops = moving(each.factors);
        const bool served = std::ranges::any_of(m_allowed, [loops](Mask allowed) { return (loops & ~allowed) == 0; });
        if (kept) {
            if (each.lanes == lanes) return "fills the array";
            return served                 ? "no larger factor of these loops fits"
                   : m_options.underFills ? "fuller than what serves one tensor"
                                          : "fills an axis, or is fuller than what serves one tensor";
        }
        if (!served) return whyNotServed(loops);
        const std::string share = formatCount(each.lanes) + " of " + formatCount(lanes) + " lanes: ";
        return share + (m_mostKept == lanes && !m_options.underFills ? "an exact fill exists" : "a larger factor fits");
    }

    /// Loops that some tensor is not indexed by are reused in time by the order above it already, or by none.
    std::string whyNotServed(Mask loops) const {
        if (m_operand < 0)
            return loopNamesOf(m_problem, loops) + " together serve no one tensor: some order reuses over them in time";
        const ProblemTensor& tensor = m_problem.tensors()[nthOf(m_operand)];
        const auto again = static_cast<Mask>(loops & ~tensor.indexing);
        const std::string& name = m_problem.target().workload.tensors()[nthOf(m_operand)].name;
        if (again != 0) return "reuses " + name + " again, over " + loopNamesOf(m_problem, again);
        return "no other tensor is shared over " +
               loopNamesOf(m_problem, static_cast<Mask>(loops & ~m_allowed.front()));
    }

    const Problem& m_problem;
    int m_gap;
    const Options& m_options;
    const MappingSplit* m_split;
    Sizes m_rest;
    int m_operand;
    std::set<Sizes> m_kept;
    std::int64_t m_mostKept = 0;
    std::vector<Unrolling> m_all;
    std::vector<Mask> m_allowed;  ///< loops, by operand
};

}  // namespace

std::vector<int> gapsWithArrays(const Problem& problem) {
    std::vector<int> gaps;
    for (int gap = 0; gap + 1 < problem.levels(); ++gap)
        if (problem.gap(gap).lanes > 1) gaps.push_back(gap);
    return gaps;
}

UnrollingRecord unrollingRecord(const Problem& problem, int gap, const Options& options, const MappingSplit* split,
                                std::size_t mostRows, const std::function<bool()>* tick) {
    UnrollingRecord record = RecordMaker(problem, gap, options, split, tick).make(mostRows);
    record.complete = !tick || (*tick)();
    return record;
}

}  // namespace lapidary::sunstone
