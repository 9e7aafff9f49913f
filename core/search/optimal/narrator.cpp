// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/narrator.h"

#include "core/search/bounds/first_bound.h"

namespace lapidary::optimal {

namespace {

constexpr unsigned kCallsPerLook = 64;
constexpr double kSnapshotEvery = 0.03;

}  // namespace

bool Narrator::goesOn(const Describe& describe) {
    if (m_cause != StopCause::none) return false;
    if (m_job.paused()) {
        publish(SearchState::paused, describe);
        m_watch.pause();
        m_job.checkpoint();
        m_watch.resume();
    }
    if (m_job.stopRequested()) {
        m_cause = StopCause::byHand;
        return false;
    }
    if (++m_calls % kCallsPerLook != 0) return true;
    const double now = m_watch.seconds();
    if (m_options.maxSeconds && now >= *m_options.maxSeconds) {
        m_cause = StopCause::seconds;
        return false;
    }
    if (now - m_publishedAt >= kSnapshotEvery) publish(SearchState::running, describe);
    return true;
}

void Narrator::publish(SearchState state, const Describe& describe) {
    m_publishedAt = m_watch.seconds();
    if (!m_monitor) return;
    SearchSnapshot snapshot;
    snapshot.state = state;
    snapshot.seconds = m_publishedAt;
    describe(snapshot);
    if (!snapshot.bound) stateBound(snapshot, m_options.objective, {});
    if (snapshot.best && snapshot.top.empty()) snapshot.top = snapshot.front = {*snapshot.best};
    if (const auto& certificate = snapshot.certificate; certificate && m_publishedAt > 0)
        snapshot.rate = static_cast<double>(certificate->nodes) / m_publishedAt;
    m_monitor->publish(std::move(snapshot));
}

void Narrator::end(SearchResult& result, const Describe& describe) {
    result.seconds = seconds();
    publish(result.cause == StopCause::byHand ? SearchState::stopped : SearchState::finished, describe);
}

}  // namespace lapidary::optimal
