// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/end_labels.h"

#include <algorithm>

#include "ui/models/scale.h"
#include "ui/plots/plot_style.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr double kEndLabelsLine = 15;
constexpr double kGap = 14;
}  // namespace

EndLabels::EndLabels(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("overlay")), m_theme(&lightTheme()) {}

void EndLabels::draw(QCPPainter* painter) {
    struct Placed {
        const EndLabel* label;
        QPointF end;
        double y;
    };
    const QRect axes = parentPlot()->axisRect()->rect();
    std::vector<Placed> placed;
    for (const EndLabel& label : m_labels) {
        const QPointF end(parentPlot()->xAxis->coordToPixel(label.x), parentPlot()->yAxis->coordToPixel(label.y));
        if (end.y() < axes.top() - kEndLabelsLine || end.y() > axes.bottom() + kEndLabelsLine)
            continue;  // zoomed out of sight
        placed.push_back({&label, {std::clamp<double>(end.x(), axes.left(), axes.right()), end.y()}, end.y()});
    }
    std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.y < b.y; });
    // Upwards from the lowest, so that the best line keeps its place.
    for (std::size_t i = placed.size(); i-- > 1;)
        placed[i - 1].y = std::min(placed[i - 1].y, placed[i].y - kEndLabelsLine);
    // If that leads out of the picture, down again from the top.
    double top = axes.top() + kEndLabelsLine / 2;
    for (Placed& item : placed) {
        item.y = std::max(item.y, top);
        top = item.y + kEndLabelsLine;
    }

    for (const Placed& item : placed) {
        const double left = axes.right() + kGap;
        QColor leader = m_theme->plotAxis;
        painter->setPen(QPen(leader, 1, Qt::DotLine));
        painter->drawLine(item.end, QPointF(left - 3, item.y));
        painter->setPen(m_theme->text);
        painter->setFont(uiFont(TypeSize::note, true));
        const QString text = QStringLiteral("%1  %2").arg(item.label->text, fixedDigits(item.label->y));
        painter->drawText(QRectF(left, item.y - kEndLabelsLine / 2, 180, kEndLabelsLine),
                          Qt::AlignVCenter | Qt::AlignLeft, text);
    }
}

}  // namespace lapidary::ui
