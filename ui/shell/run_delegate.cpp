// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/run_delegate.h"

#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

#include "ui/models/run_table_model.h"
#include "ui/models/scale.h"
#include "ui/plots/series_mark.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"

namespace lapidary::ui {

namespace {

constexpr int kTitleLeft = 62;
constexpr int kPadding = 6;

Tone toneOf(const Run& run) {
    switch (stateOf(run)) {
    case RunState::running: return Tone::accent;
    case RunState::paused: return Tone::warning;
    case RunState::finished: return run.live.best ? Tone::ok : Tone::error;
    case RunState::queued:
    case RunState::stopped: break;
    }
    return Tone::neutral;
}

void paintCheck(QPainter& painter, const Theme& theme, const QRectF& box, bool checked) {
    drawBox(painter, box, checked ? theme.tint2 : theme.panel, checked ? theme.accent : theme.text3, 2);
    if (checked) painter.fillRect(box.adjusted(3, 3, -3, -3), theme.accent);
}

void paintPill(QPainter& painter, const Theme& theme, const QRect& cell, const QString& text, Tone tone) {
    const QFont font = uiFont(TypeSize::note);
    const double width = std::min<double>(textWidth(text, font) + 14, cell.width());
    const QRectF pill(cell.left(), cell.center().y() - 8.5, width, 18);
    const QColor color = colorOf(tone, theme);
    drawBox(painter, pill, theme.panel, tone == Tone::neutral ? theme.line : color, 8.5);
    drawText(painter, pill, Qt::AlignCenter, text, font, color);
}

/// A filled badge with a check and the word.
void paintProven(QPainter& painter, const Theme& theme, const QRect& cell, const QString& text) {
    const QFont font = uiFont(TypeSize::note, true);
    const QRectF badge(cell.left(), cell.center().y() - 8.5, std::min<double>(textWidth(text, font) + 24, cell.width()),
                       18);
    drawBox(painter, badge, theme.ok, theme.ok, 3);
    const QColor ink = readableOn(theme.ok);
    drawIcon(painter, "check", QRectF(badge.left() + 4, badge.center().y() - 5.5, 11, 11), ink);
    drawText(painter, badge.adjusted(18, 0, -2, 0), Qt::AlignVCenter, text, font, ink);
}

}  // namespace

RunDelegate::RunDelegate(FigureTable* table, const RunTableModel& model)
    : FigureDelegate(table), m_table(table), m_model(model) {}

/// Where the column of mapspaces has no room, they stand here.
QString RunDelegate::secondLine(const Run& run) const {
    const bool narrow = m_table->isColumnHidden(RunTableModel::kMapspace);
    const QString mapspace = shortName(run.inputs.mapspace.factorization);
    QStringList parts;
    if (!run.name.isEmpty()) parts << algorithmName(run);
    if (narrow) parts << mapspace;
    if (!run.other.isEmpty()) parts << run.other;
    const bool brief = narrow || (run.live.gap && !isProven(run));  // the gap says more than a word would
    parts << (brief && !run.queued() ? shortCount(static_cast<double>(run.live.counters.drawn)) : workText(run));
    if (run.live.gap && !isProven(run)) parts << tr("gap %1").arg(percentText(*run.live.gap));
    return parts.join(QStringLiteral(", "));
}

void RunDelegate::paintTitle(QPainter& painter, const Theme& theme, const Run& run, const QRect& box) const {
    const double middle = box.center().y();
    paintCheck(painter, theme, QRectF(box.left() + 8, middle - 6, 13, 13), !run.hidden);
    painter.save();
    if (run.hidden) painter.setOpacity(0.45);
    drawSample(painter, theme, seriesOf(run.inputs.mapspace.factorization),
               QRectF(box.left() + 28, middle - 5, 28, 10));
    painter.restore();
    const QColor ink = run.hidden ? theme.text3 : theme.text;
    const QFont strong = uiFont(TypeSize::control, true);
    const QString number = QString::number(run.number);
    const double left = box.left() + kTitleLeft;
    drawText(painter, {left, box.top() + 2.0, 30, 17}, Qt::AlignVCenter, number, strong, ink);
    const double after = left + textWidth(number, strong) + 7;
    const QString title = run.name.isEmpty() ? algorithmName(run) : run.name;
    drawText(painter, {after, box.top() + 2.0, box.right() - after, 17}, Qt::AlignVCenter, title,
             uiFont(TypeSize::control), ink);
    drawText(painter, {left, box.top() + 18.0, box.right() - left, 16}, Qt::AlignVCenter, secondLine(run),
             uiFont(TypeSize::note), theme.text2);
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (index.column() == RunTableModel::kMapspace || index.column() == RunTableModel::kBest)
        return FigureDelegate::paint(painter, option, index);
    const Theme& theme = themeOf(option.palette);
    const Run& run = *m_model.run(index.row());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintGround(*painter, option, index);
    if (index.column() == RunTableModel::kTitle) {
        paintTitle(*painter, theme, run, option.rect);
    } else {
        const QRect box = option.rect.adjusted(kPadding, 0, -kPadding, -1);
        if (isProven(run))
            paintProven(*painter, theme, box, stateText(run));
        else if (run.finished() && run.live.best && stateOf(run) == RunState::finished)
            drawIcon(*painter, "check", QRectF(box.left() + 2, box.center().y() - 7, 14, 14), theme.ok);
        else
            paintPill(*painter, theme, box, stateText(run), toneOf(run));
    }
    paintMarks(*painter, option, index);
    painter->restore();
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (index.column() == RunTableModel::kTitle)
        return {kTitleLeft +
                    static_cast<int>(textWidth(secondLine(*m_model.run(index.row())), uiFont(TypeSize::note))) +
                    kPadding,
                kRow};
    if (index.column() == RunTableModel::kState)
        return {static_cast<int>(std::max(textWidth(tr("running"), uiFont(TypeSize::note)) + 16,
                                          textWidth(tr("proven"), uiFont(TypeSize::note, true)) + 24)) +
                    2 * kPadding,
                kRow};
    return {FigureDelegate::sizeHint(option, index).width(), kRow};
}

bool RunDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    const QEvent::Type type = event->type();
    if (type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick) {
        const QPoint at = static_cast<QMouseEvent*>(event)->pos();
        m_pressedCheck = index.column() == RunTableModel::kTitle && at.x() < option.rect.left() + kCheckRoom;
        if (m_pressedCheck) emit checkClicked(index.row());
        return m_pressedCheck;
    }
    return FigureDelegate::editorEvent(event, model, option, index);
}

void RunDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (auto* line = qobject_cast<QLineEdit*>(editor)) line->setText(titleOf(*m_model.run(index.row())));
}

void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const {
    editor->setGeometry(option.rect.adjusted(kTitleLeft - 4, 6, 0, -8));
}

}  // namespace lapidary::ui
