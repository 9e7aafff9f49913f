// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/whats_this.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QWhatsThis>
#include <QWidget>

#include "ui/views/view_base.h"

namespace lapidary::ui {

namespace {

/// What the widget or what it lies in says of itself; painted views say what is at the place.
QString wordsOf(const QWidget* widget, const QPoint& global) {
    for (; widget && !widget->isWindow(); widget = widget->parentWidget()) {
        if (qobject_cast<const QAbstractItemView*>(widget)) return {};
        if (!widget->whatsThis().isEmpty()) return widget->whatsThis();
        if (const auto* view = qobject_cast<const View*>(widget))
            if (QString there = view->wordsAt(view->mapFromGlobal(global)); !there.isEmpty()) return there;
        if (!widget->toolTip().isEmpty()) return widget->toolTip();
    }
    return {};
}

}  // namespace

bool WhatsThis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::WhatsThis && event->type() != QEvent::QueryWhatsThis) return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget) return false;
    const QPoint at = static_cast<QHelpEvent*>(event)->globalPos();
    const QString words = wordsOf(widget, at);
    if (words.isEmpty()) return false;
    if (event->type() == QEvent::WhatsThis) QWhatsThis::showText(at, words, widget);
    event->accept();
    return true;
}

}  // namespace lapidary::ui
