// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two lines of small text below a view: what it tells of the thing that is pointed at or chosen. GUI thread only.
#pragma once

#include <QLabel>

namespace lapidary::ui {

QLabel* noteLine(const QString& name);

/// The line of a view that has a signal told(words) and an emptyText(); until something is told, the hint.
template <class V>
QLabel* toldLine(V* view, const QString& name, const QString& hint) {
    QLabel* note = noteLine(name);
    QObject::connect(view, &V::told, note, [note, view, hint](const QString& words) {
        note->setText(!words.isEmpty() ? words : view->emptyText().isEmpty() ? hint : QString());
    });
    return note;
}

}  // namespace lapidary::ui
