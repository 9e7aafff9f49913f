// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/run_table_model.h"

namespace lapidary::ui {

namespace {

std::vector<Column> makeColumns(const QString& edp) {
    const auto tr = [](const char* text) { return QObject::tr(text); };
    return {{tr("Run"), tr("Number and name of the run, below it how many mappings it has drawn, valid or not"), false},
            {tr("Mapspace"), tr("Which factorizations it searches: PFM only exact divisors, Ruby also tails"), false},
            {edp.isEmpty() ? tr("EDP") : tr("EDP, %1").arg(edp),
             tr("Energy-delay product of its best mapping: energy times cycles, over the clock if the design has one")},
            {tr("State"), tr("How the run goes or how it ended"), false}};
}

}  // namespace

QString workText(const Run& run) {
    if (run.queued()) return QObject::tr("waits");
    return QObject::tr("%1 drawn").arg(shortCount(static_cast<double>(run.live.counters.drawn)));
}

RunTableModel::RunTableModel(QObject* parent) : FigureTableModel(parent), m_columns(makeColumns({})) {}

void RunTableModel::setRuns(const std::vector<RunPtr>& runs) {
    m_runs = runs;
    const Run* least = nullptr;
    for (const RunPtr& run : runs)
        if (run->live.best && (!least || run->live.best->score.edp() < least->live.best->score.edp()))
            least = run.get();
    bool renamed = false;
    if (least) {
        const Scale scale = edpScale(least->live.best->score.edp(), least->inputs.architecture.spec().clockGhz);
        renamed = scale.unit != m_edp.unit;
        if (renamed) m_columns = makeColumns(scale.unit);
        m_edp = scale;
    }
    refresh();
    if (renamed) emit headerDataChanged(Qt::Horizontal, 0, static_cast<int>(m_columns.size()) - 1);
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = FigureTableModel::flags(index);
    return index.column() == kTitle ? usual | Qt::ItemIsEditable : usual;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != kTitle) return false;
    emit renamed(source(index.row()), value.toString().trimmed());
    return true;
}

Cell RunTableModel::cell(int row, int column) const {
    const Run& run = *m_runs[static_cast<std::size_t>(row)];
    switch (column) {
    case kTitle: return textCell(QStringLiteral("%1 %2").arg(run.number).arg(titleOf(run)));
    case kMapspace: return textCell(shortName(run.inputs.mapspace.factorization));
    case kBest: {
        if (!run.live.best) return missingCell();
        const double edp = run.live.best->score.edp();
        Cell cell = figureCell(edp * m_edp.factor);
        // Of another workload: so far from the others that the unit in the head makes no sense.
        if (constexpr double kFar = 1e6; edp * m_edp.factor >= kFar)
            cell.text = edpScale(edp, run.inputs.architecture.spec().clockGhz).withUnit(edp);
        cell.strong = true;
        return cell;
    }
    case kState:
        return textCell(run.other.isEmpty() ? stateText(run) : QStringLiteral("%1, %2").arg(stateText(run), run.other));
    default: return {};
    }
}

/// Tells how the run differs from the desk, which takes all settings of both designs.
QString RunTableModel::tipOf(int row, int column) const {
    const Run& run = *m_runs[static_cast<std::size_t>(row)];
    const QString difference =
        run.other.isEmpty() ? QString() : QStringLiteral("%1: %2").arg(run.other, differenceDetail(run));
    if (column == kState)
        return isProven(run) && difference.isEmpty() ? tr("No mapping of its mapspace is better, and that is certain")
                                                     : difference;
    if (column != kTitle) return {};
    QString tip = tr("%1\n%2, %3, seed %4\n%5\n%6 on %7")
                      .arg(titleOf(run), algorithmName(run), shortName(run.inputs.mapspace.factorization),
                           QString::number(run.inputs.search.seed), workText(run), workloadTitle(run.inputs),
                           designTitle(run.inputs));
    if (!difference.isEmpty()) tip += u'\n' + difference;
    if (run.hidden) tip += tr("\nhidden in the plots (Space shows it)");
    return tip;
}

}  // namespace lapidary::ui
