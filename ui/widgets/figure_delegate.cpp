// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/figure_delegate.h"

#include <QLineEdit>
#include <QPainter>

#include <algorithm>

#include "ui/models/figure_table_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"
#include "ui/widgets/figure_table.h"

namespace lapidary::ui {

namespace {

constexpr int kPadding = 6;
constexpr int kSwatch = 10;
constexpr int kBar = 44;
constexpr int kShareText = 50;

void paintSwatch(QPainter& painter, const Theme& theme, const Swatch& swatch, QRect& box) {
    if (swatch.kind == Swatch::Kind::none) return;
    const QColor fill = colorOf(swatch, theme);
    const QColor edge =
        swatch.kind == Swatch::Kind::tensor ? theme.tensorOutlines[static_cast<std::size_t>(swatch.index)] : fill;
    drawBox(painter, QRectF(box.left(), box.center().y() - kSwatch / 2.0 + 0.5, kSwatch, kSwatch), fill, edge, 2);
    box.setLeft(box.left() + kSwatch + 6);
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

    QRect box = option.rect.adjusted(kPadding, 0, -kPadding, -1);
    paintSwatch(*painter, theme, index.data(FigureTableModel::SwatchRole).value<Swatch>(), box);
    if (const double bar = index.data(FigureTableModel::BarRole).toDouble(); bar >= 0) {
        painter->fillRect(QRectF(box.left(), box.center().y() - 4,
                                 std::max(1.0, (box.width() - kShareText) * std::min(bar, 1.0)), 10),
                          theme.levels[3]);
    }
    const bool strong = index.data(FigureTableModel::StrongRole).toBool();
    const bool zero = index.data(FigureTableModel::ZeroRole).toBool();
    drawText(*painter, box, index.data(Qt::TextAlignmentRole).toInt(), index.data().toString(),
             uiFont(TypeSize::control, strong), zero ? theme.text3 : theme.text);

    paintMarks(*painter, option, index);
    painter->restore();
}

void FigureDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
    const Theme& theme = themeOf(option.palette);
    const bool chosen = option.state & QStyle::State_Selected;
    const bool hovered = index.row() == m_table->hoveredRow();
    painter.fillRect(option.rect, chosen ? theme.selectedRow : hovered ? theme.tint1 : theme.panel);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.rowLine);
    if (chosen && index.column() == 0)
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), theme.accent);
}

void FigureDelegate::paintMarks(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = themeOf(option.palette);
    if (index.row() == m_table->outlinedRow()) {
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

QSize FigureDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const bool strong = index.data(FigureTableModel::StrongRole).toBool();
    double width = textWidth(index.data().toString(), uiFont(TypeSize::control, strong)) + 2 * kPadding + 2;
    if (index.data(FigureTableModel::SwatchRole).value<Swatch>().kind != Swatch::Kind::none) width += kSwatch + 6;
    if (index.data(FigureTableModel::BarRole).toDouble() >= 0) width += kBar + 8;
    return {static_cast<int>(width) + 1, 20};
}

}  // namespace lapidary::ui
