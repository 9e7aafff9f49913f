// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A dock of the desk: a title of 26 px with a bold name, what it shows in grey, a state pill, switches of the view, and
// buttons for export, float and close; below it the body. The frame is painted here, since Qt paints none. GUI thread
// only.
#pragma once

#include <QDockWidget>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace lapidary::ui {

class Pill;

class Dock final : public QDockWidget {
    Q_OBJECT
public:
    /// `key` is the object name by which layouts remember the dock.
    Dock(const QString& key, const QString& name, QWidget* body, QWidget* parent = nullptr);

    /// What the dock shows at present, in grey after the name.
    void setSubtitle(const QString& text);
    QString subtitle() const;
    Pill* pill() const { return m_pill; }
    /// Adds a switch of the view to the title.
    void addSwitch(QWidget* control);
    /// The menu behind the export button; the button is there only if this was called.
    QMenu* exportMenu();
    QWidget* body() const { return m_body; }

private:
    QWidget* m_body;
    QLabel* m_subtitle;
    Pill* m_pill;
    QHBoxLayout* m_switches;
    QToolButton* m_export;
};

}  // namespace lapidary::ui
