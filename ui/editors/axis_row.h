// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One parameter of a sweep: the path of a setting with completion, its values as text, a button to remove it, and below
// what is wrong with them. GUI thread only.
#pragma once

#include <QWidget>

#include "core/explore/sweep_check.h"

class QLabel;
class QLineEdit;
class QStringListModel;

namespace lapidary::ui {

class AxisRow final : public QWidget {
    Q_OBJECT
public:
    /// `paths` are offered as one types; `number` is the row's place, for object names.
    AxisRow(int number, QStringListModel* paths, QWidget* parent = nullptr);

    void setAxis(const SweepAxis& axis);
    /// Problems of this axis.
    void setProblems(const std::vector<SweepProblem>& problems);
    void startEditing();

signals:
    void edited(const lapidary::SweepAxis& axis);
    void removed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void commit();
    void refreshList();

    SweepAxis m_axis;
    QLineEdit* m_path;
    QLineEdit* m_values;
    QLabel* m_list;  ///< all values in full, where the field is too narrow for them
    QLabel* m_problem;
};

/// "2x7, 3x7; 4x7" as values, without empty ones.
std::vector<std::string> valuesOf(const QString& text);
QString textOf(const std::vector<std::string>& values);

}  // namespace lapidary::ui
