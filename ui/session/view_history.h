// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where one has looked: perspective and mapping shown, to go back and forward. Looking is no edit, so undo leaves it alone
// and it leaves the document unmodified. Places whose run is gone are passed over. GUI thread only.
#pragma once

#include <QObject>
#include <QString>

#include <deque>

#include "core/io/session.h"

namespace lapidary::ui {

class Document;

class ViewHistory final : public QObject {
    Q_OBJECT
public:
    struct Place {
        QString perspective;
        ShownMapping shown;
        QString origin;
        bool operator==(const Place& other) const { return perspective == other.perspective && shown == other.shown; }
    };
    static constexpr std::size_t kMost = 100;

    explicit ViewHistory(Document& document, QObject* parent = nullptr);

    /// A visit; the places ahead are forgotten. Nothing if it is where one is.
    void visit(const QString& perspective);
    bool canGo(int step) const { return target(step) >= 0; }
    /// step -1 or +1; emits goneTo.
    void go(int step);
    void clear();

signals:
    void changed();
    void goneTo(const QString& perspective);

private:
    bool exists(const Place& place) const;
    /// Index of the next place that still exists, -1 if none.
    int target(int step) const;

    Document& m_document;
    std::deque<Place> m_places;
    int m_current = -1;
    bool m_going = false;
};

}  // namespace lapidary::ui
