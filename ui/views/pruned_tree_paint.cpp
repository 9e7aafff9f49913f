// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a PrunedTreeView is painted.

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

#include "ui/plots/series_mark.h"
#include "ui/theme/mark_edge.h"
#include "ui/theme/theme.h"
#include "ui/views/pruned_tree.h"

namespace lapidary::ui {

namespace {

constexpr double kNodePadding = 6, kNodeTitle = 19, kNodeChip = 16, kNodeCaption = 16, kNodeBar = 14;
constexpr double kNameLine = 15;
constexpr int kSunstoneSeries = 3;
constexpr double kTurn = 12;            ///< below the top of a box, where edges enter from the side
constexpr double kCapacityShare = 0.6;  ///< of a footprint bar's room, so that what is over can be seen

void drawStruck(QPainter& painter, const QRectF& box, int flags, const QString& text, QFont font, const QColor& color) {
    font.setStrikeOut(true);
    drawText(painter, box, flags, text, font, color);
}

}  // namespace

bool PrunedTreeView::isInSight(const QPainter& painter, const QRectF& place) const {
    return painter.device() != this ||
           visibleRegion().boundingRect().adjusted(-4, -4, 4, 4).intersects(place.toAlignedRect());
}

void PrunedTreeView::paintEdge(QPainter& painter, const QPen& pen, int parent, const QRectF& to) const {
    const QRectF from = m_places[static_cast<std::size_t>(parent)];
    QPainterPath path;
    if (m_rightwards) {  // out of the parent's side, down, and into the child
        const double turn = from.right() + 9, y = to.top() + kTurn;
        path.moveTo(from.right(), from.top() + kTurn);
        path.lineTo(turn, from.top() + kTurn);
        path.lineTo(turn, y);
        path.lineTo(to.left(), y);
    } else {
        const QPointF start(from.center().x(), from.bottom()), end(to.center().x(), to.top());
        path.moveTo(start);
        path.cubicTo({start.x(), end.y() - 17}, {end.x(), std::max(start.y(), end.y() - 27)}, end);
    }
    if (!isInSight(painter, path.boundingRect().adjusted(-1, -1, 1, 1))) return;
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

/// Paths to what is kept lie above the others, and that of the best mapping above these.
void PrunedTreeView::paintEdges(QPainter& painter, const Theme& theme) const {
    const QPen usual(theme.levels[4], 1), onPath(theme.levels[1], 2), best(theme.series[kSunstoneSeries], 4);
    for (const Stack& stack : m_stacks) paintEdge(painter, usual, stack.parent, stack.place);
    std::vector<bool> stacked(m_boxes.size(), false);
    for (const Stack& stack : m_stacks)
        for (const int node : stack.nodes) stacked[static_cast<std::size_t>(node)] = true;
    const auto penOf = [&](const TreeBox& box) { return box.chosen ? &best : box.onPath ? &onPath : &usual; };
    for (const QPen* pen : {&usual, &onPath, &best})
        for (std::size_t i = 1; i < m_boxes.size(); ++i)
            if (!stacked[i] && penOf(m_boxes[i]) == pen && !m_places[i].isEmpty())
                paintEdge(painter, *pen, m_boxes[i].parent, m_places[i]);
    for (std::size_t i = 1; i < m_boxes.size(); ++i) {
        if (stacked[i] || m_boxes[i].edge.isEmpty() || m_places[i].isEmpty() || !isInSight(painter, m_places[i]))
            continue;
        const QRectF label = m_rightwards ? QRectF(m_places[i].left() - 24, m_places[i].top() + kTurn - 7, 16, 14)
                                          : QRectF(m_places[i].center().x() - 9, m_places[i].top() - 16, 18, 14);
        painter.fillRect(label, theme.panel);
        drawText(painter, label, Qt::AlignCenter, m_boxes[i].edge, uiFont(TypeSize::note), theme.text2);
    }
}

void PrunedTreeView::paintBar(QPainter& painter, const Theme& theme, const TreeBox& box, const QRectF& room) const {
    const double perWord =
        m_capacity > 0 ? room.width() * kCapacityShare / m_capacity : room.width() / std::max(m_mostWords, 1.0);
    painter.save();
    painter.setClipRect(room.adjusted(0, -2, 0, 2), Qt::IntersectClip);
    double x = room.left();
    for (const TreeBox::Part& part : box.parts) {
        const auto slot = static_cast<std::size_t>(part.mark.slot);
        const QRectF bar(x, room.top(), std::max(part.words * perWord, 1.0), room.height());
        painter.setPen(QPen(theme.tensorOutlines[slot], 1));
        painter.setBrush(theme.tensors[slot]);
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        x = bar.right();
    }
    if (m_capacity > 0)
        painter.fillRect(
            QRectF(room.left() + room.width() * kCapacityShare - 0.75, room.top() - 2, 1.5, room.height() + 4),
            theme.text);
    painter.restore();
}

void PrunedTreeView::paintBox(QPainter& painter, const Theme& theme, const TreeBox& box, const QRectF& place) const {
    painter.setBrush(box.dropped ? theme.alternate : theme.panel);
    painter.setPen(box.kept      ? QPen(theme.levels[0], 2)
                   : box.dropped ? QPen(theme.levels[3], 1, Qt::DashLine)
                                 : QPen(theme.levels[3], 1));
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (!box.badge.isEmpty())
        paintBadge(painter, theme, box.badge,
                   {place.left(), place.bottom() - kNodeCaption, place.width(), kNodeCaption});
    const QRectF inside = place.adjusted(kNodePadding, 2, -kNodePadding, 0);
    QRectF line(inside.topLeft(), QSizeF(inside.width(), kNodeTitle - 2));
    const double mark = box.kept ? 12 : 0;
    const double side = box.side.isEmpty() ? 0 : textWidth(box.side, uiFont(TypeSize::note)) + 4;
    const QRectF title = line.adjusted(0, 0, -mark - side, 0);
    if (box.dropped)
        drawStruck(painter, title, Qt::AlignVCenter, box.title, monoFont(11.5), theme.text3);
    else
        drawText(painter, title, Qt::AlignVCenter, box.title, monoFont(11.5, box.kept), theme.text);
    if (side > 0)
        drawText(painter, line.adjusted(0, 0, -mark, 0), Qt::AlignVCenter | Qt::AlignRight, box.side,
                 uiFont(TypeSize::note), box.dropped ? theme.text3 : theme.text);
    if (box.kept)
        drawText(painter, line, Qt::AlignVCenter | Qt::AlignRight, QStringLiteral("✓"), uiFont(TypeSize::note, true),
                 theme.ok);
    double y = inside.top() + kNodeTitle - 2;
    for (const TreeBox::Chip& chip : box.chips) {
        painter.setOpacity(box.dropped ? 0.55 : 1);
        drawTensorBox(painter, theme, {inside.left(), y + 1, 14, 14}, chip.mark);
        painter.setOpacity(1);
        const QColor& ink = box.dropped ? theme.text3 : theme.text;
        const double left = inside.left() + 19, room = inside.right() - left;
        drawText(painter, {left, y, room, kNodeChip}, Qt::AlignVCenter, chip.full, uiFont(TypeSize::note), ink);
        const double used = chip.full.isEmpty() ? 0 : textWidth(chip.full + u' ', uiFont(TypeSize::note));
        QFont italic = uiFont(TypeSize::note);
        italic.setItalic(true);
        if (room > used)
            drawText(painter, {left + used, y, room - used, kNodeChip}, Qt::AlignVCenter, chip.partly.toLower(), italic,
                     ink);
        y += kNodeChip;
    }
    if (!box.parts.empty()) {
        paintBar(painter, theme, box, {inside.left(), y + 2, inside.width(), 9});
        y += kNodeBar;
    }
    if (!box.caption.isEmpty())
        drawText(painter, {inside.left(), y, inside.width(), kNodeCaption}, Qt::AlignVCenter, box.caption,
                 uiFont(TypeSize::note, box.kept), box.dropped ? theme.text2 : theme.text);
}

/// The foot of a box: Sunstone's symbol and what of the best mapping is here.
void PrunedTreeView::paintBadge(QPainter& painter, const Theme& theme, const QString& text, const QRectF& room) const {
    const QColor color = theme.series[kSunstoneSeries];
    painter.setPen(QPen(edgeOf(theme, color, theme.panel), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(room.topLeft(), room.topRight());
    drawSymbol(painter, theme, kSunstoneSeries, {room.left() + kNodePadding + 4, room.center().y()}, 4);
    drawText(painter, room.adjusted(kNodePadding + 12, 0, -2, 0), Qt::AlignVCenter, text, uiFont(TypeSize::note, true),
             theme.text);
}

void PrunedTreeView::paintStack(QPainter& painter, const Theme& theme, const Stack& stack) const {
    QRectF line(stack.place.topLeft(), QSizeF(stack.place.width(), kNameLine));
    const std::size_t named = stack.nodes.size() - static_cast<std::size_t>(std::max(stack.more, 0));
    for (std::size_t i = 0; i < named; ++i) {
        drawStruck(painter, line, Qt::AlignCenter, m_boxes[static_cast<std::size_t>(stack.nodes[i])].title,
                   monoFont(11.5), theme.text3);
        line.translate(0, kNameLine);
    }
    if (stack.more > 0) {
        drawText(painter, line, Qt::AlignCenter, tr("and %1 more").arg(stack.more), uiFont(TypeSize::note),
                 theme.text2);
        line.translate(0, kNameLine);
    }
    const TreeBox& first = m_boxes[static_cast<std::size_t>(stack.nodes.front())];
    drawText(painter, line, Qt::AlignCenter, first.parts.empty() ? first.caption : tr("too large"),
             uiFont(TypeSize::note), theme.text2);
}

void PrunedTreeView::paintPicture(QPainter& painter, const Theme& theme, QSizeF) const {
    drawText(painter, {10, 6, m_size.width() - 20, 18}, Qt::AlignVCenter, m_head, uiFont(TypeSize::note), theme.text2);
    painter.setRenderHint(QPainter::Antialiasing);
    paintEdges(painter, theme);
    std::vector<bool> stacked(m_boxes.size(), false);
    for (const Stack& stack : m_stacks) {
        for (const int node : stack.nodes) stacked[static_cast<std::size_t>(node)] = true;
        if (isInSight(painter, stack.place)) paintStack(painter, theme, stack);
    }
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (!stacked[i] && !m_places[i].isEmpty() && isInSight(painter, m_places[i]))
            paintBox(painter, theme, m_boxes[i], m_places[i]);
    paintMarks(painter, theme, [this](int node) { return placeOf(node); });
}

}  // namespace lapidary::ui
