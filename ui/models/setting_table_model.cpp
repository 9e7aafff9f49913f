// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/setting_table_model.h"

#include <algorithm>

namespace lapidary::ui {

SettingTableModel::SettingTableModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{
          {tr("Setting"), tr("Its path, as in --set PATH=VALUE"), false},
          {tr("Value"), tr("Energies in pJ per access, areas in µm², bandwidths in words/cycle. Double-click or F2 "
                           "to change it")},
          {tr("Preset"), tr("What the preset says, where that differs")},
      } {}

void SettingTableModel::setDesign(const Architecture& design, const Architecture* preset) {
    m_settings = settings(design);
    m_original = preset ? settings(*preset) : m_settings;
    refresh();
}

Qt::ItemFlags SettingTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = FigureTableModel::flags(index);
    return index.column() == kValueColumn ? flags | Qt::ItemIsEditable : flags;
}

bool SettingTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != kValueColumn) return false;
    const auto& setting = m_settings[static_cast<std::size_t>(source(index.row()))];
    const QString typed = value.toString().trimmed();
    if (typed != QString::fromStdString(setting.second)) emit valueEdited(QString::fromStdString(setting.first), typed);
    return true;
}

Cell SettingTableModel::cell(int row, int column) const {
    const auto& [path, value] = m_settings[static_cast<std::size_t>(row)];
    if (column == 0) return textCell(QString::fromStdString(path));
    Cell cell = textCell(QString::fromStdString(value));
    const bool absent = value == "unknown" || value == "unlimited" || value == "unbounded" || value == "default";
    cell.zero = absent;
    cell.order = absent ? -1 : cell.text.toDouble();
    if (column == kValueColumn) return cell;
    const auto same = std::find_if(m_original.begin(), m_original.end(),
                                   [&path = path](const auto& other) { return other.first == path; });
    if (same == m_original.end()) return textCell(tr("new"));
    return same->second == value ? textCell({}) : textCell(QString::fromStdString(same->second));
}

}  // namespace lapidary::ui
