// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The command palette: one field and a list over the window. Typing narrows down, Up and Down choose, Enter uses what is
// chosen, Esc closes. What cannot be used now is grey and says why; Enter on it does nothing. GUI thread only.
#pragma once

#include <QWidget>

#include "ui/models/palette_model.h"

class QLabel;
class QLineEdit;
class QListView;

namespace lapidary::ui {

class Palette final : public QWidget {
    Q_OBJECT
public:
    /// Lies over `window`. `remembering` = false leaves the user's settings alone.
    Palette(QWidget* window, bool remembering);

    void open(std::vector<PaletteItem> items, const QString& hint);
    PaletteModel& model() { return *m_model; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void use();
    void refresh();
    QStringList recent() const;
    void remember(const QString& id);

    bool m_remembering;
    QStringList m_recent;  ///< of this window, if nothing is remembered
    PaletteModel* m_model;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_foot;
};

}  // namespace lapidary::ui
