// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/constraint_table_model.h"

#include <algorithm>
#include <limits>

#include "ui/models/words.h"

namespace lapidary::ui {

namespace {

const RuleKind& kindOf(const ConstraintRule& rule) {
    const auto& kinds = ruleKinds();
    return *std::find_if(kinds.begin(), kinds.end(), [&](const RuleKind& kind) {
        return kind.what == rule.what && kind.atFanout == rule.atFanout;
    });
}

}  // namespace

ConstraintTableModel::ConstraintTableModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Where"), tr("Level or fanout"), false},
          {tr("Constraint"), tr("What is limited there"), false},
          {tr("Value"), tr("Double-click or F2 to change it; an empty value takes the rule away"), false},
      } {}

void ConstraintTableModel::setConstraints(const Constraints& constraints, const Architecture& design) {
    m_rules = rulesOf(constraints);
    m_levelCount = design.levelCount();
    const auto placeOf = [&](const ConstraintRule& rule) {
        return rule.atFanout ? design.findFanout(rule.where) + std::numeric_limits<int>::max() / 2
                             : design.findLevel(rule.where);
    };
    std::stable_sort(m_rules.begin(), m_rules.end(),
                     [&](const ConstraintRule& a, const ConstraintRule& b) { return placeOf(a) < placeOf(b); });
    m_levels.clear();
    for (const ConstraintRule& rule : m_rules) m_levels.push_back(rule.atFanout ? -1 : design.findLevel(rule.where));
    refresh();
}

Qt::ItemFlags ConstraintTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = FigureTableModel::flags(index);
    return index.column() == kValueColumn ? flags | Qt::ItemIsEditable : flags;
}

bool ConstraintTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != kValueColumn) return false;
    ConstraintRule changed = rule(index.row());
    changed.value = value.toString().toStdString();
    emit valueEdited(changed);
    return true;
}

Cell ConstraintTableModel::cell(int row, int column) const {
    const ConstraintRule& rule = m_rules[static_cast<std::size_t>(row)];
    const int level = m_levels[static_cast<std::size_t>(row)];
    if (column == 0)
        return textCell(QString::fromStdString(rule.where), level >= 0
                                                                ? Swatch{Swatch::Kind::level, level, m_levelCount}
                                                                : Swatch{Swatch::Kind::array, 2, 0});
    Cell cell = column == 1 ? textCell(fromView(kindOf(rule).label)) : textCell(QString::fromStdString(rule.value));
    cell.tip = column == 1 ? fromView(kindOf(rule).meaning) : cell.text;
    return cell;
}

}  // namespace lapidary::ui
