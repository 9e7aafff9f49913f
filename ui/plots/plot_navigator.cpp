// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_navigator.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <qcustomplot.h>

#include <cmath>

namespace lapidary::ui {

namespace {

constexpr double kDragFrom = 3;
constexpr double kStep = 0.8;
constexpr double kPan = 0.1;

bool isLog(const QCPAxis& axis) { return axis.scaleType() == QCPAxis::stLogarithmic; }

/// Moves an axis by a share of its length.
void shift(QCPAxis& axis, double share) {
    const QCPRange range = axis.range();
    if (isLog(axis)) {
        const double factor = std::pow(range.upper / range.lower, share);
        axis.setRange(range.lower * factor, range.upper * factor);
    } else {
        axis.setRange(range.lower + share * range.size(), range.upper + share * range.size());
    }
}

void magnify(QCPAxis& axis, double factor) {
    const QCPRange range = axis.range();
    axis.scaleRange(factor, isLog(axis) ? std::sqrt(range.lower * range.upper) : range.center());
}

}  // namespace

PlotNavigator::PlotNavigator(QCustomPlot& plot) : QObject(&plot), m_plot(plot) {
    plot.setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot.setFocusPolicy(Qt::StrongFocus);
    plot.setMouseTracking(true);
    plot.installEventFilter(this);
    QObject::connect(&plot, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) {
        m_moved = true;
        // Over an axis only along it.
        const QRect axes = m_plot.axisRect()->rect();
        const QPointF at = event->position();
        QList<QCPAxis*> along{m_plot.xAxis, m_plot.yAxis};
        if (at.x() < axes.left()) along = {m_plot.yAxis};
        if (at.y() > axes.bottom()) along = {m_plot.xAxis};
        m_plot.axisRect()->setRangeZoomAxes(along);
    });
}

void PlotNavigator::reset() {
    m_moved = false;
    emit resetAsked();
}

void PlotNavigator::zoom(double factor) {
    m_moved = true;
    magnify(*m_plot.xAxis, factor);
    magnify(*m_plot.yAxis, factor);
    m_plot.replot(QCustomPlot::rpQueuedReplot);
}

void PlotNavigator::pan(double right, double up) {
    m_moved = true;
    shift(*m_plot.xAxis, right);
    shift(*m_plot.yAxis, up);
    m_plot.replot(QCustomPlot::rpQueuedReplot);
}

bool PlotNavigator::takeKey(int key, Qt::KeyboardModifiers modifiers) {
    const bool shifted = modifiers & Qt::ShiftModifier;
    switch (key) {
    case Qt::Key_0:
    case Qt::Key_Home: reset(); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(kStep); return true;
    case Qt::Key_Minus: zoom(1 / kStep); return true;
    case Qt::Key_Left: return shifted ? pan(-kPan, 0), true : false;
    case Qt::Key_Right: return shifted ? pan(kPan, 0), true : false;
    case Qt::Key_Up: return shifted ? pan(0, kPan), true : false;
    case Qt::Key_Down: return shifted ? pan(0, -kPan), true : false;
    default: return false;
    }
}

bool PlotNavigator::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (takeKey(key->key(), key->modifiers())) return true;
        break;
    }
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        m_pressed = mouse->button() == Qt::LeftButton;
        m_dragged = false;
        m_pressedAt = mouse->position();
        break;
    }
    case QEvent::MouseMove:
        if (m_pressed && (static_cast<QMouseEvent*>(event)->position() - m_pressedAt).manhattanLength() > kDragFrom)
            m_dragged = m_moved = true;
        break;
    case QEvent::MouseButtonRelease:
        if (m_pressed && !m_dragged) emit clicked(m_pressedAt);
        m_pressed = false;
        break;
    case QEvent::MouseButtonDblClick: reset(); break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace lapidary::ui
