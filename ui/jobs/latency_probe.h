// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How smooth the window is: how late the GUI thread serves what arrives, how long events and whole repaints take. A
// thread of its own ticks every millisecond and has at most one event under way; the ticks that pass while one waits
// count as having waited, too, so that a block is not counted as a single late event. Durations of events come from
// TimedApplication. Histograms have a fixed size whatever is recorded. GUI thread only, apart from the ticking thread.
#pragma once

#include <QApplication>
#include <QObject>
#include <QString>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>

namespace lapidary::ui {

/// Durations in buckets of a sixteenth of their power of two, from 1 µs up to half an hour: at most 6.25 % coarse.
class LatencyHistogram {
public:
    void add(std::chrono::nanoseconds duration, std::int64_t times = 1);
    void add(const LatencyHistogram& other);
    void clear() { *this = {}; }
    std::int64_t count() const { return m_count; }
    /// The least duration that `share` (0..1) of all do not exceed, rounded up to its bucket's end; 0 if there are none.
    double milliseconds(double share) const;
    double most() const { return static_cast<double>(m_most.count()) / 1e6; }

private:
    static constexpr int kSteps = 16, kPowers = 31;
    std::array<std::int64_t, static_cast<std::size_t>(kSteps) * kPowers> m_buckets{};
    std::int64_t m_count = 0;
    std::chrono::nanoseconds m_most{0};
};

class LatencyProbe final : public QObject {
    Q_OBJECT
public:
    explicit LatencyProbe(QObject* parent = nullptr);
    ~LatencyProbe() override;

    void start();
    void stop();
    bool running() const { return m_ticker != nullptr; }
    /// Forgets what was recorded.
    void clear();

    /// From arrival to service.
    const LatencyHistogram& latency() const { return m_latency; }
    /// Of every event that is handled by the outermost loop.
    const LatencyHistogram& events() const { return m_events; }
    /// Of those among them that paint a window.
    const LatencyHistogram& paints() const { return m_paints; }
    /// "UpdateRequest of MainWindow", what took longest.
    const QString& slowestEvent() const { return m_slowest; }

    /// What TimedApplication reports.
    void record(const QObject& receiver, QEvent::Type type, std::chrono::nanoseconds took);
    /// The one that TimedApplication reports to; null if none runs.
    static LatencyProbe* current();

protected:
    bool event(QEvent* event) override;

private:
    class Ticker;

    std::unique_ptr<Ticker> m_ticker;
    LatencyHistogram m_latency, m_events, m_paints;
    QString m_slowest;
};

/// An application that times what its event loop does while a probe runs.
class TimedApplication final : public QApplication {
    Q_OBJECT
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;

private:
    int m_depth = 0;  ///< events sent from within events belong to the outer one
};

}  // namespace lapidary::ui
