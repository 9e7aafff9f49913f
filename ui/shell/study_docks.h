// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The two docks of studies in Explore: the list, and the page of the chosen one as it is exported, "the paper says / we find
// / why", which grows while the study runs. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "core/io/study_page.h"

namespace lapidary::ui {

class Actions;
class Dock;
class PageView;
class StudyControl;
class StudyList;

class StudyDocks final : public QObject {
    Q_OBJECT
public:
    /// The docks belong to `parent`.
    StudyDocks(StudyControl& control, const Actions& actions, QWidget* parent);

    Dock* list() const { return m_listDock; }
    Dock* page() const { return m_pageDock; }
    /// Both docks in front, the list with the focus. `key` of a preset or a file; empty = the one that is chosen.
    void bring(const QString& key);
    bool inFront() const;

signals:
    /// The page came to the front or left it.
    void frontChanged();

private:
    void buildExports();
    void openWithDialog();
    void exportWithDialog(StudyExport format);
    void refresh();
    void showPage();

    StudyControl& m_control;
    StudyList* m_list;
    PageView* m_page;
    Dock *m_listDock, *m_pageDock;
    QTimer m_turn;          ///< to the page of another study
    QElapsedTimer m_drawn;  ///< since the page was last set
    int m_shown = -1, m_coming = -1;
};

}  // namespace lapidary::ui
