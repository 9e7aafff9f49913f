// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/diagram_paint.h"

#include <QObject>
#include <QPainter>
#include <QPainterPath>

#include "core/base/units.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kBar = 6;
constexpr double kChip = 14;

class DiagramPainter {
public:
    DiagramPainter(QPainter& painter, const Theme& theme, const DiagramLayout& layout, const Workload& workload,
                   int levelCount, const DiagramState& state)
        : m_painter(painter),
          m_theme(theme),
          m_layout(layout),
          m_workload(workload),
          m_levelCount(levelCount),
          m_state(state) {}

    void run() {
        for (const DiagramFrame& frame : m_layout.frames) paintFrame(frame);
        for (const DiagramArrow& arrow : m_layout.arrows) paintArrow(arrow);
        for (const DiagramBypass& bypass : m_layout.bypasses) paintBypass(bypass);
        for (const DiagramBox& box : m_layout.boxes) paintBox(box);
        if (m_state.handles)
            for (const DiagramGap& gap : m_layout.gaps) paintHandle(gap);
        if (m_state.drop) paintDrop(*m_state.drop);
    }

private:
    QColor toneOf(const Part& part) const {
        if (part.kind == Part::Kind::compute) return m_theme.compute();
        if (part.kind == Part::Kind::fanout) return m_theme.array();
        return m_theme.level(part.index, m_levelCount);
    }

    void text(const QRectF& box, int flags, const QString& text, TypeSize size, bool strong, const QColor& color) {
        drawText(m_painter, box, flags, text, uiFont(size, strong), color);
    }

    void frameBox(const Part& part, const QRectF& rect, const QColor& ground, Qt::PenStyle style, double barWidth) {
        const bool chosen = m_state.selected == part;
        m_painter.save();
        m_painter.setOpacity(m_state.dragged == part ? 0.45 : 1.0);
        m_painter.setPen(QPen(m_theme.levels[2], 1, style));
        m_painter.setBrush(chosen ? m_theme.tint1 : ground);
        m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        m_painter.fillRect(QRectF(rect.left() + 1, rect.top() + 1, barWidth, rect.height() - 2), toneOf(part));
        m_painter.restore();
        if (chosen || m_state.hovered == part) drawOutline(m_painter, m_theme, rect.adjusted(0, 0, -0.5, -0.5));
        if (chosen) paintCorners(rect);
    }

    void paintCorners(const QRectF& rect) {
        for (const QPointF& corner : {rect.topLeft(), rect.topRight(), rect.bottomLeft(), rect.bottomRight()})
            drawBox(m_painter, QRectF(corner - QPointF(3.5, 3.5), QSizeF(7, 7)), m_theme.panel, m_theme.accent, 1);
    }

    /// Boxes with letters from right to left; returns the left edge.
    double paintChips(const std::vector<DiagramChip>& chips, double right, double top) {
        for (auto chip = chips.rbegin(); chip != chips.rend(); ++chip) {
            right -= kChip + 3;
            paintChip(QRectF(right, top, kChip, kChip), chip->tensor, chip->optional);
        }
        return right;
    }

    void paintChip(const QRectF& box, int tensor, bool optional) {
        const TensorMark mark = markOf(m_workload, tensor);
        if (!optional) return drawTensorBox(m_painter, m_theme, box, mark);
        m_painter.save();
        m_painter.setPen(QPen(m_theme.tensorOutlines[static_cast<std::size_t>(mark.slot)], 1.2, Qt::DashLine));
        m_painter.setBrush(m_theme.panel);
        m_painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        m_painter.restore();
        text(box, Qt::AlignCenter, mark.letter, TypeSize::cell, true, m_theme.text2);
    }

    void paintBox(const DiagramBox& box) {
        if (box.part.kind == Part::Kind::partition) return paintPartition(box);
        frameBox(box.part, box.rect, m_theme.panel, Qt::SolidLine, kBar);
        const double left = box.rect.left() + kBar + 9;
        const double edge = paintChips(box.chips, box.rect.right() - 7, box.rect.top() + 8);
        text({left, box.rect.top() + 5, edge - left - 4, 18}, Qt::AlignVCenter, box.title, TypeSize::body, true,
             m_theme.text);
        double y = box.rect.top() + 24;
        for (const QString& line : box.lines) {
            text({left, y, box.rect.right() - left - 6, 15}, Qt::AlignVCenter, line, TypeSize::note, false,
                 m_theme.text2);
            y += 15;
        }
    }

    void paintPartition(const DiagramBox& box) {
        const bool chosen = m_state.selected == box.part;
        drawBox(m_painter, box.rect, chosen ? m_theme.tint1 : m_theme.panel, m_theme.levels[2]);
        m_painter.fillRect(QRectF(box.rect.left() + 1, box.rect.top() + 1, box.rect.width() - 2, 4), toneOf(box.part));
        if (chosen || m_state.hovered == box.part) drawOutline(m_painter, m_theme, box.rect);
        if (chosen) paintCorners(box.rect);
        double x = box.rect.left() + 7;
        for (const DiagramChip& chip : box.chips) {
            paintChip(QRectF(x, box.rect.top() + 10, kChip, kChip), chip.tensor, chip.optional);
            x += kChip + 3;
        }
        text({x + 2, box.rect.top() + 9, box.rect.right() - x - 5, 16}, Qt::AlignVCenter, box.title, TypeSize::note,
             true, m_theme.text);
        double y = box.rect.top() + 27;
        for (const QString& line : box.lines) {
            text({box.rect.left() + 7, y, box.rect.width() - 10, 15}, Qt::AlignVCenter, line, TypeSize::note, false,
                 m_theme.text2);
            y += 15;
        }
    }

    void paintArrow(const DiagramArrow& arrow) {
        const double half = arrow.width / 2;
        const double head = std::max(5.0, half + 3.5);
        const double tip = std::min(8.0, head);
        const double x = arrow.from.x();
        QPainterPath path;
        path.moveTo(x, arrow.to.y());
        path.lineTo(x - head, arrow.to.y() - tip);
        path.lineTo(x - half, arrow.to.y() - tip);
        const double top = arrow.from.y() + (arrow.up ? tip : 0);
        path.lineTo(x - half, top);
        if (arrow.up) {
            path.lineTo(x - head, top);
            path.lineTo(x, arrow.from.y());
            path.lineTo(x + head, top);
        }
        path.lineTo(x + half, top);
        path.lineTo(x + half, arrow.to.y() - tip);
        path.lineTo(x + head, arrow.to.y() - tip);
        path.closeSubpath();
        m_painter.fillPath(path, m_theme.levels[1]);
        double y = (arrow.from.y() + arrow.to.y()) / 2 - 7.5 * static_cast<double>(arrow.lines.size());
        for (const QString& line : arrow.lines) {
            text({x + 18, y, arrow.room, 15}, Qt::AlignVCenter, line, TypeSize::note, false, m_theme.text2);
            y += 15;
        }
    }

    void paintBypass(const DiagramBypass& bypass) {
        m_painter.save();
        m_painter.setPen(QPen(m_theme.levels[1], 2, bypass.optional ? Qt::DashLine : Qt::SolidLine));
        m_painter.drawLine(bypass.from, bypass.to - QPointF(0, 7));
        QPainterPath head(bypass.to);
        head.lineTo(bypass.to + QPointF(-5, -8));
        head.lineTo(bypass.to + QPointF(5, -8));
        head.closeSubpath();
        m_painter.fillPath(head, m_theme.levels[1]);
        m_painter.restore();
        double y = bypass.middle - (kChip + 2) * static_cast<double>(bypass.tensors.size()) / 2;
        for (const int tensor : bypass.tensors) {
            paintChip(QRectF(bypass.from.x() - kChip / 2, y, kChip, kChip), tensor, bypass.optional);
            y += kChip + 2;
        }
        if (!bypass.label.isEmpty())
            text({bypass.from.x() + 11, bypass.middle - 8, 58, 16}, Qt::AlignVCenter, bypass.label, TypeSize::note,
                 false, m_theme.text2);
    }

    void paintFrame(const DiagramFrame& frame) {
        frameBox(frame.part, frame.rect, m_theme.alternate, Qt::DashLine, 3);
        const double left = frame.rect.left() + 13;
        const double room = frame.rect.right() - left - 8;
        text({left, frame.rect.top() + 4, room, 17}, Qt::AlignVCenter, frame.title, TypeSize::control, true,
             m_theme.text);
        text({left, frame.rect.top() + 20, room, 15}, Qt::AlignVCenter, frame.line, TypeSize::note, false,
             m_theme.text2);
        paintGrid(frame);
        const QRectF one = firstCell(frame);
        m_painter.save();
        m_painter.setPen(QPen(m_theme.levels[2], 1, Qt::DotLine));
        const bool beside = frame.inside.left() > frame.grid.right();
        m_painter.drawLine(one.topRight(), beside ? frame.inside.topLeft() : frame.inside.topRight());
        m_painter.drawLine(beside ? one.bottomRight() : one.bottomLeft(),
                           beside ? frame.inside.bottomLeft() : frame.inside.topLeft());
        m_painter.restore();
        drawBox(m_painter, frame.inside, m_theme.panel, m_theme.levels[2]);
        const QRectF title(frame.inside.left() + 8, frame.inside.top() + 3, frame.inside.width() - 16, 18);
        text(title, Qt::AlignVCenter, QObject::tr("one of them"), TypeSize::note, true, m_theme.text);
        text(title, Qt::AlignVCenter | Qt::AlignRight, frame.corner, TypeSize::note, false, m_theme.text2);
    }

    static QRectF firstCell(const DiagramFrame& frame) {
        const double size = frame.grid.width() / frame.columns;
        return {frame.grid.right() - size, frame.grid.top(), size - 1, size - 1};
    }

    void paintGrid(const DiagramFrame& frame) {
        const double size = frame.grid.width() / frame.columns;
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(QPen(m_theme.levels[3], 1));
        for (int row = 0; row < frame.rows; ++row)
            for (int column = 0; column < frame.columns; ++column) {
                const bool one = row == 0 && column == frame.columns - 1;
                m_painter.setBrush(one ? m_theme.tint2 : m_theme.panel);
                m_painter.drawRect(QRectF(frame.grid.left() + column * size, frame.grid.top() + row * size,
                                          std::max(1.0, size - 2), std::max(1.0, size - 2)));
            }
        m_painter.restore();
        const auto axis = [](const QString& name, std::int64_t extent, int drawn) {
            const QString text = name + u' ' + QString::fromStdString(formatCount(extent));
            return extent > drawn ? QObject::tr("%1, %2 drawn").arg(text).arg(drawn) : text;
        };
        text({frame.grid.left(), frame.grid.bottom(), std::max(frame.grid.width(), 80.0), 15}, Qt::AlignVCenter,
             axis("X", frame.x, frame.columns), TypeSize::note, false, m_theme.text2);
        if (frame.y == 1) return;
        m_painter.save();
        m_painter.translate(frame.grid.left() - 15, frame.grid.center().y());
        m_painter.rotate(-90);
        text({-60, 0, 120, 14}, Qt::AlignCenter, axis("Y", frame.y, frame.rows), TypeSize::note, false, m_theme.text2);
        m_painter.restore();
    }

    void paintHandle(const DiagramGap& gap) {
        if (gap.handle.isEmpty()) return;
        const bool hot = m_state.handle == &gap;
        const QColor color = hot ? m_theme.accent : m_theme.text3;
        drawBox(m_painter, gap.handle, hot ? m_theme.tint1 : m_theme.panel, hot ? m_theme.accent : m_theme.line, 8);
        m_painter.save();
        m_painter.setPen(QPen(color, 1.4));
        const QPointF c = gap.handle.center();
        m_painter.drawLine(c - QPointF(3.5, 0), c + QPointF(3.5, 0));
        m_painter.drawLine(c - QPointF(0, 3.5), c + QPointF(0, 3.5));
        m_painter.restore();
    }

    void paintDrop(const DiagramGap& gap) {
        const QColor color = m_state.dropAllowed ? m_theme.accent : m_theme.error;
        m_painter.fillRect(QRectF(gap.left, gap.y - 1, gap.right - gap.left, 2), color);
        if (m_state.dropAllowed) return;
        text({gap.left + 40, gap.y + 3, gap.right - gap.left - 44, 15}, Qt::AlignVCenter,
             QObject::tr("Not here: the outermost part is a level"), TypeSize::note, false, m_theme.error);
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const DiagramLayout& m_layout;
    const Workload& m_workload;
    int m_levelCount;
    const DiagramState& m_state;
};

}  // namespace

void paintDiagram(QPainter& painter, const Theme& theme, const DiagramLayout& layout, const Workload& workload,
                  int levelCount, const DiagramState& state) {
    DiagramPainter(painter, theme, layout, workload, levelCount, state).run();
}

}  // namespace lapidary::ui
