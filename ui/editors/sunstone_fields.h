// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How Sunstone's search goes, as part of the form of the next run: each principle as a switch, which tiles count, where it
// starts, and in which order a level is settled. Words are those of core/search/sunstone/options.h. GUI thread only.
#pragma once

#include <QWidget>

#include "core/search/sunstone/options.h"

class QCheckBox;
class QComboBox;

namespace lapidary::ui {

class SunstoneFields final : public QWidget {
    Q_OBJECT
public:
    explicit SunstoneFields(QWidget* parent = nullptr);
    void setOptions(const sunstone::Options& options);

signals:
    void edited(const lapidary::sunstone::Options& options);

private:
    void edit(const sunstone::Options& options);

    sunstone::Options m_options;
    std::vector<std::pair<QCheckBox*, bool sunstone::Options::*>> m_switches;
    QComboBox *m_tiling, *m_direction, *m_steps;
};

}  // namespace lapidary::ui
