// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/bounds_view.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/plots/plot_style.h"
#include "ui/plots/series_mark.h"
#include "ui/theme/mark_edge.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kBoundsLeft = 58, kBoundsRight = 12, kBoundsFoot = 36, kBetweenPlots = 14;
constexpr double kBoundsShare = 0.6;  ///< of the height, for the upper plot
constexpr int kBoundsSeries = 3;      ///< Sunstone's

double roundStep(double span, int parts) {
    const double raw = span / parts, decade = std::pow(10, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 5.0, 10.0})
        if (step * decade >= raw) return step * decade;
    return raw;
}

/// 1, 2, 5, 10, ... within the decades; round steps where that would be hardly any.
std::vector<double> logTicks(double low, double high) {
    std::vector<double> ticks;
    if (high - low < 0.8) {
        const double least = std::pow(10, low), most = std::pow(10, high), step = roundStep(most - least, 4);
        for (double tick = std::ceil(least / step) * step; tick <= most; tick += step) ticks.push_back(tick);
        return ticks;
    }
    const bool sparse = high - low > 2;
    for (double decade = std::floor(low); decade <= high; ++decade)
        for (const double step : {1.0, 2.0, 5.0}) {
            const double tick = decade + std::log10(step);
            if (tick >= low && tick <= high && (!sparse || step == 1.0)) ticks.push_back(std::pow(10, tick));
        }
    return ticks;
}

}  // namespace

double BoundsView::Frame::y(double value) const {
    const double share = (std::log10(value) - low) / (high - low);
    return bounds.bottom() - bounds.height() * std::clamp(share, 0.0, 1.0);
}

BoundsView::BoundsView(QWidget* parent) : ItemView(tr("Alpha-beta"), parent) { setObjectName("boundsView"); }

void BoundsView::setRun(const RunPtr& run) {
    const bool ours = run && run->inputs.search.algorithm == Algorithm::sunstone;
    const auto inside = ours ? run->inside : nullptr;
    const bool sameTrace = run == m_run && m_inside && inside;  // later stages add nothing here
    m_run = ours ? run : nullptr;
    if (sameTrace) return;
    m_inside = inside;
    m_before.clear();
    m_levels.clear();
    if (m_inside && m_run) {
        std::int64_t before = 0;
        for (const Step& step : steps()) {
            m_before.push_back(before);
            before += step.bounded;
        }
        const Step total = m_inside->trace.total();
        const Metric metric = m_run->inputs.search.objective.metrics.front();
        const double shown = std::isfinite(total.best) ? total.best : total.least;
        m_scale = metricScale(metric, shown, m_run->inputs.architecture.spec().clockGhz);
        m_metric = metricName(metric);
        const auto problem = sunstone::Problem::make(m_run->setup->mapspace);
        m_levelCount = m_run->inputs.architecture.levelCount();
        for (std::size_t level = total.cut.size(); problem && level-- > 0;)
            if (total.cut[level] > 0) {
                const int number = static_cast<int>(level);
                m_levels.push_back(
                    {level, problem->levels() - 1 - number, QString::fromStdString(levelName(*problem, number))});
            }
    }
    pictureChanged();
    forgetItems();
}

QColor BoundsView::colorOf(const Theme& theme, const CutLevel& level) const {
    return level.outer < m_levelCount ? theme.level(level.outer, m_levelCount) : theme.array();
}

const std::vector<BoundsView::Step>& BoundsView::steps() const {
    static const std::vector<Step> none;
    return m_inside ? m_inside->trace.steps() : none;
}

BoundsView::Frame BoundsView::frame(QSizeF size) const {
    Frame frame;
    const double legend = paintLegend(nullptr, lightTheme(), size.width()) + 8;
    const double height = std::max(size.height() - legend - kBoundsFoot - kBetweenPlots, 60.0);
    const double width = std::max(size.width() - kBoundsLeft - kBoundsRight, 60.0);
    frame.bounds = {kBoundsLeft, legend, width, height * kBoundsShare};
    frame.cuts = {kBoundsLeft, frame.bounds.bottom() + kBetweenPlots, width, height * (1 - kBoundsShare)};
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const Step& step : steps()) {
        least = std::min({least, step.least, step.best});
        most = std::max(most, std::isfinite(step.best) ? step.best : step.least);
        double cuts = 0;
        for (const CutLevel& each : m_levels) cuts += static_cast<double>(step.cut[each.level]);
        frame.most = std::max({frame.most, cuts, static_cast<double>(step.bounded)});
    }
    frame.low = std::log10(std::max(least, 1e-300));
    frame.high = std::log10(std::max(most, least));
    const double margin = std::max((frame.high - frame.low) * 0.08, 0.02);
    frame.low -= margin;
    frame.high += margin;
    frame.total =
        std::max<double>(1, static_cast<double>(m_before.empty() ? 1 : m_before.back() + steps().back().bounded));
    return frame;
}

QRectF BoundsView::placeOf(int step, QSizeF size) const {
    if (step < 0 || step >= static_cast<int>(m_before.size())) return {};
    const Frame at = frame(size);
    const auto index = static_cast<std::size_t>(step);
    const double left = at.x(static_cast<double>(m_before[index]));
    const double right = at.x(static_cast<double>(m_before[index] + steps()[index].bounded));
    return {QPointF(left, at.bounds.top()), QPointF(right, at.cuts.bottom())};
}

void BoundsView::paintAxes(QPainter& painter, const Theme& theme, const Frame& frame) const {
    const QFont note = uiFont(TypeSize::note);
    const double left = frame.bounds.left(), width = frame.bounds.width();
    const double perUnit = m_scale.factor;
    const auto label = [&](double y, const QString& text) {
        painter.fillRect(QRectF(left, y, width, 1), theme.plotGrid);
        drawText(painter, {0, y - 8, left - 6, 16}, Qt::AlignVCenter | Qt::AlignRight, text, note, theme.text2);
    };
    for (const double tick : logTicks(frame.low + std::log10(perUnit), frame.high + std::log10(perUnit)))
        label(frame.y(tick / perUnit), plainNumber(tick));
    const double step = std::max(roundStep(frame.most, 3), 1.0);
    for (double count = 0; count <= frame.most; count += step) label(frame.yCut(count), shortCount(count));
    const double along = std::max(roundStep(frame.total, 4), 1.0);
    for (double count = 0; count <= frame.total; count += along) {
        const double x = frame.x(count);
        for (const QRectF& plot : {frame.bounds, frame.cuts})
            painter.fillRect(QRectF(x, plot.top(), 1, plot.height()), theme.plotGrid);
        drawText(painter, {x - 30, frame.cuts.bottom() + 3, 60, 14}, Qt::AlignCenter, shortCount(count), note,
                 theme.text2);
    }
    for (const QRectF& plot : {frame.bounds, frame.cuts}) {
        painter.fillRect(QRectF(plot.left(), plot.top(), 1, plot.height()), theme.plotAxis);
        painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.plotAxis);
    }
    drawText(painter, {left, frame.cuts.bottom() + 17, width, 16}, Qt::AlignCenter,
             tr("partial mappings, in the order of their bounds"), note, theme.text);
    for (const auto& [plot, text] : {std::pair{frame.bounds, QStringLiteral("%1, %2").arg(m_metric, m_scale.unit)},
                                     std::pair{frame.cuts, tr("left out")}}) {
        painter.save();
        painter.translate(9, plot.center().y());
        painter.rotate(-90);
        drawText(painter, {-plot.height() / 2 - 10, -8, plot.height() + 20, 16}, Qt::AlignCenter, text, note,
                 theme.text);
        painter.restore();
    }
}

void BoundsView::paintBounds(QPainter& painter, const Theme& theme, const Frame& frame) const {
    QPainterPath best, least;
    bool begun = false;
    for (std::size_t i = 0; i < steps().size(); ++i) {
        const Step& step = steps()[i];
        const double left = frame.x(static_cast<double>(m_before[i]));
        const double right = frame.x(static_cast<double>(m_before[i] + step.bounded));
        const double bound = frame.y(step.least);
        i == 0 ? least.moveTo(left, bound) : least.lineTo(left, bound);
        least.lineTo(right, bound);
        if (!std::isfinite(step.best)) continue;
        const double known = frame.y(step.best);
        begun ? best.lineTo(left, known) : best.moveTo(left, known);
        best.lineTo(right, known);
        begun = true;
    }
    const QColor color = theme.series[kBoundsSeries];
    painter.setBrush(Qt::NoBrush);
    QPen dashed(color, 1.6);
    dashed.setDashPattern({4, 3});
    painter.setPen(dashed);
    painter.drawPath(least);
    painter.setPen(QPen(color, 1.8));
    painter.drawPath(best);
    double before = 0;
    for (std::size_t i = 0; i < steps().size(); ++i) {  // a symbol wherever the best gets better
        const double now = steps()[i].best;
        if (std::isfinite(now) && (before == 0 || now < before))
            drawSymbol(painter, theme, kBoundsSeries, {frame.x(static_cast<double>(m_before[i])), frame.y(now)}, 4);
        if (std::isfinite(now)) before = now;
    }
}

void BoundsView::paintCuts(QPainter& painter, const Theme& theme, const Frame& frame) const {
    for (std::size_t i = 0; i < steps().size(); ++i) {
        const Step& step = steps()[i];
        const double left = frame.x(static_cast<double>(m_before[i]));
        const double right = frame.x(static_cast<double>(m_before[i] + step.bounded));
        const double inset = right - left > 5 ? 0.5 : 0;
        double under = 0;
        for (const CutLevel& each : m_levels) {
            const auto count = static_cast<double>(step.cut[each.level]);
            if (count == 0) continue;
            const QRectF bar(QPointF(left + inset, frame.yCut(under + count)),
                             QPointF(right - inset, frame.yCut(under)));
            painter.fillRect(bar, colorOf(theme, each));
            under += count;
        }
        painter.fillRect(QRectF(left, frame.yCut(static_cast<double>(step.bounded)) - 0.5, right - left, 1.5),
                         theme.text2);
    }
}

double BoundsView::paintLegend(QPainter* painter, const Theme& theme, double width) const {
    const QFont note = uiFont(TypeSize::note);
    double x = kBoundsLeft, y = 4;
    /// Where the next sample is drawn; empty while only measured.
    const auto place = [&](const QString& text) {
        const double wide = 24 + textWidth(text, note);
        if (x + wide > width && x > kBoundsLeft) x = kBoundsLeft, y += 16;
        const QRectF sample(x, y, 20, 14);
        if (painter) drawText(*painter, {x + 24, y, wide, 14}, Qt::AlignVCenter, text, note, theme.text2);
        x += wide + 12;
        return painter ? sample : QRectF();
    };
    const auto line = [&](const QRectF& box, const QPen& pen) {
        if (box.isEmpty()) return;
        painter->setPen(pen);
        painter->drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    };
    const QColor series = theme.series[kBoundsSeries];
    QPen dashed(series, 1.6);
    dashed.setDashPattern({4, 3});
    const QRectF best = place(tr("best so far"));
    line(best, QPen(series, 1.8));
    if (painter) drawSymbol(*painter, theme, kBoundsSeries, best.center(), 4);
    line(place(tr("least bound")), dashed);
    line(place(tr("bounded")), QPen(theme.text2, 1.5));
    for (const CutLevel& each : m_levels) {
        const QRectF box = place(tr("left out at %1").arg(each.name));
        if (box.isEmpty()) continue;
        const QColor fill = colorOf(theme, each);
        painter->setPen(QPen(edgeOf(theme, fill, theme.panel), 1));
        painter->setBrush(fill);
        painter->drawRect(QRectF(box.left() + 5, box.top() + 2.5, 10, 10));
    }
    return y + 14;
}

void BoundsView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const Frame at = frame(size);
    paintAxes(painter, theme, at);
    paintCuts(painter, theme, at);
    paintBounds(painter, theme, at);
    paintLegend(&painter, theme, size.width());
    paintMarks(painter, theme, [&](int step) { return placeOf(step, size).adjusted(1, 1, -1, -1); });
}

QString BoundsView::wordsOf(int step) const {
    if (step < 0 || step >= static_cast<int>(steps().size())) return {};
    const auto index = static_cast<std::size_t>(step);
    const Step& at = steps()[index];
    QString text =
        tr("Partial mappings %1 to %2: least bound %3, best so far %4; ")
            .arg(countText(m_before[index] + 1), countText(m_before[index] + at.bounded), m_scale.withUnit(at.least),
                 std::isfinite(at.best) ? m_scale.withUnit(at.best) : tr("none"));
    QStringList cuts;
    for (const CutLevel& each : m_levels)
        if (const std::int64_t count = at.cut[each.level]; count > 0)
            cuts << tr("%1 left out at %2").arg(countText(count), each.name);
    return text + (cuts.isEmpty() ? tr("none left out") : cuts.join(QStringLiteral(", ")));
}

QString BoundsView::summary() const {
    if (!m_inside || steps().empty()) return {};
    const Step total = m_inside->trace.total();
    QString text = tr("%1 bounded, %2 left out").arg(countText(total.bounded), countText(total.cuts()));
    return m_inside->traceComplete ? text : text + tr("; cut short");
}

QString BoundsView::textTwin() const {
    QStringList lines{summary()};
    for (int step = 0; step < static_cast<int>(steps().size()); ++step) lines << wordsOf(step);
    return lines.join(u'\n');
}

QString BoundsView::emptyText() const {
    if (m_inside && !steps().empty()) return {};
    if (m_inside) return tr("No partial mapping got a bound: there was nothing to leave out.");
    if (m_run)
        return m_run->finished() ? tr("Searching again to see what alpha-beta saw ...")
                                 : tr("What alpha-beta saw, once this run has ended.");
    return tr(
        "Bounds of partial mappings against the best mapping, and what was left out at which level. Run the "
        "algorithm Sunstone to see it.");
}

int BoundsView::itemAt(const QPointF& position) const {
    for (int step = 0; step < static_cast<int>(m_before.size()); ++step)
        if (placeOf(step, size()).contains(position)) return step;
    return -1;
}

std::optional<int> BoundsView::stepFrom(int step, int key) const {
    return stepAlong(step, static_cast<int>(m_before.size()), key, Qt::Key_Left, Qt::Key_Right);
}

}  // namespace lapidary::ui
