// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The studies with paper, place and question and how far each is; below them what runs, why the chosen one can't, and the
// buttons. Enter runs what is missing of a study, and shows the page of one that is whole. GUI thread only.
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;

namespace lapidary::ui {

class Actions;
class ElidedLabel;
class Notice;
class ProgressLine;
class StudyControl;

class StudyList final : public QWidget {
    Q_OBJECT
public:
    StudyList(StudyControl& control, const Actions& actions, QWidget* parent = nullptr);

    QListWidget* view() const { return m_view; }

signals:
    /// The page of the chosen study is wanted.
    void pageWanted();
    void openWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildFoot(const Actions& actions);
    void fill();
    void refresh();
    void refreshStates();
    void refreshProgress();
    void refreshNotice();
    void activate();

    StudyControl& m_control;
    QListWidget* m_view;
    Notice* m_notice;
    QWidget* m_work;  ///< shown while a study runs
    QWidget* m_buttons;
    ProgressLine* m_bar;
    QLabel* m_done;
    ElidedLabel* m_now;
    bool m_filling = false;
};

}  // namespace lapidary::ui
