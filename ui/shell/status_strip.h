// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strip at the foot of the window: the live job with its state, progress, time, rate, valid share and best, and
// buttons to hold and end it; without a job, what lies on the desk. GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;

namespace lapidary::ui {

class Actions;
class Document;
class ElidedLabel;
class Pill;
class ProgressLine;
struct SweepRun;

class StatusStrip final : public QWidget {
    Q_OBJECT
public:
    StatusStrip(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// Number of banners, and what stands unread in which editor: "Workload: Unknown dimension t at 2:36".
    void setProblems(int banners, const QStringList& unread);
    QString jobText() const;
    /// While a study runs, it is what is told.
    struct StudyState {
        QString name;
        bool paused = false;
        std::size_t points = 0, done = 0;
        double seconds = 0;
    };
    void setStudy(const std::optional<StudyState>& study);
    /// While FLASH, a tuning or a simulation runs, it is what is told; and what it found, until a search does something.
    struct FlashState {
        enum class Kind { flash, tuning, fabric };
        QString name;
        bool running = false, paused = false, stopped = false;
        double progress = 0, seconds = 0;
        QStringList told;
        std::uint64_t seed = 0;
        Kind kind = Kind::flash;
    };
    void setFlash(const std::optional<FlashState>& flash);
    /// Before the welcome page, a session that nobody began is not spoken of.
    void setWelcome(bool welcome);
    QSize sizeHint() const override { return {400, 26}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void showSweep(const SweepRun& run);
    void showStudy(const StudyState& study);
    void showFlash(const FlashState& flash);

    Document& m_document;
    bool m_welcome = false;
    std::optional<StudyState> m_study;
    std::optional<FlashState> m_flash;
    /// The sweep that ran here, if it is what moved last; never one that was opened.
    std::weak_ptr<const SweepRun> m_ranLast;
    QLabel* m_title;
    Pill* m_state;
    ProgressLine* m_progress;
    QLabel* m_figures;
    QWidget* m_buttons;
    Pill* m_problems;
    ElidedLabel* m_where;
    QLabel* m_right;
};

}  // namespace lapidary::ui
