// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/trial_table_model.h"

#include <cmath>

#include "ui/models/tile_words.h"
#include "ui/models/words.h"
#include "ui/views/tuning_scatter.h"

namespace lapidary::ui {

TrialTableModel::TrialTableModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Trial"), tr("In the order in which they were tried")},
          {tr("Tile"), tr("Its sizes above 1, R for T_R and so on, and knobs of the machine that were turned"), false},
          {tr("Used"), tr("Multipliers that the tile takes: neurons times their size")},
          {tr("Cost"), tr("What was made small: simulated cycles or energy, or psums counted")},
          {tr("× best"), tr("Cost over that of the best trial")},
          {tr("Predicted"), tr("Before the trial: XGBoost's score, higher is better, or the analytic mapper's cycles")},
      } {}

void TrialTableModel::setTuning(const ShownTuning& shown) {
    if (shown == m_shown) return;
    const bool renamed = shown && (!m_shown || m_shown.tuning->options.objective != shown.tuning->options.objective);
    m_shown = shown;
    m_best = shown ? shown.tuning->best() : -1;
    if (renamed) m_columns[kCost].title = fromView(entryOf(shown.tuning->options.objective).label);
    refresh();
    if (renamed) emit headerDataChanged(Qt::Horizontal, kCost, kCost);
}

int TrialTableModel::rowOf(int trial) const {
    if (trial < 0 || trial >= rowCount()) return -1;
    if (source(trial) == trial) return trial;  // not sorted
    for (int row = 0; row < rowCount(); ++row)
        if (source(row) == trial) return row;
    return -1;
}

Cell TrialTableModel::cell(int row, int column) const {
    const fabric::Trial& trial = m_shown.tuning->trials[static_cast<std::size_t>(row)];
    const auto costOf = [](double cost) {
        Cell cell = figureCell(cost);
        cell.text = costWords(cost);
        return cell;
    };
    switch (column) {
    case kTrial: return countCell(row + 1);
    case kTried: {
        const QString whole = trialText(m_shown, row);
        const auto comma = whole.indexOf(u',');  // behind it the machine
        QString machine = comma < 0 ? QString() : whole.mid(comma);
        machine.replace(QStringLiteral("ms_size="), tr("ms ")).replace(QStringLiteral("accumulation_"), QString());
        machine.replace(QStringLiteral("_bw="), QStringLiteral(" ")).replace(u'=', u' ');
        Cell cell = textCell(tileWords(m_shown.runOf(row).tile) + machine);
        cell.exact = cell.tip = whole;
        return cell;
    }
    case kMultipliers: {
        const fabric::Tile tile = m_shown.runOf(row).tile;
        return countCell(tile.neuronSize() * tile.neurons());
    }
    case kCost: {
        Cell cell = costOf(trial.cost);
        cell.strong = row == m_best;
        return cell;
    }
    case kVersus: {
        const double best = m_shown.tuning->trials[static_cast<std::size_t>(m_best)].cost;
        return best > 0 ? figureCell(trial.cost / best) : missingCell();
    }
    default: break;
    }
    if (!trial.predicted) return missingCell();
    if (m_shown.tuning->options.tuner == fabric::Tuner::analytic) return costOf(std::round(-*trial.predicted));
    return figureCell(*trial.predicted);
}

}  // namespace lapidary::ui
