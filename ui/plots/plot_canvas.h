// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What all plots on a canvas do alike: a page of words until there is something to plot, a card that follows the pointer, and
// the picture as vectors for files. GUI thread only.
#pragma once

#include <QObject>

class QCustomPlot;
class QLabel;
class QPainter;
class QPointF;
class QSizeF;
class QWidget;

namespace lapidary::ui {

class HoverCard;

/// Puts both into `owner`, the words in front.
void addPlotPages(QWidget& owner, QLabel& words, QCustomPlot& plot);
/// Of pages that were added.
void showPlotPage(QWidget& owner, bool plot);

/// Of its ranges and layers, in that size.
void paintVectors(QCustomPlot& plot, QPainter& painter, QSizeF size);

/// Where the pointer is over a canvas, while no button is down; the card goes as it drags or leaves. Owned by the canvas.
class PlotPointer final : public QObject {
    Q_OBJECT
public:
    PlotPointer(QCustomPlot& plot, HoverCard& card);

signals:
    void hovered(const QPointF& pixel);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    HoverCard& m_card;
};

}  // namespace lapidary::ui
