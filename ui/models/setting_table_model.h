// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every setting of a design by its path, as the command line's --set knows it: the table twin of the block diagram.
// GUI thread only.
#pragma once

#include "core/arch/architecture.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class SettingTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    static constexpr int kValueColumn = 1;

    explicit SettingTableModel(QObject* parent = nullptr);
    /// `preset` may be null.
    void setDesign(const Architecture& design, const Architecture* preset);
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void valueEdited(const QString& path, const QString& value);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_settings.size()); }
    Cell cell(int row, int column) const override;

private:
    std::vector<std::pair<std::string, std::string>> m_settings, m_original;
    std::vector<Column> m_columns;
};

}  // namespace lapidary::ui
