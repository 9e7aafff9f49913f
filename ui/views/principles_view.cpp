// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/principles_view.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/digit_groups.h"
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
constexpr std::int64_t kWholeBelow = 10'000'000;  ///< counts that the column has room for

QString said(const std::string& text) { return QString::fromStdString(text); }

/// "714", "> 1.2 M"; "..." while it is being counted.
QString countOf(const sunstone::Ablation* off) {
    if (!off) return QStringLiteral("…");
    const QString count = off->counters.evaluations < kWholeBelow
                              ? countText(off->counters.evaluations)
                              : shortCount(static_cast<double>(off->counters.evaluations), 4);
    return off->complete ? count : QStringLiteral("> %1").arg(count);
}

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
    if (chosen() >= rowCount()) forgetItems();
    pictureChanged();
    retell();
}

const sunstone::Ablation* PrinciplesView::offOf(const sunstone::PrincipleRecord& row) const {
    return m_inside && row.on ? sunstone::ablationOf(*m_inside, row.key) : nullptr;
}

std::optional<double> PrinciplesView::factorOf(const sunstone::Ablation* off) const {
    const sunstone::Ablation* asked = m_inside ? sunstone::ablationOf(*m_inside, {}) : nullptr;
    if (!off || !asked || !asked->complete || asked->counters.evaluations == 0) return std::nullopt;
    return static_cast<double>(off->counters.evaluations) / static_cast<double>(asked->counters.evaluations);
}

int PrinciplesView::onCount() const {
    return static_cast<int>(std::ranges::count_if(m_rows, [](const auto& row) { return row.on; }));
}

bool PrinciplesView::hasAllOff() const { return onCount() > 1; }

int PrinciplesView::rowCount() const {
    return m_rows.empty() ? 0 : static_cast<int>(m_rows.size()) + (hasAllOff() ? 2 : 1);
}

QString PrinciplesView::offText(const sunstone::PrincipleRecord& row) const {
    if (!row.on) return QStringLiteral("-");
    const sunstone::Ablation* off = offOf(row);
    return countOf(off);
}

QString PrinciplesView::factorText(const sunstone::PrincipleRecord& row) const {
    const auto factor = factorOf(offOf(row));
    if (!factor) return {};
    return QStringLiteral("× %1").arg(said(formatFigure(*factor, 3)));
}

QString PrinciplesView::wordsFor(const sunstone::PrincipleRecord& row) const {
    QString text = tr("%1 (%2): of %3 %4 kept, %5 removed")
                       .arg(said(row.label), row.on ? tr("on") : tr("off"), said(row.what), countText(row.kept),
                            countText(row.removed));
    const sunstone::Ablation* off = offOf(row);
    if (!off) return text;
    text += tr("; %1%2 evaluations if off (costs of one boundary under one order)")
                .arg(off->complete ? QString() : tr("more than "), countText(off->counters.evaluations));
    if (const auto factor = factorOf(offOf(row))) text += tr(", %1 times as many").arg(said(formatFigure(*factor, 3)));
    return text;
}

QString PrinciplesView::askedWords() const {
    for (const sunstone::CounterText& counter : m_others)
        if (counter.key == "evaluations")
            return tr("%1: %2 evaluations (costs of one boundary under one order)")
                .arg(onCount() == static_cast<int>(m_rows.size()) ? tr("All on, now") : tr("As asked, now"),
                     countText(counter.value));
    return {};
}

QString PrinciplesView::allOffWords() const {
    const QString space = tr("the whole mapspace has %1 mappings").arg(sizeText(m_run->setup->mapspace.size()));
    const sunstone::Ablation* off = allOff();
    if (!off) return tr("all off: being counted; %1").arg(space);
    QString text = tr("all off: %1%2 evaluations")
                       .arg(off->complete ? QString() : tr("more than "), countText(off->counters.evaluations));
    if (const auto factor = factorOf(off))
        text += off->complete ? tr(", %1 times as many").arg(said(formatFigure(*factor, 3)))
                              : tr(", more than %1 times as many").arg(said(formatFigure(*factor, 3)));
    return text + QStringLiteral("; ") + space;
}

QString PrinciplesView::verdict() const {
    const sunstone::Ablation* asked = m_inside ? sunstone::ablationOf(*m_inside, {}) : nullptr;
    if (!asked) return {};
    if (!m_inside->complete)
        return tr("Searching without each principle: %1 of %2 done")
            .arg(m_inside->ablations.size() - 1)
            .arg(onCount() + (hasAllOff() ? 1 : 0));
    QStringList better;
    bool whole = asked->complete;
    const auto compare = [&](const QString& what, const sunstone::Ablation* off) {
        if (!off) return;
        whole = whole && off->complete;
        if (off->best < asked->best * (1 - kSameBest))
            better << tr("%1 off: %2 % better")
                          .arg(what, said(formatSignificant(100 * (asked->best - off->best) / asked->best, 2)));
    };
    for (const sunstone::PrincipleRecord& row : m_rows) compare(said(row.label), offOf(row));
    compare(tr("all"), allOff());
    if (!better.isEmpty()) return tr("Not lossless here. %1.").arg(better.join(QStringLiteral("; ")));
    if (!whole) return tr("Some were cut short; none of them found better.");
    const auto searches = static_cast<int>(m_inside->ablations.size()) + (allOff() ? 1 : 0);
    return tr("✓ Same best in all %1 searches.").arg(searches);
}

QSizeF PrinciplesView::pictureSize() const {
    return {300, kPrincipleTop + kPrincipleRow * static_cast<double>(m_rows.size()) +
                     kPrincipleLine * static_cast<double>(m_others.size() + 2) + kVerdictRoom};
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

QRectF PrinciplesView::placeOf(int row, double width) const {
    const auto principles = static_cast<int>(m_rows.size());
    if (row < principles) return {3, kPrincipleTop + 1 + kPrincipleRow * row, width - 6, kPrincipleRow - 7};
    const double top = kPrincipleTop - 2 + kPrincipleRow * principles;
    return {3, top + 1 + kPrincipleLine * (row - principles), width - 6, kPrincipleLine - 2};
}

/// A row that is about the whole run.
void PrinciplesView::paintSum(QPainter& painter, const Theme& theme, int row, const QString& label,
                              const QString& count, double width) const {
    const QRectF place = placeOf(row, width);
    painter.fillRect(QRectF(0, place.top() - 1, width, kPrincipleLine), theme.alternate);
    painter.fillRect(QRectF(0, place.top() - 2 + kPrincipleLine, width, 1), theme.rowLine);
    const double right = width - kPrinciplesPadding, left = kPrinciplesPadding + 28, column = right - kOffColumn;
    const bool now = row == static_cast<int>(m_rows.size());  // what the column is to be compared with
    const bool known = now || allOff();
    drawText(painter, {left, place.top(), column - left, place.height()}, Qt::AlignVCenter, label,
             uiFont(TypeSize::control, now), theme.text);
    drawText(painter, {column, place.top(), kOffColumn, place.height()}, Qt::AlignVCenter | Qt::AlignRight, count,
             uiFont(TypeSize::control, known), known ? theme.text : theme.text3);
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
    if (m_rows.empty()) return;
    const auto sums = static_cast<int>(m_rows.size());
    const bool all = onCount() == sums;
    for (const sunstone::CounterText& counter : m_others)
        if (counter.key == "evaluations")
            paintSum(painter, theme, sums, all ? tr("All on, now") : tr("As asked, now"), countText(counter.value),
                     size.width());
    if (hasAllOff()) paintSum(painter, theme, sums + 1, tr("All off"), countOf(allOff()), size.width());
    paintMarks(painter, theme, [&](int row) { return placeOf(row, size.width()); });
    y = placeOf(rowCount() - 1, size.width()).bottom() + 8;
    const auto line = [&](const QString& label, const QString& value, bool zero) {
        drawText(painter, {kPrinciplesPadding, y, right - 110 - kPrinciplesPadding, kPrincipleLine}, Qt::AlignVCenter,
                 label, uiFont(TypeSize::control), theme.text2);
        drawText(painter, {right - 106, y, 106, kPrincipleLine}, Qt::AlignVCenter | Qt::AlignRight, value,
                 uiFont(TypeSize::control), zero ? theme.text3 : theme.text);
        y += kPrincipleLine;
    };
    for (const sunstone::CounterText& counter : m_others)
        if (counter.key != "evaluations") line(said(counter.label), countText(counter.value), counter.value == 0);
    line(tr("the whole mapspace"), sizeText(m_run->setup->mapspace.size()), false);
    drawWrapped(&painter, {kPrinciplesPadding, y + 6, right - kPrinciplesPadding, kVerdictRoom}, verdict(),
                uiFont(TypeSize::note), verdict().startsWith(u'✓') ? theme.ok : theme.text2);
}

QString PrinciplesView::textTwin() const {
    if (m_rows.empty()) return {};
    QStringList lines;
    for (int row = 0; row < rowCount(); ++row) lines << wordsOf(row);
    for (const sunstone::CounterText& counter : m_others)
        if (counter.key != "evaluations")
            lines << QStringLiteral("%1: %2").arg(said(counter.label), countText(counter.value));
    if (!hasAllOff()) lines << tr("the whole mapspace: %1 mappings").arg(sizeText(m_run->setup->mapspace.size()));
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
    for (int row = 0; row < rowCount(); ++row)
        if (placeOf(row, width()).adjusted(-3, -3, 3, 4).contains(position)) return row;
    return -1;
}

QString PrinciplesView::wordsOf(int row) const {
    if (row < 0 || row >= rowCount()) return {};
    if (row < static_cast<int>(m_rows.size())) return wordsFor(m_rows[static_cast<std::size_t>(row)]);
    return row == static_cast<int>(m_rows.size()) ? askedWords() : allOffWords();
}

QString PrinciplesView::tipAt(const QPointF& position) const {
    const int row = itemAt(position);
    return row < 0 ? verdict() : wordsOf(row);
}

std::optional<int> PrinciplesView::stepFrom(int row, int key) const {
    return stepAlong(row, rowCount(), key, Qt::Key_Up, Qt::Key_Down);
}

}  // namespace lapidary::ui
