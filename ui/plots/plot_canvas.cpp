// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_canvas.h"

#include <QEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPicture>
#include <QStackedLayout>
#include <qcustomplot.h>

#include "ui/plots/hover_card.h"

namespace lapidary::ui {

void addPlotPages(QWidget& owner, QLabel& words, QCustomPlot& plot) {
    constexpr int kAround = 10;
    words.setContentsMargins(kAround, kAround, kAround, kAround);
    auto* layout = new QStackedLayout(&owner);
    layout->addWidget(&words);
    layout->addWidget(&plot);
}

void showPlotPage(QWidget& owner, bool plot) {
    static_cast<QStackedLayout*>(owner.layout())->setCurrentIndex(plot ? 1 : 0);
}

void paintVectors(QCustomPlot& plot, QPainter& painter, QSizeF size) {
    QPicture picture;
    QCPPainter recorder;
    recorder.begin(&picture);
    recorder.setMode(QCPPainter::pmVectorized);
    plot.toPainter(&recorder, static_cast<int>(size.width()), static_cast<int>(size.height()));
    recorder.end();
    painter.drawPicture(0, 0, picture);
}

PlotPointer::PlotPointer(QCustomPlot& plot, HoverCard& card) : QObject(&plot), m_card(card) {
    plot.installEventFilter(this);
}

bool PlotPointer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->buttons() == Qt::NoButton)
            emit hovered(mouse->position());
        else
            m_card.hide();
    } else if (event->type() == QEvent::Leave) {
        m_card.hide();
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace lapidary::ui
