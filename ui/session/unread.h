// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What stands in the editors and cannot be read. The document keeps its last valid inputs meanwhile, and nothing is run
// that the person did not write. One beside each document. GUI thread only.
#pragma once

#include <QMap>
#include <QObject>
#include <QString>

namespace lapidary::ui {

class Document;

class Unread final : public QObject {
    Q_OBJECT
public:
    /// That of the document, which owns it.
    static Unread& of(Document& document);

    /// `place` is the editor's name for people, "Workload"; an empty `what` = all is well there.
    void set(const QString& place, const QString& what);
    /// By place: "Unknown dimension t at 2:36".
    const QMap<QString, QString>& all() const { return m_all; }
    /// Why nothing can be run: something unread, or inputs that do not fit each other; empty if it can.
    QString standstill() const;

signals:
    void changed();

private:
    explicit Unread(Document& document);

    Document& m_document;
    QMap<QString, QString> m_all;
};

}  // namespace lapidary::ui
