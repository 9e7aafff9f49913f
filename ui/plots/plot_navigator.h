// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Moving about in a plot: drag pans, the wheel zooms at the pointer (over an axis only along it), double click or 0 shows
// everything again, + and - zoom, Shift with the arrows pans. It also tells clicks from drags. The plot's owner sets the
// ranges that show everything; as long as someone has moved about, it leaves them alone. GUI thread only.
#pragma once

#include <QObject>
#include <QPointF>

class QCustomPlot;

namespace lapidary::ui {

class PlotNavigator final : public QObject {
    Q_OBJECT
public:
    explicit PlotNavigator(QCustomPlot& plot);

    /// Whether the ranges are a person's.
    bool moved() const { return m_moved; }
    /// Everything is to be shown again.
    void reset();
    /// Magnifies around the middle; < 1 = shows less.
    void zoom(double factor);
    void pan(double right, double up);  ///< in shares of what is shown

signals:
    void resetAsked();
    void clicked(const QPointF& position);  ///< without a drag

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);

    QCustomPlot& m_plot;
    bool m_moved = false;
    bool m_pressed = false;
    bool m_dragged = false;
    QPointF m_pressedAt;
};

}  // namespace lapidary::ui
