// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/progress_grid.h"

#include <QPainter>

#include <algorithm>

#include "ui/models/point_metric.h"
#include "ui/session/run.h"
#include "ui/theme/theme.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {
constexpr double kProgressGridPadding = 10, kHeader = 20, kProgressGridRow = 16, kProgressGridGap = 4;
constexpr double kProgressGridMostLabel = 150;
}  // namespace

ProgressGrid::ProgressGrid(QWidget* parent) : PointView(tr("Progress of the grid"), parent) {}

void ProgressGrid::runChanged() {
    m_labels = 30;
    if (!run()) return;
    const std::size_t kinds = run()->spec().mapspaces.size();
    for (std::size_t design = 0; design < std::min<std::size_t>(designCount(*run()), 200); ++design)
        m_labels = std::max(m_labels, textWidth(designText(*run(), design * kinds), uiFont(TypeSize::note)) + 8);
    m_labels = std::min(m_labels, kProgressGridMostLabel);
}

QSizeF ProgressGrid::pictureSize() const {
    const double rows = run() ? static_cast<double>(designCount(*run())) : 3;
    return {300, kHeader + kProgressGridRow * rows + kProgressGridPadding};
}

QRectF ProgressGrid::cell(std::size_t point, double width) const {
    const std::size_t kinds = run()->spec().mapspaces.size();
    const double each = (width - 2 * kProgressGridPadding - m_labels) / static_cast<double>(kinds);
    return {kProgressGridPadding + m_labels + each * static_cast<double>(point % kinds),
            kHeader + kProgressGridRow * static_cast<double>(point / kinds), each - kProgressGridGap,
            kProgressGridRow - kProgressGridGap / 2};
}

void ProgressGrid::paintCell(QPainter& painter, const Theme& theme, std::size_t point, const QRectF& box) const {
    const SweepSnapshot& live = run()->live;
    painter.fillRect(box, theme.emptyCell);
    const SweepPointPtr& at = live.points[point];
    if (at && !at->failure.empty()) {
        drawHatch(painter, theme, box, Idle::unused);
    } else if (at) {
        const bool none = !at->edp && !at->cycles;
        painter.fillRect(box, none ? theme.levels[4] : theme.levels[3]);
        if (none)
            drawText(painter, box, Qt::AlignCenter, tr("none"), uiFont(TypeSize::cell), readableOn(theme.levels[4]));
    } else if (live.layers > 0) {
        const bool active = std::any_of(live.running.begin(), live.running.end(),
                                        [point](const SweepTask& task) { return task.point == point; });
        const double share = static_cast<double>(live.done[point]) / static_cast<double>(live.layers);
        QRectF part = box;
        part.setWidth(std::max(active ? 3.0 : 0.0, box.width() * share));
        painter.fillRect(part, active ? theme.accent : theme.levels[3]);
        const QString text = QStringLiteral("%1/%2").arg(live.done[point]).arg(live.layers);
        if ((active || live.done[point] > 0) && live.layers > 1 && box.width() - part.width() > 34)
            drawText(painter, box.adjusted(0, 0, -3, 0), Qt::AlignVCenter | Qt::AlignRight, text,
                     uiFont(TypeSize::cell), theme.text2);
    }
    const int number = static_cast<int>(point);
    if (isBrushed(number)) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (isHovered(number) || isSelected(number)) drawOutline(painter, theme, box);
}

void ProgressGrid::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const std::size_t kinds = run()->spec().mapspaces.size();
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        QRectF box = cell(kind, size.width());
        box.moveTop(0);
        box.setHeight(kHeader);
        drawText(painter, box, Qt::AlignCenter, shortName(run()->spec().mapspaces[kind]), uiFont(TypeSize::note),
                 theme.text2);
    }
    const QRectF seen = painter.hasClipping() ? painter.clipBoundingRect() : QRectF(QPointF(), size);
    const auto first = static_cast<std::size_t>(std::max(0.0, (seen.top() - kHeader) / kProgressGridRow));
    const auto last = static_cast<std::size_t>(std::max(0.0, (seen.bottom() - kHeader) / kProgressGridRow)) + 1;
    for (std::size_t design = first; design < std::min(last, designCount(*run())); ++design) {
        const QRectF row = cell(design * kinds, size.width());
        drawText(painter, {kProgressGridPadding, row.top(), m_labels - 6, row.height()},
                 Qt::AlignVCenter | Qt::AlignRight, designText(*run(), design * kinds), uiFont(TypeSize::note),
                 theme.text);
        for (std::size_t kind = 0; kind < kinds; ++kind)
            paintCell(painter, theme, design * kinds + kind, cell(design * kinds + kind, size.width()));
    }
}

int ProgressGrid::pointAt(const QPointF& position) const {
    if (!run() || position.y() < kHeader) return -1;
    const std::size_t kinds = run()->spec().mapspaces.size();
    const auto design = static_cast<std::size_t>((position.y() - kHeader) / kProgressGridRow);
    if (design >= designCount(*run())) return -1;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        const QRectF box = cell(design * kinds + kind, width());
        if (position.x() >= box.left() && position.x() <= box.right()) return static_cast<int>(design * kinds + kind);
    }
    return -1;
}

QString ProgressGrid::stateOf(std::size_t point) const {
    const SweepSnapshot& live = run()->live;
    if (const SweepPointPtr& at = live.points[point]) {
        const QString trouble = troubleOf(*run(), *at);
        return trouble.isEmpty() ? tr("done") : trouble;
    }
    return tr("%1 of %2 searches").arg(live.done[point]).arg(live.layers);
}

QString ProgressGrid::tipAt(const QPointF& position) const {
    const int point = pointAt(position);
    if (point < 0) return {};
    const auto number = static_cast<std::size_t>(point);
    return QStringLiteral("%1: %2").arg(pointText(*run(), number), stateOf(number));
}

QString ProgressGrid::textTwin() const {
    if (!run()) return {};
    QStringList lines;
    const std::size_t most = std::min<std::size_t>(run()->points().size(), 500);
    for (std::size_t point = 0; point < most; ++point)
        lines << QStringLiteral("%1: %2").arg(pointText(*run(), point), stateOf(point));
    return lines.join(u'\n');
}

QString ProgressGrid::emptyText() const {
    return run() ? QString() : tr("One cell per design and mapspace, filled as its layers are searched.");
}

}  // namespace lapidary::ui
