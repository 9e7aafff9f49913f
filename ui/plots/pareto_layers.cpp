// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/pareto_layers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/plots/plot_style.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kSymbol = 9, kBrushedSymbol = 12;
constexpr double kOut = 0.55;  ///< opacity of what is not brushed
constexpr double kParetoLine = 16;
constexpr double kPale = 0.35;  ///< opacity of the fill of what is on its own front only

constexpr double kLegendLine = 18, kLegendEdge = 4;        ///< height of a row; above the first and below the last
constexpr double kLegendPadding = 10, kLegendSample = 32;  ///< at the sides; the piece of line with its symbol
constexpr double kLegendText = kLegendPadding + kLegendSample + 6;

/// "front", "own front", "dominated": as in the table of points.
QStringList kindNames() { return {QObject::tr("front"), QObject::tr("own front"), QObject::tr("dominated")}; }

double kindsWidth() {
    double width = 0;
    for (const QString& name : kindNames()) width += textWidth(name, uiFont(TypeSize::note)) + 24;
    return width;
}

QSizeF sizeOf(const QStringList& lines) {
    double width = 0;
    for (qsizetype i = 0; i < lines.size(); ++i)
        width = std::max(width, textWidth(lines[i], uiFont(TypeSize::note, i == 0)));
    return {width + 18, kParetoLine * static_cast<double>(lines.size()) + 8};
}

}  // namespace

ParetoPoints::ParetoPoints(QCustomPlot* plot, const ParetoData& data, const ParetoMarks& marks)
    : QCPLayerable(plot, QStringLiteral("main")), m_data(data), m_marks(marks), m_theme(&lightTheme()) {}

QRect ParetoPoints::clipRect() const { return parentPlot()->axisRect()->rect().adjusted(-6, -6, 6, 6); }

void ParetoPoints::draw(QCPPainter* painter) {
    for (const ParetoData::Series& series : m_data.series) {
        const SeriesLook look = seriesLook(*m_theme, series.look);
        QCPScatterStyle hollow = look.scatter;
        hollow.setPen(QPen(look.pen.color(), 1.4));
        hollow.setBrush(m_theme->panel);
        QCPScatterStyle pale = hollow;
        pale.setBrush(mixed(m_theme->panel, look.pen.color(), kPale));
        for (const int rank : {0, 1, 2})  // the fronts lie above
            for (const ParetoData::Point& point : series.points) {
                if ((point.front ? 2 : point.own ? 1 : 0) != rank) continue;
                QCPScatterStyle style = rank == 2 ? look.scatter : rank == 1 ? pale : hollow;
                const bool in = m_marks.brushed && m_marks.brushed->contains(point.point);
                style.setSize(in ? kBrushedSymbol : kSymbol);
                painter->setOpacity(m_marks.brushed && !in ? kOut : 1);
                style.applyTo(painter, look.pen);
                style.drawShape(painter, parentPlot()->xAxis->coordToPixel(point.x),
                                parentPlot()->yAxis->coordToPixel(point.y));
            }
    }
    painter->setOpacity(1);
}

ParetoOverlay::ParetoOverlay(QCustomPlot* plot, const ParetoData& data, const ParetoMarks& marks)
    : QCPLayerable(plot, QStringLiteral("overlay")), m_data(data), m_marks(marks), m_theme(&lightTheme()) {}

QPointF ParetoOverlay::pixel(double x, double y) const {
    return {parentPlot()->xAxis->coordToPixel(x), parentPlot()->yAxis->coordToPixel(y)};
}

void ParetoOverlay::draw(QCPPainter* painter) {
    if (m_data.empty()) return;
    drawIsos(*painter);
    drawLegend(*painter);
    if (m_marks.brush) drawBrush(*painter);
    if (m_marks.selected >= 0) drawRing(*painter, m_marks.selected, 9);
    if (m_marks.hovered >= 0 && m_marks.hovered != m_marks.selected) drawRing(*painter, m_marks.hovered, 7);
    const int told = m_marks.hovered >= 0 ? m_marks.hovered : m_marks.selected;
    const ParetoData::Point* point = m_data.find(told);
    if (point && !m_marks.card.isEmpty()) drawCard(*painter, pixel(point->x, point->y));
}

void ParetoOverlay::drawIsoLabel(QCPPainter& painter, const QPointF& at, const QString& text) const {
    const QFont font = uiFont(TypeSize::note, true);
    const QRectF box(at.x(), at.y() - 17, textWidth(text, font) + 8, 15);
    QColor ground = m_theme->panel;
    ground.setAlphaF(0.8F);
    painter.fillRect(box, ground);
    drawText(painter, box.adjusted(4, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text, font, m_theme->accent);
}

void ParetoOverlay::drawIsos(QCPPainter& painter) const {
    const QRectF axes = parentPlot()->axisRect()->rect();
    painter.save();
    painter.setClipRect(axes);
    QPen pen(m_theme->accent, 1);
    pen.setDashPattern({3, 3});
    for (const ParetoData::Iso& iso : m_data.isos) {
        QPolygonF line;
        if (iso.kind == ParetoData::Iso::Kind::horizontal) {
            const double y = parentPlot()->yAxis->coordToPixel(iso.level);
            line << QPointF(axes.left(), y) << QPointF(axes.right(), y);
        } else if (iso.kind == ParetoData::Iso::Kind::vertical) {
            const double x = parentPlot()->xAxis->coordToPixel(iso.level);
            line << QPointF(x, axes.bottom()) << QPointF(x, axes.top());
        } else {
            for (double x = axes.left(); x <= axes.right(); x += 4)
                if (const double at = parentPlot()->xAxis->pixelToCoord(x); at > 0) line << pixel(at, iso.level / at);
        }
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
        const auto inside = std::find_if(line.begin(), line.end(), [&](const QPointF& p) { return axes.contains(p); });
        if (inside != line.end()) drawIsoLabel(painter, *inside + QPointF(2, 0), iso.label);
    }
    painter.restore();
}

void ParetoOverlay::drawBrush(QCPPainter& painter) const {
    const QRectF& brush = *m_marks.brush;
    const QRectF box = QRectF(pixel(brush.left(), brush.top()), pixel(brush.right(), brush.bottom())).normalized();
    QColor fill = m_theme->accent;
    fill.setAlphaF(0.1F);
    QPen pen(m_theme->accent, 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.setBrush(fill);
    painter.drawRect(box);
    painter.setPen(QPen(m_theme->accent, 1));
    painter.setBrush(m_theme->panel);
    for (const QPointF& corner : {box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()})
        painter.drawRect(QRectF(corner.x() - 3, corner.y() - 3, 6, 6));
}

void ParetoOverlay::drawRing(QCPPainter& painter, int point, double radius) const {
    const ParetoData::Point* at = m_data.find(point);
    if (!at) return;
    painter.setPen(QPen(m_theme->accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(pixel(at->x, at->y), radius, radius);
}

/// Where it covers the fewest points, within the axes.
QRectF ParetoOverlay::cardBox(const QPointF& at, QSizeF size) const {
    const QRectF axes = parentPlot()->axisRect()->rect();
    constexpr double kAway = 26;
    const std::array<QPointF, 4> places{{{at.x() - kAway - size.width(), at.y() + kAway / 2},
                                         {at.x() + kAway, at.y() - kAway - size.height()},
                                         {at.x() + kAway, at.y() + kAway / 2},
                                         {at.x() - kAway - size.width(), at.y() - kAway - size.height()}}};
    QRectF best;
    int least = -1;
    for (const QPointF& place : places) {
        QRectF box(place, size);
        box.moveLeft(
            std::clamp(box.left(), axes.left() + 4, std::max(axes.left() + 4, axes.right() - size.width() - 4)));
        box.moveTop(std::clamp(box.top(), axes.top() + 2, std::max(axes.top() + 2, axes.bottom() - size.height() - 4)));
        int covered = box.adjusted(-8, -8, 8, 8).contains(at) ? 100 : 0;
        for (const ParetoData::Series& series : m_data.series)
            for (const ParetoData::Point& point : series.points)
                covered += box.contains(pixel(point.x, point.y)) ? 1 : 0;
        if (least < 0 || covered < least) {
            least = covered;
            best = box;
        }
    }
    return best;
}

void ParetoOverlay::drawCard(QCPPainter& painter, const QPointF& at) const {
    const QRectF box = cardBox(at, sizeOf(m_marks.card));
    painter.setPen(QPen(m_theme->accent, 1));
    const QPointF from(std::clamp(at.x(), box.left(), box.right()), std::clamp(at.y(), box.top(), box.bottom()));
    painter.drawLine(from, at + (from - at) * (9 / std::max(9.0, std::hypot(from.x() - at.x(), from.y() - at.y()))));
    painter.setBrush(m_theme->panel);
    painter.drawRoundedRect(box, 3, 3);
    for (qsizetype i = 0; i < m_marks.card.size(); ++i)
        drawText(painter,
                 {box.left() + 9, box.top() + 4 + kParetoLine * static_cast<double>(i), box.width() - 10, kParetoLine},
                 Qt::AlignVCenter | Qt::AlignLeft, m_marks.card[i], uiFont(TypeSize::note, i == 0),
                 i == 0 ? m_theme->text : m_theme->text2);
}

/// In the corner with the fewest points, above first.
QRectF ParetoOverlay::legendBox(QSizeF size) const {
    const QRectF axes = QRectF(parentPlot()->axisRect()->rect()).adjusted(8, 6, -8, -8);
    const std::array<QPointF, 4> corners{{{axes.right() - size.width(), axes.top()},
                                          {axes.left(), axes.bottom() - size.height()},
                                          {axes.left(), axes.top()},
                                          {axes.right() - size.width(), axes.bottom() - size.height()}}};
    QRectF best;
    int least = -1;
    for (const QPointF& corner : corners) {
        const QRectF box(corner, size);
        int covered = 0;
        for (const ParetoData::Series& series : m_data.series)
            for (const ParetoData::Point& point : series.points)
                covered += box.adjusted(-6, -6, 6, 6).contains(pixel(point.x, point.y)) ? 1 : 0;
        if (least < 0 || covered < least) {
            least = covered;
            best = box;
        }
    }
    return best;
}

void ParetoOverlay::drawLegend(QCPPainter& painter) const {
    const QFont font = uiFont(TypeSize::note);
    QStringList texts;
    for (const ParetoData::Series& series : m_data.series)
        texts << QObject::tr("%1, own front: %2").arg(series.name).arg(series.front.size());
    double width = kindsWidth() - kLegendText;
    for (const QString& text : texts) width = std::max(width, textWidth(text, font));
    const QRectF box = legendBox(
        {kLegendText + width + kLegendPadding, kLegendLine * static_cast<double>(texts.size() + 1) + 2 * kLegendEdge});
    painter.setPen(QPen(m_theme->line, 1));
    painter.setBrush(m_theme->panel);
    painter.drawRoundedRect(box, 3, 3);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const double y = box.top() + kLegendEdge + kLegendLine * static_cast<double>(i);
        const SeriesLook look = seriesLook(*m_theme, m_data.series[static_cast<std::size_t>(i)].look);
        painter.setPen(look.pen);
        const double middle = y + kLegendLine / 2, left = box.left() + kLegendPadding;
        painter.drawLine(QPointF(left, middle), QPointF(left + kLegendSample, middle));
        look.scatter.applyTo(&painter, look.pen);
        look.scatter.drawShape(&painter, left + kLegendSample / 2, middle);
        drawText(painter, {box.left() + kLegendText, y, width + 8, kLegendLine}, Qt::AlignVCenter | Qt::AlignLeft,
                 texts[i], font, m_theme->text);
    }
    drawKinds(painter, {box.left() + kLegendPadding, box.bottom() - kLegendEdge - kLegendLine});
}

/// What filled, pale and hollow symbols are, in one row.
void ParetoOverlay::drawKinds(QCPPainter& painter, const QPointF& at) const {
    const QFont font = uiFont(TypeSize::note);
    const QStringList names = kindNames();
    const std::array<QColor, 3> fills{m_theme->text2, mixed(m_theme->panel, m_theme->text2, kPale), m_theme->panel};
    double x = at.x();
    for (qsizetype i = 0; i < names.size(); ++i) {
        painter.setPen(QPen(m_theme->text2, 1.4));
        painter.setBrush(fills[static_cast<std::size_t>(i)]);
        painter.drawEllipse(QPointF(x + 5, at.y() + kLegendLine / 2), 4, 4);
        const double width = textWidth(names[i], font);
        drawText(painter, {x + 13, at.y(), width + 8, kLegendLine}, Qt::AlignVCenter | Qt::AlignLeft, names[i], font,
                 m_theme->text2);
        x += width + 24;
    }
}

}  // namespace lapidary::ui
