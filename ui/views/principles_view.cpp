// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/principles_view.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/models/size_term_model.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kPrincipleRow = 38, kPrincipleTop = 24, kPrincipleLine = 20, kPrinciplesPadding = 10;
constexpr double kOffColumn = 84, kVerdictRoom = 52;
constexpr double kSameBest = 1e-9;

QString said(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

PrinciplesView::PrinciplesView(QWidget* parent) : ItemView(tr("Principles"), parent) {
    setObjectName("principlesView");
}

void PrinciplesView::setRun(const RunPtr& run) {
    const bool ours = run && run->inputs.search.algorithm == Algorithm::sunstone && run->live.sunstone;
    m_run = ours ? run : nullptr;
    m_inside = ours ? run->inside : nullptr;
    m_rows.clear();
    m_others.clear();
    if (m_run) {
        m_rows = sunstone::principleRecords(m_run->inputs.search.sunstone, *m_run->live.sunstone);
        static constexpr std::array kShown{"evaluations", "unrollings_cut", "partials", "mappings"};
        for (const char* key : kShown)
            for (const sunstone::CounterText& counter : sunstone::texts(*m_run->live.sunstone))
                if (counter.key == key) m_others.push_back(counter);
    }
    if (chosen() >= static_cast<int>(m_rows.size())) forgetItems();
    pictureChanged();
    retell();
}

const sunstone::Ablation* PrinciplesView::offOf(const sunstone::PrincipleRecord& row) const {
    return m_inside && row.on ? sunstone::ablationOf(*m_inside, row.key) : nullptr;
}

std::optional<double> PrinciplesView::factorOf(const sunstone::PrincipleRecord& row) const {
    const sunstone::Ablation* off = offOf(row);
    const sunstone::Ablation* asked = m_inside ? sunstone::ablationOf(*m_inside, {}) : nullptr;
    if (!off || !asked || !asked->complete || asked->counters.evaluations == 0) return std::nullopt;
    return static_cast<double>(off->counters.evaluations) / static_cast<double>(asked->counters.evaluations);
}

QString PrinciplesView::offText(const sunstone::PrincipleRecord& row) const {
    if (!row.on) return QStringLiteral("-");
    const sunstone::Ablation* off = offOf(row);
    if (!off) return QStringLiteral("…");
    const QString count = shortCount(static_cast<double>(off->counters.evaluations), 4);
    return off->complete ? count : QStringLiteral("> %1").arg(count);
}

QString PrinciplesView::factorText(const sunstone::PrincipleRecord& row) const {
    const auto factor = factorOf(row);
    if (!factor) return {};
    return QStringLiteral("× %1").arg(said(formatSignificant(*factor, 3)));
}

QString PrinciplesView::wordsFor(const sunstone::PrincipleRecord& row) const {
    QString text = tr("%1 (%2): of %3 %4 kept, %5 removed")
                       .arg(said(row.label), row.on ? tr("on") : tr("off"), said(row.what), countText(row.kept),
                            countText(row.removed));
    const sunstone::Ablation* off = offOf(row);
    if (!off) return text;
    text += tr("; %1%2 evaluations if off (costs of one boundary under one order)")
                .arg(off->complete ? QString() : tr("more than "), countText(off->counters.evaluations));
    if (const auto factor = factorOf(row)) text += tr(", %1 times as many").arg(said(formatSignificant(*factor, 3)));
    return text;
}

QString PrinciplesView::verdict() const {
    const sunstone::Ablation* asked = m_inside ? sunstone::ablationOf(*m_inside, {}) : nullptr;
    if (!asked) return {};
    if (!m_inside->complete)
        return tr("Searching without each principle: %1 of %2 done")
            .arg(m_inside->ablations.size() - 1)
            .arg(std::count_if(m_rows.begin(), m_rows.end(), [](const auto& row) { return row.on; }));
    QStringList better;
    bool whole = asked->complete;
    for (const sunstone::PrincipleRecord& row : m_rows) {
        const sunstone::Ablation* off = offOf(row);
        if (!off) continue;
        whole = whole && off->complete;
        if (off->best < asked->best * (1 - kSameBest))
            better << tr("%1 off: %2 % better")
                          .arg(said(row.label),
                               said(formatSignificant(100 * (asked->best - off->best) / asked->best, 2)));
    }
    if (!better.isEmpty()) return tr("Not lossless here. %1.").arg(better.join(QStringLiteral("; ")));
    return whole ? tr("✓ Same best with each principle off.") : tr("Some were cut short; none of them found better.");
}

QSizeF PrinciplesView::pictureSize() const {
    return {300, kPrincipleTop + kPrincipleRow * static_cast<double>(m_rows.size()) +
                     kPrincipleLine * static_cast<double>(m_others.size() + 1) + kVerdictRoom};
}

void PrinciplesView::paintPrinciple(QPainter& painter, const Theme& theme, const sunstone::PrincipleRecord& row,
                                    double y, double width) const {
    const double right = width - kPrinciplesPadding, left = kPrinciplesPadding + 28, column = right - kOffColumn;
    drawText(painter, {kPrinciplesPadding, y + 2, 26, 18}, Qt::AlignVCenter, row.on ? tr("on") : tr("off"),
             uiFont(TypeSize::note), row.on ? theme.text2 : theme.warning);
    drawText(painter, {left, y + 2, column - left, 18}, Qt::AlignVCenter, said(row.label),
             uiFont(TypeSize::control, true), theme.text);
    drawText(painter, {left, y + 18, column - left, 16}, Qt::AlignVCenter,
             tr("%1 of %2 %3").arg(countText(row.removed), countText(row.kept + row.removed), said(row.what)),
             uiFont(TypeSize::note), theme.text2);
    drawText(painter, {column, y + 2, kOffColumn, 18}, Qt::AlignVCenter | Qt::AlignRight, offText(row),
             uiFont(TypeSize::control, offOf(row) != nullptr), offOf(row) ? theme.text : theme.text3);
    drawText(painter, {column, y + 18, kOffColumn, 16}, Qt::AlignVCenter | Qt::AlignRight, factorText(row),
             uiFont(TypeSize::note), theme.text2);
    painter.fillRect(QRectF(0, y + kPrincipleRow - 1, width, 1), theme.rowLine);
}

void PrinciplesView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const double right = size.width() - kPrinciplesPadding;
    painter.fillRect(QRectF(0, 0, size.width(), 22), theme.header);
    const QFont head = uiFont(TypeSize::note, true);
    drawText(painter, {kPrinciplesPadding, 0, right - kOffColumn - 40, 22}, Qt::AlignVCenter, tr("Principle, removed"),
             head, theme.text2);
    drawText(painter, {right - kOffColumn - 44, 0, kOffColumn + 44, 22}, Qt::AlignVCenter | Qt::AlignRight,
             tr("Evaluations if off"), head, theme.text2);
    double y = kPrincipleTop - 2;
    for (const sunstone::PrincipleRecord& row : m_rows) {
        paintPrinciple(painter, theme, row, y, size.width());
        y += kPrincipleRow;
    }
    paintMarks(painter, theme, [&](int row) {
        return QRectF(3, kPrincipleTop + 1 + kPrincipleRow * row, size.width() - 6, kPrincipleRow - 7);
    });
    y += 4;
    for (const sunstone::CounterText& counter : m_others) {
        const bool now = counter.key == "evaluations";  // what the column is to be compared with
        drawText(painter, {kPrinciplesPadding, y, right - 90 - kPrinciplesPadding, kPrincipleLine}, Qt::AlignVCenter,
                 now ? tr("evaluations as asked") : said(counter.label), uiFont(TypeSize::control, now),
                 now ? theme.text : theme.text2);
        drawText(painter, {right - 86, y, 86, kPrincipleLine}, Qt::AlignVCenter | Qt::AlignRight,
                 countText(counter.value), uiFont(TypeSize::control, now),
                 counter.value == 0 ? theme.text3 : theme.text);
        y += kPrincipleLine;
    }
    if (!m_others.empty()) {
        drawText(painter, {kPrinciplesPadding, y, right - 110 - kPrinciplesPadding, kPrincipleLine}, Qt::AlignVCenter,
                 tr("all off: the whole mapspace"), uiFont(TypeSize::control), theme.text2);
        drawText(painter, {right - 106, y, 106, kPrincipleLine}, Qt::AlignVCenter | Qt::AlignRight,
                 sizeText(m_run->setup->mapspace.size()), uiFont(TypeSize::control), theme.text);
        y += kPrincipleLine;
    }
    drawWrapped(&painter, {kPrinciplesPadding, y + 6, right - kPrinciplesPadding, kVerdictRoom}, verdict(),
                uiFont(TypeSize::note), verdict().startsWith(u'✓') ? theme.ok : theme.text2);
}

QString PrinciplesView::textTwin() const {
    QStringList lines;
    for (const sunstone::PrincipleRecord& row : m_rows) lines << wordsFor(row);
    for (const sunstone::CounterText& counter : m_others)
        lines << QStringLiteral("%1: %2").arg(said(counter.label), countText(counter.value));
    if (!m_others.empty())
        lines << tr("all off: %1 mappings, the whole mapspace").arg(sizeText(m_run->setup->mapspace.size()));
    if (!verdict().isEmpty()) lines << verdict();
    return lines.join(u'\n');
}

QString PrinciplesView::emptyText() const {
    return m_run
               ? QString()
               : tr("What each of Sunstone's principles keeps and removes, and what the search would cost without it. "
                    "Run the algorithm Sunstone to see it.");
}

int PrinciplesView::itemAt(const QPointF& position) const {
    const double row = std::floor((position.y() - kPrincipleTop + 2) / kPrincipleRow);
    return row >= 0 && row < static_cast<double>(m_rows.size()) ? static_cast<int>(row) : -1;
}

QString PrinciplesView::wordsOf(int row) const {
    return row < 0 ? QString() : wordsFor(m_rows[static_cast<std::size_t>(row)]);
}

QString PrinciplesView::tipAt(const QPointF& position) const {
    const int row = itemAt(position);
    return row < 0 ? verdict() : wordsOf(row);
}

std::optional<int> PrinciplesView::stepFrom(int row, int key) const {
    return stepAlong(row, static_cast<int>(m_rows.size()), key, Qt::Key_Up, Qt::Key_Down);
}

}  // namespace lapidary::ui
