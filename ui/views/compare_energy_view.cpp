// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/compare_energy_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/views/links.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kCompareEnergyPadding = 10, kCompareEnergyTop = 26, kCompareEnergyAxis = 24;
constexpr double kLine = 14;  ///< of a bar; a group is two bars and one line of room
constexpr double kGroup = 3 * kLine;
constexpr double kCompareEnergyNames = 78, kSymbols = 16, kSums = 58;
constexpr double kMostNotes = 118, kLeastNotes = 70;

}  // namespace

CompareEnergyView::CompareEnergyView(QWidget* parent) : View(tr("Energy of A and B"), parent) {}

void CompareEnergyView::setPair(const ComparePairPtr& pair, const QString& none) {
    m_pair = pair;
    m_none = none;
    m_groups.clear();
    if (pair) {
        for (const EnergyRow& row : energyRows(pair->a)) m_groups.push_back({row.name, row.level, row, {}});
        for (const EnergyRow& row : energyRows(pair->b)) {
            auto found = std::find_if(m_groups.begin(), m_groups.end(),
                                      [&](const Group& group) { return group.name == row.name; });
            if (found == m_groups.end()) found = m_groups.insert(m_groups.end() - 1, {row.name, row.level, {}, {}});
            found->b = row;
        }
        double largest = 0;
        for (const Group& group : m_groups) largest = std::max({largest, group.a.sum(), group.b.sum()});
        m_scale = energyScale(largest);
    }
    pictureChanged();
}

void CompareEnergyView::setUnit(Unit unit) {
    m_unit = unit;
    pictureChanged();
}

std::size_t CompareEnergyView::partCount() const {
    std::size_t count = 0;
    for (const Group& group : m_groups) count = std::max({count, group.a.picojoules.size(), group.b.picojoules.size()});
    return count;
}

double CompareEnergyView::perPicojoule(bool isA) const {
    const Cost& cost = (isA ? m_pair->a : m_pair->b).cost;
    switch (m_unit) {
    case Unit::joules: return m_scale.factor;
    case Unit::percent: return cost.energyPj.value_or(0) > 0 ? 100 / *cost.energyPj : 0;
    case Unit::perMac: break;
    }
    return cost.macs > 0 ? 1 / static_cast<double>(cost.macs) : 0;
}

QString CompareEnergyView::unitText() const {
    if (m_unit == Unit::joules) return m_scale.unit;
    return m_unit == Unit::percent ? QStringLiteral("%") : tr("pJ / MAC");
}

QString CompareEnergyView::valueText(double shown) const { return fixedDigits(shown); }

QSizeF CompareEnergyView::pictureSize() const {
    return {560, kCompareEnergyTop + kGroup * static_cast<double>(m_groups.size()) + kCompareEnergyAxis};
}

double CompareEnergyView::notesWidth(double width) const { return std::clamp(width * 0.2, kLeastNotes, kMostNotes); }

QRectF CompareEnergyView::plot(QSizeF size) const {
    const double left = kCompareEnergyPadding + kCompareEnergyNames + kSymbols;
    return {left, kCompareEnergyTop, size.width() - left - kSums - notesWidth(size.width()) - kCompareEnergyPadding,
            kGroup * static_cast<double>(m_groups.size())};
}

/// Rows of A, B and room, so that pairs stand together.
StackedBars CompareEnergyView::bars(const Theme& theme) const {
    StackedBars bars;
    bars.rows = 3 * m_groups.size();
    bars.thickness = 0.86;
    double largest = 0;
    const std::size_t parts = partCount();
    for (std::size_t part = 0; part < parts; ++part) {
        const bool rest = part + 1 == parts;
        const QColor fill =
            rest ? theme.array()
                 : theme.tensors[static_cast<std::size_t>(
                       markOf(m_pair->a.inputs.workload,
                              std::min(static_cast<int>(part), m_pair->a.inputs.workload.tensorCount() - 1))
                           .slot)];
        bars.parts.push_back({fill, {}});
        for (const Group& group : m_groups)
            for (const int line : {0, 1, 2}) {
                const EnergyRow& row = group.side(line == 0);
                const bool there = line < 2 && part < row.picojoules.size();
                bars.parts.back().values.push_back(there ? row.picojoules[part] * perPicojoule(line == 0) : 0);
                if (line < 2) largest = std::max(largest, row.sum() * perPicojoule(line == 0));
            }
    }
    bars.scaleTo(largest);
    return bars;
}

bool CompareEnergyView::isMarked(const Group& group, std::size_t part) const {
    if (group.level < 0) return false;
    const bool ofTensor = part < static_cast<std::size_t>(m_pair->a.inputs.workload.tensorCount());
    for (const Subject& subject : {hovered(), selected()}) {
        const Links links(subject, m_pair->a);
        if (ofTensor ? links.tile(group.level, static_cast<int>(part)) : links.wholeLevel(group.level)) return true;
    }
    return false;
}

void CompareEnergyView::paintLegend(QPainter& painter, const Theme& theme, double width) const {
    const Workload& workload = m_pair->a.inputs.workload;
    const QFont font = uiFont(TypeSize::note);
    double x = kCompareEnergyPadding;
    for (int t = 0; t < workload.tensorCount(); ++t) {
        const QString name = tensorGroup(workload.tensors()[static_cast<std::size_t>(t)]);
        drawTensorBox(painter, theme, {x, 6, 14, 14}, markOf(workload, t));
        drawText(painter, {x + 18, 4, width - x - 18, 18}, Qt::AlignVCenter, name, font, theme.text2);
        x += 18 + textWidth(name, font) + 12;
    }
    const double sums = plot({width, 100}).right() + 4;
    drawText(painter, {sums, 4, kSums, 18}, Qt::AlignVCenter | Qt::AlignRight, unitText(), font, theme.text2);
    const auto& a = m_pair->a.cost.energyPj;
    const auto& b = m_pair->b.cost.energyPj;
    const double delta = b.value_or(0) * perPicojoule(false) - a.value_or(0) * perPicojoule(true);
    const QString whole = tr("B − A, sum %1").arg((delta > 0 ? QStringLiteral("+") : QString()) + valueText(delta));
    const QRectF notes(sums + kSums + 6, 4, width - kCompareEnergyPadding - sums - kSums - 6, 18);
    const bool fits = a && b && m_unit != Unit::percent && textWidth(whole, font) <= notes.width();
    drawText(painter, notes, Qt::AlignVCenter, fits ? whole : tr("B − A"), font, theme.text2);
}

void CompareEnergyView::paintDelta(QPainter& painter, const Theme& theme, const Group& group, const QRectF& box) const {
    painter.setPen(QPen(theme.idleHatch, 1));
    painter.drawPolyline(QPolygonF{{box.left(), box.top() + 4},
                                   {box.left() + 5, box.top() + 4},
                                   {box.left() + 5, box.bottom() - 4},
                                   {box.left(), box.bottom() - 4}});
    const double delta = group.b.sum() * perPicojoule(false) - group.a.sum() * perPicojoule(true);
    const double larger = std::max(group.b.sum() * perPicojoule(false), group.a.sum() * perPicojoule(true));
    const bool equal = std::abs(delta) <= 1e-12 * larger;
    const QString text = !group.a.known || !group.b.known ? tr("unknown")
                         : equal                          ? tr("equal")
                                 : (delta > 0 ? QStringLiteral("+") : QString()) + valueText(delta);
    drawText(painter, box.adjusted(9, 0, 0, 0), Qt::AlignVCenter, text, uiFont(TypeSize::note),
             equal ? theme.text3 : theme.text);
}

void CompareEnergyView::paintGroup(QPainter& painter, const Theme& theme, const StackedBars& bars, const QRectF& plot,
                                   std::size_t index, double width) const {
    const Group& group = m_groups[index];
    const double top = plot.top() + kGroup * static_cast<double>(index);
    drawText(painter, {kCompareEnergyPadding, top, kCompareEnergyNames - 6, 2 * kLine}, Qt::AlignVCenter, group.name,
             uiFont(TypeSize::control, true), theme.text);
    for (const bool isA : {true, false}) {
        const EnergyRow& row = group.side(isA);
        const Exhibit& exhibit = isA ? m_pair->a : m_pair->b;
        const std::size_t line = 3 * index + (isA ? 0 : 1);
        const double y = top + (isA ? 0 : kLine);
        drawSymbol(painter, theme, seriesOf(exhibit), {plot.left() - 9, y + kLine / 2}, 3.5);
        for (std::size_t part = 0; part < row.picojoules.size(); ++part) {
            const QRectF box = StackedBarsChart::barBox(bars, plot, line, part);
            if (box.isEmpty()) continue;
            const bool ofTensor = static_cast<int>(part) < exhibit.inputs.workload.tensorCount();
            if (ofTensor) drawTensorBar(painter, theme, box, markOf(exhibit.inputs.workload, static_cast<int>(part)));
            if (isMarked(group, part)) drawOutline(painter, theme, box.adjusted(-1, -1, 1, 1));
        }
        const double sum = row.sum() * perPicojoule(isA);
        drawText(painter, {plot.right() + 4, y, kSums, kLine}, Qt::AlignVCenter | Qt::AlignRight,
                 row.known ? valueText(sum) : tr("unknown"), uiFont(TypeSize::note, !isA),
                 sum > 0 ? theme.text : theme.text3);
    }
    const double left = plot.right() + 4 + kSums + 6;
    paintDelta(painter, theme, group, {left, top, width - kCompareEnergyPadding - left, 2 * kLine});
}

void CompareEnergyView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const StackedBars shown = bars(theme);
    const QRectF area = plot(size);
    paintStill(painter, theme, size, [&](QPainter& still) {
        still.save();
        StackedBarsChart(shown, theme, {size.width(), area.bottom() + kCompareEnergyAxis}, area).paint(still);
        still.restore();
    });
    painter.save();
    painter.fillRect(QRectF(area.left() - 1, area.top(), 1, area.height()), theme.plotAxis);
    paintLegend(painter, theme, size.width());
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        paintGroup(painter, theme, shown, area, group, size.width());
    painter.restore();
}

Subject CompareEnergyView::subjectAt(const QPointF& position) const {
    const QRectF area = plot(size());
    const double row = (position.y() - area.top()) / kGroup;
    if (row < 0 || row >= static_cast<double>(m_groups.size())) return {};
    const auto index = static_cast<std::size_t>(row);
    const Group& group = m_groups[index];
    if (group.level < 0 || group.a.picojoules.empty()) return {};
    const StackedBars shown = bars(lightTheme());
    for (const std::size_t line : {3 * index, 3 * index + 1})
        for (int part = 0; part < m_pair->a.inputs.workload.tensorCount(); ++part)
            if (StackedBarsChart::barBox(shown, area, line, static_cast<std::size_t>(part)).contains(position))
                return {.level = group.level, .tensor = part};
    return {.level = group.level};
}

QString CompareEnergyView::tipAt(const QPointF& position) const {
    const double row = (position.y() - plot(size()).top()) / kGroup;
    if (row < 0 || row >= static_cast<double>(m_groups.size())) return {};
    const Group& group = m_groups[static_cast<std::size_t>(row)];
    return tr("%1: A %2, B %3").arg(group.name, m_scale.withUnit(group.a.sum()), m_scale.withUnit(group.b.sum()));
}

QString CompareEnergyView::textTwin() const {
    QStringList lines;
    for (const Group& group : m_groups)
        lines << tr("%1: A %2 %4, B %3 %4")
                     .arg(group.name, valueText(group.a.sum() * perPicojoule(true)),
                          valueText(group.b.sum() * perPicojoule(false)), unitText());
    return lines.join(u'\n');
}

QString CompareEnergyView::emptyText() const {
    if (m_pair) return {};
    return m_none.isEmpty() ? tr("The energy of both, level by level, once A and B are chosen.") : m_none;
}

}  // namespace lapidary::ui
