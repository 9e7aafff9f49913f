// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/reduction_tree.h"

#include <algorithm>
#include <bit>

namespace lapidary::fabric {
namespace {

/// Of the node that carries partial results: where it is among the children of the next level and the multipliers in it.
struct Carrier {
    std::int32_t position = 0;
    std::int32_t from = 0, to = 0;  ///< multipliers, contiguous
};

/// Places one neuron after the other, level by level from the leaves.
class TreeLayout {
public:
    TreeLayout(std::int64_t multipliers, std::int64_t lines)
        : m_levels(std::bit_width(static_cast<std::uint64_t>(multipliers)) - 1), m_lines(lines) {
        m_tree.hops.assign(static_cast<std::size_t>(multipliers), 0);
    }
    /// Every adder in use goes there, too.
    void keep(std::vector<AdderUse>& uses) { m_uses = &uses; }

    void place(const NeuronSpan& span) {
        NeuronRoute route;
        m_carriers.clear();
        m_first = span.first;
        for (std::int32_t m = span.first; m < span.first + span.size; ++m) m_carriers.push_back({m, m, m + 1});
        int level = m_levels - 1;
        for (;; --level) {
            climb(level, route);
            if (m_carriers.size() == 1 || level == 0) break;
        }
        if (m_uses) m_uses->back().to = AdderUse::To::memory;
        --route.parentSends;  // the top adder sends to memory or to its accumulator
        for (std::int32_t m = span.first; m < span.first + span.size; ++m)
            route.depth = std::max(route.depth, m_tree.hops[static_cast<std::size_t>(m)]);
        attach(level, m_carriers.front().position, route);
        m_tree.neurons.push_back(route);
    }

    ReductionTree take() { return std::move(m_tree); }

private:
    bool marked(std::int32_t child) const {
        return std::any_of(m_marks.begin(), m_marks.end(), [&](const Run& run) { return run.has(child); });
    }
    /// Length of the run of marks that ends at `child`, going down.
    std::int32_t runDown(std::int32_t child) const {
        for (const Run& run : m_marks)
            if (run.has(child)) return child - run.from + 1;
        return 0;
    }
    std::int32_t runUp(std::int32_t child) const {
        for (const Run& run : m_marks)
            if (run.has(child)) return run.to - child;
        return 0;
    }
    void unmarkFrom(std::int32_t child) {  // the run that starts at the sender's side
        for (Run& run : m_marks)
            if (run.has(child)) run.to = child;
    }
    void unmarkDownTo(std::int32_t child) {
        for (Run& run : m_marks)
            if (run.has(child)) run.from = child + 1;
    }

    void markCarriers() {
        m_marks.clear();
        for (const Carrier& carrier : m_carriers) {
            if (!m_marks.empty() && m_marks.back().to == carrier.position)
                ++m_marks.back().to;
            else
                m_marks.push_back({carrier.position, carrier.position + 1});
        }
    }

    /// Which adder of the pair (odd, odd + 1) receives the other's result over the link; -1 for none.
    std::int32_t receiverOf(std::int32_t odd) {
        const std::int32_t left = marked(2 * odd + 1) ? runDown(2 * odd + 1) : runDown(2 * odd);
        const std::int32_t right = marked(2 * odd + 2) ? runUp(2 * odd + 2) : runUp(2 * odd + 3);
        if (left == 0 || right == 0) return -1;
        if (left >= right) {
            if (marked(2 * odd + 4) || marked(2 * odd + 5)) return -1;
            unmarkFrom(2 * odd + 2);
            return odd;
        }
        if (marked(2 * odd - 1) || marked(2 * odd - 2)) return -1;
        unmarkDownTo(2 * odd + 1);
        return odd + 1;
    }

    void climb(int level, NeuronRoute& route) {
        m_level = level;
        markCarriers();
        const std::int32_t last = (1 << level) - 1;
        std::vector<Carrier>& above = m_above;
        above.clear();
        std::size_t next = 0;
        while (next < m_carriers.size()) {
            const std::int32_t adder = m_carriers[next].position / 2;
            if (adder == 0 || adder == last) {
                above.push_back(added(adder, next, route));
                continue;
            }
            const std::int32_t odd = adder % 2 == 1 ? adder : adder - 1;
            const std::int32_t receiver = receiverOf(odd);
            if (receiver < 0) {
                above.push_back(added(adder, next, route));
                if (adder == odd && next < m_carriers.size() && m_carriers[next].position / 2 == odd + 1)
                    above.push_back(added(odd + 1, next, route));
                continue;
            }
            above.push_back(linked(odd, receiver, next, route));
        }
        std::swap(m_carriers, above);
    }

    /// One adder with its marked children.
    Carrier added(std::int32_t adder, std::size_t& next, NeuronRoute& route) {
        Carrier result{adder, m_carriers[next].from, m_carriers[next].to};
        int inputs = 0;
        for (; next < m_carriers.size() && m_carriers[next].position / 2 == adder; ++next, ++inputs)
            result.to = m_carriers[next].to;
        if (inputs == 2) ++route.twoInputSums;
        if (inputs == 1 && isFirst(result)) ++route.aloneParents;
        ++route.parentSends;
        hop(result);
        note(adder, inputs, AdderUse::To::parent, result.from, result.to);
        return result;
    }

    Carrier linked(std::int32_t odd, std::int32_t receiver, std::size_t& next, NeuronRoute& route) {
        Carrier sides[2];
        int inputs[2] = {0, 0};
        for (int side = 0; side < 2; ++side) {
            sides[side] = {odd + side, m_carriers[next].from, m_carriers[next].to};
            for (; next < m_carriers.size() && m_carriers[next].position / 2 == odd + side; ++next, ++inputs[side])
                sides[side].to = m_carriers[next].to;
            hop(sides[side]);
        }
        const int to = receiver - odd;
        if (inputs[1 - to] == 2) ++route.twoInputSums;
        if (inputs[1 - to] == 1 && isFirst(sides[1 - to])) ++route.aloneLinks;
        ++(inputs[to] == 2 ? route.threeInputSums : route.twoInputSums);
        ++route.linkSends;
        ++route.parentSends;
        note(odd + 1 - to, inputs[1 - to], to == 0 ? AdderUse::To::left : AdderUse::To::right, sides[1 - to].from,
             sides[1 - to].to);
        hop(sides[1 - to]);
        note(receiver, inputs[to] + 1, AdderUse::To::parent, sides[0].from, sides[1].to);
        return {receiver, sides[0].from, sides[1].to};
    }

    /// Nothing but the neuron's first multiplier.
    bool isFirst(const Carrier& carrier) const { return carrier.from == m_first && carrier.to == m_first + 1; }

    void hop(const Carrier& carrier) {
        for (std::int32_t m = carrier.from; m < carrier.to; ++m) ++m_tree.hops[static_cast<std::size_t>(m)];
    }

    void note(std::int32_t adder, int inputs, AdderUse::To to, std::int32_t from, std::int32_t end) {
        if (!m_uses) return;
        m_uses->push_back({static_cast<std::int32_t>(m_tree.neurons.size()),
                           m_level,
                           adder,
                           inputs,
                           to,
                           from,
                           {m_tree.hops.begin() + from, m_tree.hops.begin() + end}});
    }

    /// Line and input of the bus: pairs of linked adders are numbered from the root, then come the others.
    void attach(int level, std::int32_t adder, NeuronRoute& route) const {
        const std::int32_t last = (1 << level) - 1;
        if (adder != 0 && adder != last) {
            const std::int64_t pairsAbove = level < 2 ? 0 : (std::int64_t{1} << (level - 1)) - level;
            const std::int64_t pair = pairsAbove + (adder - 1) / 2;
            route.line = static_cast<std::int32_t>(pair % m_lines);
            route.input = static_cast<std::int32_t>(2 * (pair / m_lines) + (adder % 2 == 0));
            return;
        }
        const std::int64_t number = level == 0 ? 0 : 2 * level - 1 + (adder == last);
        const std::int64_t linkedAdders = (std::int64_t{2} << (m_levels - 1)) - 2 * m_levels;
        route.line = static_cast<std::int32_t>((number + linkedAdders) % m_lines);
        route.input = static_cast<std::int32_t>(linkedAdders + number / m_lines);  // behind all linked ones
    }

    struct Run {
        std::int32_t from, to;
        bool has(std::int32_t child) const { return from <= child && child < to; }
    };

    int m_levels;
    std::int64_t m_lines;
    int m_level = 0;
    std::vector<AdderUse>* m_uses = nullptr;
    std::int32_t m_first = 0;
    std::vector<Carrier> m_carriers, m_above;
    std::vector<Run> m_marks;
    ReductionTree m_tree;
};

}  // namespace

ReductionTree layOut(const std::vector<NeuronSpan>& spans, std::int64_t multipliers, std::int64_t lines) {
    TreeLayout layout(multipliers, lines);
    for (const NeuronSpan& span : spans) layout.place(span);
    return layout.take();
}

std::vector<AdderUse> addersOf(const std::vector<NeuronSpan>& spans, std::int64_t multipliers) {
    std::vector<AdderUse> uses;
    TreeLayout layout(multipliers, 1);
    layout.keep(uses);
    for (const NeuronSpan& span : spans) layout.place(span);
    return uses;
}

}  // namespace lapidary::fabric
