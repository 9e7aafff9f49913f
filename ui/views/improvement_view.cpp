// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/improvement_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "ui/session/run.h"
#include "ui/theme/theme.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kImprovementLeft = 46, kRight = 14, kTitle = 18;
constexpr double kLegendTop = 8, kLegendRow = 18, kLegendFoot = 18;  ///< the foot has room for figures above the bars
constexpr double kImprovementMostLabel = 96;
constexpr double kOut = 0.55;
constexpr double kSlope = 55;  ///< degrees, of names of designs

QString percent(double value, int digits = 0) {
    return QString::number(value, 'f', digits).replace(u'-', QChar(0x2212));
}

double niceStep(double span) {
    for (const double step : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0})
        if (span / step <= 8) return step;
    return 1000;
}

}  // namespace

ImprovementView::ImprovementView(QWidget* parent) : PointView(tr("Improvement"), parent) {}

void ImprovementView::setMetric(PointMetric metric) {
    m_metric = metric;
    runChanged();
    pictureChanged();
}

void ImprovementView::runChanged() {
    m_shares.clear();
    m_few.clear();
    m_series.clear();
    if (!run()) return;
    const Factorization reference = referenceOf(*run());
    m_shares = improvements(run()->points(), m_metric, reference);
    for (std::size_t point = 0; point < m_shares.size(); ++point) m_few.push_back(tooFewDraws(*run(), point));
    const auto& kinds = run()->spec().mapspaces;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i] != reference)
            m_series.push_back({kinds[i], i, meanImprovement(run()->points(), m_metric, kinds[i], reference)});
    m_labels = 20;
    for (std::size_t design = 0; design < std::min<std::size_t>(designCount(*run()), 200); ++design)
        m_labels = std::max(m_labels, textWidth(designText(*run(), design * kinds.size()), uiFont(TypeSize::note)));
    m_labels = std::min(m_labels + 8, kImprovementMostLabel);
}

double ImprovementView::Frame::y(double value) const {
    return plot.bottom() - plot.height() * (value - low) / (high - low);
}

ImprovementView::Frame ImprovementView::frame(QSizeF size) const {
    Frame frame;
    double low = 0, high = 0;
    for (const auto& share : m_shares)
        if (share) {
            low = std::min(low, 100 * *share);
            high = std::max(high, 100 * *share);
        }
    low = std::max(low, -300.0);  // one outlier must not flatten the rest; its figure is written
    frame.step = niceStep(std::max(high - low, 1.0));
    frame.low = std::floor(low / frame.step) * frame.step;
    frame.high = std::max(std::ceil((high + 0.02 * (high - low)) / frame.step) * frame.step, frame.low + frame.step);
    const double foot = m_labels * std::sin(kSlope * M_PI / 180) + 12 + kTitle;
    const double top = paintLegend(nullptr, lightTheme(), size.width()) + kLegendFoot;
    frame.plot = QRectF(kImprovementLeft, top, std::max(size.width() - kImprovementLeft - kRight, 40.0),
                        std::max(size.height() - top - foot, 40.0));
    frame.each = frame.plot.width() / static_cast<double>(std::max<std::size_t>(designCount(*run()), 1));
    return frame;
}

QRectF ImprovementView::bar(const Frame& frame, std::size_t point) const {
    const std::size_t kinds = run()->spec().mapspaces.size(), group = point / kinds;
    const auto place = std::find_if(m_series.begin(), m_series.end(),
                                    [&](const Series& series) { return series.place == point % kinds; });
    if (place == m_series.end()) return {};
    const auto bars = static_cast<double>(m_series.size());
    const double wide = std::min(frame.each * 0.82 / bars, 26.0);
    const double middle = frame.plot.left() + frame.each * (static_cast<double>(group) + 0.5);
    const double left = middle + wide * (static_cast<double>(place - m_series.begin()) - bars / 2);
    const double value = m_shares[point] ? 100 * *m_shares[point] : 0;
    return QRectF(QPointF(left, frame.y(std::max(value, frame.low))), QPointF(left + wide * 0.94, frame.y(0)))
        .normalized();
}

void ImprovementView::paintAxes(QPainter& painter, const Theme& theme, const Frame& frame) const {
    for (double value = frame.low; value <= frame.high + frame.step / 2; value += frame.step) {
        const double y = frame.y(value);
        painter.fillRect(QRectF(frame.plot.left(), y, frame.plot.width(), 1), theme.plotGrid);
        drawText(painter, {0, y - 8, kImprovementLeft - 6, 16}, Qt::AlignVCenter | Qt::AlignRight, percent(value),
                 uiFont(TypeSize::note), theme.text2);
    }
    painter.fillRect(QRectF(frame.plot.left(), frame.y(0), frame.plot.width(), 1), theme.plotAxis);
    painter.fillRect(QRectF(frame.plot.left(), frame.plot.top(), 1, frame.plot.height()), theme.plotAxis);
    painter.save();
    painter.translate(10, frame.plot.center().y());
    painter.rotate(-90);
    const double half = frame.plot.height() / 2;
    drawText(painter, {-half, -8, 2 * half, 16}, Qt::AlignCenter,
             tr("%1 below %2, %").arg(nameOf(m_metric), shortName(referenceOf(*run()))), uiFont(TypeSize::note),
             theme.text);
    painter.restore();
}

void ImprovementView::paintNames(QPainter& painter, const Theme& theme, const Frame& frame) const {
    const std::size_t kinds = run()->spec().mapspaces.size();
    const auto every = static_cast<std::size_t>(std::ceil(14 / frame.each));  // names need 14 px each
    for (std::size_t design = 0; design < designCount(*run()); design += std::max<std::size_t>(every, 1)) {
        bool brushed = false;
        for (std::size_t kind = 0; kind < kinds; ++kind)
            brushed = brushed || isBrushed(static_cast<int>(design * kinds + kind));
        painter.save();
        painter.translate(frame.plot.left() + frame.each * (static_cast<double>(design) + 0.5) + 4,
                          frame.plot.bottom() + 6);
        painter.rotate(-kSlope);
        drawText(painter, {-m_labels, -2, m_labels, 14}, Qt::AlignVCenter | Qt::AlignRight,
                 designText(*run(), design * kinds), uiFont(TypeSize::note, brushed),
                 brushed ? theme.accent : theme.text2);
        painter.restore();
    }
    QStringList axes;
    for (const SweepAxis& axis : run()->spec().axes) axes << axisTitle(axis.path);
    drawText(painter,
             {frame.plot.left(), frame.plot.bottom() + m_labels * std::sin(kSlope * M_PI / 180) + 10,
              frame.plot.width(), kTitle},
             Qt::AlignCenter, axes.join(QStringLiteral(", ")), uiFont(TypeSize::note), theme.text);
}

void ImprovementView::paintBars(QPainter& painter, const Theme& theme, const Frame& frame) const {
    for (std::size_t point = 0; point < m_shares.size(); ++point) {
        const QRectF box = bar(frame, point);
        if (box.isNull()) continue;
        const int number = static_cast<int>(point);
        if (isBrushed(number))
            painter.fillRect(QRectF(box.left() - 2, frame.plot.top(), box.width() + 4, frame.plot.height()),
                             theme.tint1);
        if (!m_shares[point]) {
            if (run()->running() && !run()->points()[point] && frame.each > 10) {
                painter.save();
                painter.translate(box.center().x(), frame.y(0) - 4);
                painter.rotate(-90);
                drawText(painter, {0, -7, 60, 14}, Qt::AlignVCenter | Qt::AlignLeft, tr("running"),
                         uiFont(TypeSize::cell), theme.text3);
                painter.restore();
            }
            continue;
        }
        painter.setOpacity(isOut(number) ? kOut : 1);
        paintBar(painter, theme, box.height() < 1 ? QRectF(box.left(), box.top() - 1, box.width(), 2) : box, point);
        painter.setOpacity(1);
        if (isHovered(number) || isSelected(number)) drawOutline(painter, theme, box.adjusted(-1, -1, 1, 1));
    }
}

void ImprovementView::paintMean(QPainter& painter, const Theme& theme, const Frame& frame) const {
    const Series* best = nullptr;
    for (const Series& series : m_series)
        if (series.mean && (!best || *series.mean > *best->mean)) best = &series;
    if (!best) return;
    const double y = frame.y(100 * *best->mean);
    const QColor color = theme.series[static_cast<std::size_t>(seriesOf(best->kind)) % theme.series.size()];
    QPen pen(color, 1.6);
    pen.setDashPattern({5, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
}

void ImprovementView::paintBar(QPainter& painter, const Theme& theme, const QRectF& box, std::size_t point) const {
    const QColor color =
        theme.series[static_cast<std::size_t>(seriesOf(mapspaceOf(*run(), point))) % theme.series.size()];
    if (!m_few[point]) return painter.fillRect(box, color);
    drawHatch(painter, theme, box, Idle::unused);
    painter.setPen(QPen(color, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.7, 0.7, -0.7, -0.7));
}

/// Above everything else, so that neither lines nor neighbours cover them.
void ImprovementView::paintFigures(QPainter& painter, const Theme& theme, const Frame& frame) const {
    for (std::size_t point = 0; point < m_shares.size(); ++point)
        if (m_shares[point]) paintFigure(painter, theme, frame, point);
}

/// Of every bar: across it, along it where it is too thin for that, or not at all where it is thinner still.
void ImprovementView::paintFigure(QPainter& painter, const Theme& theme, const Frame& frame, std::size_t point) const {
    constexpr double kTall = 12;
    const QRectF box = bar(frame, point);
    if (box.isNull() || box.width() < kTall - 2) return;
    const double value = 100 * *m_shares[point];
    const QString text = percent(value);
    const QFont font = uiFont(TypeSize::cell, isBrushed(static_cast<int>(point)));
    const double wide = textWidth(text, font) + 3;
    const bool across = wide <= box.width() + 6;
    const double high = across ? kTall : wide;
    const double top = std::clamp(value >= 0 ? box.top() - high - 1 : box.bottom() + 1, frame.plot.top() - kLegendFoot,
                                  std::max(frame.plot.bottom() - high, frame.plot.top()));
    painter.save();
    painter.translate(box.center().x(), top + high / 2);
    if (!across) painter.rotate(-90);
    const QRectF label(-wide / 2, -kTall / 2, wide, kTall);
    QColor ground = theme.panel;
    ground.setAlphaF(0.85F);
    painter.fillRect(label, ground);
    drawText(painter, label, Qt::AlignCenter, text, font, theme.text);
    painter.restore();
}

/// Mapspaces with their means, and what hatching means; as many rows as it takes.
double ImprovementView::paintLegend(QPainter* painter, const Theme& theme, double width) const {
    const QFont font = uiFont(TypeSize::note);
    double x = kImprovementLeft, y = kLegendTop;
    const auto place = [&](const QString& text) {  // where the entry's box goes
        const double wide = textWidth(text, font) + 30;
        if (x > kImprovementLeft && x + wide > width) {
            x = kImprovementLeft;
            y += kLegendRow;
        }
        const QRectF box(x, y + 3, 10, 10);
        if (painter)
            drawText(*painter, {x + 15, y, wide - 15, 16}, Qt::AlignVCenter | Qt::AlignLeft, text, font, theme.text);
        x += wide;
        return box;
    };
    for (const Series& series : m_series) {
        const QString name = shortName(series.kind);
        const QRectF box = place(series.mean ? tr("%1, mean %2 %").arg(name, percent(100 * *series.mean, 1)) : name);
        if (painter)
            painter->fillRect(box, theme.series[static_cast<std::size_t>(seriesOf(series.kind)) % theme.series.size()]);
    }
    if (std::find(m_few.begin(), m_few.end(), true) != m_few.end()) {
        const QRectF box = place(tooFewText());
        if (painter) drawHatch(*painter, theme, box, Idle::unused);
    }
    return y + kLegendRow;
}

void ImprovementView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const Frame at = frame(size);
    paintLegend(&painter, theme, size.width());
    paintAxes(painter, theme, at);
    paintBars(painter, theme, at);
    paintMean(painter, theme, at);
    paintFigures(painter, theme, at);
    paintNames(painter, theme, at);
}

int ImprovementView::pointAt(const QPointF& position) const {
    if (!run() || m_series.empty()) return -1;
    const Frame at = frame(size());
    if (!at.plot.contains(position)) return -1;
    const std::size_t kinds = run()->spec().mapspaces.size();
    const auto design = static_cast<std::size_t>((position.x() - at.plot.left()) / at.each);
    for (const Series& series : m_series) {
        const std::size_t point = design * kinds + series.place;
        if (point >= m_shares.size() || !m_shares[point]) continue;
        const QRectF box = bar(at, point);  // all of its column, so that low bars can be met
        if (position.x() >= box.left() && position.x() <= box.right()) return static_cast<int>(point);
    }
    return -1;
}

QString ImprovementView::tipAt(const QPointF& position) const {
    const int point = pointAt(position);
    if (point < 0) return {};
    const auto number = static_cast<std::size_t>(point);
    return tr("%1: %2 %3 % below %4")
               .arg(pointText(*run(), number), nameOf(m_metric), percent(100 * *m_shares[number], 1),
                    shortName(referenceOf(*run()))) +
           (m_few[number] ? tr("; its mapspace %1").arg(tooFewText()) : QString());
}

QString ImprovementView::textTwin() const {
    if (!run()) return {};
    QStringList lines{QStringLiteral("design,mapspace,%1 below %2,too few draws")
                          .arg(nameOf(m_metric), shortName(referenceOf(*run())))};
    for (std::size_t point = 0; point < m_shares.size(); ++point)
        if (m_shares[point])
            lines << QStringLiteral("\"%1\",%2,%3,%4")
                         .arg(designText(*run(), point), shortName(mapspaceOf(*run(), point)),
                              QString::fromStdString(formatExact(*m_shares[point])),
                              m_few[point] ? QStringLiteral("yes") : QStringLiteral("no"));
    return lines.join(u'\n');
}

QString ImprovementView::emptyText() const {
    if (!run()) return tr("How much each mapspace improves on PFM, design by design (Ruby, ISPASS 2022, Fig. 14).");
    if (m_series.empty()) return tr("One mapspace has nothing to be compared with. Tick PFM and another one in Sweep.");
    const bool any = std::any_of(m_shares.begin(), m_shares.end(), [](const auto& share) { return share.has_value(); });
    return any ? QString()
               : tr("No design has a value of %1 in %2 yet.").arg(nameOf(m_metric), shortName(referenceOf(*run())));
}

}  // namespace lapidary::ui
