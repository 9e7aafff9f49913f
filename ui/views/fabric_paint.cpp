// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the parts of a FabricView are painted. What no cycle changes - trees, unused multipliers, names - is painted once.

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>

#include "ui/models/words.h"
#include "ui/theme/mark_edge.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/fabric_view.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

using fabric::AdderUse;
using fabric::MultiplierState;
using fabric::TracedPacket;

constexpr double kLabelled = 14;      ///< cells as wide as this say what they hold
constexpr double kEdged = 3.4;        ///< narrower ones are strips of colour
constexpr double kPacketHeight = 13;  ///< of the box on a link

const std::array<TensorMark, 3>& packetMarks() {
    static const std::array<TensorMark, 3> marks{TensorMark{0, QStringLiteral("W")}, TensorMark{1, QStringLiteral("I")},
                                                 TensorMark{2, QStringLiteral("O")}};
    return marks;
}

const TensorMark& markOf(TracedPacket::Kind kind) { return packetMarks()[static_cast<std::size_t>(kind)]; }

QColor linkColor(const Theme& theme, const TensorMark& mark) {
    return theme.dark ? theme.tensors[static_cast<std::size_t>(mark.slot)]
                      : theme.tensorOutlines[static_cast<std::size_t>(mark.slot)];
}

/// The packet's box, or only its colour where there is no room for a letter.
void drawPacket(QPainter& painter, const Theme& theme, const QPointF& centre, const TensorMark& mark, double room) {
    if (room >= kLabelled) {
        drawTensorBox(painter, theme, {centre.x() - 7, centre.y() - kPacketHeight / 2, 14, kPacketHeight}, mark);
        return;
    }
    const double side = std::clamp(room - 1, 3.0, 9.0);
    const auto slot = static_cast<std::size_t>(mark.slot);
    drawBox(painter, {centre.x() - side / 2, centre.y() - side / 2, side, side}, theme.tensors[slot],
            theme.tensorOutlines[slot], 1);
}

/// Which tensor a multiplier waits for; -1: none.
int waitedFor(std::uint8_t state) {
    switch (static_cast<MultiplierState>(state)) {
    case MultiplierState::weights: return 0;
    case MultiplierState::operands: return 1;
    case MultiplierState::ports:
    case MultiplierState::results: return 2;
    case MultiplierState::working: break;
    }
    return -1;
}

}  // namespace

void FabricView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    if (!m_still.cycle) return;
    if (isMesh()) return paintMesh(painter, theme, size);
    const FabricGeometry places = geometry(size.width());
    paintStill(painter, theme, size, [&](QPainter& still) {
        paintNames(still, theme, places);
        paintTrees(still, theme, places);
        paintFrame(still, theme, places);
        paintLegend(still, theme, places, size.width());
    });
    paintPackets(painter, theme, places);
    paintPorts(painter, theme, places);
    paintMultipliers(painter, theme, places);
    paintNeurons(painter, theme, places);
    paintLinks(painter, theme, places);
    paintBus(painter, theme, places);
    paintAdders(painter, theme, places);
    if (painter.device() == this && marked().kind != FabricPart::Kind::none)
        drawOutline(painter, theme, placeOf(places, marked()).adjusted(-1, -1, 1, 1));
}

void FabricView::paintNames(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const fabric::Structure& run = structure();
    const auto name = [&](double top, const QString& title, const QString& note) {
        drawText(painter, {10, top, geometry.left() - 16, 15}, Qt::AlignVCenter, title, uiFont(TypeSize::note, true),
                 theme.text);
        drawText(painter, {10, top + 14, geometry.left() - 12, 14}, Qt::AlignVCenter, note, uiFont(TypeSize::note),
                 theme.text2);
    };
    name(geometry.port(0).top() - 3, tr("Ports"), tr("dn_bw %1").arg(run.plan.ports));
    if (geometry.treeDepth() == 1)
        drawText(painter, {10, geometry.treeTop() - 4, geometry.left() - 12, 14}, Qt::AlignVCenter,
                 tr("%1 trees, 1 deep").arg(geometry.ports()), uiFont(TypeSize::note), theme.text2);
    if (geometry.treeDepth() > 1)
        name(geometry.treeTop() + 12, tr("Distribution"),
             tr("%1 trees, %2 deep").arg(geometry.ports()).arg(geometry.treeDepth()));
    name(geometry.multiplier(0).top() + 1, tr("Multipliers"), tr("%1 of %2").arg(run.used()).arg(run.plan.multipliers));
    name(geometry.adderTop() - 6, tr("Reduction"),
         tr("%1, %2 of %3")
             .arg(fromView(entryOf(run.hardware.reduction).label))
             .arg(run.adders.size())
             .arg(run.plan.multipliers - 1));
    name(geometry.line(0).top() - 5, tr("Collection"), tr("rn_bw %1").arg(run.plan.lines));
}

/// All switches and adders there are, faint.
void FabricView::paintTrees(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    QList<QLineF> lines;
    for (int port = 0; port < geometry.ports(); ++port) {
        const QRectF box = geometry.port(port);
        lines << QLineF(box.center().x(), box.bottom(), box.center().x(), geometry.treeNode(port, 0, 0).y());
        for (int depth = 0; depth < geometry.treeDepth(); ++depth)
            for (int i = 0; i < 1 << depth; ++i)
                for (const int child : {2 * i, 2 * i + 1})
                    lines << QLineF(geometry.treeNode(port, depth, i), geometry.treeNode(port, depth + 1, child));
    }
    const int shift = geometry.levels();
    for (int level = geometry.firstLevel(); level < geometry.levels(); ++level) {
        const int count = geometry.multipliers() >> (shift - level);
        for (int i = 0; i < count; ++i) {
            if (level > geometry.firstLevel())
                lines << QLineF(geometry.adder(level, i), geometry.adder(level - 1, i / 2));
            if (level == geometry.levels() - 1)
                for (const int m : {2 * i, 2 * i + 1}) {
                    const QRectF box = geometry.multiplier(m);
                    lines << QLineF(box.center().x(), box.bottom() + 20, geometry.adder(level, i).x(),
                                    geometry.adder(level, i).y());
                }
        }
    }
    painter.save();
    painter.setPen(QPen(theme.line, 1));
    painter.drawLines(lines);
    painter.setBrush(theme.panel);
    if (geometry.cell() >= 3.5)
        for (int port = 0; port < geometry.ports(); ++port)
            for (int depth = 0; depth < geometry.treeDepth(); ++depth)
                for (int i = 0; i < 1 << depth; ++i) painter.drawEllipse(geometry.treeNode(port, depth, i), 2, 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.line);
    for (int level = geometry.firstLevel(); level < geometry.levels(); ++level)
        for (int i = 0; i < geometry.multipliers() >> (shift - level); ++i)
            painter.drawEllipse(geometry.adder(level, i), 2, 2);
    painter.restore();
}

/// What is never used: multipliers; lines of the bus.
void FabricView::paintFrame(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const fabric::Structure& run = structure();
    const auto used = static_cast<int>(run.used());
    if (used < geometry.multipliers()) {
        const QRectF first = geometry.multiplier(used);
        const QRectF rest(first.left(), first.top(), geometry.right() - first.left(), first.height());
        drawHatch(painter, theme, rest, Idle::unused);
        const std::int64_t idle = run.plan.multipliers - used;
        const std::int64_t size = run.plan.neurons.front().size;
        const std::int64_t more = run.round ? 0 : idle / size;
        const QString alone = tr("%1 multipliers never used").arg(idle);
        QStringList texts{alone, tr("%1 never used").arg(idle), tr("%1 idle").arg(idle)};
        if (more > 0) texts.prepend(alone + tr(": %1 more neurons of %2 would fit").arg(more).arg(size));
        const QFont font = uiFont(TypeSize::note);
        for (const QString& text : texts) {
            if (textWidth(text, font) > rest.width() - 4) continue;
            drawText(painter, {rest.left() + 4, rest.bottom() + 3, rest.width() - 4, 16}, Qt::AlignVCenter, text, font,
                     theme.text2);
            break;
        }
    }
    for (int line = 0; line < geometry.lines(); ++line)
        drawBox(painter, geometry.line(line), theme.emptyCell, theme.line, 2);
}

void FabricView::paintPackets(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const auto width = 1 << geometry.treeDepth();
    painter.save();
    for (std::size_t i = 0; i < m_still.receivers.size(); ++i) {
        const TracedPacket& packet = m_still.cycle->packets[i];
        if (packet.port >= geometry.ports()) continue;
        const TensorMark& mark = markOf(packet.kind);
        const QColor color = linkColor(theme, mark);
        painter.setPen(QPen(color, geometry.cell() >= 8 ? 3 : 2));
        const QRectF box = geometry.port(packet.port);
        painter.drawLine(QPointF(box.center().x(), box.bottom()), geometry.treeNode(packet.port, 0, 0));
        for (const std::int32_t m : m_still.receivers[i])
            for (int depth = 0; depth < geometry.treeDepth(); ++depth) {
                const int leaf = m - packet.port * width;
                painter.drawLine(geometry.treeNode(packet.port, depth, leaf >> (geometry.treeDepth() - depth)),
                                 geometry.treeNode(packet.port, depth + 1, leaf >> (geometry.treeDepth() - depth - 1)));
            }
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        for (const std::int32_t m : m_still.receivers[i])
            for (int depth = 0; depth < geometry.treeDepth(); ++depth)
                painter.drawEllipse(
                    geometry.treeNode(packet.port, depth, (m - packet.port * width) >> (geometry.treeDepth() - depth)),
                    3.5, 3.5);
        for (const std::int32_t m : m_still.receivers[i]) {
            const QRectF cell = geometry.multiplier(m);
            drawPacket(painter, theme, {cell.center().x(), cell.top() - 9}, mark, geometry.cell());
        }
    }
    painter.restore();
}

void FabricView::paintPorts(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    std::vector<int> packetOf(static_cast<std::size_t>(geometry.ports()), -1);
    for (std::size_t i = 0; i < m_still.receivers.size(); ++i)
        if (const auto port = static_cast<std::size_t>(m_still.cycle->packets[i].port); port < packetOf.size())
            packetOf[port] = static_cast<int>(i);
    for (int port = 0; port < geometry.ports(); ++port) {
        const QRectF box = geometry.port(port);
        const int packet = packetOf[static_cast<std::size_t>(port)];
        if (packet < 0) {
            drawBox(painter, box, theme.emptyCell, theme.line, 2);
            if (box.width() > 60)
                drawText(painter, box, Qt::AlignCenter, tr("port %1 idle").arg(port), uiFont(TypeSize::note),
                         theme.text3);
            continue;
        }
        const TensorMark& mark = markOf(m_still.cycle->packets[static_cast<std::size_t>(packet)].kind);
        const auto& receivers = m_still.receivers[static_cast<std::size_t>(packet)];
        const auto slot = static_cast<std::size_t>(mark.slot);
        if (box.width() < 20) {
            drawBox(painter, box, theme.tensors[slot], theme.tensorOutlines[slot], 2);
            if (box.width() >= 10)
                drawText(painter, box, Qt::AlignCenter, mark.letter, uiFont(TypeSize::cell, true),
                         readableOn(theme.tensors[slot]));
            continue;
        }
        drawBox(painter, box, theme.panel, theme.text2, 2);
        drawTensorBox(painter, theme, {box.left() + 3, box.top() + 3.5, 14, kPacketHeight}, mark);
        QString text = tr("to %1").arg(receivers.front());
        if (receivers.size() == 2) text += QStringLiteral(", %1").arg(receivers.back());
        if (receivers.size() > 2) text += tr(" and %1 more").arg(receivers.size() - 1);
        const QRectF room = box.adjusted(20, 0, -3, 0);
        if (textWidth(text, uiFont(TypeSize::note)) > room.width()) text = QStringLiteral("×%1").arg(receivers.size());
        if (textWidth(text, uiFont(TypeSize::note)) <= room.width())
            drawText(painter, room, Qt::AlignVCenter, text, uiFont(TypeSize::note), theme.text);
    }
}

void FabricView::paintMultiplier(QPainter& painter, const Theme& theme, const FabricGeometry& geometry,
                                 int multiplier) const {
    const fabric::Structure& run = structure();
    const QRectF box = geometry.multiplier(multiplier);
    const auto m = static_cast<std::size_t>(multiplier);
    const QColor color = neuronColor(run, run.neuronOf[m]);
    const bool sends = m_still.sends[m] != 0;
    const QColor ground = sends ? color : theme.panel;
    const bool passes = run.passes[m] != 0;
    const auto& states = m_still.cycle->states;
    const int waited = sends || states.empty() ? -1 : passes ? 2 : waitedFor(states[m]);
    if (box.width() < kEdged) {  // two edges would be all there is to see
        painter.fillRect(sends ? box : QRectF(box.left(), box.top(), box.width(), 6), color);
        if (waited >= 0)
            painter.fillRect(QRectF(box.left(), box.bottom() - 7, box.width(), 6),
                             linkColor(theme, packetMarks()[static_cast<std::size_t>(waited)]));
        return;
    }
    drawBox(painter, box, ground, edgeOf(theme, color, theme.panel), geometry.cell() >= 8 ? 2 : 0);
    if (box.width() < kLabelled - 2) {
        if (waited >= 0)
            painter.fillRect(QRectF(box.left() + 1, box.bottom() - 7, box.width() - 2, 5),
                             linkColor(theme, packetMarks()[static_cast<std::size_t>(waited)]));
        return;
    }
    const fabric::NeuronSpan& neuron = run.plan.neurons[static_cast<std::size_t>(run.neuronOf[m])];
    const std::int64_t place = multiplier - neuron.first - run.passes[static_cast<std::size_t>(neuron.first)];
    QString label = QStringLiteral("ps");
    if (!passes) {
        const fabric::Tile& tile = run.tile;
        label = QString::number(place);
        if (run.round)
            label = QString::number(
                run.round->parts[static_cast<std::size_t>(run.neuronOf[m])].positions[static_cast<std::size_t>(place)]);
        if (tile.r <= 10 && tile.s <= 10 && tile.c == 1 && tile.r > 1 && tile.s > 1)
            label = QStringLiteral("%1%2").arg(place / tile.s).arg(place % tile.s);
    }
    drawText(painter, box.adjusted(-1, 1, 1, -15), Qt::AlignCenter, label, uiFont(TypeSize::cell, passes),
             sends ? readableOn(ground) : theme.text);
    const QPointF centre(box.center().x(), box.bottom() - 9);
    painter.save();
    if (sends) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(readableOn(ground));
        painter.drawEllipse(centre, 3.2, 3.2);
    } else if (waited >= 0) {
        const bool drained = !passes && states[m] == static_cast<std::uint8_t>(MultiplierState::results);
        painter.setPen(QPen(linkColor(theme, packetMarks()[static_cast<std::size_t>(waited)]), 2,
                            drained ? Qt::DotLine : Qt::SolidLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, 3.2, 3.2);
    }
    painter.restore();
}

void FabricView::paintMultipliers(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const auto used = static_cast<int>(structure().used());
    for (int m = 0; m < used; ++m) paintMultiplier(painter, theme, geometry, m);
}

void FabricView::paintNeurons(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const fabric::Structure& run = structure();
    const QFont font = uiFont(TypeSize::note, true);
    for (std::size_t v = 0; v < run.plan.neurons.size(); ++v) {
        const QRectF bar = geometry.neuronBar(run.plan.neurons[v]);
        const QColor color = neuronColor(run, static_cast<std::int32_t>(v));
        drawBox(painter, bar, color, edgeOf(theme, color, theme.panel), 2);
        for (const QString& text : {neuronName(run, static_cast<std::int32_t>(v), true),
                                    neuronName(run, static_cast<std::int32_t>(v), false), QString::number(v)}) {
            if (textWidth(text, font) > bar.width() - 2) continue;
            drawText(painter, bar, Qt::AlignCenter, text, font, readableOn(color));
            break;
        }
    }
}

/// From multipliers to adders and from adder to adder.
void FabricView::paintLinks(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const fabric::Structure& run = structure();
    const QColor active = linkColor(theme, packetMarks()[2]);
    const int leaf = geometry.levels() - 1;
    painter.save();
    const auto used = static_cast<int>(run.used());
    for (int m = 0; m < used; ++m) {
        const QColor color = edgeOf(theme, neuronColor(run, run.neuronOf[static_cast<std::size_t>(m)]), theme.panel);
        const bool sends = m_still.sends[static_cast<std::size_t>(m)] != 0;
        painter.setPen(QPen(sends ? active : color, sends && geometry.cell() >= 8 ? 3 : 1));
        painter.drawLine(QPointF(geometry.multiplier(m).center().x(), geometry.multiplier(m).bottom() + 20),
                         geometry.adder(leaf, m / 2));
    }
    for (std::size_t a = 0; a < run.adders.size(); ++a) {
        const AdderUse& adder = run.adders[a];
        if (adder.to == AdderUse::To::memory) continue;
        const QPointF from = geometry.adder(adder.level, adder.number);
        const bool up = adder.to == AdderUse::To::parent;
        const QPointF to = up ? geometry.adder(adder.level - 1, adder.number / 2)
                              : geometry.adder(adder.level, adder.number + (adder.to == AdderUse::To::left ? -1 : 1));
        const bool adds = m_still.adds[a] != 0;
        painter.setPen(
            QPen(adds ? active : edgeOf(theme, neuronColor(run, adder.neuron), theme.panel), adds ? 3 : 1.4));
        painter.drawLine(from, to);
        const double pitch = geometry.adderPitch(adder.level);
        if (adds && pitch >= 40) drawPacket(painter, theme, (from + to) / 2, packetMarks()[2], up ? 14 : pitch - 34);
        if (adds && !up && pitch < 40) drawPacket(painter, theme, (from + to) / 2, packetMarks()[2], 6);
    }
    painter.restore();
}

void FabricView::paintAdders(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const fabric::Structure& run = structure();
    const QFont font = uiFont(TypeSize::cell);
    painter.save();
    for (std::size_t a = 0; a < run.adders.size(); ++a) {
        const AdderUse& adder = run.adders[a];
        const QPointF centre = adderPlace(geometry, a);
        const QColor color = neuronColor(run, adder.neuron);
        const bool adds = m_still.adds[a] != 0, waits = m_still.waits[a] != 0;
        const double wide = adderWidth(geometry, a);
        const bool worded = wide >= 23;
        const double high = worded ? 14 : wide;
        const QRectF box(centre.x() - wide / 2, centre.y() - high / 2, wide, high);
        const double radius = adder.inputs == 3 ? 1.5 : high / 2;
        const QColor edge = edgeOf(theme, color, theme.panel);
        painter.setPen(QPen(edge, waits ? 2 : 1.2, adds || waits ? Qt::SolidLine : Qt::DashLine));
        painter.setBrush(adds ? color : theme.panel);
        painter.drawRoundedRect(box, radius, radius);
        if (adder.to == AdderUse::To::memory) {
            painter.setPen(QPen(edge, 1.4));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), radius + 2.5, radius + 2.5);
        }
        if (worded)
            drawText(painter, box, Qt::AlignCenter, QStringLiteral("%1:1").arg(adder.inputs), font,
                     adds ? readableOn(color) : theme.text);
    }
    painter.restore();
}

/// From the top adders to the lines, and what the lines bring in this cycle.
void FabricView::paintBus(QPainter& painter, const Theme& theme, const FabricGeometry& geometry) const {
    const fabric::Structure& run = structure();
    const std::size_t neurons = run.plan.neurons.size();
    std::vector<std::uint8_t> written(neurons, 0);
    for (const std::int32_t v : m_still.cycle->written) written[static_cast<std::size_t>(v)] = 1;
    constexpr std::size_t kAllWires = 16;
    const TensorMark& mark = packetMarks()[2];
    const double room = geometry.line(0).top() - geometry.wireTop() - 8;
    painter.save();
    painter.setBrush(Qt::NoBrush);
    for (std::size_t a = 0; a < run.adders.size(); ++a) {
        const AdderUse& adder = run.adders[a];
        const auto v = static_cast<std::size_t>(adder.neuron);
        if (adder.to != AdderUse::To::memory || (neurons > kAllWires && !written[v])) continue;
        const QPointF top = adderPlace(geometry, a);
        const QRectF line = geometry.line(run.tree.neurons[v].line);
        const double y = geometry.wireTop() + 2 +
                         room * static_cast<double>(v) / static_cast<double>(std::max<std::size_t>(neurons, 2) - 1);
        painter.setPen(
            QPen(written[v] ? linkColor(theme, mark) : edgeOf(theme, neuronColor(run, adder.neuron), theme.panel),
                 written[v] ? 3 : 1));
        painter.drawPolyline(
            QPolygonF{{{top.x(), top.y() + 7}, {top.x(), y}, {line.center().x(), y}, {line.center().x(), line.top()}}});
    }
    painter.restore();
    for (std::size_t v = 0; v < neurons; ++v) {
        if (!written[v]) continue;
        const QRectF line = geometry.line(run.tree.neurons[v].line);
        const auto slot = static_cast<std::size_t>(mark.slot);
        if (line.width() < 20) {
            drawBox(painter, line, theme.tensors[slot], theme.tensorOutlines[slot], 2);
            continue;
        }
        drawBox(painter, line, theme.panel, theme.text2, 2);
        drawTensorBox(painter, theme, {line.left() + 3, line.top() + 3.5, 14, kPacketHeight}, mark);
        if (line.width() >= 50)
            drawText(painter, line.adjusted(21, 0, -2, 0), Qt::AlignVCenter,
                     neuronName(run, static_cast<std::int32_t>(v), false), uiFont(TypeSize::note), theme.text);
    }
}

void FabricView::paintLegend(QPainter& painter, const Theme& theme, const FabricGeometry& geometry,
                             double width) const {
    const QFont font = uiFont(TypeSize::note);
    double x = 10, y = geometry.legendTop();
    const auto item = [&](double mark, const QString& text, const std::function<void(const QRectF&)>& draw) {
        const double wide = mark + 5 + textWidth(text, font) + 14;
        if (x + wide > width && x > 10) x = 10, y += 18;
        draw(QRectF(x, y, mark, 16));
        drawText(painter, {x + mark + 5, y, wide, 16}, Qt::AlignVCenter, text, font, theme.text2);
        x += wide;
    };
    const QString packets[] = {tr("weight"), tr("input"), tr("partial sum, output")};
    for (std::size_t i = 0; i < 3; ++i)
        item(14, packets[i], [&](const QRectF& box) {
            drawTensorBox(painter, theme, {box.left(), box.top() + 1.5, 14, kPacketHeight}, packetMarks()[i]);
        });
    const QColor sample = neuronColor(structure(), 0);
    item(14, tr("multiplies"), [&](const QRectF& box) {
        drawBox(painter, box.adjusted(0, 1, 0, -1), sample, sample, 2);
        painter.save();
        painter.setPen(Qt::NoPen);
        painter.setBrush(readableOn(sample));
        painter.drawEllipse(box.center(), 3.2, 3.2);
        painter.restore();
    });
    item(14, tr("waits, in the colour of what for"), [&](const QRectF& box) {
        drawBox(painter, box.adjusted(0, 1, 0, -1), theme.panel, edgeOf(theme, sample, theme.panel), 2);
        painter.save();
        painter.setPen(QPen(linkColor(theme, packetMarks()[1]), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.center(), 3.2, 3.2);
        painter.restore();
    });
    if (std::find(structure().passes.begin(), structure().passes.end(), 1) != structure().passes.end())
        item(14, tr("passes partial sums on"), [&](const QRectF& box) {
            drawText(painter, box, Qt::AlignCenter, QStringLiteral("ps"), uiFont(TypeSize::cell, true), theme.text);
        });
    const auto adder = [&](const QString& text, double radius, bool filled, bool dashed, bool ring) {
        item(23, text, [&, radius, filled, dashed, ring](const QRectF& box) {
            painter.save();
            painter.setPen(QPen(edgeOf(theme, sample, theme.panel), 1.2, dashed ? Qt::DashLine : Qt::SolidLine));
            painter.setBrush(filled ? QBrush(sample) : QBrush(theme.panel));
            painter.drawRoundedRect(box.adjusted(3, 2, -3, -2), radius, radius);
            if (ring) {
                painter.setBrush(Qt::NoBrush);
                painter.drawRoundedRect(box.adjusted(0.5, -0.5, -0.5, 0.5), radius + 2.5, radius + 2.5);
            }
            painter.restore();
        });
    };
    adder(tr("adds"), 6, true, false, false);
    adder(tr("holds nothing"), 6, false, true, false);
    adder(tr("three operands"), 1.5, false, false, false);
    adder(tr("sends to memory"), 6, false, false, true);
}

}  // namespace lapidary::ui
