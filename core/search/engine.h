// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What all algorithms share: it runs the streams in rounds on the threads, obeys pause, stop, time and budget between
// single mappings, and publishes snapshots some 30 times a second. A round brings every stream to the same number of
// draws; how long it is adapts to the speed and has no influence on the result.
// Thread rule: one thread owns the engine; `draw` is called on several at once, never for the same stream.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/job.h"
#include "core/search/search.h"
#include "core/search/stop_watch.h"
#include "core/search/stream.h"

namespace lapidary {

class Engine {
public:
    /// The arguments must outlive the engine; `monitor` may be null.
    Engine(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options, Job& job,
           SearchMonitor* monitor);

    /// The next mapping of a stream; null = it abandoned a draw, or, if it didn't, none is left in this round.
    using Draw = std::function<const Mapping*(Stream&)>;

    /// Brings every stream to `draws` draws or to its own end. False once the search is over: all streams are at their
    /// end, time is up or someone asked to stop.
    bool advance(std::int64_t draws, const Draw& draw);
    /// Draws from a stream's own numbers alone, whatever became of earlier draws, into a mapping that may keep its loops of
    /// bound 1.
    using DrawFreely = std::function<void(Rng&, Mapping&)>;
    /// As advance, several mappings at a time.
    bool advanceInBatches(std::int64_t draws, const DrawFreely& draw);
    /// Draws per stream that make a round of a good length at the present speed.
    std::int64_t chunk() const { return m_chunk; }
    std::int64_t drawn() const;  ///< over all streams
    const Evaluator& evaluator() const { return m_evaluator; }

    /// For algorithms that think long between draws: obeys pause, publishes; false once the search is over.
    bool goesOn() { return mayGoOn(); }
    /// The counters that go out with every snapshot from now on; must outlive the engine.
    void show(const sunstone::Counters& counters) { m_sunstone = &counters; }

    /// Ended by itself with nothing proven. Else as finish(false).
    SearchResult finishComplete(bool complete);
    /// Merges the streams. `exhausted`: the algorithm has seen its whole space.
    SearchResult finish(bool exhausted);

private:
    /// A piece of the work of a stream that isn't at its end yet; false if nothing is left in this round.
    using Piece = std::function<bool(Stream&, Workspace&)>;
    bool advanceBy(std::int64_t draws, const Piece& piece);
    /// Whether the gap that was asked for is reached: asked where every stream has made the same number of draws, at
    /// fixed numbers of them, so that the answer depends on neither threads nor speed.
    bool closesGap();
    bool runRound(std::int64_t draws, const Piece& piece);
    std::unique_ptr<Workspace> takeWorkspace();
    void giveBack(std::unique_ptr<Workspace> work);
    bool mayGoOn();
    void waitWhilePaused();
    bool allFinished() const;
    StopCause causeOfEnd() const;
    double progress() const;
    void publishIfDue();
    void publish(SearchState state);
    void renewCloud();

    const Mapspace& m_mapspace;
    const Evaluator& m_evaluator;
    const SearchOptions& m_options;
    Job& m_job;
    SearchMonitor* m_monitor;
    StopWatch m_watch;
    std::vector<std::unique_ptr<Stream>> m_streams;
    std::mutex m_workMutex;
    std::vector<std::unique_ptr<Workspace>> m_idleWork;  ///< as many as threads have run at once
    std::int64_t m_chunk = 16;
    std::int64_t m_nextLook = 16;  ///< draws per stream at which closesGap is asked next
    StopCause m_cause = StopCause::none;
    double m_publishedAt = 0;
    std::int64_t m_publishedDrawn = 0;
    double m_rate = 0;
    double m_cloudDue = 0.1;
    std::shared_ptr<const Cloud> m_cloud;  ///< the last one published
    const sunstone::Counters* m_sunstone = nullptr;
    std::optional<double> m_bound;  ///< known before the first draw
};

}  // namespace lapidary
