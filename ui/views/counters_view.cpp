// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/counters_view.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

#include "ui/models/scale.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {
constexpr std::size_t kMostRates = 240;
constexpr double kCountersPadding = 10;
}  // namespace

CountersView::CountersView(QWidget* parent) : View(tr("Live counters"), parent) {}

void CountersView::setRun(const RunPtr& run) {
    if (run != m_run) {
        m_rates.clear();
        m_every = 1;
        m_ticks = 0;
    }
    m_run = run;
    const bool running = run && stateOf(*run) == RunState::running && !run->finished();
    if (running && run->live.rate > 0 && ++m_ticks % m_every == 0) m_rates.push_back(run->live.rate);
    if (m_rates.size() > kMostRates) {  // keep every second: the whole run stays in sight, memory bounded
        for (std::size_t i = 0; 2 * i < m_rates.size(); ++i) m_rates[i] = m_rates[2 * i];
        m_rates.resize((m_rates.size() + 1) / 2);
        m_every *= 2;
    }
    pictureChanged();
}

std::vector<CountersView::Number> CountersView::numbers() const {
    const SearchSnapshot& live = m_run->live;
    const Counters& counters = live.counters;
    const auto drawn = static_cast<double>(counters.drawn);
    return {
        {tr("Rate"), shortCount(live.rate), tr("per second")},
        {tr("Valid"), drawn > 0 ? percentText(static_cast<double>(counters.valid) / drawn) : QStringLiteral("-"),
         shortCount(static_cast<double>(counters.valid))},
        {tr("Drawn"), shortCount(drawn),
         m_run->inputs.search.maxEvaluations
             ? tr("of %1").arg(shortCount(static_cast<double>(*m_run->inputs.search.maxEvaluations)))
             : tr("mappings")},
        {tr("Elapsed"), clockText(live.seconds),
         etaText(*m_run).isEmpty() ? stateText(*m_run) : etaText(*m_run).section(u' ', 0, 1)},
    };
}

void CountersView::paintRates(QPainter& painter, const Theme& theme, const QRectF& box) const {
    painter.fillRect(QRectF(box.left(), box.bottom(), box.width(), 1), theme.line);
    if (m_rates.size() < 2) return;
    const double most = *std::max_element(m_rates.begin(), m_rates.end());
    QPainterPath path;
    for (std::size_t i = 0; i < m_rates.size(); ++i) {
        const QPointF point(box.left() + box.width() * static_cast<double>(i) / static_cast<double>(m_rates.size() - 1),
                            box.bottom() - box.height() * m_rates[i] / most);
        if (i == 0)
            path.moveTo(point);
        else
            path.lineTo(point);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1.4));
    painter.drawPath(path);
}

void CountersView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const std::vector<Number> shown = numbers();
    // Room to spare goes between the columns, each as wide as what it says.
    double spare = size.width() - 2 * kCountersPadding;
    std::vector<double> widths;
    for (const Number& number : shown) {
        widths.push_back(std::max({textWidth(number.caption, uiFont(TypeSize::note)),
                                   textWidth(number.value, uiFont(TypeSize::number, true)),
                                   textWidth(number.note, uiFont(TypeSize::note))}));
        spare -= widths.back();
    }
    const double gap = std::max(4.0, spare / static_cast<double>(shown.size()));
    double x = kCountersPadding;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const double width = widths[i] + gap;
        drawText(painter, {x, 6, width - 4, 16}, Qt::AlignVCenter, shown[i].caption, uiFont(TypeSize::note),
                 theme.text2);
        drawText(painter, {x, 22, width, 24}, Qt::AlignVCenter, shown[i].value, uiFont(TypeSize::number, true),
                 theme.text);
        drawText(painter, {x, 46, width, 16}, Qt::AlignVCenter, shown[i].note, uiFont(TypeSize::note), theme.text2);
        x += width;
    }
    paintRates(painter, theme,
               {kCountersPadding, 70, size.width() - 2 * kCountersPadding, std::clamp(size.height() - 80, 14.0, 60.0)});
}

QString CountersView::textTwin() const {
    if (!m_run) return {};
    QStringList lines;
    for (const Number& number : numbers())
        lines << QStringLiteral("%1: %2 %3").arg(number.caption, number.value, number.note);
    return lines.join(u'\n');
}

QString CountersView::emptyText() const {
    return m_run ? QString() : tr("Rate, valid share and time of the running search.");
}

}  // namespace lapidary::ui
