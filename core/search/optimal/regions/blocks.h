// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which temporal loops the constraints of levels allow. A loop belongs to the innermost level of which a Store stands
// outside of it, so the level of the next loop out follows from what is still to be placed. A place knows of each
// dimension how many trips the block of its level has made so far (docs/models/optimal.md, Regions). Immutable.
#pragma once

#include <vector>

#include "core/search/optimal/regions/axes.h"
#include "core/search/optimal/regions/outer.h"

namespace lapidary::optimal::regions {

class Blocks {
public:
    Blocks(const Question& question, const Plan& plan);

    bool limited() const { return m_question.limitsLoops(); }
    /// That of a loop directly outside the `placed` Stores of the region.
    int levelOf(std::size_t region, unsigned placed) const { return m_levelOf[region][placed]; }
    /// Levels further in than all Stores may do without loops.
    bool fits() const { return m_fits; }
    bool allows(int level, std::size_t d, std::int64_t factor, const Axes& axes, const Place& place) const;
    /// The place's state of the dimension after this loop.
    std::uint16_t landing(int level, std::size_t d, std::uint16_t to, const Axes& axes) const {
        return m_noted[static_cast<std::size_t>(level)] >> d & 1 ? to : axes[d].at(to).base;
    }
    /// Stores of the region are placed: ends the blocks of levels that are further in than those to come. False if one of
    /// them lacks trips.
    bool pass(std::size_t region, unsigned before, unsigned after, const Axes& axes, Place& place) const;
    /// What is left of each dimension is no more than the levels and fanouts further out may take.
    bool leavesRoom(std::size_t region, unsigned placed, const Axes& axes, const Place& place) const;
    /// All that is left may be loops of the outermost level.
    bool allowsRest(const Axes& axes, const Place& place) const;
    /// These loops in an order that is allowed, outermost first.
    Nest rest(const Axes& axes, const Place& place) const;

private:
    void findMost();
    bool mayEnd(int level, std::size_t d, std::int64_t trips) const;
    bool mayBeEmpty(int level) const;
    unsigned outside(int level, std::size_t d) const { return m_outside[static_cast<std::size_t>(level)][d]; }

    const Question& m_question;
    std::vector<std::vector<int>> m_levelOf;  ///< by region and Stores placed
    std::vector<unsigned> m_noted;            ///< by level: dimensions whose trips it limits or orders
    std::vector<std::array<unsigned, kMostDimensions>> m_outside;  ///< by level and dimension: those outside of it
    /// By region and level of the next loop, and dimension: the most trips and lanes that may come.
    std::vector<std::vector<std::array<std::int64_t, kMostDimensions>>> m_most;
    bool m_fits = true;
};

}  // namespace lapidary::optimal::regions
