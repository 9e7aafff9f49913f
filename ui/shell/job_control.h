// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the controls of searches, sweeps, studies, FLASH and tunings have in common: Run, Pause and Stop are theirs while they
// are in charge, and go to their runner; errors become a banner. One job at a time has the cores. GUI thread only.
#pragma once

#include <QObject>

#include "core/base/result.h"

namespace lapidary::ui {

class Actions;
class BannerArea;
class JobRunner;

class JobControl : public QObject {
    Q_OBJECT
public:
    bool running() const;
    bool paused() const;
    /// Whether Run, Pause and Stop are ours now; without `steers` only Run.
    void setInCharge(bool inCharge, bool steers = true);
    /// Begins, or goes on with what is paused.
    void run();
    /// The second press goes on.
    void pause();
    /// What is there by then is kept.
    void stop();
    /// Shows a banner with errors.
    void tell(const QString& title, const Diagnostics& problems);

signals:
    void runningChanged();

protected:
    /// `cause`: the key of the banners.
    JobControl(const QString& cause, const Actions& actions, BannerArea& banners, QObject* parent);
    bool inCharge() const { return m_inCharge; }
    /// Once, in the constructor of who has the runner.
    void attend(JobRunner& runner);

    /// Nothing runs, and Run was asked for.
    virtual void begin() = 0;
    /// Text and state of the actions.
    virtual void refresh() = 0;

    struct ActionWords {
        QString runs;    ///< "a search runs"
        QString idle;    ///< "no search runs"
        QString reason;  ///< why none can begin; empty = one can
        QString begin;   ///< of the action; empty = Run
    };
    /// Of Run, Pause and Stop, if they are ours.
    void refreshActions(const ActionWords& words);

    const Actions& m_actions;
    BannerArea& m_banners;

private:
    JobRunner* m_attended = nullptr;
    QString m_cause;
    bool m_inCharge = false, m_steers = true;
};

}  // namespace lapidary::ui
