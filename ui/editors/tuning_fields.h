// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a tuning of the fabric model goes, as part of the form of the next run: tuner, objective, which sizes tiles may have,
// values for knobs, trials, when to stop early, the log, and how the run goes. Words are those of core/search/fabric. GUI
// thread only.
#pragma once

#include <QWidget>

#include <array>
#include <vector>

#include "ui/jobs/tuning_runner.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace lapidary::ui {

class NumberField;
class ProgressLine;

class TuningFields final : public QWidget {
    Q_OBJECT
public:
    explicit TuningFields(QWidget* parent = nullptr);
    void setSettings(const TuningSettings& settings);
    /// Values that a knob has if none are given, as a hint in its field; empty where there is no layer or machine.
    void setOwnValues(const std::array<QString, fabric::kKnobs>& values);
    /// The analytic mapper has no tuner to choose.
    void setAnalytic(bool analytic);
    /// `refusal`: why nothing can be tuned, shown in place of the state.
    void setState(const QString& state, double progress, const QString& refusal);

signals:
    void edited(const lapidary::ui::TuningSettings& settings);

private:
    void build();
    void buildKnobs(QGridLayout& grid, int& row);
    void addRow(QGridLayout& grid, int& row, const QString& text, QWidget* field, const char* name, const QString& tip);
    void edit(const TuningSettings& settings);
    void takeKnob(std::size_t knob);
    void showRows();
    void chooseLog();

    TuningSettings m_settings;
    bool m_analyticMapper = false;  ///< instead of a tuner: it has nothing to learn or breed
    QComboBox *m_tuner, *m_prior, *m_objective, *m_sizes;
    NumberField *m_trials, *m_withoutGain, *m_population;
    std::array<QLineEdit*, fabric::kKnobs> m_knobs{};
    QLineEdit* m_log;
    QLabel *m_state, *m_problem;
    ProgressLine* m_progress;
    std::vector<QWidget*> m_ofTuner, m_ofGenetic, m_ofXgboost;
};

}  // namespace lapidary::ui
