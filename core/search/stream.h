// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One of the kStreams fixed parts of a search: its own random numbers, share of the budget, victory count and best so
// far, shared with nobody. Draw n of stream s has position n * kStreams + s in the interleaved order of all streams;
// everything merged later speaks of positions, so that it cannot depend on threads.
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/rng.h"
#include "core/mapspace/mapspace.h"
#include "core/model/compat/compat.h"
#include "core/model/compat/sunstone.h"
#include "core/model/evaluator.h"
#include "core/search/cloud.h"
#include "core/search/counters.h"
#include "core/search/incumbent.h"
#include "core/search/search.h"
#include "core/search/stop_watch.h"

namespace lapidary {

/// What judging mappings needs besides a stream; a thread takes one for a while.
struct Workspace {
    Evaluator::ScratchPtr scratch;
    data_centric::MappingModel::Workspace directives;
    std::vector<Mapping> batch;      ///< those that the mapspace's limits refuse stand last
    std::vector<Score> scores;       ///< of the batch
    std::vector<std::size_t> order;  ///< in which they were drawn
    std::int64_t pace = 16;          ///< mappings of the next batch; grows and shrinks with the time that one takes
};

class Stream {
public:
    /// The arguments must outlive the stream.
    Stream(int number, const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
           const StopWatch& watch);

    /// Counts and judges the next mapping of this stream.
    void consider(const Mapping& mapping, Workspace& work);
    /// The same for the next `count` mappings, or until the stream is at its end; several at a time are judged quicker.
    /// `draw` may leave loops of bound 1 in.
    void considerMany(std::int64_t count, const std::function<void(Rng&, Mapping&)>& draw, Workspace& work);

    /// For draws that are given up before they are a mapping: counted as drawn, for that reason. `complete` = some
    /// mapping that it could have become, to show; called once for each kind of reason.
    template <class Complete>
    void abandon(const Reason& reason, const Complete& complete) {
        const std::int64_t position = m_drawn++ * kStreams + m_number;
        if (!m_tally.addAgain(reason)) addExample(reason, position, complete());
    }
    Reason limits(const Mapping& mapping) { return m_evaluator.limits(mapping, *m_scratch); }

    int number() const { return m_number; }
    std::int64_t drawn() const { return m_drawn; }
    std::int64_t budgetLeft() const { return m_budget - m_drawn; }
    bool budgetSpent() const { return m_drawn >= m_budget; }
    bool victorious() const { return m_sinceImprovement >= m_victory; }
    bool finished() const { return budgetSpent() || victorious(); }

    /// What the last mapping considered came to.
    const Score& lastScore() const { return m_lastScore; }
    /// 0 .. 1 of the budget; nullopt if it is unlimited.
    std::optional<double> shareSpent() const;

    Rng& rng() { return m_rng; }
    Mapping& buffer() { return m_buffer; }  ///< for the source of mappings, so that drawing allocates nothing

    const Incumbent& incumbent() const { return m_incumbent; }
    const Tally& tally() const { return m_tally; }
    const CloudCounter* cloud() const { return m_cloud.get(); }  ///< null unless asked for
    const std::vector<Improvement>& improvements() const { return m_improvements; }

private:
    void count(const Mapping& mapping, Score& score) const;
    void keep(const Mapping& mapping, std::int64_t position);
    void judgeMany(std::size_t size, const std::function<void(Rng&, Mapping&)>& draw, Workspace& work);
    const Mapping& canonicalOf(const Mapping& whole);
    void addExample(const Reason& reason, std::int64_t position, const Mapping& mapping);

    const Mapspace& m_mapspace;
    const Evaluator& m_evaluator;
    const StopWatch& m_watch;
    int m_number;
    std::int64_t m_budget;
    std::int64_t m_victory;
    Rng m_rng;
    Evaluator::ScratchPtr m_scratch;  ///< of limits alone
    Mapping m_buffer;
    Mapping m_canonical;
    Score m_lastScore;
    std::int64_t m_drawn = 0;
    std::int64_t m_sinceImprovement = 0;
    Tally m_tally;
    Incumbent m_incumbent;
    std::unique_ptr<CloudCounter> m_cloud;
    std::unique_ptr<const sunstone::Model> m_sunstone;               ///< null unless its rules count
    std::unique_ptr<const data_centric::MappingModel> m_directives;  ///< the same of the data-centric model
    std::vector<Improvement> m_improvements;
};

}  // namespace lapidary
