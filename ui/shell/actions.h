// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every action of the window by key, each with text, icon, tooltip, shortcut and object name, so that menus, buttons, the
// shortcut sheet and tests find the same ones. GUI thread only.
#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

namespace lapidary::ui {

class Actions final : public QObject {
    Q_OBJECT
public:
    /// Shortcuts work in all of `window`.
    explicit Actions(QWidget* window);

    /// Requires a key of the table in actions.cpp.
    QAction* operator[](const QString& key) const;
    /// In the order of the table.
    const QList<QAction*>& all() const { return m_all; }
    /// Adds one that is not in the table, e.g. Undo with its changing text.
    void adopt(const QString& key, QAction* action, const QString& iconName, const QKeySequence& shortcut);

private:
    QWidget* m_window;
    QHash<QString, QAction*> m_byKey;
    QList<QAction*> m_all;
};

/// Enables the action, or disables it with the reason, which its tooltip then tells: "no search runs".
void allow(QAction* action, bool enabled, const QString& reason);
/// Why a disabled action is; empty if it is enabled.
QString reasonAgainst(const QAction& action);

}  // namespace lapidary::ui
