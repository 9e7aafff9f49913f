// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Asks what to do with the work of windows that did not close in good order: per session when it was kept and saved, and
// what only the copy has. Restoring is the thing to do; later keeps everything for another start; discarding asks once
// more. One of the few modal windows, since data could be lost. GUI thread only.
#pragma once

#include <QDialog>

#include <vector>

#include "ui/session/recovery.h"

class QPushButton;
class QTableWidget;

namespace lapidary::ui {

class RecoveryDialog final : public QDialog {
    Q_OBJECT
public:
    enum Answer { later = Rejected, restore = Accepted, discardAll };

    explicit RecoveryDialog(const std::vector<Leftover>& leftovers, QWidget* parent = nullptr);

    /// Indices of the sessions that are ticked.
    std::vector<std::size_t> chosen() const;

private:
    void fill(const std::vector<Leftover>& leftovers);
    QWidget* buttons(const std::vector<Leftover>& leftovers);
    void refresh();
    void askToDiscard();

    QTableWidget* m_table;
    QPushButton* m_restore;
};

}  // namespace lapidary::ui
