// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/engine.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/base/parallel.h"
#include "core/search/bounds/first_bound.h"
#include "core/search/bounds/space_bound.h"
#include "core/search/merge.h"

namespace lapidary {

namespace {

constexpr double kPublishEvery = 0.03;
constexpr double kCloudEvery = 0.5;     ///< merging all streams' clouds takes some milliseconds
constexpr double kCloudAtMost = 0.005;  ///< share of the time that goes into it, however slow the machine
constexpr double kShortRound = 0.006;
constexpr double kLongRound = 0.02;
constexpr std::int64_t kMaxChunk = 1 << 16;
constexpr std::int64_t kBatch = 1024;
constexpr std::chrono::milliseconds kShortBatch{3}, kLongBatch{10};
constexpr double kRateMemory = 0.8;  ///< weight of the past in the smoothed rate, per snapshot

}  // namespace

Engine::Engine(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options, Job& job,
               SearchMonitor* monitor)
    : m_mapspace(mapspace), m_evaluator(evaluator), m_options(options), m_job(job), m_monitor(monitor) {
    for (int number = 0; number < kStreams; ++number)
        m_streams.push_back(std::make_unique<Stream>(number, mapspace, evaluator, options, m_watch));
    m_bound = firstBound(mapspace, evaluator, options, job);
    publish(SearchState::running);
}

bool Engine::advance(std::int64_t draws, const Draw& draw) {
    return advanceBy(draws, [&](Stream& stream, Workspace& work) {
        const std::int64_t before = stream.drawn();
        const Mapping* const mapping = draw(stream);
        if (mapping) stream.consider(*mapping, work);
        return stream.drawn() != before;
    });
}

bool Engine::advanceInBatches(std::int64_t draws, const DrawFreely& draw) {
    return advanceBy(draws, [&](Stream& stream, Workspace& work) {
        // By rules that count slowly a whole batch would hold up a stop. Its size changes no result.
        const auto begin = std::chrono::steady_clock::now();
        stream.considerMany(std::min(work.pace, draws - stream.drawn()), draw, work);
        const auto took = std::chrono::steady_clock::now() - begin;
        if (took < kShortBatch)
            work.pace = std::min(work.pace * 2, kBatch);
        else if (took > kLongBatch)
            work.pace = std::max<std::int64_t>(work.pace / 4, 1);
        return true;
    });
}

bool Engine::advanceBy(std::int64_t draws, const Piece& piece) {
    while (true) {
        const std::int64_t end = m_options.gap && m_bound ? std::min(draws, m_nextLook) : draws;
        bool complete = false;
        while (!complete) {
            complete = runRound(end, piece);
            if (complete && allFinished()) return false;
            if (!mayGoOn()) return false;
        }
        if (end == m_nextLook && closesGap()) return false;
        if (end == draws) return true;
    }
}

bool Engine::closesGap() {
    if (!m_options.gap || !m_bound) return false;
    const bool all = std::all_of(m_streams.begin(), m_streams.end(),
                                 [this](const auto& s) { return s->drawn() >= m_nextLook || s->finished(); });
    if (!all) return false;
    m_nextLook += std::max<std::int64_t>(m_nextLook / 4, 1);
    const Incumbent incumbent = mergedIncumbent(m_streams, m_options);
    if (!incumbent.best()) return false;
    const double reached = valueOf(m_options.objective.metrics.front(), incumbent.best()->score);
    if (gapOf(reached, *m_bound) > *m_options.gap) return false;
    m_cause = StopCause::gap;
    return true;
}

/// False if the round was left early to pause or stop; it can be run again to finish it.
bool Engine::runRound(std::int64_t draws, const Piece& piece) {
    const double begin = m_watch.seconds();
    std::atomic<bool> complete{true};
    parallelFor(m_options.threads, m_streams.size(), [&](std::size_t number) {
        Stream& stream = *m_streams[number];
        std::unique_ptr<Workspace> work = takeWorkspace();
        while (stream.drawn() < draws && !stream.finished()) {
            if (m_job.paused() || m_job.stopRequested()) {
                complete = false;
                break;
            }
            if (!piece(stream, *work)) break;
        }
        giveBack(std::move(work));
    });
    const double length = m_watch.seconds() - begin;
    if (length < kShortRound && complete) m_chunk = std::min(m_chunk * 2, kMaxChunk);
    if (length > kLongRound) m_chunk = std::max<std::int64_t>(m_chunk / 2, 1);
    return complete;
}

std::unique_ptr<Workspace> Engine::takeWorkspace() {
    const std::lock_guard lock(m_workMutex);
    if (m_idleWork.empty()) {
        auto work = std::make_unique<Workspace>();
        work->scratch = m_evaluator.makeScratch();
        return work;
    }
    std::unique_ptr<Workspace> work = std::move(m_idleWork.back());
    m_idleWork.pop_back();
    return work;
}

void Engine::giveBack(std::unique_ptr<Workspace> work) {
    const std::lock_guard lock(m_workMutex);
    m_idleWork.push_back(std::move(work));
}

bool Engine::mayGoOn() {
    if (m_job.paused()) waitWhilePaused();
    if (m_job.stopRequested()) {
        m_cause = StopCause::byHand;
        return false;
    }
    if (m_options.maxSeconds && m_watch.seconds() >= *m_options.maxSeconds) {
        m_cause = StopCause::seconds;
        return false;
    }
    publishIfDue();
    return true;
}

void Engine::waitWhilePaused() {
    publish(SearchState::paused);
    m_watch.pause();
    m_job.checkpoint();
    m_watch.resume();
    publish(SearchState::running);
}

std::int64_t Engine::drawn() const {
    std::int64_t sum = 0;
    for (const auto& stream : m_streams) sum += stream->drawn();
    return sum;
}

bool Engine::allFinished() const {
    return std::all_of(m_streams.begin(), m_streams.end(), [](const auto& stream) { return stream->finished(); });
}

StopCause Engine::causeOfEnd() const {
    if (m_cause != StopCause::none) return m_cause;
    const bool victory =
        std::all_of(m_streams.begin(), m_streams.end(), [](const auto& stream) { return stream->victorious(); });
    return victory ? StopCause::victory : StopCause::evaluations;
}

double Engine::progress() const {
    double fraction = -1;
    if (m_options.maxEvaluations)
        fraction = static_cast<double>(drawn()) / static_cast<double>(*m_options.maxEvaluations);
    if (m_options.maxSeconds) fraction = std::max(fraction, m_watch.seconds() / *m_options.maxSeconds);
    return std::min(fraction, 1.0);
}

void Engine::publishIfDue() {
    if (m_watch.seconds() - m_publishedAt >= kPublishEvery) publish(SearchState::running);
}

void Engine::publish(SearchState state) {
    const double now = m_watch.seconds();
    const std::int64_t drawnNow = drawn();
    if (now - m_publishedAt >= kPublishEvery) {
        const double recent = static_cast<double>(drawnNow - m_publishedDrawn) / (now - m_publishedAt);
        m_rate = m_rate == 0 ? recent : kRateMemory * m_rate + (1 - kRateMemory) * recent;
        m_publishedAt = now;
        m_publishedDrawn = drawnNow;
    }
    m_job.setProgress(progress());
    if (!m_monitor) return;
    if (now >= m_cloudDue || state == SearchState::paused) {
        renewCloud();
        const double after = m_watch.seconds();
        m_cloudDue = after + std::max(kCloudEvery, (after - now) / kCloudAtMost);
    }
    const Incumbent incumbent = mergedIncumbent(m_streams, m_options);
    SearchSnapshot snapshot;
    snapshot.state = state;
    snapshot.counters = mergedCounters(m_streams, m_mapspace.target());
    if (incumbent.best()) snapshot.best = *incumbent.best();
    snapshot.top = incumbent.top();
    snapshot.front = incumbent.front();
    snapshot.trace = mergedTrace(m_streams, m_options.objective);
    snapshot.cloud = m_cloud;
    if (m_sunstone) snapshot.sunstone = *m_sunstone;
    snapshot.seconds = now;
    snapshot.rate = m_rate;
    snapshot.progress = progress();
    stateBound(snapshot, m_options.objective, m_bound);
    m_monitor->publish(std::move(snapshot));
}

void Engine::renewCloud() {
    if (m_options.cloud) m_cloud = std::make_shared<const Cloud>(mergedCloud(m_streams));
}

SearchResult Engine::finishComplete(bool complete) {
    if (complete && m_cause == StopCause::none) m_cause = StopCause::complete;
    return finish(false);
}

SearchResult Engine::finish(bool exhausted) {
    const Incumbent incumbent = mergedIncumbent(m_streams, m_options);
    SearchResult result;
    result.cause = exhausted ? StopCause::exhausted : causeOfEnd();
    if (incumbent.best()) result.best = *incumbent.best();
    result.top = incumbent.top();
    result.front = incumbent.front();
    result.counters = mergedCounters(m_streams, m_mapspace.target());
    result.trace = mergedTrace(m_streams, m_options.objective);
    renewCloud();
    result.cloud = m_cloud;
    if (m_sunstone) result.sunstone = *m_sunstone;
    result.spaceSize = m_mapspace.size();
    // Mappings that the reuse model can't tell apart are met once: by other rules one of the others may be better.
    result.proven = exhausted && !m_options.compat;
    stateBound(result, m_options.objective, m_bound);
    result.seconds = m_watch.seconds();
    result.threads = m_options.threads;
    publish(result.cause == StopCause::byHand ? SearchState::stopped : SearchState::finished);
    return result;
}

}  // namespace lapidary
