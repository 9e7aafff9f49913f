// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/scroll_view.h"

#include <QScrollArea>

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

}  // namespace lapidary::ui
