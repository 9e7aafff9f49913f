// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/job_control.h"

#include "ui/jobs/job_runner.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"

namespace lapidary::ui {

JobControl::JobControl(const QString& cause, const Actions& actions, BannerArea& banners, QObject* parent)
    : QObject(parent), m_actions(actions), m_banners(banners), m_cause(cause) {
    connect(m_actions["run"], &QAction::triggered, this, [this] {
        if (m_inCharge) run();
    });
    connect(m_actions["pause"], &QAction::triggered, this, [this] {
        if (m_inCharge && m_steers) pause();
    });
    connect(m_actions["stop"], &QAction::triggered, this, [this] {
        if (m_inCharge && m_steers) stop();
    });
}

void JobControl::attend(JobRunner& runner) {
    m_attended = &runner;
    connect(&runner, &JobRunner::stateChanged, this, [this] {
        emit runningChanged();
        refresh();
    });
}

bool JobControl::running() const { return m_attended->running(); }

bool JobControl::paused() const { return m_attended->paused(); }

void JobControl::setInCharge(bool inCharge, bool steers) {
    m_inCharge = inCharge;
    m_steers = steers;
    refresh();
}

void JobControl::run() {
    if (paused()) return m_attended->resume();
    if (!running()) begin();
}

void JobControl::pause() {
    if (paused())
        m_attended->resume();
    else
        m_attended->pause();
}

void JobControl::stop() { m_attended->stop(); }

void JobControl::tell(const QString& title, const Diagnostics& problems) {
    m_banners.post({.cause = m_cause,
                    .severity = Severity::error,
                    .title = title,
                    .text = bannerText(problems),
                    .button = {},
                    .action = {}});
}

void JobControl::refreshActions(const ActionWords& words) {
    if (!m_inCharge) return;
    const bool runs = running();
    QAction* run = m_actions["run"];
    run->setText(paused() ? tr("&Resume") : words.begin.isEmpty() ? tr("&Run") : words.begin);
    allow(run, paused() || (!runs && words.reason.isEmpty()), runs ? words.runs : words.reason);
    if (!m_steers) return;
    allow(m_actions["pause"], runs, words.idle);
    allow(m_actions["stop"], runs, words.idle);
}

}  // namespace lapidary::ui
