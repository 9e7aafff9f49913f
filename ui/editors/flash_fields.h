// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How FLASH goes, as part of the form of the next run: which style of accelerator, what Table 1 says of it, which tiles, what
// becomes of candidates that don't fit, and how the run goes. Words are those of core/search/flash. GUI thread only.
#pragma once

#include <QWidget>

#include "core/search/flash/options.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace lapidary::ui {

class NumberField;
class ProgressLine;

class FlashFields final : public QWidget {
    Q_OBJECT
public:
    explicit FlashFields(QWidget* parent = nullptr);
    void setOptions(const flash::Options& options);
    /// `refusal`: why FLASH can't be asked, shown in place of the state.
    void setState(const QString& state, double progress, const QString& refusal);

signals:
    void edited(const lapidary::flash::Options& options);

private:
    void build();
    void edit(const flash::Options& options);

    flash::Options m_options;
    void fillQuirks();
    void refreshRules();

    QComboBox *m_style, *m_order, *m_tiles, *m_space, *m_overflow, *m_rules;
    QToolButton* m_quirks;
    NumberField *m_cluster, *m_samples, *m_bins;
    QLabel *m_facts, *m_state;
    ProgressLine* m_progress;
};

}  // namespace lapidary::ui
