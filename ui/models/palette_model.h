// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the command palette offers, narrowed down by a few letters: the best match first; without letters, what was used
// last first. GUI thread only.
#pragma once

#include <QAbstractListModel>
#include <QStringList>

#include <functional>
#include <vector>

namespace lapidary::ui {

struct PaletteItem {
    QString id;    ///< by which it is remembered
    QString text;  ///< what is matched
    QString kind;  ///< "action", "layer", "dock", ...
    QString iconName;
    QString shortcut;
    QString reason;  ///< why it cannot be used now; empty = it can
    std::function<void()> use;
};

class PaletteModel final : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { kKind = Qt::UserRole, kIcon, kShortcut, kReason, kPositions };
    using QAbstractListModel::QAbstractListModel;

    /// `recent` are ids, the latest first.
    void setItems(std::vector<PaletteItem> items, const QStringList& recent);
    void setPattern(const QString& pattern);
    const PaletteItem& at(int row) const { return m_items[m_rows[static_cast<std::size_t>(row)].item]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row {
        std::size_t item = 0;
        int score = 0;
        std::vector<int> positions;
    };
    std::vector<PaletteItem> m_items;
    std::vector<int> m_freshness;  ///< by item: higher = used later, 0 = not known
    std::vector<Row> m_rows;
};

}  // namespace lapidary::ui
