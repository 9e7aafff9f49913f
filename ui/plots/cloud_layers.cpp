// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/cloud_layers.h"

#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/plots/plot_style.h"
#include "ui/plots/series_mark.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {
constexpr double kCloudReach = 9;  ///< pixels from which a mark answers
constexpr double kLeastLine = 70;  ///< pixels of an iso line worth drawing
constexpr int kMostLines = 6;

/// The cells of one axis that have a part within a range.
struct CellRange {
    int first = 0, last = 0;
    bool holds(int cell) const { return first <= cell && cell <= last; }
};

/// Requires 0 < lower < upper, as logarithmic axes have it.
CellRange cellsWithin(double lower, double upper, int perOctave) {
    CellRange range{cloudCell(lower, perOctave), cloudCell(upper, perOctave)};
    if (cloudEdge(range.last, perOctave) >= upper) --range.last;  // it begins where the range ends
    return range;
}

}  // namespace

IsoLines::IsoLines(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("main")), m_theme(&lightTheme()) {}

void IsoLines::setData(const CloudData& data) {
    m_best = data.bestEdp * data.edp.factor;
    m_toProduct = data.energy.factor / data.edp.factor;
    m_unit = data.edp.unit;
}

std::vector<double> IsoLines::values() const {
    std::vector<double> values;
    if (m_best <= 0) return values;
    values.push_back(m_best);
    const double most = parentPlot()->xAxis->range().upper * parentPlot()->yAxis->range().upper / m_toProduct;
    const double decades = std::log10(most / m_best);
    for (double decade = std::pow(10, std::floor(std::log10(m_best))); decade < most; decade *= 10)
        for (const double step : {1.0, 2.0, 5.0}) {
            if (decades > 2 && step > 1) continue;
            if (decade * step > 1.25 * m_best && decade * step < most) values.push_back(decade * step);
        }
    if (values.size() > kMostLines) values.resize(kMostLines);
    return values;
}

std::vector<IsoLines::Line> IsoLines::lines() const {
    const QCPRange x = parentPlot()->xAxis->range(), y = parentPlot()->yAxis->range();
    const auto pixel = [this](double energy, double cycles) {
        return QPointF(parentPlot()->xAxis->coordToPixel(energy), parentPlot()->yAxis->coordToPixel(cycles));
    };
    std::vector<Line> lines;
    for (const double value : values()) {
        const double product = value * m_toProduct;
        const double left = std::max(x.lower, product / y.upper), right = std::min(x.upper, product / y.lower);
        if (!(left < right)) continue;
        const QPointF start = pixel(left, product / left), end = pixel(right, product / right);
        if (QLineF(start, end).length() >= kLeastLine)
            lines.push_back({start, end, QObject::tr("EDP %1 %2").arg(plainNumber(value), m_unit)});
    }
    return lines;
}

void IsoLines::draw(QCPPainter* painter) {
    QPen pen(m_theme->accent, 1);
    pen.setDashPattern({3, 3});
    painter->setPen(pen);
    for (const Line& line : lines()) painter->drawLine(line.start, line.end);
}

CloudMarks::CloudMarks(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("axes")), m_theme(&lightTheme()) {}

void CloudMarks::setData(const CloudData& data, bool points) {
    m_marks = data.front;
    m_front = static_cast<int>(data.front.size());
    m_marks.insert(m_marks.end(), data.bests.begin(), data.bests.end());
    m_bests = static_cast<int>(data.bests.size());
    if (points) m_marks.insert(m_marks.end(), data.kept.begin(), data.kept.end());
    if (m_chosen >= static_cast<int>(m_marks.size())) m_chosen = -1;
}

QPointF CloudMarks::pixelOf(const CloudMark& mark) const {
    return {parentPlot()->xAxis->coordToPixel(mark.at.x()), parentPlot()->yAxis->coordToPixel(mark.at.y())};
}

int CloudMarks::markAt(const QPointF& pixel) const {
    int nearest = -1;
    double least = kCloudReach * kCloudReach;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const QPointF away = pixelOf(m_marks[i]) - pixel;
        const double distance = QPointF::dotProduct(away, away);
        if (distance >= least) continue;
        least = distance;
        nearest = static_cast<int>(i);
    }
    return nearest;
}

void CloudMarks::draw(QCPPainter* painter) {
    // Backwards, so that the front lies over the bests and those over the others.
    for (std::size_t i = m_marks.size(); i-- > 0;) {
        const CloudMark& mark = m_marks[i];
        const QPointF at = pixelOf(mark);
        const bool kept = static_cast<int>(i) >= m_front + m_bests;
        if (!kept) {
            drawSymbol(*painter, *m_theme, mark.series, at, static_cast<int>(i) < m_front ? 4.5 : 6);
            continue;
        }
        painter->save();
        painter->translate(at);
        painter->setPen(QPen(m_theme->series[static_cast<std::size_t>(mark.series) % m_theme->series.size()], 1.4));
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(seriesSymbol(mark.series, 4));
        painter->restore();
    }
    if (m_chosen < 0) return;
    painter->setPen(QPen(m_theme->accent, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(pixelOf(m_marks[static_cast<std::size_t>(m_chosen)]), 8, 8);
}

CloudLabels::CloudLabels(QCustomPlot* plot, const IsoLines& iso, const CloudMarks& marks)
    : QCPLayerable(plot, QStringLiteral("legend")), m_iso(iso), m_marks(marks), m_theme(&lightTheme()) {}

void CloudLabels::setCloud(std::shared_ptr<const Cloud> cloud, double xFactor) {
    m_cloud = std::move(cloud);
    m_xFactor = xFactor;
}

std::int64_t CloudLabels::outOfView() const {
    if (!m_cloud || m_cloud->empty()) return 0;
    const QCPRange x = parentPlot()->xAxis->range(), y = parentPlot()->yAxis->range();
    const CellRange energies = cellsWithin(x.lower / m_xFactor, x.upper / m_xFactor, m_cloud->energyPerOctave);
    const CellRange cycles = cellsWithin(y.lower, y.upper, m_cloud->cyclesPerOctave);
    std::int64_t count = 0;
    for (const CloudCell& cell : m_cloud->cells)
        if (!energies.holds(cell.energy) || !cycles.holds(cell.cycles)) count += cell.count;
    return count;
}

bool CloudLabels::isFree(const QRectF& box, const std::vector<QRectF>& taken) const {
    if (!QRectF(parentPlot()->axisRect()->rect()).contains(box)) return false;
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return box.intersects(other); }))
        return false;
    const QRectF room = box.adjusted(-6, -6, 6, 6);
    return std::none_of(m_marks.marks().begin(), m_marks.marks().end(),
                        [&](const CloudMark& mark) { return room.contains(m_marks.pixelOf(mark)); });
}

void CloudLabels::drawLabel(QCPPainter& painter, const QRectF& box, const QString& text, const QColor& ink) const {
    QColor ground = m_theme->panel;
    ground.setAlphaF(0.9F);
    painter.fillRect(box, ground);
    drawText(painter, box, Qt::AlignCenter, text, uiFont(TypeSize::note, true), ink);
}

/// Each line's value stands where it is free, from the lower right on; where no place is, it is left out.
void CloudLabels::draw(QCPPainter* painter) {
    const QFont font = uiFont(TypeSize::note, true);
    const QRectF axes = parentPlot()->axisRect()->rect();
    std::vector<QRectF> taken{QRectF(axes.right() - 186, axes.top(), 186, 60)};  // the legend
    if (const std::int64_t out = outOfView(); out > 0) {
        const QString text = out == 1 ? QObject::tr("1 valid mapping out of view")
                                      : QObject::tr("%1 valid mappings out of view").arg(countText(out));
        const double width = textWidth(text, font) + 8;
        taken.emplace_back(axes.right() - width - 3, axes.bottom() - 19, width, 16);
        drawLabel(*painter, taken.back(), text, m_theme->text2);
    }
    for (const IsoLines::Line& line : m_iso.lines()) {
        const double width = textWidth(line.text, font) + 6;
        for (double share = 0.95; share > 0.05; share -= 0.05) {
            const QPointF at = line.start + (line.end - line.start) * share;
            const QRectF box(at.x() - width / 2, at.y() - 8, width, 16);
            if (!isFree(box, taken)) continue;
            taken.push_back(box);
            drawLabel(*painter, box, line.text, m_theme->accent);
            break;
        }
    }
}

}  // namespace lapidary::ui
