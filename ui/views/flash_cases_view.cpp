// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/flash_cases_view.h"

#include <QPainter>

#include <algorithm>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kCasesPadding = 10, kCasesLegend = 22, kBlockHead = 20, kCaseRow = 18, kBlockGap = 8;
constexpr double kCaseNames = 46, kCaseFigures = 64;
constexpr double kBlock = kBlockHead + 3 * kCaseRow + kBlockGap;

QString phaseName(int phase) {
    return fromView(keyTable(data_centric::Phase{})[static_cast<std::size_t>(phase)].label);
}
QString phaseMeaning(int phase) {
    return fromView(keyTable(data_centric::Phase{})[static_cast<std::size_t>(phase)].meaning);
}

void paintSplit(QPainter& painter, const Theme& theme, const QRectF& computing, const QRectF& waiting) {
    painter.fillRect(computing, theme.compute());
    if (waiting.width() > 0.5) drawHatch(painter, theme, waiting, Idle::tail);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text2, 1));
    for (const QRectF& part : {computing, waiting})
        if (part.width() > 2) painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5));
}

}  // namespace

FlashCasesView::FlashCasesView(QWidget* parent) : ItemView(tr("Runtime by case"), parent) {
    setObjectName("flashCasesView");
}

void FlashCasesView::setAnswer(const FlashAnswerPtr& answer, const FlashChoice& choice, const QString& refusal) {
    if (answer == m_answer && choice == m_choice && refusal == m_refusal) return;
    m_answer = answer;
    m_choice = choice;
    m_refusal = refusal;
    m_run = shownRun(answer.get(), choice);
    m_cases.clear();
    if (m_run)
        for (FlashCases& each : flashCases(answer->report, *m_run))
            if (shows(choice, each.style)) m_cases.push_back(std::move(each));
    pictureChanged();
    forgetItems();
}

QString FlashCasesView::summary() const {
    if (m_cases.empty()) return {};
    return tr("%1 on %2")
        .arg(QString::fromStdString(m_run->workload), QString::fromStdString(m_answer->report.architecture));
}

const data_centric::PhaseTime& FlashCasesView::timeOf(int row) const {
    return m_cases[static_cast<std::size_t>(row / kPhases)].outcome.phases[row % kPhases];
}

QString FlashCasesView::headOf(const FlashCases& cases) const {
    QString text = cyclesText(m_answer->report, cases.outcome.runtime);
    return cases.outcome.fits ? text : text + tr(", doesn't fit");
}

QSizeF FlashCasesView::pictureSize() const {
    return {380,
            kCasesLegend + kBlock * static_cast<double>(std::max<std::size_t>(m_cases.size(), 1)) + kCycleAxisFoot};
}

CycleAxis FlashCasesView::axis(QSizeF size) const {
    CycleAxis axis;
    axis.high = 1;
    for (int row = 0; row < rows(); ++row) axis.high = std::max(axis.high, static_cast<double>(timeOf(row).cycles));
    const double left = kCasesPadding + kCaseNames;
    axis.box = {left, kCasesLegend, std::max(size.width() - left - kCaseFigures - kCasesPadding, 40.0),
                kBlock * static_cast<double>(m_cases.size())};
    return axis;
}

QRectF FlashCasesView::placeOf(int row, QSizeF size) const {
    if (row < 0 || row >= rows()) return {};
    const double top = kCasesLegend + kBlock * (row / kPhases) + kBlockHead + kCaseRow * (row % kPhases);
    return {kCasesPadding - 4, top, size.width() - 2 * kCasesPadding + 8, kCaseRow};
}

void FlashCasesView::paintRow(QPainter& painter, const Theme& theme, int row, const CycleAxis& axis,
                              QSizeF size) const {
    const data_centric::PhaseTime& time = timeOf(row);
    const QRectF place = placeOf(row, size);
    const QColor tone = time.steps > 0 ? theme.text : theme.text3;
    drawText(painter, {kCasesPadding, place.top(), kCaseNames, kCaseRow}, Qt::AlignVCenter, phaseName(row % kPhases),
             uiFont(TypeSize::control), tone);
    const QString figure = time.steps > 0 ? shortCount(static_cast<double>(time.cycles), 4) : tr("none");
    drawText(painter, {axis.box.right() + 4, place.top(), kCaseFigures - 4, kCaseRow},
             Qt::AlignVCenter | Qt::AlignRight, figure, uiFont(TypeSize::control), tone);
    if (time.steps == 0) return;
    const double split = axis.x(static_cast<double>(time.compute));
    const double end = std::max(axis.x(static_cast<double>(time.cycles)), axis.box.left() + 2);
    const double top = place.top() + 4, bottom = place.bottom() - 4;
    paintSplit(painter, theme, {QPointF(axis.box.left(), top), QPointF(std::max(split, axis.box.left()), bottom)},
               {QPointF(split, top), QPointF(end, bottom)});
}

void FlashCasesView::paintBlock(QPainter& painter, const Theme& theme, std::size_t block, const CycleAxis& axis,
                                QSizeF size) const {
    const FlashCases& cases = m_cases[block];
    const double y = kCasesLegend + kBlock * static_cast<double>(block), width = size.width() - 2 * kCasesPadding;
    const bool best = static_cast<int>(cases.style) == m_run->result.best;
    QString name = QString::fromStdString(flashLabel(m_run->result.styles[cases.style]));
    if (best && m_cases.size() > 1) name += tr(" (best)");
    const QFont bold = uiFont(TypeSize::control, true), note = uiFont(TypeSize::note);
    const double wide = std::min(textWidth(name, bold) + 6, width * 0.6);
    painter.fillRect(QRectF(0, y, size.width(), kBlockHead), theme.header);
    drawText(painter, {kCasesPadding, y, wide, kBlockHead}, Qt::AlignVCenter, name, bold, theme.text);
    drawText(painter, {kCasesPadding + wide, y, width - wide, kBlockHead}, Qt::AlignVCenter | Qt::AlignRight,
             headOf(cases), note, cases.outcome.fits ? theme.text2 : theme.warning);
    for (int phase = 0; phase < kPhases; ++phase)
        paintRow(painter, theme, static_cast<int>(block) * kPhases + phase, axis, size);
}

void FlashCasesView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const CycleAxis shared = axis(size);
    shared.paint(painter, theme, tr("cycles in steps of this case"));
    const QFont note = uiFont(TypeSize::note);
    double x = kCasesPadding;
    for (const auto& [text, waits] : {std::pair{tr("computing"), false}, std::pair{tr("waiting for data"), true}}) {
        const QRectF sample(x, 5, 16, 10), none(x, 5, 0, 10);
        paintSplit(painter, theme, waits ? none : sample, waits ? sample : none);
        drawText(painter, {x + 22, 2, 140, 16}, Qt::AlignVCenter, text, note, theme.text2);
        x += 22 + textWidth(text, note) + 16;
    }
    for (std::size_t block = 0; block < m_cases.size(); ++block) paintBlock(painter, theme, block, shared, size);
    paintMarks(painter, theme, [&](int row) { return placeOf(row, size).adjusted(2, 2, -2, -2); });
}

QString FlashCasesView::wordsOf(int row) const {
    if (row < 0 || row >= rows()) return {};
    const data_centric::PhaseTime& time = timeOf(row);
    const FlashCases& cases = m_cases[static_cast<std::size_t>(row / kPhases)];
    const QString of = QStringLiteral("%1, %2 (%3)")
                           .arg(QString::fromStdString(flashLabel(m_run->result.styles[cases.style])),
                                phaseName(row % kPhases), phaseMeaning(row % kPhases));
    if (time.steps == 0) return tr("%1: no such step").arg(of);
    return tr("%1: %2 steps take %3; %4 cycles computing, %5 waiting for data")
        .arg(of, countText(time.steps), cyclesText(m_answer->report, time.cycles), countText(time.compute),
             countText(time.communication));
}

QString FlashCasesView::textTwin() const {
    if (m_cases.empty()) return {};
    QStringList lines{summary()};
    for (const FlashCases& cases : m_cases)
        lines << QStringLiteral("%1: %2").arg(QString::fromStdString(flashLabel(m_run->result.styles[cases.style])),
                                              headOf(cases));
    for (int row = 0; row < rows(); ++row) lines << wordsOf(row);
    return lines.join(u'\n');
}

QString FlashCasesView::emptyText() const {
    if (!m_cases.empty()) return {};
    if (m_answer) return tr("No mapping of these styles fits: there is no runtime to split.");
    return flashEmptyText(
        tr("Where the runtime of FLASH's picks goes: first, full and last partial steps, computing or "
           "waiting for data."),
        m_refusal);
}

int FlashCasesView::itemAt(const QPointF& position) const {
    for (int row = 0; row < rows(); ++row)
        if (placeOf(row, size()).contains(position)) return row;
    return -1;
}

std::optional<int> FlashCasesView::stepFrom(int row, int key) const {
    return stepAlong(row, rows(), key, Qt::Key_Up, Qt::Key_Down);
}

}  // namespace lapidary::ui
