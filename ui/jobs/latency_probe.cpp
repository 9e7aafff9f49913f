// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/latency_probe.h"

#include <QMetaEnum>
#include <QPointer>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace lapidary::ui {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPeriod{1};

const QEvent::Type kProbeTick = static_cast<QEvent::Type>(QEvent::registerEventType());

class TickEvent final : public QEvent {
public:
    TickEvent() : QEvent(kProbeTick), posted(Clock::now()) {}
    Clock::time_point posted;
};

LatencyProbe* g_current = nullptr;

}  // namespace

void LatencyHistogram::add(std::chrono::nanoseconds duration, std::int64_t times) {
    const auto micros = static_cast<std::uint64_t>(std::max<std::int64_t>((duration.count() + 999) / 1000, 1));
    const int power = std::bit_width(micros) - 1;
    // The 16 steps of [2^power, 2^(power + 1)); below 16 µs some stay empty.
    const auto step = static_cast<int>(((micros - (std::uint64_t{1} << power)) * kSteps) >> power);
    const int place = std::min(power * kSteps + step, kSteps * kPowers - 1);
    m_buckets[static_cast<std::size_t>(place)] += times;
    m_count += times;
    m_most = std::max(m_most, duration);
}

void LatencyHistogram::add(const LatencyHistogram& other) {
    for (std::size_t place = 0; place < m_buckets.size(); ++place) m_buckets[place] += other.m_buckets[place];
    m_count += other.m_count;
    m_most = std::max(m_most, other.m_most);
}

double LatencyHistogram::milliseconds(double share) const {
    if (m_count == 0) return 0;
    const auto wanted = std::max<std::int64_t>(std::llround(std::ceil(share * static_cast<double>(m_count))), 1);
    std::int64_t seen = 0;
    for (int place = 0; place < kSteps * kPowers - 1; ++place) {  // the last one has no end
        seen += m_buckets[static_cast<std::size_t>(place)];
        if (seen < wanted) continue;
        const double end = std::ldexp(1.0 + (place % kSteps + 1) / static_cast<double>(kSteps), place / kSteps) / 1e3;
        return std::min(end, most());
    }
    return most();
}

/// Posts a tick whenever the one before has been served.
class LatencyProbe::Ticker {
public:
    explicit Ticker(LatencyProbe& probe) : m_thread([this, &probe] { run(probe); }) {}
    ~Ticker() {
        {
            const std::lock_guard lock(m_mutex);
            m_stop = true;
        }
        m_wake.notify_all();
        m_thread.join();
    }
    void served() { m_waiting.store(false, std::memory_order_release); }

private:
    void run(LatencyProbe& probe) {
        std::unique_lock lock(m_mutex);
        while (!m_wake.wait_for(lock, kPeriod, [this] { return m_stop; }))
            if (!m_waiting.exchange(true, std::memory_order_acquire))
                QCoreApplication::postEvent(&probe, new TickEvent);
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stop = false;
    std::atomic<bool> m_waiting{false};
    std::thread m_thread;
};

LatencyProbe::LatencyProbe(QObject* parent) : QObject(parent) {}

LatencyProbe::~LatencyProbe() { stop(); }

void LatencyProbe::start() {
    if (running()) return;
    g_current = this;
    m_ticker = std::make_unique<Ticker>(*this);
}

void LatencyProbe::stop() {
    m_ticker.reset();
    if (g_current == this) g_current = nullptr;
    QCoreApplication::removePostedEvents(this, kProbeTick);
}

void LatencyProbe::clear() {
    m_latency.clear();
    m_events.clear();
    m_paints.clear();
    m_slowest.clear();
}

LatencyProbe* LatencyProbe::current() { return g_current; }

bool LatencyProbe::event(QEvent* event) {
    if (event->type() != kProbeTick) return QObject::event(event);
    const auto late = Clock::now() - static_cast<TickEvent*>(event)->posted;
    for (auto missed = late; missed > Clock::duration::zero(); missed -= kPeriod) m_latency.add(missed);
    if (m_ticker) m_ticker->served();
    return true;
}

void LatencyProbe::record(const QObject& receiver, QEvent::Type type, std::chrono::nanoseconds took) {
    if (type == kProbeTick) return;
    if (static_cast<double>(took.count()) / 1e6 > m_events.most()) {
        const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
        m_slowest = QStringLiteral("%1 of %2 %3")
                        .arg(QString::fromLatin1(name ? name : "?"),
                             QString::fromLatin1(receiver.metaObject()->className()), receiver.objectName())
                        .trimmed();
    }
    m_events.add(took);
    if (type == QEvent::UpdateRequest || type == QEvent::Paint) m_paints.add(took);
}

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
    LatencyProbe* probe = LatencyProbe::current();
    if (!probe || m_depth > 0) return QApplication::notify(receiver, event);
    const QEvent::Type type = event->type();  // neither the event nor its receiver need outlive it
    if (type == QEvent::DeferredDelete) return QApplication::notify(receiver, event);
    const QPointer<QObject> alive(receiver);
    ++m_depth;
    const auto before = Clock::now();
    const bool handled = QApplication::notify(receiver, event);
    const auto took = Clock::now() - before;
    --m_depth;
    if (alive && LatencyProbe::current() == probe) probe->record(*alive, type, took);
    return handled;
}

}  // namespace lapidary::ui
