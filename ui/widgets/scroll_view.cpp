// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/scroll_view.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace lapidary::ui {

QScrollArea* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setBackgroundRole(QPalette::Base);
    area->viewport()->setBackgroundRole(QPalette::Base);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    area->setWidget(content);
    return area;
}

QWidget* stacked(std::initializer_list<QWidget*> parts) {
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* part : parts) layout->addWidget(part);
    return body;
}

}  // namespace lapidary::ui
