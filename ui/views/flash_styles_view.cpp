// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/flash_styles_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/theme/viridis.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kStylesPadding = 10, kStylesHead = 24, kStyleRow = 27, kStylesFoot = 46, kStyleColumn = 54;
constexpr double kMostNames = 150;

QString tileWords(const flash::Tile& tile) {
    return QStringLiteral("%1 × %2 × %3").arg(countText(tile[0]), countText(tile[1]), countText(tile[2]));
}

}  // namespace

FlashStylesView::FlashStylesView(QWidget* parent) : ItemView(tr("Best style per workload"), parent) {
    setObjectName("flashStylesView");
}

void FlashStylesView::setAnswer(const FlashAnswerPtr& answer, const QString& refusal) {
    if (answer == m_answer && refusal == m_refusal) return;
    const int before = cells();
    m_answer = answer;
    m_refusal = refusal;
    m_columns = 0;
    m_most = 1;
    m_names = 30;
    if (m_answer) {
        for (const FlashRun& run : m_answer->report.runs) {
            m_columns = std::max(m_columns, static_cast<int>(run.result.styles.size()));
            m_names = std::max(m_names, textWidth(QString::fromStdString(run.workload), uiFont(TypeSize::control)));
        }
        for (int cell = 0; cell < cells(); ++cell)
            if (const auto ratio = ratioOf(cell); ratio && pickOf(cell)->score.fits) m_most = std::max(m_most, *ratio);
    }
    m_names = std::min(m_names, kMostNames) + 12;
    pictureChanged();
    if (cells() != before)
        forgetItems();
    else
        retell();
}

int FlashStylesView::cells() const { return m_answer ? static_cast<int>(m_answer->report.runs.size()) * m_columns : 0; }

const flash::Found* FlashStylesView::pickOf(int cell) const {
    const auto style = static_cast<std::size_t>(cell % m_columns);
    const auto& styles = runOf(cell).result.styles;
    return style < styles.size() && styles[style].best ? &*styles[style].best : nullptr;
}

std::optional<double> FlashStylesView::ratioOf(int cell) const {
    if (!pickOf(cell)) return std::nullopt;
    return overPick(m_answer->report, runOf(cell), static_cast<std::size_t>(cell % m_columns));
}

QString FlashStylesView::summary() const {
    if (cells() == 0) return {};
    const auto runs = static_cast<int>(m_answer->report.runs.size());
    QString text = runs == 1 ? tr("one matrix product") : tr("%1 matrix products").arg(runs);
    text += QStringLiteral(", ") + metricName(m_answer->report.options.metric);
    if (m_answer->others > 0) text += tr("; %1 layers are none").arg(m_answer->others);
    return text;
}

QSizeF FlashStylesView::pictureSize() const {
    const double rows = m_columns > 0 ? static_cast<double>(cells()) / m_columns : 1;
    return {leastWidth() + 40, kStylesHead + kStyleRow * rows + kStylesFoot};
}

double FlashStylesView::leastWidth() const {
    return 2 * kStylesPadding + m_names + kStyleColumn * std::max(m_columns, 1);
}

QRectF FlashStylesView::placeOf(int cell, QSizeF size) const {
    if (cell < 0 || cell >= cells()) return {};
    const double wide = (size.width() - 2 * kStylesPadding - m_names) / m_columns;
    const int row = cell / m_columns, column = cell % m_columns;
    return {kStylesPadding + m_names + wide * column + 1, kStylesHead + kStyleRow * row + 1, wide - 2, kStyleRow - 2};
}

/// Dark is far from the best: evenly by the ratio's logarithm.
QColor FlashStylesView::colorOf(double ratio) const {
    if (m_most <= 1.0005) return viridis(1.0);
    return viridis(1 - std::clamp(std::log(std::max(ratio, 1.0)) / std::log(m_most), 0.0, 1.0));
}

void FlashStylesView::paintCell(QPainter& painter, const Theme& theme, int cell, const QRectF& box) const {
    const QFont font = uiFont(TypeSize::control, isBest(cell));
    const flash::Found* pick = pickOf(cell);
    const auto ratio = ratioOf(cell);
    if (!pick || !ratio) {
        drawHatch(painter, theme, box, Idle::unused);
        return;
    }
    if (!pick->score.fits) {
        drawHatch(painter, theme, box, Idle::tail);
        const QString text = tr("no fit");
        const double wide = std::min(textWidth(text, uiFont(TypeSize::note)) + 8, box.width());
        painter.fillRect(QRectF(box.center().x() - wide / 2, box.top() + 5, wide, box.height() - 10), theme.panel);
        drawText(painter, box, Qt::AlignCenter, text, uiFont(TypeSize::note), theme.text);
        return;
    }
    const QColor ground = colorOf(*ratio);
    painter.fillRect(box, ground);
    const QString text = m_columns == 1 ? cyclesText(m_answer->report, pick->score.runtime)
                         : isBest(cell) ? tr("best")
                                        : fixedDigits(*ratio, 3);
    drawText(painter, box, Qt::AlignCenter, text, font, readableOn(ground));
    if (!isBest(cell)) return;
    painter.setPen(QPen(theme.text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(1, 1, -1, -1));
}

/// The colours with both ends in figures.
void FlashStylesView::paintScale(QPainter& painter, const Theme& theme, QSizeF size) const {
    const QFont note = uiFont(TypeSize::note);
    const double top = kStylesHead + kStyleRow * static_cast<double>(cells()) / m_columns + 10;
    const double left = kStylesPadding + m_names;
    const double wide = std::min(140.0, size.width() - left - 90);
    if (m_columns == 1) {
        drawText(painter, {kStylesPadding, top - 1, size.width() - 2 * kStylesPadding, 15}, Qt::AlignVCenter,
                 tr("one style was asked: all five can be compared"), note, theme.text2);
        return;
    }
    constexpr int kParts = 48;
    for (int i = 0; i < kParts; ++i)
        painter.fillRect(QRectF(left + 34 + wide * i / kParts, top + 2, wide / kParts + 0.5, 9),
                         viridis(1 - (i + 0.5) / kParts));
    drawText(painter, {left, top - 1, 30, 15}, Qt::AlignVCenter | Qt::AlignRight, tr("best"), note, theme.text2);
    drawText(painter, {left + 38 + wide, top - 1, 60, 15}, Qt::AlignVCenter, fixedDigits(m_most, 3) + tr(" times"),
             note, theme.text2);
    drawText(painter, {kStylesPadding, top + 14, size.width() - 2 * kStylesPadding, 15}, Qt::AlignVCenter,
             tr("%1 of the style's pick over the best of the workload; hatched: no mapping fits")
                     .arg(metricName(m_answer->report.options.metric)) +
                 (m_columns > static_cast<int>(std::size(flash::kAllStyles)) ? tr("; m, n, k and so on: MAERI's orders")
                                                                             : QString()),
             note, theme.text2);
}

void FlashStylesView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const QFont head = uiFont(TypeSize::note, true);
    for (int column = 0; column < m_columns; ++column) {
        const QRectF first = placeOf(column, size);
        const auto& runs = m_answer->report.runs;
        const auto known = std::ranges::find_if(
            runs, [&](const FlashRun& run) { return column < static_cast<int>(run.result.styles.size()); });
        QString name = shortLabel(*known, static_cast<std::size_t>(column));
        if (const auto order = name.indexOf(u' '); order > 0 && textWidth(name, head) > first.width())
            name = name.mid(order + 1);  // "m, n, k": the foot says whose
        drawText(painter, {first.left(), 2, first.width(), kStylesHead - 4}, Qt::AlignCenter, name, head, theme.text2);
    }
    for (std::size_t row = 0; row < m_answer->report.runs.size(); ++row)
        drawText(painter, {kStylesPadding, kStylesHead + kStyleRow * static_cast<double>(row), m_names - 8, kStyleRow},
                 Qt::AlignVCenter, QString::fromStdString(m_answer->report.runs[row].workload),
                 uiFont(TypeSize::control, row == m_answer->current), theme.text);
    for (int cell = 0; cell < cells(); ++cell) paintCell(painter, theme, cell, placeOf(cell, size));
    paintScale(painter, theme, size);
    paintMarks(painter, theme, [&](int cell) { return placeOf(cell, size); });
}

QString FlashStylesView::wordsOf(int cell) const {
    if (cell < 0 || cell >= cells()) return {};
    const FlashRun& run = runOf(cell);
    const auto column = static_cast<std::size_t>(cell % m_columns);
    if (column >= run.result.styles.size()) return tr("%1: not asked yet").arg(QString::fromStdString(run.workload));
    const QString of = QStringLiteral("%1 (%2), %3")
                           .arg(QString::fromStdString(run.workload), tileWords(run.gemm.sizes),
                                QString::fromStdString(flashLabel(run.result.styles[column])));
    const flash::Found* pick = pickOf(cell);
    if (!pick) return tr("%1: no mapping that fits").arg(of);
    QString text = tr("%1: %2, %3; clusters of %4 PEs, tiles M × N × K %5, in a PE %6")
                       .arg(of, cyclesText(m_answer->report, pick->score.runtime),
                            energyScale(pick->score.energyNj * 1000).withUnit(pick->score.energyNj * 1000),
                            countText(pick->candidate.cluster), tileWords(pick->candidate.outer),
                            tileWords(pick->candidate.inner));
    if (!pick->score.fits) return text + QStringLiteral("; ") + QString::fromStdString(flashProblem(*pick));
    const auto ratio = ratioOf(cell);
    return text +
           (isBest(cell) ? tr("; the best of this workload") : tr("; %1 times the best").arg(fixedDigits(*ratio, 4)));
}

QString FlashStylesView::textTwin() const {
    if (cells() == 0) return {};
    QStringList lines{summary()};
    for (int cell = 0; cell < cells(); ++cell) lines << wordsOf(cell);
    return lines.join(u'\n');
}

QString FlashStylesView::emptyText() const {
    if (cells() > 0) return {};
    if (m_answer) return tr("No style has been tried yet.");
    return flashEmptyText(tr("Which style of accelerator is best for which matrix product of the network."), m_refusal);
}

int FlashStylesView::itemAt(const QPointF& position) const {
    for (int cell = 0; cell < cells(); ++cell)
        if (placeOf(cell, size()).contains(position)) return cell;
    return -1;
}

std::optional<int> FlashStylesView::stepFrom(int cell, int key) const {
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        if (cells() == 0) return std::nullopt;
        if (cell < 0) return 0;
        const int next = cell + (key == Qt::Key_Up ? -m_columns : m_columns);
        return next >= 0 && next < cells() ? next : cell;
    }
    return stepAlong(cell, cells(), key, Qt::Key_Left, Qt::Key_Right);
}

void FlashStylesView::chosenChanged() {
    if (chosen() < 0 || cells() == 0) return;
    emit styleChosen(static_cast<std::size_t>(chosen() / m_columns), static_cast<std::size_t>(chosen() % m_columns));
}

}  // namespace lapidary::ui
