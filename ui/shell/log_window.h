// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The log in a window of its own: newest below, narrowed down by severity; what is selected, or all that is shown, can be
// copied, and all that is shown can be saved. GUI thread only.
#pragma once

#include <QWidget>

#include "ui/session/log.h"

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace lapidary::ui {

class Segmented;

class LogWindow final : public QWidget {
    Q_OBJECT
public:
    explicit LogWindow(Log& log, QWidget* parent = nullptr);

    /// What copy takes: the selected entries, or all that are shown.
    QString shownText() const;
    /// False if it could not be written, which is then in the log.
    bool saveTo(const QString& path);

private:
    void build();
    void filter(int least);
    void saveWithDialog();
    void refreshCount();

    Log& m_log;
    QSortFilterProxyModel* m_filter;
    QTableView* m_table;
    Segmented* m_least;
    QLabel* m_count;
};

}  // namespace lapidary::ui
