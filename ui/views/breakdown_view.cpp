// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/breakdown_view.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kBreakdownPadding = 10;
constexpr double kBreakdownTop = 24;
constexpr double kBreakdownRow = 27;
constexpr double kBreakdownAxis = 24;
constexpr double kLeastNames = 66, kBreakdownMostNames = 112;
constexpr double kBreakdownNumbers = 96;

}  // namespace

BreakdownView::BreakdownView(QWidget* parent) : ExhibitView(tr("Energy breakdown"), parent) {}

void BreakdownView::exhibitChanged() {
    m_rows = has() ? energyRows(exhibit()) : std::vector<EnergyRow>{};
    m_scale = energyScale(total());
}

void BreakdownView::setUnit(Unit unit) {
    m_unit = unit;
    pictureChanged();
}

std::size_t BreakdownView::tensorCount() const {
    return static_cast<std::size_t>(exhibit().inputs.workload.tensorCount());
}

double BreakdownView::total() const {
    return std::accumulate(m_rows.begin(), m_rows.end(), 0.0,
                           [](double sum, const EnergyRow& row) { return sum + row.sum(); });
}

QSizeF BreakdownView::pictureSize() const {
    return {380, kBreakdownTop + kBreakdownRow * static_cast<double>(m_rows.size()) + kBreakdownAxis};
}

double BreakdownView::namesWidth() const {
    double width = kLeastNames;
    for (const EnergyRow& row : m_rows) width = std::max(width, textWidth(row.name, uiFont(TypeSize::control)) + 10);
    return std::min(width, kBreakdownMostNames);
}

QRectF BreakdownView::plot(QSizeF size) const {
    const double left = kBreakdownPadding + namesWidth();
    return {left, kBreakdownTop, size.width() - left - kBreakdownNumbers - kBreakdownPadding,
            kBreakdownRow * static_cast<double>(m_rows.size())};
}

StackedBars BreakdownView::bars(const Theme& theme) const {
    StackedBars bars;
    bars.rows = m_rows.size();
    double largest = 0;
    for (std::size_t part = 0; part <= tensorCount(); ++part) {
        const bool rest = part == tensorCount();
        const auto slot =
            rest ? 0 : static_cast<std::size_t>(markOf(exhibit().inputs.workload, static_cast<int>(part)).slot);
        bars.parts.push_back({rest ? theme.array() : theme.tensors[slot], {}});
        for (const EnergyRow& row : m_rows) {
            const double whole = row.sum();
            const bool percent = m_unit == Unit::percent;
            bars.parts.back().values.push_back(percent ? (whole > 0 ? 100 * row.picojoules[part] / whole : 0)
                                                       : row.picojoules[part] * m_scale.factor);
            largest = std::max(largest, percent ? 100 : whole * m_scale.factor);
        }
    }
    bars.scaleTo(largest);
    return bars;
}

void BreakdownView::paintLegend(QPainter& painter, const Theme& theme, double width) const {
    const std::vector<Tensor>& tensors = workload().tensors();
    const QFont font = uiFont(TypeSize::note);
    const double room = width - kBreakdownPadding - legendBox(tensors.size() - 1).right() - 12;

    const QString total = exhibit().cost.energyPj ? m_scale.withUnit(*exhibit().cost.energyPj) : tr("unknown");
    const QString whole = m_unit == Unit::joules ? tr("%1, share of %2").arg(m_scale.unit, total)
                                                 : tr("% of each bar; total %1").arg(total);
    for (const QString& note : {whole, tr("of %1").arg(total)}) {
        const double noteWidth = textWidth(note, font);
        if (noteWidth > room) continue;
        drawText(painter, {width - kBreakdownPadding - noteWidth - 1, 3, noteWidth + 1, 18},
                 Qt::AlignVCenter | Qt::AlignRight, note, font, theme.text2);
        break;
    }
    for (std::size_t t = 0; t < tensors.size(); ++t) {
        const QRectF box = legendBox(t);
        drawTensorBox(painter, theme, {box.left(), 5, 14, 14}, markOf(workload(), static_cast<int>(t)));
        drawText(painter, {box.left() + 18, 3, std::min(box.right(), width - kBreakdownPadding) - box.left() - 18, 18},
                 Qt::AlignVCenter, tensorGroup(tensors[t]), font, theme.text2);
        if (marked([&](const Links& links) { return links.tensor(static_cast<int>(t)); }))
            drawOutline(painter, theme, QRectF(box.left() - 1.5, 3.5, 17, 17));
    }
}

QRectF BreakdownView::legendBox(std::size_t tensor) const {
    const QFont font = uiFont(TypeSize::note);
    double x = kBreakdownPadding;
    for (std::size_t t = 0;; ++t) {
        const double width = 18 + textWidth(tensorGroup(workload().tensors()[t]), font);
        if (t == tensor) return {x, 3, width, 18};
        x += width + 12;
    }
}

void BreakdownView::paintMarks(QPainter& painter, const Theme& theme, const StackedBars& bars,
                               const QRectF& plot) const {
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        for (std::size_t part = 0; part <= tensorCount(); ++part) {
            const QRectF box = StackedBarsChart::barBox(bars, plot, row, part);
            const int level = m_rows[row].level;
            const bool ofTensor = part < tensorCount();
            if (!box.isEmpty() && level >= 0 && marked([&](const Links& links) {
                    return ofTensor ? links.tile(level, static_cast<int>(part)) : links.wholeLevel(level);
                }))
                drawOutline(painter, theme, box.adjusted(-1, -1, 1, 1));
        }
}

void BreakdownView::paintRow(QPainter& painter, const Theme& theme, const StackedBars& bars, const QRectF& plot,
                             std::size_t index, double width) const {
    const EnergyRow& row = m_rows[index];
    const Workload& workload = exhibit().inputs.workload;
    const QRectF line(0, plot.top() + kBreakdownRow * static_cast<double>(index), width, kBreakdownRow);
    drawText(painter, {kBreakdownPadding, line.top(), namesWidth() - 8, kBreakdownRow}, Qt::AlignVCenter, row.name,
             uiFont(TypeSize::control), theme.text);
    for (std::size_t part = 0; part < tensorCount(); ++part) {
        const QRectF box = StackedBarsChart::barBox(bars, plot, index, part);
        if (box.isEmpty()) continue;
        const int tensor = static_cast<int>(part);
        drawTensorBar(painter, theme, box, markOf(workload, tensor));
    }
    const QRectF numbers(width - kBreakdownPadding - kBreakdownNumbers + 8, line.top(), kBreakdownNumbers - 8,
                         kBreakdownRow);
    if (!row.known) {
        drawText(painter, numbers, Qt::AlignVCenter | Qt::AlignRight, tr("unknown"), uiFont(TypeSize::note),
                 theme.text3);
        return;
    }
    const double sum = row.sum();
    const double all = total();
    drawText(painter, {numbers.left(), line.top(), 44, kBreakdownRow}, Qt::AlignVCenter | Qt::AlignRight,
             m_scale.text(sum), uiFont(TypeSize::control, sum > 0), sum > 0 ? theme.text : theme.text3);
    drawText(painter, {numbers.left() + 44, line.top(), numbers.width() - 44, kBreakdownRow},
             Qt::AlignVCenter | Qt::AlignRight, percentText(all > 0 ? sum / all : 0), uiFont(TypeSize::note),
             theme.text2);
}

void BreakdownView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const StackedBars shown = bars(theme);
    const QRectF area = plot(size);
    paintStill(painter, theme, size, [&](QPainter& still) {
        still.save();
        const QSizeF chartSize(size.width(), area.bottom() + kBreakdownAxis);
        StackedBarsChart(shown, theme, chartSize, area).paint(still);
        still.restore();
        still.fillRect(QRectF(area.left() - 1, area.top(), 1, area.height()), theme.plotAxis);
        for (std::size_t row = 0; row < m_rows.size(); ++row) paintRow(still, theme, shown, area, row, size.width());
    });
    paintLegend(painter, theme, size.width());
    paintMarks(painter, theme, shown, area);
}

std::size_t BreakdownView::rowAt(double y, const QRectF& plot) const {
    const double row = (y - plot.top()) / kBreakdownRow;
    return row < 0 || row >= static_cast<double>(m_rows.size()) ? m_rows.size() : static_cast<std::size_t>(row);
}

Subject BreakdownView::subjectAt(const QPointF& position) const {
    const QRectF area = plot(size());
    for (std::size_t t = 0; t < tensorCount(); ++t)
        if (legendBox(t).contains(position)) return {.tensor = static_cast<int>(t)};
    const std::size_t index = rowAt(position.y(), area);
    if (index >= m_rows.size() || m_rows[index].level < 0) return {};
    const StackedBars shown = bars(lightTheme());
    for (std::size_t part = 0; part < tensorCount(); ++part)
        if (StackedBarsChart::barBox(shown, area, index, part).contains(position))
            return {.level = m_rows[index].level, .tensor = static_cast<int>(part)};
    return {.level = m_rows[index].level};
}

QString BreakdownView::partName(std::size_t part, const EnergyRow& row) const {
    if (part < tensorCount()) return QString::fromStdString(exhibit().inputs.workload.tensors()[part].name);
    return row.level >= 0 && row.level < design().levelCount() ? tr("leakage") : row.name;
}

std::optional<FigureId> BreakdownView::figureOf(const Subject& subject) const {
    if (!has() || subject.level < 0 || subject.level > design().levelCount()) return std::nullopt;
    if (subject.level == design().levelCount()) return FigureId{.kind = CostFigure::computeEnergy};
    const int tensor = subject.tensor < static_cast<int>(tensorCount()) ? subject.tensor : -1;
    return FigureId{.kind = CostFigure::energy,
                    .level = static_cast<std::int8_t>(subject.level),
                    .tensor = static_cast<std::int8_t>(tensor)};
}

QString BreakdownView::tipAt(const QPointF& position) const {
    const Subject subject = subjectAt(position);
    const std::size_t index = rowAt(position.y(), plot(size()));
    if (subject.level < 0 || index >= m_rows.size()) return {};
    const EnergyRow& row = m_rows[index];
    if (subject.tensor < 0) return tr("%1: %2").arg(row.name, m_scale.withUnit(row.sum()));
    const auto part = static_cast<std::size_t>(subject.tensor);
    return tr("%1, %2: %3, %4 of all")
        .arg(row.name, partName(part, row), m_scale.withUnit(row.picojoules[part]),
             percentText(total() > 0 ? row.picojoules[part] / total() : 0));
}

Subject BreakdownView::neighbour(const Subject& from, int step) const {
    if (!has()) return from;
    const int last = design().levelCount();  // the compute
    const int level = from.node < 0 && from.level >= 0 ? from.level + step : step > 0 ? 0 : last;
    return {.level = std::clamp(level, 0, last)};
}

QString BreakdownView::textTwin() const {
    QStringList lines;
    for (const EnergyRow& row : m_rows) {
        QStringList parts;
        for (std::size_t part = 0; part < row.picojoules.size(); ++part)
            if (row.picojoules[part] > 0)
                parts << QStringLiteral("%1 %2").arg(partName(part, row), m_scale.withUnit(row.picojoules[part]));
        lines << (row.known
                      ? tr("%1: %2 (%3)").arg(row.name, m_scale.withUnit(row.sum()), parts.join(QStringLiteral(", ")))
                      : tr("%1: unknown").arg(row.name));
    }
    return lines.join(u'\n');
}

QString BreakdownView::emptyText() const {
    return has() ? QString() : tr("Which level and tensor spends how much energy, once there is a mapping.");
}

}  // namespace lapidary::ui
