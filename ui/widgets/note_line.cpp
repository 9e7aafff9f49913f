// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/note_line.h"

#include "ui/theme/fonts.h"

namespace lapidary::ui {

QLabel* noteLine(const QString& name) {
    auto* note = new QLabel;
    note->setObjectName(name);
    note->setFont(uiFont(TypeSize::note));
    note->setWordWrap(true);
    note->setContentsMargins(10, 4, 10, 4);
    note->setTextFormat(Qt::PlainText);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    note->setMinimumHeight(2 * note->fontMetrics().lineSpacing() + 10);  // the view stays where it is
    return note;
}

}  // namespace lapidary::ui
