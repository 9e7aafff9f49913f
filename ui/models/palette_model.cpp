// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/palette_model.h"

#include <algorithm>

#include "ui/models/fuzzy.h"

namespace lapidary::ui {

namespace {
constexpr int kRecentBonus = 6;    ///< what was used before wins over an equally good match
constexpr int kDisabledMalus = 4;  ///< and what can be used over what cannot
}  // namespace

void PaletteModel::setItems(std::vector<PaletteItem> items, const QStringList& recent) {
    m_items = std::move(items);
    m_freshness.clear();
    for (const PaletteItem& item : m_items) {
        const auto place = recent.indexOf(item.id);
        m_freshness.push_back(place < 0 ? 0 : static_cast<int>(recent.size() - place));
    }
    setPattern({});
}

void PaletteModel::setPattern(const QString& pattern) {
    beginResetModel();
    m_rows.clear();
    const bool searching = !pattern.trimmed().isEmpty();
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        auto match = fuzzyMatch(pattern, m_items[i].text);
        if (!match) continue;
        int score = match->score;
        if (searching) {
            if (m_freshness[i] > 0) score += kRecentBonus;
            if (!m_items[i].reason.isEmpty()) score -= kDisabledMalus;
        } else {
            score = m_freshness[i];
        }
        m_rows.push_back({i, score, std::move(match->positions)});
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.score > b.score; });
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const PaletteItem& item = at(index.row());
    switch (role) {
    case Qt::DisplayRole: return item.text;
    case Qt::AccessibleTextRole:
        return item.reason.isEmpty() ? item.text : QStringLiteral("%1, %2").arg(item.text, item.reason);
    case kKind: return item.kind;
    case kIcon: return item.iconName;
    case kShortcut: return item.shortcut;
    case kReason: return item.reason;
    case kPositions: {
        QVariantList positions;
        for (const int position : m_rows[static_cast<std::size_t>(index.row())].positions) positions << position;
        return positions;
    }
    default: return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsSelectable | Qt::ItemIsEnabled : Qt::NoItemFlags;
}

}  // namespace lapidary::ui
