// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Offers back what windows left that did not close in good order, and does what is answered: the first restored session
// comes into this window if nothing is on its desk, each further one into a window of its own. GUI thread only.
#pragma once

#include <QObject>

#include "ui/session/recovery.h"

namespace lapidary::ui {

class MainWindow;

class RecoveryControl final : public QObject {
    Q_OBJECT
public:
    RecoveryControl(MainWindow& window, const QString& root);

    /// Opens the question if there is something to restore; true if so.
    bool offer();
    /// The same in a banner, for a start in safe mode.
    void mention();
    /// From the menu: says if there is nothing.
    void offerOrSay();

private:
    void answer(int answer, const std::vector<std::size_t>& chosen);
    void restore(Leftover& leftover, MainWindow& into);

    MainWindow& m_window;
    QString m_root;
    std::vector<Leftover> m_leftovers;  ///< locked while the question is open
};

}  // namespace lapidary::ui
