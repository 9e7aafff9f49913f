// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/mapspaces_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/explore/pareto.h"
#include "ui/models/point_metric.h"
#include "ui/plots/plot_style.h"
#include "ui/plots/series_mark.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kMapspacesTop = 8;
constexpr double kMapspacesFoot = 38;  ///< ticks and title of the axis
constexpr double kMapspacesNames = 64;
constexpr double kValues = 82;
constexpr double kMapspacesPadding = 10;

/// A horizontal axis of ratios with round ticks.
struct RatioAxis {
    double low = 0, high = 1, tick = 0.1;
    QRectF box;

    RatioAxis(double least, double most, const QRectF& room) : box(room) {
        const double span = std::max(most - least, 0.1);
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
    if (const RunPtr anchor = anchorOf(all)) {
        m_metric = anchor->inputs.search.objective.metrics.front();
        for (RunPtr& run : runsByMapspace(all)) {
            Line line;
            line.kind = mapspaceKinds()[m_lines.size()];
            if (run) line.best = valueOf(m_metric, run->live.best->score);
            line.run = std::move(run);
            m_lines.push_back(std::move(line));
        }
        judge();
    }
    pictureChanged();
}

/// What the lines are relative to, and whether that is fair.
void MapspacesView::judge() {
    const auto first =
        std::find_if(m_lines.begin(), m_lines.end(), [](const Line& line) { return line.run != nullptr; });
    if (first == m_lines.end()) return;
    m_reference = first->best;
    m_referenceKind = first->kind;
    m_scale = metricScale(m_metric, *first->best, first->run->inputs.architecture.spec().clockGhz);
    for (Line& line : m_lines) {
        if (!line.run) continue;
        line.fair = sameBudget(*line.run, *first->run);
        line.tooFew = first->kind == Factorization::perfect && tooFewDraws(line.kind, *line.best, *first->best) &&
                      !line.run->ongoing();
    }
}

std::optional<double> MapspacesView::ratio(const Line& line) const {
    if (!line.best || !line.fair || !m_reference || !(*m_reference > 0)) return std::nullopt;
    return *line.best / *m_reference;
}

/// "1.832" of the reference and of what can't be compared with it, "4.0 % less" for the others.
QString MapspacesView::valueText(const Line& line) const {
    if (!line.best) return tr("no run");
    const auto relative = ratio(line);
    if (!relative || line.tooFew || line.kind == m_referenceKind) return m_scale.text(*line.best);
    const double percent = 100 * (1 - *relative);
    const QString digits = QString::number(std::abs(percent), 'f', 1);
    if (digits == u"0.0") return tr("same");
    return percent > 0 ? tr("%1 % less").arg(digits) : tr("%1 % more").arg(digits);
}

QString MapspacesView::remark(const Line& line) const {
    if (!line.run) return {};
    const QString drawn = tr("%1 drawn").arg(shortCount(static_cast<double>(line.run->live.counters.drawn)));
    if (line.tooFew) return line.fair ? tooFewText() : QStringLiteral("%1, %2").arg(tooFewText(), drawn);
    const bool alone = std::all_of(m_lines.begin(), m_lines.end(), [](const Line& other) { return other.fair; });
    return line.fair && (alone || line.kind != m_referenceKind) ? QString() : drawn;
}

/// What makes the comparison fair or not.
QString MapspacesView::basis() const {
    const Run* first = nullptr;
    bool fair = true, equal = true;
    for (const Line& line : m_lines) {
        if (!line.run) continue;
        if (line.run->ongoing())
            return line.run->live.state == SearchState::paused ? tr("paused") : tr("still running");
        fair = fair && line.fair;
        if (!first) first = line.run.get();
        equal = equal && line.run->live.counters.drawn == first->live.counters.drawn;
    }
    if (!first) return {};
    if (!fair) return tr("budgets differ: no percentage");
    return equal ? tr("%1 drawn each").arg(shortCount(static_cast<double>(first->live.counters.drawn)))
                 : tr("same stop rules");
}

/// The line with its symbol, or the remark in its place.
void MapspacesView::paintLine(QPainter& painter, const Theme& theme, const Line& line, const QRectF& row,
                              double end) const {
    const QString note = remark(line);
    if (note.isEmpty()) {
        painter.setPen(seriesLook(theme, seriesOf(line.kind)).pen);
        painter.drawLine(QPointF(row.left(), row.center().y()), QPointF(end, row.center().y()));
        drawSymbol(painter, theme, seriesOf(line.kind), {end, row.center().y()}, 5);
        return;
    }
    painter.fillRect(QRectF(row.left() + 2, row.center().y() - 8,
                            std::min(textWidth(note, uiFont(TypeSize::note)) + 6, row.width() - 2), 16),
                     theme.panel);
    drawText(painter, {row.left() + 5, row.center().y() - 8, row.width() - 6, 16}, Qt::AlignVCenter | Qt::AlignLeft,
             note, uiFont(TypeSize::note), line.tooFew ? theme.warning : theme.text2);
}

void MapspacesView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    double least = 1, most = 1;
    for (const Line& line : m_lines)
        if (const auto relative = ratio(line); relative && remark(line).isEmpty()) {
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
        const auto relative = ratio(line);
        drawText(painter, {kMapspacesPadding, y - 9, kMapspacesNames - 4, 18}, Qt::AlignVCenter | Qt::AlignLeft,
                 shortName(line.kind), uiFont(TypeSize::control), theme.text);
        drawText(painter, {room.right() + 4, y - 9, kValues - 4, 18}, Qt::AlignVCenter | Qt::AlignRight,
                 valueText(line), uiFont(TypeSize::control, relative.has_value()), relative ? theme.text : theme.text3);
        if (!line.run) continue;
        paintLine(painter, theme, line, {room.left(), y - row / 2, room.width(), row},
                  axis.x(relative.value_or(axis.low)));
    }
    const QString of =
        tr("best %1, %2, relative to %3").arg(metricName(m_metric), m_scale.unit, shortName(m_referenceKind));
    drawText(painter, {kMapspacesPadding, size.height() - 19, size.width() - 2 * kMapspacesPadding, 15},
             Qt::AlignCenter, of + QStringLiteral("; ") + basis(), uiFont(TypeSize::note), theme.text2);
}

QString MapspacesView::tipAt(const QPointF& position) const {
    const double row = std::min(
        30.0, (height() - kMapspacesTop - kMapspacesFoot) / std::max<double>(1, static_cast<double>(m_lines.size())));
    const auto index = static_cast<std::size_t>(std::max(0.0, (position.y() - kMapspacesTop) / row));
    if (index >= m_lines.size() || !m_lines[index].run) return {};
    const Line& line = m_lines[index];
    QString text = tr("%1: best %2 %3 in run %4, seed %5, %6 drawn")
                       .arg(shortName(line.kind), metricName(m_metric), m_scale.withUnit(*line.best))
                       .arg(line.run->number)
                       .arg(line.run->inputs.search.seed)
                       .arg(shortCount(static_cast<double>(line.run->live.counters.drawn)));
    if (line.tooFew)
        text += tr("\n%1 contains all mappings of PFM: its best is no worse, only not found yet. Draw more.")
                    .arg(shortName(line.kind));
    if (!line.fair) text += tr("\nAnother budget than that of %1: no percentage.").arg(shortName(m_referenceKind));
    return text;
}

QString MapspacesView::textTwin() const {
    QString text = QStringLiteral("mapspace,best %1 %2,relative to %3,run,drawn,remark\n")
                       .arg(metricName(m_metric), m_scale.unit, shortName(m_referenceKind));
    for (const Line& line : m_lines) {
        if (!line.best) continue;
        const auto relative = ratio(line);
        text += QStringLiteral("%1,%2,%3,%4,%5,\"%6\"\n")
                    .arg(shortName(line.kind))
                    .arg(*line.best * m_scale.factor, 0, 'g', 17)
                    .arg(relative ? QString::number(*relative, 'g', 17) : QString())
                    .arg(line.run->number)
                    .arg(line.run->live.counters.drawn)
                    .arg(remark(line));
    }
    return text;
}

QString MapspacesView::emptyText() const {
    if (m_reference) return {};
    return tr("The best of each mapspace relative to PFM's. \"Compare mapspaces\" queues the five runs.");
}

}  // namespace lapidary::ui
