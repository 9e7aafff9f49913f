// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties FLASH to its runner and to the actions: while it is the algorithm of the form in front, or runs, Run, Pause and Stop are
// FLASH's. One job at a time has the cores. Keeps what it found last, as long as the desk is as it was. GUI thread only.
#pragma once

#include <QObject>

#include "ui/jobs/flash_runner.h"

namespace lapidary::ui {

class Actions;
class BannerArea;
class Document;

class FlashControl final : public QObject {
    Q_OBJECT
public:
    FlashControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent = nullptr);

    /// Whether FLASH is the algorithm of the form.
    bool chosen() const { return m_chosen; }
    void setChosen(bool chosen);
    const flash::Options& options() const { return m_options; }
    void setOptions(const flash::Options& options);
    bool running() const { return m_runner.running(); }
    bool paused() const { return m_runner.paused(); }
    /// Whether Run, Pause and Stop are ours now.
    void setInCharge(bool inCharge);

    /// What is known for the desk as it is, while it runs, too; null = nothing.
    FlashAnswerPtr answer() const { return m_answer; }
    /// Why FLASH can't be asked; empty = it can.
    const QString& reason() const { return m_reason; }
    /// One line on how it goes or went; empty before.
    QString stateText() const;
    /// Of the matrix products; < 0 = not running.
    double progress() const;

    void run();
    /// The second press goes on.
    void pause();
    void stop();
    /// For closing and for other documents. Returns within 200 ms.
    void abandon();

signals:
    void chosenChanged();
    void optionsChanged();
    void runningChanged();
    void begun();
    /// The answer, the reason or the progress is another.
    void updated();

private:
    void refresh();
    void followInputs();
    void finish(const Result<FlashAnswerPtr>& result);

    Document& m_document;
    const Actions& m_actions;
    BannerArea& m_banners;
    FlashRunner m_runner;
    flash::Options m_options;
    FlashAnswerPtr m_answer;
    std::string m_desk;  ///< what the answer is about
    QString m_reason;
    bool m_chosen = false, m_inCharge = false;
};

}  // namespace lapidary::ui
