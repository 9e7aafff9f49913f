// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/job_runner.h"

#include <chrono>

namespace lapidary::ui {

namespace {
constexpr std::chrono::milliseconds kJobTick{33};
}

JobRunner::JobRunner(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kJobTick);
    connect(&m_timer, &QTimer::timeout, this, [this] { poll(); });
}

void JobRunner::beginPolling() {
    m_heldBefore = 0;
    m_pause.invalidate();
    m_timer.start();
    emit stateChanged();
}

void JobRunner::pause() {
    if (!running() || paused()) return;
    job()->pause();
    m_pause.start();
    emit stateChanged();
}

void JobRunner::resume() {
    if (!paused()) return;
    job()->resume();
    m_heldBefore += m_pause.elapsed();
    m_pause.invalidate();
    emit stateChanged();
}

void JobRunner::stop() {
    if (running()) job()->requestStop();
}

double JobRunner::heldSeconds() const {
    return static_cast<double>(m_heldBefore + (m_pause.isValid() ? m_pause.elapsed() : 0)) / 1000;
}

}  // namespace lapidary::ui
