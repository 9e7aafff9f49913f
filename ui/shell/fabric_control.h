// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the desk under the fabric model and says what it does in one cycle: simulated anew whenever workload, design, mapping,
// tile or machine are others, as long as somebody looks; then summed up over time; and window after window of cycles as they
// are looked at. All of it on threads of their own, each question taking the place of the one before. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "ui/jobs/background_task.h"
#include "ui/jobs/fabric_work.h"

namespace lapidary::ui {

class Actions;

class FabricControl final : public QObject {
    Q_OBJECT
public:
    explicit FabricControl(Document& document, QObject* parent = nullptr);

    void serve(const Actions& actions);
    /// Whether Run is ours now, and whether Pause and Stop are.
    void setInCharge(bool inCharge, bool steers);
    /// Nothing is simulated while nobody looks.
    void setWatched(bool watched);
    /// Null while there is none.
    const FabricAnswerPtr& answer() const { return m_answer; }
    const FabricWindowPtr& window() const { return m_window; }
    /// Why there is no answer: what the fabric model can't take.
    const QString& refusal() const { return m_refusal; }
    /// Whether anything is under way, and how far; negative if that isn't known.
    bool running() const { return m_task.running() || m_windows.running(); }
    double progress() const { return m_task.progress(); }
    /// Whether a run takes so long that somebody may want to hold or end it.
    bool busy() const { return m_task.running() && m_busy; }
    bool paused() const { return m_task.paused(); }
    /// Whether it was ended by hand: what was known by then stays on show.
    bool stopped() const { return m_answer && m_answer->stopped && !running(); }
    /// "simulating 43 %", "paused at 43 %", "adding up 12 %", "stopped"; empty: nothing is to be told.
    QString stateText() const;
    /// Seconds since the run began, pauses included.
    double seconds() const { return static_cast<double>(m_since.elapsed()) / 1000; }
    /// The second press goes on.
    void pause();
    void stop();
    void startAgain() { ask(); }

    /// 1 ... the answer's last cycle; 0 while there is none.
    std::int64_t cycle() const { return m_cycle; }
    /// As near to it as there are cycles.
    void setCycle(std::int64_t cycle);

    /// Undoable edits.
    void setTile(const std::optional<fabric::Tile>& tile, const QString& what);
    void setOutputs(const fabric::SystolicTile& tile, const QString& what);
    void setBitmaps(const std::shared_ptr<const FabricBitmaps>& bitmaps, const QString& what);
    void setHardware(const std::optional<fabric::Hardware>& hardware, const QString& what);
    /// The tile follows the mapping, machine and outputs the design: in one step.
    void followDesk();

signals:
    void answerChanged();
    /// The cycle, or what is known of it.
    void cycleChanged();
    void runningChanged();
    /// It began to take long, is held, goes on, or ended.
    void busyChanged();
    /// Of what takes long, now and then.
    void progressed();

private:
    void follow();
    void ask();
    void takeSimulated(FabricAnswer answer);
    void takeSums(const FabricAnswerPtr& summed);
    void noteProgress();
    void noteRunning();
    void refreshActions();
    void fetchWindow();
    void edit(const FabricInputs& next, const QString& what);

    Document& m_document;
    const Actions* m_actions = nullptr;
    BackgroundTask m_task, m_windows;
    FabricQuestion m_question;
    FabricAnswerPtr m_answer;
    FabricWindowPtr m_window;
    QString m_refusal;
    std::int64_t m_cycle = 0;
    QElapsedTimer m_since;
    bool m_watched = false, m_stale = true, m_busy = false, m_adding = false, m_inCharge = false, m_steers = false;
};

}  // namespace lapidary::ui
