// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A button for an action: icon, text, its shortcut in a lighter tone, enabled and tooltip as the action says. At most one
// button of a window is primary (filled): the next thing to do. GUI thread only.
#pragma once

#include <QAbstractButton>
#include <QAction>

namespace lapidary::ui {

class ActionButton final : public QAbstractButton {
    Q_OBJECT
public:
    explicit ActionButton(QAction* action, QWidget* parent = nullptr);

    void setPrimary(bool primary);
    bool isPrimary() const { return m_primary; }
    void setShortcutShown(bool shown);
    /// Its text only in the tip, where there is no room for it.
    void setTextShown(bool shown);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void follow();
    QString shortcutText() const;

    QAction* m_action;
    bool m_primary = false;
    bool m_shortcutShown = true;
    bool m_textShown = true;
};

}  // namespace lapidary::ui
