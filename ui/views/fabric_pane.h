// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A FabricView with its controls above it - to the start, step back, play, step, to the end, cycles a second, the cycle as a
// number and as a place in the run - and what the marked part holds below it. It asks for cycles; who has them says which is
// on show. GUI thread only.
#pragma once

#include <QWidget>

#include <cstdint>

class QLabel;
class QSlider;

namespace lapidary::ui {

class FabricView;
class NumberField;
class StepBar;

class FabricPane final : public QWidget {
    Q_OBJECT
public:
    explicit FabricPane(FabricView* view, QWidget* parent = nullptr);

    /// `last` 0: there is nothing to step through.
    void setCycle(std::int64_t cycle, std::int64_t last);
    /// Another view of the same cycles steps, too.
    void takeKeysOf(QWidget* view);
    StepBar* bar() const { return m_bar; }

signals:
    void cycleAsked(qint64 cycle);

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildPlace();

    FabricView* m_view;
    StepBar* m_bar;
    std::int64_t m_last = 0;
    QSlider* m_place = nullptr;
    QLabel *m_count = nullptr, *m_note = nullptr;
    NumberField* m_number = nullptr;
};

}  // namespace lapidary::ui
