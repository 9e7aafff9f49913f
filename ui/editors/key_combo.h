// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A combo box of the core's named options, in the order of their table.
#pragma once

#include <QComboBox>

#include <cstddef>

#include "ui/models/words.h"

namespace lapidary::ui {

/// An item per option, its meaning as tooltip.
template <class E>
void fillCombo(QComboBox& combo) {
    for (const auto& entry : keyTable(E{})) {
        combo.addItem(fromView(entry.label));
        combo.setItemData(combo.count() - 1, fromView(entry.meaning), Qt::ToolTipRole);
    }
}

/// The item of an option.
template <class E>
int keyIndex(E value) {
    const auto table = keyTable(E{});
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].value == value) return static_cast<int>(i);
    return 0;
}

}  // namespace lapidary::ui
