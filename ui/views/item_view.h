// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view of numbered items - nodes, rows, steps - that are pointed at and chosen, by pointer or keys, and say in words what
// they are: as a tooltip and as a signal. A concrete view says where an item is, what it says and where a key leads. What
// is pointed at is outlined on screen only. GUI thread only.
#pragma once

#include "ui/views/view_base.h"

namespace lapidary::ui {

class ItemView : public View {
    Q_OBJECT
public:
    using View::View;

    /// The item that keys and clicks chose, -1 = none.
    int chosen() const { return m_chosen; }

signals:
    /// What the pointed or chosen item says; empty = none.
    void told(const QString& words);
    /// By double click or Return.
    void activated(int item);

protected:
    virtual int itemAt(const QPointF& position) const = 0;
    /// Empty for -1.
    virtual QString wordsOf(int item) const = 0;
    /// Where a key leads from the chosen item; nullopt = it means nothing here. Home, Escape and what the view adds.
    virtual std::optional<int> stepFrom(int item, int key) const = 0;
    /// For views that scroll.
    virtual void chosenChanged() {}

    /// Other items: none is chosen or pointed at.
    void forgetItems();
    /// The words of the item have changed.
    void retell() { emit told(wordsOf(m_pointed >= 0 ? m_pointed : m_chosen)); }
    /// Of a row of `count` items: `back` and `forth`, Home and End.
    static std::optional<int> stepAlong(int item, int count, int key, int back, int forth);
    void paintMarks(QPainter& painter, const Theme& theme, const std::function<QRectF(int)>& placeOf) const;
    void choose(int item);
    QString tipAt(const QPointF& position) const override { return wordsOf(itemAt(position)); }
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void point(int item);

    int m_chosen = -1, m_pointed = -1;
};

}  // namespace lapidary::ui
