// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The preferences, applied as they are changed: there is no OK, and reset takes back all of them. Not modal. GUI thread
// only.
#pragma once

#include <QDialog>

#include "ui/session/settings.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace lapidary::ui {

class NumberField;
class Segmented;

class Preferences final : public QDialog {
    Q_OBJECT
public:
    explicit Preferences(const Settings& settings, QWidget* parent = nullptr);

    /// As after a change elsewhere, e.g. of the theme by the menu.
    void show(const Settings& settings);
    using QDialog::show;

signals:
    void changed(const lapidary::ui::Settings& settings);

private:
    void build();
    void addRow(QGridLayout& grid, const QString& text, QWidget* field, const char* name, const QString& tip,
                const QString& unit);
    void take();

    Settings m_settings;
    qreal m_scaleNow;  ///< of this program, since it started
    Segmented* m_theme;
    QComboBox* m_scale;
    QLabel* m_scaleNote;
    NumberField* m_threads;
    NumberField* m_autosave;
    QCheckBox* m_welcome;
    NumberField* m_recent;
    QPushButton* m_reset;
    bool m_filling = false;
};

}  // namespace lapidary::ui
