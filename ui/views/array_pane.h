// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An ArrayView with its controls above it: to the start, step back, play, step, to the end; how many steps a second; the
// number of the step; steady or last phase. The choosers of colour and array belong into the dock's title. GUI thread only.
#pragma once

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace lapidary::ui {

class ArrayView;
class NumberField;
class Segmented;

class ArrayPane final : public QWidget {
    Q_OBJECT
public:
    /// A follower stands beside the view, with the same colour, phase and share of the run.
    explicit ArrayPane(ArrayView* view, ArrayView* follower = nullptr, QWidget* parent = nullptr);

    QComboBox* colourChooser() const { return m_colour; }
    /// Hidden if the design has one array only.
    QComboBox* arrayChooser() const { return m_arrays; }

    bool isPlaying() const { return m_clock.isActive(); }
    void setPlaying(bool playing);
    /// Steps a second.
    int speed() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QToolButton* button(const QString& iconName, const QString& tip, const QString& key);
    QWidget* buildBar();
    /// Gives up what there is no room for.
    void fitBar();
    void buildChoosers();
    void connectParts();
    void refreshArray();
    void refreshColour();
    void refreshStep();
    void tick();
    void lead();

    ArrayView* m_view;
    ArrayView* m_follower;
    QWidget* m_bar = nullptr;
    QTimer m_clock;
    double m_due = 0;  ///< fraction of a step that ticks have not yet made
    QComboBox* m_colour;
    QComboBox* m_arrays;
    QToolButton* m_play = nullptr;
    QList<QToolButton*> m_back, m_forward;
    QList<QWidget*> m_speedParts;
    QSlider* m_speed = nullptr;
    QLabel* m_hertz = nullptr;
    NumberField *m_step = nullptr, *m_instance = nullptr;
    QLabel* m_instanceName = nullptr;
    QLabel* m_count = nullptr;
    Segmented* m_phase = nullptr;
};

}  // namespace lapidary::ui
