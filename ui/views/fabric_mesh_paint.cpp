// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A FabricView of a systolic array: inputs enter at the left, weights at the top, every multiplier hands them on in the next
// cycle, so that work moves through the grid as a slanted front.

#include <QPainter>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/mark_edge.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/theme/viridis.h"
#include "ui/views/fabric_view.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

using fabric::MultiplierState;
using fabric::TracedCycle;

constexpr double kMeshGutter = 54, kMeshTop = 34, kMeshRight = 190;
constexpr double kLeastMeshCell = 6, kMostMeshCell = 30;

const TensorMark& meshMark(fabric::TracedPacket::Kind kind) {
    static const TensorMark marks[] = {{0, QStringLiteral("W")}, {1, QStringLiteral("I")}, {2, QStringLiteral("O")}};
    return marks[static_cast<std::size_t>(kind)];
}

}  // namespace

FabricView::Mesh FabricView::mesh(double width) const {
    const fabric::Hardware& machine = m_answer->desk.run.hardware;
    Mesh grid{kMeshGutter, kMeshTop, 0, static_cast<int>(machine.rows), static_cast<int>(machine.columns)};
    grid.cell = std::clamp((width - kMeshGutter - kMeshRight) / grid.columns, kLeastMeshCell, kMostMeshCell);
    return grid;
}

/// The first cycle of a tile configures; row + column later the first operands have come through.
std::int64_t FabricView::productOf(int multiplier) const {
    const auto columns = static_cast<int>(m_answer->desk.run.hardware.columns);
    return m_cycle - m_section.from - 1 - multiplier / columns - multiplier % columns;
}

QString FabricView::meshWords(int multiplier) const {
    const auto columns = static_cast<int>(m_answer->desk.run.hardware.columns);
    const QString name = tr("Multiplier in row %1, column %2").arg(multiplier / columns).arg(multiplier % columns);
    const auto& states = m_still.cycle->states;
    const auto m = static_cast<std::size_t>(multiplier);
    if (states.empty() || states[m] == TracedCycle::kUnused) return name + tr(": not used by %1").arg(sectionWords());
    switch (static_cast<MultiplierState>(states[m])) {
    case MultiplierState::working: return name + tr(": adds its product k = %1").arg(productOf(multiplier));
    case MultiplierState::operands: return name + tr(": its first operands are on their way through the array");
    default: return name + tr(": its output is complete and leaves, or has left");
    }
}

void FabricView::paintMeshCell(QPainter& painter, const Theme& theme, const Mesh& grid, int multiplier) const {
    const QRectF box = grid.box(multiplier);
    const auto& states = m_still.cycle->states;
    const auto m = static_cast<std::size_t>(multiplier);
    const fabric::GemmShape shape = m_answer->desk.run.layer.kind == fabric::LayerKind::conv
                                        ? im2col(m_answer->desk.run.layer.conv)
                                        : m_answer->desk.run.layer.gemm;
    if (states.empty() || states[m] == TracedCycle::kUnused) return drawHatch(painter, theme, box, Idle::unused);
    const bool works = states[m] == static_cast<std::uint8_t>(MultiplierState::working);
    const double radius = grid.cell >= 10 ? 2 : 0;
    if (!works) {
        drawBox(painter, box, theme.panel, theme.line, radius);
        const bool done = states[m] == static_cast<std::uint8_t>(MultiplierState::results);
        const auto slot = static_cast<std::size_t>(done ? 2 : 1);
        painter.save();
        painter.setPen(QPen(theme.dark ? theme.tensors[slot] : theme.tensorOutlines[slot], grid.cell >= 14 ? 2 : 1,
                            done ? Qt::DotLine : Qt::SolidLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.center(), box.width() * 0.2, box.width() * 0.2);
        painter.restore();
        return;
    }
    const QColor color = viridis(productOf(multiplier), shape.k);
    drawBox(painter, box, color, edgeOf(theme, color, theme.panel), radius);
    const QString label = QString::number(productOf(multiplier));
    if (textWidth(label, uiFont(TypeSize::cell)) <= box.width() - 2)
        drawText(painter, box, Qt::AlignCenter, label, uiFont(TypeSize::cell), readableOn(color));
}

/// What enters, and what leaves.
void FabricView::paintMeshEdges(QPainter& painter, const Theme& theme, const Mesh& grid) const {
    for (const fabric::TracedPacket& packet : m_still.cycle->packets) {
        const bool weight = packet.kind == fabric::TracedPacket::Kind::weight;
        const QRectF cell = grid.box(packet.firstReceiver);
        const QPointF centre =
            weight ? QPointF(cell.center().x(), grid.top - 9) : QPointF(grid.left - 10, cell.center().y());
        const double side = std::clamp(grid.cell - 2, 4.0, 13.0);
        const QRectF box(centre.x() - side / 2, centre.y() - side / 2, side, side);
        const auto slot = static_cast<std::size_t>(meshMark(packet.kind).slot);
        if (side >= 12)
            drawTensorBox(painter, theme, box, meshMark(packet.kind));
        else
            drawBox(painter, box, theme.tensors[slot], theme.tensorOutlines[slot], 1);
    }
    painter.save();
    painter.setPen(QPen(theme.dark ? theme.tensors[2] : theme.tensorOutlines[2], 2));
    painter.setBrush(Qt::NoBrush);
    for (const std::int32_t neuron : m_still.cycle->written) {
        const auto& neurons = m_section.neurons;
        if (static_cast<std::size_t>(neuron) < neurons.size())
            painter.drawRect(grid.box(neurons[static_cast<std::size_t>(neuron)].first).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.restore();
}

void FabricView::paintMeshLegend(QPainter& painter, const Theme& theme, const Mesh& grid) const {
    const QFont font = uiFont(TypeSize::note);
    const fabric::Run& run = m_answer->desk.run;
    const fabric::GemmShape shape = run.layer.kind == fabric::LayerKind::conv ? im2col(run.layer.conv) : run.layer.gemm;
    const double x = grid.left + grid.cell * grid.columns + 16;
    double y = grid.top;
    const auto line = [&](const QString& text, const QColor& color, bool strong = false) {
        drawText(painter, {x, y, kMeshRight - 20, 16}, Qt::AlignVCenter, text, uiFont(TypeSize::note, strong), color);
        y += 17;
    };
    line(tr("Tile %1: %2 outputs").arg(countText(m_section.number)).arg(m_section.neurons.size()), theme.text, true);
    line(tr("cycle %1 of its %2")
             .arg(countText(m_cycle - m_section.from + 1), countText(m_section.to - m_section.from + 1)),
         theme.text2);
    line(tr("%1 of %2 multiply").arg(m_still.cycle->multipliers.size()).arg(grid.rows * grid.columns), theme.text2);
    line(tr("%1 results wait for memory").arg(m_still.cycle->waiting), theme.text2);
    y += 6;
    line(tr("colour and number: product k"), theme.text2);
    constexpr int kParts = 40;
    for (int i = 0; i < kParts; ++i)
        painter.fillRect(QRectF(x + 120.0 * i / kParts, y + 2, 120.0 / kParts + 0.5, 9), viridis((i + 0.5) / kParts));
    y += 14;
    drawText(painter, {x, y, 30, 14}, Qt::AlignVCenter, QStringLiteral("0"), font, theme.text2);
    drawText(painter, {x + 60, y, 60, 14}, Qt::AlignVCenter | Qt::AlignRight, countText(shape.k - 1), font,
             theme.text2);
    y += 20;
    const std::pair<int, QString> rings[] = {{1, tr("operands on their way")}, {2, tr("output complete")}};
    for (const auto& [slot, text] : rings) {
        const auto s = static_cast<std::size_t>(slot);
        painter.save();
        painter.setPen(
            QPen(theme.dark ? theme.tensors[s] : theme.tensorOutlines[s], 2, slot == 2 ? Qt::DotLine : Qt::SolidLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(x + 6, y + 8), 4, 4);
        painter.restore();
        drawText(painter, {x + 18, y, kMeshRight - 40, 16}, Qt::AlignVCenter, text, font, theme.text2);
        y += 17;
    }
    painter.save();
    painter.setPen(QPen(theme.dark ? theme.tensors[2] : theme.tensorOutlines[2], 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(x + 1, y + 3, 10, 10));
    painter.restore();
    drawText(painter, {x + 18, y, kMeshRight - 40, 16}, Qt::AlignVCenter, tr("reaches memory's queue"), font,
             theme.text2);
}

void FabricView::paintMesh(QPainter& painter, const Theme& theme, QSizeF size) const {
    const Mesh grid = mesh(size.width());
    drawText(painter, {grid.left, 2, size.width() - grid.left, 15}, Qt::AlignVCenter, tr("weights, one column each"),
             uiFont(TypeSize::note), theme.text2);
    drawText(painter, {4, grid.top - 16, grid.left - 8, 15}, Qt::AlignVCenter, tr("inputs"), uiFont(TypeSize::note),
             theme.text2);
    for (int m = 0; m < grid.rows * grid.columns; ++m) paintMeshCell(painter, theme, grid, m);
    paintMeshEdges(painter, theme, grid);
    paintMeshLegend(painter, theme, grid);
    if (painter.device() == this && marked().kind == FabricPart::Kind::multiplier)
        drawOutline(painter, theme, grid.box(marked().number));
}

}  // namespace lapidary::ui
