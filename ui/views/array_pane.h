// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An ArrayView with its controls above it: to the start, step back, play, step, to the end; how many steps a second; the
// number of the step; steady or last phase. The choosers of colour and array belong into the dock's title. GUI thread only.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace lapidary::ui {

class ArrayView;
class NumberField;
class Segmented;
class StepBar;

class ArrayPane final : public QWidget {
    Q_OBJECT
public:
    /// A follower stands beside the view, with the same colour, phase and share of the run.
    explicit ArrayPane(ArrayView* view, ArrayView* follower = nullptr, QWidget* parent = nullptr);

    QComboBox* colourChooser() const { return m_colour; }
    /// Hidden if the design has one array only.
    QComboBox* arrayChooser() const { return m_arrays; }

    StepBar* bar() const { return m_bar; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildBar();
    /// Gives up what there is no room for.
    void fitBar();
    void buildChoosers();
    void connectParts();
    void refreshArray();
    void refreshColour();
    void refreshStep();
    void lead();

    ArrayView* m_view;
    ArrayView* m_follower;
    StepBar* m_bar = nullptr;
    QComboBox* m_colour;
    QComboBox* m_arrays;
    NumberField *m_step = nullptr, *m_instance = nullptr;
    QLabel* m_instanceName = nullptr;
    QLabel* m_count = nullptr;
    Segmented* m_phase = nullptr;
};

}  // namespace lapidary::ui
