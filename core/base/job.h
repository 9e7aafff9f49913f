// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long work is steered: a Job is shared between the thread that works and the one that watches. The worker
// calls checkpoint() at least every few milliseconds; the watcher may stop, pause and resume at any time and reads
// progress by polling. Nothing here posts events, so a fast producer cannot flood a slow consumer.
// Thread rule: every member may be called from any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace lapidary {

class Job {
public:
    Job() = default;
    /// A part of a larger job, which outlives it and is the one to be steered: the part stops and pauses with it. Its
    /// progress is its own.
    explicit Job(Job* whole) : m_whole(whole) {}

    void requestStop();
    void pause();
    void resume();

    bool stopRequested() const {
        return m_stop.load(std::memory_order_relaxed) || (m_whole && m_whole->stopRequested());
    }
    bool paused() const { return m_paused.load(std::memory_order_relaxed) || (m_whole && m_whole->paused()); }

    /// Blocks while paused. Returns false once the work should end. Costs two relaxed loads when running.
    bool checkpoint() {
        if (paused()) waitWhilePaused();
        return !stopRequested();
    }

    /// Fraction done in [0, 1], or < 0 if it cannot be known.
    void setProgress(double fraction) { m_progress.store(fraction, std::memory_order_relaxed); }
    double progress() const { return m_progress.load(std::memory_order_relaxed); }

private:
    void waitWhilePaused();

    Job* m_whole = nullptr;
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_paused{false};
    std::atomic<double> m_progress{-1.0};
    std::mutex m_mutex;
    std::condition_variable m_wake;
};

}  // namespace lapidary
