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

constexpr double kPadding = 10;
constexpr double kTop = 24;
constexpr double kRow = 27;
constexpr double kAxis = 24;
constexpr double kLeastNames = 66, kMostNames = 112;
constexpr double kNumbers = 96;

/// "weights"; a tensor without a conventional role has its name.
QString groupName(const Tensor& tensor) {
    if (tensor.role == "weight") return QObject::tr("weights");
    if (tensor.role == "input") return QObject::tr("inputs");
    return tensor.role == "output" ? QObject::tr("outputs") : QString::fromStdString(tensor.name);
}

}  // namespace

BreakdownView::BreakdownView(QWidget* parent) : View(tr("Energy breakdown"), parent) {}

double BreakdownView::Row::sum() const { return std::accumulate(picojoules.begin(), picojoules.end(), 0.0); }

void BreakdownView::setExhibit(const std::optional<Exhibit>& exhibit) {
    m_exhibit = exhibit;
    m_rows = exhibit ? makeRows() : std::vector<Row>{};
    m_scale = energyScale(total());
    pictureChanged();
}

void BreakdownView::setUnit(Unit unit) {
    m_unit = unit;
    pictureChanged();
}

std::size_t BreakdownView::tensorCount() const {
    return static_cast<std::size_t>(m_exhibit->inputs.workload.tensorCount());
}

double BreakdownView::total() const {
    return std::accumulate(m_rows.begin(), m_rows.end(), 0.0,
                           [](double sum, const Row& row) { return sum + row.sum(); });
}

std::vector<BreakdownView::Row> BreakdownView::makeRows() const {
    const Cost& cost = m_exhibit->cost;
    std::vector<Row> rows;
    const auto add = [&](const std::string& name, int level) -> Row& {
        rows.push_back({.name = QString::fromStdString(name),
                        .level = level,
                        .picojoules = std::vector<double>(tensorCount() + 1, 0.0)});
        return rows.back();
    };
    for (std::size_t level = 0; level < cost.levels.size(); ++level) {
        const LevelCost& of = cost.levels[level];
        Row& row = add(of.name, static_cast<int>(level));
        for (std::size_t t = 0; t < tensorCount(); ++t) {
            row.picojoules[t] = of.tensors[t].energyPj.value_or(0);
            if (of.tensors[t].stored && !of.tensors[t].energyPj) row.known = false;
        }
        row.picojoules.back() = of.leakagePj.value_or(0);
    }
    for (const NetworkCost& network : cost.networks)
        if (network.modelled) add(network.name, -1).picojoules.back() = network.energyPj.value_or(0);
    Row& compute = add(m_exhibit->inputs.architecture.compute().name, -1);
    compute.picojoules.back() = cost.computeEnergyPj.value_or(0);
    compute.known = cost.computeEnergyPj.has_value();
    return rows;
}

QSizeF BreakdownView::pictureSize() const { return {380, kTop + kRow * static_cast<double>(m_rows.size()) + kAxis}; }

double BreakdownView::namesWidth() const {
    double width = kLeastNames;
    for (const Row& row : m_rows) width = std::max(width, textWidth(row.name, uiFont(TypeSize::control)) + 10);
    return std::min(width, kMostNames);
}

QRectF BreakdownView::plot(QSizeF size) const {
    const double left = kPadding + namesWidth();
    return {left, kTop, size.width() - left - kNumbers - kPadding, kRow * static_cast<double>(m_rows.size())};
}

StackedBars BreakdownView::bars(const Theme& theme) const {
    StackedBars bars;
    bars.rows = m_rows.size();
    double largest = 0;
    for (std::size_t part = 0; part <= tensorCount(); ++part) {
        const bool rest = part == tensorCount();
        const auto slot =
            rest ? 0 : static_cast<std::size_t>(markOf(m_exhibit->inputs.workload, static_cast<int>(part)).slot);
        bars.parts.push_back({rest ? theme.array() : theme.tensors[slot], {}});
        for (const Row& row : m_rows) {
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
    const std::vector<Tensor>& tensors = m_exhibit->inputs.workload.tensors();
    const QFont font = uiFont(TypeSize::note);
    const auto entryWidth = [&](const Tensor& tensor) { return 18 + textWidth(groupName(tensor), font) + 12; };
    double room = width - 2 * kPadding;
    for (const Tensor& tensor : tensors) room -= entryWidth(tensor);

    const QString total = m_exhibit->cost.energyPj ? m_scale.withUnit(*m_exhibit->cost.energyPj) : tr("unknown");
    const QString whole = m_unit == Unit::joules ? tr("%1, share of %2").arg(m_scale.unit, total)
                                                 : tr("% of each bar; total %1").arg(total);
    for (const QString& note : {whole, tr("of %1").arg(total)}) {
        const double noteWidth = textWidth(note, font);
        if (noteWidth > room) continue;
        drawText(painter, {width - kPadding - noteWidth - 1, 3, noteWidth + 1, 18}, Qt::AlignVCenter | Qt::AlignRight,
                 note, font, theme.text2);
        break;
    }
    double x = kPadding;
    for (const Tensor& tensor : tensors) {
        drawTensorBox(painter, theme, {x, 5, 14, 14},
                      markOf(m_exhibit->inputs.workload, static_cast<int>(&tensor - tensors.data())));
        drawText(painter, {x + 18, 3, width - kPadding - x - 18, 18}, Qt::AlignVCenter, groupName(tensor), font,
                 theme.text2);
        x += entryWidth(tensor);
    }
}

void BreakdownView::paintRow(QPainter& painter, const Theme& theme, const StackedBars& bars, const QRectF& plot,
                             std::size_t index, double width) const {
    const Row& row = m_rows[index];
    const Workload& workload = m_exhibit->inputs.workload;
    const QRectF line(0, plot.top() + kRow * static_cast<double>(index), width, kRow);
    drawText(painter, {kPadding, line.top(), namesWidth() - 8, kRow}, Qt::AlignVCenter, row.name,
             uiFont(TypeSize::control), theme.text);
    for (std::size_t part = 0; part < tensorCount(); ++part) {
        const QRectF box = StackedBarsChart::barBox(bars, plot, index, part);
        if (box.isEmpty()) continue;
        const int tensor = static_cast<int>(part);
        drawTensorBar(painter, theme, box, markOf(workload, tensor));
    }
    for (std::size_t part = 0; part < tensorCount(); ++part) {
        const QRectF box = StackedBarsChart::barBox(bars, plot, index, part);
        const int tensor = static_cast<int>(part);
        if (!box.isEmpty() && row.level >= 0 &&
            (concerns(hovered(), m_exhibit->mapping, workload, row.level, tensor) ||
             concerns(selected(), m_exhibit->mapping, workload, row.level, tensor)))
            drawOutline(painter, theme, box.adjusted(-1, -1, 1, 1));
    }
    const QRectF numbers(width - kPadding - kNumbers + 8, line.top(), kNumbers - 8, kRow);
    if (!row.known) {
        drawText(painter, numbers, Qt::AlignVCenter | Qt::AlignRight, tr("unknown"), uiFont(TypeSize::note),
                 theme.text3);
        return;
    }
    const double sum = row.sum();
    const double all = total();
    drawText(painter, {numbers.left(), line.top(), 44, kRow}, Qt::AlignVCenter | Qt::AlignRight, m_scale.text(sum),
             uiFont(TypeSize::control, sum > 0), sum > 0 ? theme.text : theme.text3);
    drawText(painter, {numbers.left() + 44, line.top(), numbers.width() - 44, kRow}, Qt::AlignVCenter | Qt::AlignRight,
             percentText(all > 0 ? sum / all : 0), uiFont(TypeSize::note), theme.text2);
}

void BreakdownView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    painter.save();
    const StackedBars shown = bars(theme);
    const QRectF area = plot(size);
    const QSizeF chartSize(size.width(), area.bottom() + kAxis);
    StackedBarsChart(shown, theme, chartSize, area).paint(painter);
    painter.restore();
    painter.fillRect(QRectF(area.left() - 1, area.top(), 1, area.height()), theme.plotAxis);
    paintLegend(painter, theme, size.width());
    for (std::size_t row = 0; row < m_rows.size(); ++row) paintRow(painter, theme, shown, area, row, size.width());
}

Subject BreakdownView::subjectAt(const QPointF& position) const {
    const QRectF area = plot(size());
    const double row = (position.y() - area.top()) / kRow;
    if (row < 0 || row >= static_cast<double>(m_rows.size())) return {};
    const auto index = static_cast<std::size_t>(row);
    if (m_rows[index].level < 0) return {};
    const StackedBars shown = bars(lightTheme());
    for (std::size_t part = 0; part < tensorCount(); ++part)
        if (StackedBarsChart::barBox(shown, area, index, part).contains(position))
            return {.node = -1, .level = m_rows[index].level, .tensor = static_cast<int>(part)};
    return {.node = -1, .level = m_rows[index].level, .tensor = -1};
}

QString BreakdownView::partName(std::size_t part, const Row& row) const {
    if (part < tensorCount()) return QString::fromStdString(m_exhibit->inputs.workload.tensors()[part].name);
    return row.level >= 0 ? tr("leakage") : row.name;
}

QString BreakdownView::tipAt(const QPointF& position) const {
    const Subject subject = subjectAt(position);
    if (subject.level < 0) return {};
    const Row& row = m_rows[static_cast<std::size_t>(subject.level)];
    if (subject.tensor < 0) return tr("%1: %2").arg(row.name, m_scale.withUnit(row.sum()));
    const auto part = static_cast<std::size_t>(subject.tensor);
    return tr("%1, %2: %3, %4 of all")
        .arg(row.name, partName(part, row), m_scale.withUnit(row.picojoules[part]),
             percentText(total() > 0 ? row.picojoules[part] / total() : 0));
}

Subject BreakdownView::neighbour(const Subject& from, int step) const {
    const int levels = static_cast<int>(m_exhibit ? m_exhibit->cost.levels.size() : 0);
    if (levels == 0) return from;
    const int level = from.node < 0 && from.level >= 0 ? from.level + step : step > 0 ? 0 : levels - 1;
    return {.node = -1, .level = std::clamp(level, 0, levels - 1), .tensor = -1};
}

QString BreakdownView::textTwin() const {
    QStringList lines;
    for (const Row& row : m_rows) {
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
    return m_exhibit ? QString() : tr("Which level and tensor spends how much energy, once there is a mapping.");
}

}  // namespace lapidary::ui
