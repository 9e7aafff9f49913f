// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties tunings of the fabric model to their runner and to the actions: while tuner or analytic mapper is the algorithm of the
// form in front, or runs, Run, Pause and Stop are theirs. One job at a time has the cores. What was found last is kept by the
// document, with what it was asked. GUI thread only.
#pragma once

#include <array>

#include "ui/jobs/tuning_runner.h"
#include "ui/shell/job_control.h"

namespace lapidary::ui {

class Document;

class TuningControl final : public JobControl {
    Q_OBJECT
public:
    TuningControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent = nullptr);

    /// Whether tuner or analytic mapper is the algorithm of the form.
    bool chosen() const { return m_chosen; }
    void setChosen(bool chosen, bool analytic);
    bool analytic() const { return m_analytic; }
    const TuningSettings& settings() const { return m_settings; }
    void setSettings(const TuningSettings& settings);

    /// What runs, else what the document keeps; nothing if there is neither.
    const ShownTuning& shown() const { return m_shown; }
    /// Why nothing can be tuned; empty = something can.
    const QString& reason() const { return m_reason; }
    /// What each knob has if no values are given.
    const std::array<QString, fabric::kKnobs>& ownValues() const { return m_ownValues; }
    /// One line on how it goes or went; empty before.
    QString stateText() const;
    /// Of the trials; < 0 = not running.
    double progress() const;
    /// Of the one that runs, pauses not counted.
    double seconds() const { return m_runner.seconds(); }
    /// What the shown tuning is about, if that is not the desk's; empty otherwise.
    QString otherDesk() const;

    /// For closing and for other documents. Returns within 200 ms.
    void abandon();
    /// The tile of a trial as the mapping on show, on its machine: one undo step.
    void apply(int trial);

signals:
    void chosenChanged();
    void settingsChanged();
    void begun();
    /// The tuning, the reason or the progress is another.
    void updated();
    /// A tile became the mapping on show.
    void applied();

private:
    void begin() override;
    void refresh() override;
    void followInputs();
    void followDocument();
    void finish(const Result<ShownTuning>& result);

    Document& m_document;
    TuningRunner m_runner;
    TuningSettings m_settings;
    ShownTuning m_shown;
    QString m_reason;
    std::array<QString, fabric::kKnobs> m_ownValues;
    bool m_chosen = false, m_analytic = false;
};

}  // namespace lapidary::ui
