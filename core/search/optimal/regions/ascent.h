// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search over regions asks of the way up from a single compute, whatever counts the words: Climb as AccelForge
// does, ReuseClimb by the reuse model. And how both remember the way. One owner.
#pragma once

#include <functional>

#include "core/search/optimal/regions/archive.h"
#include "core/search/optimal/regions/lanes.h"
#include "core/search/optimal/regions/rules.h"

namespace lapidary::optimal::regions {

/// The nest as a mapping of the target.
Mapping mappingOf(const Nest& nest, const Question& question);

struct Counts {
    std::int64_t made = 0, dominated = 0, tooLarge = 0, closed = 0, lanes = 0, noRoom = 0;
};

class Ascent {
public:
    virtual ~Ascent() = default;
    /// Tables that every run needs. False if `tick` gave up, or the tables would take too much memory.
    virtual bool prepare() = 0;
    /// Everything, or only `width` labels per fanout, those with the best bounds. False as above.
    /// `withWords`: labels that differ in the words that pass ports are told apart; else the cycles of each mapping are
    /// asked of the model alone.
    virtual bool run(std::size_t width, bool withWords) = 0;
    /// From now on whatever is worth at least this is closed, too; 0 = nothing is.
    void capAt(double worth) { m_cap = worth, m_energyCap = 0; }
    /// The same of the energy of a whole front, leakage included; what costs more and isn't closed shows in wasCapped().
    void capEnergyAt(double energy) { m_cap = 0, m_energyCap = energy, m_wasCapped = false; }
    bool wasCapped() const { return m_wasCapped; }
    /// Without words: what seemed possible, but took more cycles.
    const std::vector<std::pair<std::int64_t, std::int64_t>>& slower() const { return m_slower; }
    const Counts& counts() const { return m_counts; }
    bool outgrown() const { return m_outgrown; }
    /// No nest has less energy, or fewer cycles.
    std::int64_t leastEnergy() const { return m_leastEnergy; }
    std::int64_t leastCycles() const { return m_leastCycles; }

protected:
    bool isCapped(const Question& question, std::int64_t energy, std::int64_t cycles) const {
        if (m_energyCap > 0 && static_cast<double>(question.exact().total(energy, cycles)) > m_energyCap)
            return m_wasCapped = true;
        return m_cap > 0 && static_cast<double>(question.exact().worth(energy, cycles)[0]) >= m_cap;
    }
    /// Ends `other` points that are no better.
    void noteSlower(std::int64_t energy, std::int64_t least) {
        std::erase_if(m_slower, [&](const auto& other) { return other.first >= energy && other.second >= least; });
        m_slower.emplace_back(energy, least);
    }

    Counts m_counts;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_slower;
    std::int64_t m_leastEnergy = 0, m_leastCycles = 0;
    double m_cap = 0, m_energyCap = 0;
    mutable bool m_wasCapped = false;
    bool m_outgrown = false, m_goesOn = true;
};

/// Steps of partial nests, each with the one further in.
class Traces {
public:
    void clear() { m_steps.assign(1, {}); }
    std::size_t size() const { return m_steps.size(); }
    /// Forgets all but the first `size`.
    void shrink(std::size_t size) { m_steps.resize(size); }
    std::uint32_t add(std::uint32_t inner, const NestStep& step) {
        m_steps.push_back({inner, step});
        return static_cast<std::uint32_t>(m_steps.size() - 1);
    }
    std::uint32_t loop(std::uint32_t inner, std::size_t d, std::int64_t factor) {
        return add(inner, {.kind = NestStep::Kind::loop, .dimension = d, .factor = factor});
    }
    std::uint32_t store(std::uint32_t inner, const PlannedStore& store) {
        return add(inner, {.kind = NestStep::Kind::store, .level = store.level, .tensor = store.tensor});
    }
    std::uint32_t lanes(std::uint32_t inner, int fanout, const LaneChoice& choice, std::size_t dimensions) {
        for (const Axis axis : {Axis::y, Axis::x})
            for (std::size_t d = 0; d < dimensions; ++d) {
                const std::int32_t lanes = axis == Axis::x ? choice.onX[d] : choice.lanes[d] / choice.onX[d];
                if (lanes > 1)
                    inner = add(inner, {.kind = NestStep::Kind::lanes,
                                        .dimension = d,
                                        .factor = lanes,
                                        .fanout = fanout,
                                        .axis = axis});
            }
        return inner;
    }
    /// Appends the nest from this step on, outermost first.
    void append(std::uint32_t trace, Nest& nest) const {
        for (; trace != 0; trace = m_steps[trace].first) nest.push_back(m_steps[trace].second);
    }

private:
    std::vector<std::pair<std::uint32_t, NestStep>> m_steps;
};

}  // namespace lapidary::optimal::regions
