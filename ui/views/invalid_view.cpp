// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/invalid_view.h"

#include <QPainter>

#include "ui/models/reason_table_model.h"
#include "ui/models/scale.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"
#include "ui/widgets/figure_delegate.h"

namespace lapidary::ui {

namespace {
constexpr double kPadding = 10;
}

InvalidView::InvalidView(QWidget* parent) : View(tr("Valid and invalid mappings"), parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void InvalidView::setRun(const RunPtr& run) {
    m_run = run;
    pictureChanged();
}

std::vector<InvalidView::Part> InvalidView::parts() const {
    const Counters& counters = m_run->live.counters;
    const auto drawn = static_cast<double>(counters.drawn);
    std::vector<Part> parts{{tr("valid"), static_cast<double>(counters.valid) / drawn, -1}};
    for (std::size_t i = 0; i < counters.invalid.size(); ++i)
        parts.push_back({placeOf(counters.invalid[i].example, *m_run->setup->target),
                         static_cast<double>(counters.invalid[i].count) / drawn, static_cast<int>(i)});
    return parts;
}

void InvalidView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    double x = kPadding;
    const double room = size.width() - 2 * kPadding;
    for (const Part& part : parts()) {
        const double width = room * part.share;
        if (width < 0.5) continue;
        const QColor fill =
            part.reason < 0
                ? theme.ok
                : colorOf(swatchOf(m_run->live.counters.invalid[static_cast<std::size_t>(part.reason)].example,
                                   *m_run->setup->target),
                          theme);
        const QRectF bar(x, 10, std::max(1.0, width - 1), 18);
        painter.fillRect(bar, fill);
        const QFont font = uiFont(TypeSize::note, true);
        const QString text = QStringLiteral("%1 %2").arg(part.name, percentText(part.share));
        if (textWidth(text, font) + 8 <= bar.width())
            drawText(painter, bar, Qt::AlignCenter, text, font, readableOn(fill));
        x += width;
    }
}

QString InvalidView::tipAt(const QPointF& position) const {
    double x = kPadding;
    for (const Part& part : parts()) {
        const double next = x + (width() - 2 * kPadding) * part.share;
        if (position.x() >= x && position.x() < next) {
            const QString share = percentText(part.share);
            if (part.reason < 0) return tr("valid: %1 of the mappings drawn").arg(share);
            const Reason& reason = m_run->live.counters.invalid[static_cast<std::size_t>(part.reason)].example;
            return QStringLiteral("%1: %2").arg(QString::fromStdString(reasonTitle(reason, *m_run->setup->target)),
                                                share);
        }
        x = next;
    }
    return {};
}

QString InvalidView::textTwin() const {
    if (!emptyText().isEmpty()) return {};
    QStringList words;
    for (const Part& part : parts()) words << QStringLiteral("%1 %2").arg(part.name, percentText(part.share));
    return words.join(QStringLiteral(", "));
}

QString InvalidView::emptyText() const {
    return m_run && m_run->live.counters.drawn > 0 ? QString() : tr("Failing checks, once a search runs.");
}

}  // namespace lapidary::ui
