// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/top_table_model.h"

#include <algorithm>

namespace lapidary::ui {

namespace {

enum TopColumn { kTopRun, kTopEdp, kTopEnergy, kTopCycles, kTopUtilization, kTopSpatial };

std::vector<Column> makeColumns(const QString& edp, const QString& energy) {
    const auto tr = [](const char* text) { return QObject::tr(text); };
    return {
        {tr("Run"), tr("Number of the run that found it, or of all that did"), false},
        {edp.isEmpty() ? tr("EDP") : tr("EDP, %1").arg(edp),
         tr("Energy-delay product: energy times cycles, over the clock if the design has one")},
        {energy.isEmpty() ? tr("Energy") : tr("Energy, %1").arg(energy),
         tr("Sum of accesses times energy per access, and of the MACs")},
        {tr("Cycles"), tr("The largest of the compute steps and each memory's words over its bandwidth")},
        {tr("PEs, %"), tr("MACs over compute steps times compute instances")},
        {tr("Spatial"), tr("What is spread over the axes of the array; (last n) marks a tail"), false},
    };
}

}  // namespace

QString spatialText(const Mapping& mapping, const Target& target) {
    QStringList axes[2];
    for (const Node& node : mapping.nodes) {
        if (node.kind != NodeKind::spatial) continue;
        const Dimension& dimension = target.workload.dimensions()[node.dimension];
        QString text = QStringLiteral("%1 %2").arg(QString::fromStdString(dimension.name)).arg(node.bound);
        if (node.tail != node.bound) text += QObject::tr(" (last %1)").arg(node.tail);
        axes[node.axis == Axis::x ? 0 : 1] << text;
    }
    QStringList parts;
    for (int axis = 0; axis < 2; ++axis)
        if (!axes[axis].isEmpty())
            parts << QStringLiteral("%1: %2")
                         .arg(axis == 0 ? QChar(u'X') : QChar(u'Y'))
                         .arg(axes[axis].join(QStringLiteral(" · ")));
    return parts.isEmpty() ? QObject::tr("none") : parts.join(QStringLiteral(", "));
}

TopTableModel::TopTableModel(QObject* parent) : FigureTableModel(parent), m_columns(makeColumns({}, {})) {}

std::vector<TopTableModel::Line> TopTableModel::linesOf(const Run& run, int index) const {
    std::vector<Line> lines;
    for (std::size_t rank = 0; rank < run.live.top.size(); ++rank) {
        const Candidate& candidate = run.live.top[rank];
        const auto known = std::find_if(m_lines.begin(), m_lines.end(), [&](const Line& line) {
            return line.run == index && line.candidate.mapping == candidate.mapping;
        });
        Line line = known != m_lines.end() ? *known : Line{};
        if (known == m_lines.end()) {
            line.candidate = candidate;
            line.utilization = costOf(*run.setup, run.inputs, candidate.mapping).utilization;
            line.spatial = spatialText(candidate.mapping, *run.setup->target);
        }
        line.run = index;
        line.rank = static_cast<int>(rank);
        line.numbers = QString::number(run.number);
        line.series = seriesOf(run.inputs.mapspace.factorization);
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Of sorted lines: what several runs found stays once, with the numbers of all of them.
void TopTableModel::mergeEqual(std::vector<Line>& lines) {
    std::vector<Line> merged;
    for (Line& line : lines) {
        const auto same = std::find_if(merged.rbegin(), merged.rend(), [&line](const Line& other) {
            return other.candidate.score.cycles == line.candidate.score.cycles && other.run != line.run &&
                   other.candidate.mapping == line.candidate.mapping;
        });
        if (same == merged.rend())
            merged.push_back(std::move(line));
        else
            same->numbers += QStringLiteral(", ") + line.numbers;
    }
    lines = std::move(merged);
}

void TopTableModel::setRuns(const std::vector<RunPtr>& runs) {
    std::vector<Line> lines;
    const RunPtr anchor = anchorOf(runs);
    for (const RunPtr& run : alikeRuns(runs)) {
        const auto index = std::find(runs.begin(), runs.end(), run) - runs.begin();
        for (Line& line : linesOf(*run, static_cast<int>(index))) lines.push_back(std::move(line));
    }
    const Metric metric = anchor ? anchor->inputs.search.objective.metrics.front() : Metric::edp;
    std::stable_sort(lines.begin(), lines.end(), [metric](const Line& a, const Line& b) {
        return valueOf(metric, a.candidate.score) < valueOf(metric, b.candidate.score);
    });
    mergeEqual(lines);
    m_lines = std::move(lines);
    if (!m_lines.empty()) {
        const Score& best = m_lines.front().candidate.score;
        const auto& clock = runs[static_cast<std::size_t>(m_lines.front().run)]->inputs.architecture.spec().clockGhz;
        m_edp = edpScale(best.edp(), clock);
        m_energy = energyScale(best.energyPj);
        m_columns = makeColumns(m_edp.unit, m_energy.unit);
    }
    refresh();
    emit headerDataChanged(Qt::Horizontal, 0, static_cast<int>(m_columns.size()) - 1);
}

ShownMapping TopTableModel::shownOf(int row) const {
    const Line& line = m_lines[static_cast<std::size_t>(source(row))];
    return {.run = line.run, .rank = line.rank, .own = {}};
}

Cell TopTableModel::cell(int row, int column) const {
    const Line& line = m_lines[static_cast<std::size_t>(row)];
    const Score& score = line.candidate.score;
    switch (column) {
    case kTopRun: return textCell(line.numbers, {Swatch::Kind::series, line.series, 0});
    case kTopEdp: {
        Cell cell = figureCell(score.edp() * m_edp.factor);
        cell.strong = true;
        return cell;
    }
    case kTopEnergy: return figureCell(score.energyPj * m_energy.factor);
    case kTopCycles: return countCell(score.cycles);
    case kTopUtilization: {
        Cell cell = figureCell(100 * line.utilization);
        cell.text = QString::number(100 * line.utilization, 'f', 1);
        return cell;
    }
    case kTopSpatial: return textCell(line.spatial);
    default: return {};
    }
}

}  // namespace lapidary::ui
