// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A FabricView with its controls above it - to the start, step back, play, step, to the end, cycles a second, the cycle as a
// number and as a place in the run - and what the marked part holds below it. It asks for cycles; who has them says which is
// on show. GUI thread only.
#pragma once

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <functional>

class QLabel;
class QSlider;
class QToolButton;

namespace lapidary::ui {

class FabricView;
class NumberField;

class FabricPane final : public QWidget {
    Q_OBJECT
public:
    explicit FabricPane(FabricView* view, QWidget* parent = nullptr);

    /// `last` 0: there is nothing to step through.
    void setCycle(std::int64_t cycle, std::int64_t last);
    bool isPlaying() const { return m_clock.isActive(); }
    void setPlaying(bool playing);
    /// Cycles a second.
    int speed() const;

signals:
    void cycleAsked(qint64 cycle);

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* button(const QString& iconName, const QString& tip, const QString& key, std::function<void()> act);
    QWidget* buildBar();
    void ask(std::int64_t cycle);
    void tick();

    FabricView* m_view;
    QWidget* m_bar = nullptr;
    QTimer m_clock;
    double m_due = 0;
    std::int64_t m_cycle = 0, m_last = 0;
    QToolButton* m_play = nullptr;
    QList<QToolButton*> m_back, m_forward;
    QList<QWidget*> m_speedParts;
    QSlider *m_speed = nullptr, *m_place = nullptr;
    QLabel *m_hertz = nullptr, *m_count = nullptr, *m_note = nullptr;
    NumberField* m_number = nullptr;
};

}  // namespace lapidary::ui
