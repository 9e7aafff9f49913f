// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/run_table_model.h"

namespace lapidary::ui {

namespace {

enum ColumnIndex { kNumber, kTitle, kBest, kState };

std::vector<Column> makeColumns(const QString& edp) {
    const auto tr = [](const char* text) { return QObject::tr(text); };
    return {{tr("Run"), tr("Number of the run"), false},
            {tr("Search"), tr("Algorithm and mapspace; how many were drawn is in the tooltip"), false},
            {tr("EDP, %1").arg(edp), tr("Energy-delay product of the best mapping")},
            {tr("State"), tr("How the run goes or why it ended"), false}};
}

}  // namespace

RunTableModel::RunTableModel(QObject* parent) : FigureTableModel(parent), m_columns(makeColumns("pJ·cycles")) {}

void RunTableModel::setRuns(const std::vector<RunPtr>& runs) {
    m_runs = runs;
    if (!runs.empty() && runs.back()->live.best) {
        const Scale scale =
            edpScale(runs.back()->live.best->score.edp(), runs.back()->inputs.architecture.spec().clockGhz);
        if (scale.unit != m_edp.unit) {
            m_columns = makeColumns(scale.unit);
            emit headerDataChanged(Qt::Horizontal, 0, static_cast<int>(m_columns.size()) - 1);
        }
        m_edp = scale;
    }
    refresh();
}

Cell RunTableModel::cell(int row, int column) const {
    const Run& run = *m_runs[static_cast<std::size_t>(row)];
    switch (column) {
    case kNumber:
        return textCell(QString::number(run.number),
                        {Swatch::Kind::series, seriesOf(run.inputs.mapspace.factorization), 0});
    case kTitle: {
        Cell cell = textCell(titleOf(run));
        cell.tip = tr("%1 drawn").arg(shortCount(static_cast<double>(run.live.counters.drawn)));
        return cell;
    }
    case kBest: {
        if (!run.live.best) return missingCell();
        Cell cell = figureCell(run.live.best->score.edp() * m_edp.factor);
        cell.strong = true;
        return cell;
    }
    case kState: return textCell(stateText(run));
    default: return {};
    }
}

}  // namespace lapidary::ui
