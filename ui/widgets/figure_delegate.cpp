// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/figure_delegate.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "ui/models/figure_table_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/mark_edge.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"
#include "ui/widgets/figure_table.h"

namespace lapidary::ui {

namespace {

constexpr int kFigurePadding = 6;
constexpr int kSwatch = 10;
constexpr int kBar = 44;
constexpr int kShareText = 50;

/// The symbol that a series has in plots: square, triangle, disc, triangle upside down, diamond.
void paintSymbol(QPainter& painter, const QRectF& box, int series, const QColor& color) {
    const QPointF c = box.center();
    const double r = box.width() / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (series % 5) {
    case 1: painter.drawPolygon(QPolygonF({{c.x(), c.y() - r}, {c.x() + r, c.y() + r}, {c.x() - r, c.y() + r}})); break;
    case 2: painter.drawEllipse(c, r, r); break;
    case 3: painter.drawPolygon(QPolygonF({{c.x(), c.y() + r}, {c.x() + r, c.y() - r}, {c.x() - r, c.y() - r}})); break;
    case 4:
        painter.drawPolygon(
            QPolygonF({{c.x(), c.y() - r}, {c.x() + r, c.y()}, {c.x(), c.y() + r}, {c.x() - r, c.y()}}));
        break;
    default: painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void paintSwatch(QPainter& painter, const Theme& theme, const QColor& ground, const Swatch& swatch, QRect& box) {
    if (swatch.kind == Swatch::Kind::none) return;
    const QColor fill = colorOf(swatch, theme);
    const QColor edge = swatch.kind == Swatch::Kind::tensor
                            ? theme.tensorOutlines[static_cast<std::size_t>(swatch.index)]
                            : edgeOf(theme, fill, ground);
    const QRectF place(box.left(), box.center().y() - kSwatch / 2.0 + 0.5, kSwatch, kSwatch);
    if (swatch.kind == Swatch::Kind::series)
        paintSymbol(painter, place, swatch.index, fill);
    else
        drawBox(painter, place, fill, edge, 2);
    box.setLeft(box.left() + kSwatch + 6);
}

void paintCheck(QPainter& painter, const Theme& theme, bool checked, QRect& box) {
    const QRectF place(box.left(), box.center().y() - 6, 13, 13);
    painter.setRenderHint(QPainter::Antialiasing);
    drawBox(painter, place.adjusted(0.5, 0.5, -0.5, -0.5), checked ? theme.accent : theme.panel,
            checked ? theme.accent : theme.text3);
    if (checked) drawIcon(painter, QStringLiteral("check"), place.adjusted(1.5, 1.5, -1.5, -1.5), theme.panel);
    box.setLeft(box.left() + 19);
}

/// From 1, in the middle, to the ratio; 1/2 and 2 are the ends.
void paintRatio(QPainter& painter, const Theme& theme, const QRect& box, double ratio) {
    const double middle = box.center().x();
    const double half = std::min(box.width() / 2.0 - 1, 44.0);
    const double to = ratio > 0 ? std::clamp(std::log2(ratio), -1.0, 1.0) * half : -half;
    painter.fillRect(QRectF(std::min(middle, middle + to), box.center().y() - 4, std::abs(to), 9), theme.levels[3]);
    painter.fillRect(QRectF(middle - 0.5, box.top() + 3, 1, box.height() - 6), theme.plotAxis);
}

}  // namespace

QColor colorOf(const Swatch& swatch, const Theme& theme) {
    const auto index = static_cast<std::size_t>(std::max(swatch.index, 0));
    switch (swatch.kind) {
    case Swatch::Kind::level: return theme.level(swatch.index, swatch.count);
    case Swatch::Kind::array: return theme.levels[index % theme.levels.size()];
    case Swatch::Kind::tensor: return theme.tensors[index % theme.tensors.size()];
    case Swatch::Kind::series: return theme.series[index % theme.series.size()];
    case Swatch::Kind::plain: return theme.ok;
    case Swatch::Kind::none: break;
    }
    return {};
}

FigureDelegate::FigureDelegate(FigureTable* table) : QStyledItemDelegate(table), m_table(table) {}

void FigureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = themeOf(option.palette);
    painter->save();
    paintGround(*painter, option, index);

    QRect box = option.rect.adjusted(kFigurePadding, 0, -kFigurePadding, -1);
    const bool chosen = option.state & QStyle::State_Selected;
    const QColor ground = chosen ? theme.selectedRow : theme.panel;
    if (const QVariant checked = index.data(FigureTableModel::CheckedRole); checked.isValid())
        paintCheck(*painter, theme, checked.toBool(), box);
    paintSwatch(*painter, theme, ground, index.data(FigureTableModel::SwatchRole).value<Swatch>(), box);
    if (const double bar = index.data(FigureTableModel::BarRole).toDouble(); bar >= 0) {
        const double room = std::max(1.0, (box.width() - kShareText) * std::min(bar, 1.0));
        drawBox(*painter, QRectF(box.left(), box.center().y() - 4, room, 10), theme.levels[3],
                edgeOf(theme, theme.levels[3], ground), 0);
    }
    const bool strong = index.data(FigureTableModel::StrongRole).toBool();
    const bool zero = index.data(FigureTableModel::ZeroRole).toBool();
    const bool good = index.data(FigureTableModel::GoodRole).toBool();
    QString text = index.data().toString();
    const QFont font = uiFont(TypeSize::control, strong);
    if (m_table->isShrinkable(index.column()))  // names often differ in their ends alone
        text = QFontMetrics(font).elidedText(text, Qt::ElideMiddle, box.width());
    drawText(*painter, box, index.data(Qt::TextAlignmentRole).toInt(), text, font,
             zero   ? (chosen ? theme.text2 : theme.text3)
             : good ? theme.ok
                    : theme.text);
    if (const QVariant ratio = index.data(FigureTableModel::RatioRole); ratio.isValid())
        paintRatio(*painter, theme, box, ratio.toDouble());

    paintMarks(*painter, option, index);
    painter->restore();
}

void FigureDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
    const Theme& theme = themeOf(option.palette);
    const bool chosen = (option.state & QStyle::State_Selected) || m_table->isChosen(index.row());
    const bool hovered = index.row() == m_table->hoveredRow();
    painter.fillRect(option.rect, chosen ? theme.selectedRow : hovered ? theme.tint1 : theme.panel);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.rowLine);
    if (chosen && index.column() == 0)
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), theme.accent);
}

void FigureDelegate::paintMarks(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = themeOf(option.palette);
    if (m_table->isOutlined(index.row())) {
        const QRect& box = option.rect;
        const bool last = index.column() == index.model()->columnCount() - 1;
        painter.fillRect(QRect(box.left(), box.top(), box.width(), 1), theme.accent);
        painter.fillRect(QRect(box.left(), box.bottom() - 1, box.width(), 1), theme.accent);
        if (index.column() == 0) painter.fillRect(QRect(box.left(), box.top(), 1, box.height() - 1), theme.accent);
        if (last) painter.fillRect(QRect(box.right(), box.top(), 1, box.height() - 1), theme.accent);
    }
    if (option.state & QStyle::State_HasFocus) drawOutline(painter, theme, QRectF(option.rect).adjusted(1, 1, -1, -2));
}

void FigureDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (auto* line = qobject_cast<QLineEdit*>(editor))
        line->setText(index.data(FigureTableModel::ExactRole).toString());
}

bool FigureDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    const QString text = index.data().toString();
    const QString tip = index.data(Qt::ToolTipRole).toString();
    const bool cut = index.isValid() && sizeHint(option, index).width() > view->visualRect(index).width();
    if (event->type() != QEvent::ToolTip || !cut || tip.startsWith(text))
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), tip.isEmpty() ? text : text + u'\n' + tip, view);
    return true;
}

QSize FigureDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const bool strong = index.data(FigureTableModel::StrongRole).toBool();
    double width = textWidth(index.data().toString(), uiFont(TypeSize::control, strong)) + 2 * kFigurePadding + 2;
    if (index.data(FigureTableModel::SwatchRole).value<Swatch>().kind != Swatch::Kind::none) width += kSwatch + 6;
    if (index.data(FigureTableModel::CheckedRole).isValid()) width += 19;
    if (index.data(FigureTableModel::BarRole).toDouble() >= 0) width += kBar + 8;
    if (index.data(FigureTableModel::RatioRole).isValid()) width = std::max(width, 2.0 * kBar + 2 * kFigurePadding);
    return {static_cast<int>(width) + 1, 20};
}

}  // namespace lapidary::ui
