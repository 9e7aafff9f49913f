// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best uneven mapping of a design of any shape, or its whole energy-latency front: a climb for every choice of what
// levels keep, all with the same best; with tails, perfect factors first, since each of their mappings is one with tails,
// too. One owner.
#pragma once

#include "core/search/optimal/certificate.h"
#include "core/search/optimal/regions/reuse_climb.h"

namespace lapidary::optimal::regions {

/// In words, for whoever waits for a proof.
std::string whyOutgrown(const Rules& rules);

class RegionSearch {
public:
    /// `tick` is called every few microseconds to milliseconds; false = give up.
    /// `judge` counts mappings where the question is one of the reuse model.
    RegionSearch(const Question& question, const Question& perfect, bool wholeFront, const Rules& rules, Tick tick,
                 Judge judge);

    /// True once it is proven. Diagnostics if there are too many Stores to tell apart.
    Result<bool> run();
    /// Questions about the same space, counted otherwise, with and without tails: what is on the way to their best is
    /// tried where tables can't count tails.
    struct Hint {
        Question question, perfect;
    };
    void take(Hint hint) { m_hints.push_back(std::move(hint)); }
    /// Counts a mapping of the space that another search has found.
    void tryMapping(const Mapping& mapping);
    Archive& archive() { return m_archive; }
    /// What is open no more may be better by the gap that was asked for.
    bool endedByGap() const { return m_archive.closedByGap().has_value(); }
    bool outgrown() const { return m_outgrown; }
    /// Why it isn't proven, unless it was stopped; empty = it is, or was.
    const std::string& reason() const { return m_reason; }
    Certificate certificate() const;

private:
    struct Branch;
    Result<bool> runWithTails();
    Result<bool> tryHints(bool recount);
    void tryNest(const Nest& nest);
    template <class Climbing>
    bool deepen(std::vector<Branch>& branches, const Climbing& climb, bool isLast);
    template <class Climbing>
    bool passEnergies(std::vector<Branch>& branches, const Climbing& climb);
    Result<bool> searchAll(const Question& question, bool isLast, bool settles);
    bool endOpen(const std::vector<Branch>& branches);

    const Question& m_question;
    const Question& m_perfect;
    Rules m_rules;
    Tick m_tick;
    Judge m_judge;
    Archive m_archive;
    Counts m_counts;
    const Ascent* m_running = nullptr;
    std::optional<Worth> m_bound;
    std::optional<Worth> m_unplaced;  ///< the least that isn't a mapping of the space
    std::vector<Hint> m_hints;
    std::string m_reason;
    bool m_outgrown = false, m_miscounted = false;
};

}  // namespace lapidary::optimal::regions
