// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/unread.h"

#include "ui/session/document.h"

namespace lapidary::ui {

Unread::Unread(Document& document) : QObject(&document), m_document(document) {}

Unread& Unread::of(Document& document) {
    auto* found = document.findChild<Unread*>(QString(), Qt::FindDirectChildrenOnly);
    return found ? *found : *new Unread(document);
}

void Unread::set(const QString& place, const QString& what) {
    if (m_all.value(place) == what) return;
    if (what.isEmpty())
        m_all.remove(place);
    else
        m_all[place] = what;
    emit changed();
}

QString Unread::standstill() const {
    if (m_all.size() == 1) return tr("fix 1 error to run");
    if (!m_all.isEmpty()) return tr("fix %1 errors to run").arg(m_all.size());
    const Diagnostics& problems = m_document.problems();
    return problems.empty() ? QString() : tr("cannot run: %1").arg(QString::fromStdString(problems.front().message));
}

}  // namespace lapidary::ui
