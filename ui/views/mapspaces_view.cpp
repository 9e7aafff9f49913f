// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/mapspaces_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/plots/plot_style.h"
#include "ui/plots/series_mark.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kMapspacesTop = 8;
constexpr double kMapspacesFoot = 38;  ///< ticks and title of the axis
constexpr double kMapspacesNames = 64;
constexpr double kValues = 66;
constexpr double kMapspacesPadding = 10;

bool sameQuestion(const Run& a, const Run& b) {
    return a.inputs.workload == b.inputs.workload && a.inputs.architecture == b.inputs.architecture &&
           a.inputs.search.objective == b.inputs.search.objective;
}

/// A horizontal axis of ratios with round ticks.
struct RatioAxis {
    double low = 0, high = 1, tick = 0.1;
    QRectF box;

    RatioAxis(double least, double most, const QRectF& room) : box(room) {
        const double span = std::max(most - least, 0.02);
        low = std::max(0.0, least - 0.25 * span);
        high = most + 0.04 * span;
        const double raw = (high - low) / std::max(2.0, std::floor(room.width() / 52));
        const double decade = std::pow(10, std::floor(std::log10(raw)));
        tick = decade * (raw > 5 * decade ? 10 : raw > 2 * decade ? 5 : raw > decade ? 2 : 1);
    }
    double x(double ratio) const { return box.left() + box.width() * (ratio - low) / (high - low); }
};

void paintAxis(QPainter& painter, const Theme& theme, const RatioAxis& axis) {
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(axis.tick) - 1e-9)));
    for (double k = std::ceil(axis.low / axis.tick); k * axis.tick <= axis.high; ++k) {
        const double x = axis.x(k * axis.tick);
        painter.fillRect(QRectF(x, axis.box.top(), 1, axis.box.height()), theme.plotGrid);
        drawText(painter, {x - 26, axis.box.bottom() + 3, 52, 15}, Qt::AlignCenter,
                 QString::number(k * axis.tick, 'f', digits), uiFont(TypeSize::note), theme.text2);
    }
    painter.fillRect(QRectF(axis.box.left(), axis.box.bottom(), axis.box.width(), 1), theme.plotAxis);
}

}  // namespace

MapspacesView::MapspacesView(QWidget* parent) : View(tr("Mapspaces compared"), parent) {}

void MapspacesView::setRuns(const std::vector<RunPtr>& all) {
    m_lines.clear();
    m_reference.reset();
    const std::vector<RunPtr> runs = comparableRuns(all);
    if (!runs.empty()) {
        const Run& last = *runs.back();
        m_metric = last.inputs.search.objective.metrics.front();
        for (const Factorization kind : mapspaceKinds()) {
            Line line{.kind = kind, .best = {}, .run = nullptr};
            for (const RunPtr& run : runs) {
                if (run->inputs.mapspace.factorization != kind || !sameQuestion(*run, last) || !run->live.best)
                    continue;
                const double value = valueOf(m_metric, run->live.best->score);
                if (line.best && *line.best <= value) continue;
                line.best = value;
                line.run = run;
            }
            m_lines.push_back(std::move(line));
        }
        for (const Line& line : m_lines) {
            if (!line.best) continue;
            if (!m_reference) {
                m_reference = line.best;
                m_referenceKind = line.kind;
            }
            m_scale = metricScale(m_metric, *line.best, last.inputs.architecture.spec().clockGhz);
        }
    }
    pictureChanged();
}

std::optional<double> MapspacesView::ratio(const Line& line) const {
    if (!line.best || !m_reference || !(*m_reference > 0)) return std::nullopt;
    return *line.best / *m_reference;
}

/// "1.832" of the reference, "−4.0 %" for the others.
QString MapspacesView::valueText(const Line& line) const {
    const auto relative = ratio(line);
    if (!relative) return tr("no run");
    if (line.kind == m_referenceKind) return m_scale.text(*line.best);
    const double percent = 100 * (*relative - 1);
    const QString digits = QString::number(std::abs(percent), 'f', 1);
    if (digits == u"0.0") return tr("same");
    return (percent < 0 ? QChar(0x2212) : QChar(u'+')) + digits + QStringLiteral(" %");
}

/// What makes the comparison fair or not.
QString MapspacesView::basis() const {
    const Run* first = nullptr;
    for (const Line& line : m_lines) {
        if (!line.run) continue;
        if (line.run->ongoing()) return tr("still running");
        const Counters& counters = line.run->live.counters;
        if (first && first->live.counters.drawn != counters.drawn) return tr("budgets differ");
        first = line.run.get();
    }
    return first ? tr("%1 drawn each").arg(shortCount(static_cast<double>(first->live.counters.drawn))) : QString();
}

void MapspacesView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    double least = 1, most = 1;
    for (const Line& line : m_lines)
        if (const auto relative = ratio(line)) {
            least = std::min(least, *relative);
            most = std::max(most, *relative);
        }
    const QRectF room(kMapspacesPadding + kMapspacesNames, kMapspacesTop,
                      size.width() - 2 * kMapspacesPadding - kMapspacesNames - kValues,
                      size.height() - kMapspacesTop - kMapspacesFoot);
    const RatioAxis axis(least, most, room);
    paintAxis(painter, theme, axis);
    const double row = std::min(30.0, room.height() / static_cast<double>(m_lines.size()));
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        const double y = room.top() + row * (static_cast<double>(i) + 0.5);
        const int series = seriesOf(line.kind);
        const auto relative = ratio(line);
        drawText(painter, {kMapspacesPadding, y - 9, kMapspacesNames - 4, 18}, Qt::AlignVCenter | Qt::AlignLeft,
                 shortName(line.kind), uiFont(TypeSize::control), theme.text);
        drawText(painter, {room.right() + 4, y - 9, kValues - 4, 18}, Qt::AlignVCenter | Qt::AlignRight,
                 valueText(line), uiFont(TypeSize::control, relative.has_value()), relative ? theme.text : theme.text3);
        if (!relative) continue;
        painter.setPen(seriesLook(theme, series).pen);
        painter.drawLine(QPointF(room.left(), y), QPointF(axis.x(*relative), y));
        drawSymbol(painter, theme, series, {axis.x(*relative), y}, 5);
    }
    const QString of =
        tr("best %1 relative to %2's, %3").arg(metricName(m_metric), shortName(m_referenceKind), m_scale.unit);
    drawText(painter, {kMapspacesPadding, size.height() - 19, size.width() - 2 * kMapspacesPadding, 15},
             Qt::AlignCenter, of + QStringLiteral("; ") + basis(), uiFont(TypeSize::note), theme.text2);
}

QString MapspacesView::tipAt(const QPointF& position) const {
    const double row = std::min(
        30.0, (height() - kMapspacesTop - kMapspacesFoot) / std::max<double>(1, static_cast<double>(m_lines.size())));
    const auto index = static_cast<std::size_t>(std::max(0.0, (position.y() - kMapspacesTop) / row));
    if (index >= m_lines.size() || !m_lines[index].run) return {};
    const Line& line = m_lines[index];
    return tr("%1: best %2 %3 in run %4, seed %5, %6 drawn")
        .arg(shortName(line.kind), metricName(m_metric), m_scale.withUnit(*line.best))
        .arg(line.run->number)
        .arg(line.run->inputs.search.seed)
        .arg(shortCount(static_cast<double>(line.run->live.counters.drawn)));
}

QString MapspacesView::textTwin() const {
    QString text = QStringLiteral("mapspace,best %1 %2,relative to %3,run\n")
                       .arg(metricName(m_metric), m_scale.unit, shortName(m_referenceKind));
    for (const Line& line : m_lines) {
        if (!line.best) continue;
        const auto relative = ratio(line);
        text += QStringLiteral("%1,%2,%3,%4\n")
                    .arg(shortName(line.kind))
                    .arg(*line.best * m_scale.factor, 0, 'g', 17)
                    .arg(relative ? QString::number(*relative, 'g', 17) : QString())
                    .arg(line.run->number);
    }
    return text;
}

QString MapspacesView::emptyText() const {
    if (m_reference) return {};
    return tr("The best of each mapspace relative to PFM's. \"Compare mapspaces\" queues the five runs.");
}

}  // namespace lapidary::ui
