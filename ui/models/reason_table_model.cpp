// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/reason_table_model.h"

namespace lapidary::ui {

namespace {
enum ColumnIndex { kPlace, kReason, kShare, kCount };

/// ".X" where a check is of one axis; empty otherwise.
QString axisOf(const Reason& reason) {
    switch (reason.code) {
    case ReasonCode::fanoutX: return QStringLiteral(".X");
    case ReasonCode::fanoutY: return QStringLiteral(".Y");
    case ReasonCode::axis: return reason.needed == 0 ? QStringLiteral(".X") : QStringLiteral(".Y");
    default: return {};
    }
}
}  // namespace

QString placeOf(const Reason& reason, const Target& target) {
    if (reason.level >= 0)
        return QString::fromStdString(target.architecture.levels()[static_cast<std::size_t>(reason.level)].name);
    if (reason.fanout >= 0)
        return QString::fromStdString(target.architecture.fanouts()[static_cast<std::size_t>(reason.fanout)].name) +
               axisOf(reason);
    return QObject::tr("form");
}

Swatch swatchOf(const Reason& reason, const Target& target) {
    if (reason.level >= 0) return {Swatch::Kind::level, reason.level, target.architecture.levelCount()};
    const bool y = axisOf(reason) == u".Y";  // the two axes side by side must not look alike
    return {Swatch::Kind::array, y ? 3 : 2, 0};
}

ReasonTableModel::ReasonTableModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{{tr("Where"), tr("The level or network that the check failed at"), false},
                {tr("Reason"), tr("The first check that failed, with the numbers of the first such mapping as tooltip"),
                 false},
                {tr("Share"), tr("Part of all mappings drawn")},
                {tr("Count"), tr("Mappings refused for this reason")}} {}

void ReasonTableModel::setRun(const RunPtr& run) {
    m_counters = run ? run->live.counters : Counters{};
    m_setup = run ? run->setup : nullptr;
    m_onDesk = run && run->other.isEmpty();
    refresh();
}

const ReasonCount* ReasonTableModel::reasonAt(int row) const {
    return row >= 0 && row < count() ? &m_counters.invalid[static_cast<std::size_t>(row)] : nullptr;
}

Cell ReasonTableModel::cell(int row, int column) const {
    const ReasonCount& line = m_counters.invalid[static_cast<std::size_t>(row)];
    const Target& target = *m_setup->target;
    switch (column) {
    case kPlace: return textCell(placeOf(line.example, target), swatchOf(line.example, target));
    case kReason: {
        Cell cell = textCell(QString::fromStdString(reasonTitle(line.example, target)));
        cell.tip = tr("First met: %1").arg(QString::fromStdString(describe(line.example, target)));
        if (canOpen(line)) cell.tip += tr("\nEnter or a double click opens that mapping");
        return cell;
    }
    case kShare: {
        Cell cell = shareCell(
            m_counters.drawn > 0 ? static_cast<double>(line.count) / static_cast<double>(m_counters.drawn) : 0);
        cell.bar = -1;
        return cell;
    }
    case kCount: return countCell(line.count);
    default: return {};
    }
}

}  // namespace lapidary::ui
