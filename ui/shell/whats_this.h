// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "What's this?" for everything that has a tooltip: a click in the mode answers with the words that hovering would show.
// Cells and headers of tables answer by themselves, from their model. GUI thread only.
#pragma once

#include <QObject>

namespace lapidary::ui {

class WhatsThis final : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace lapidary::ui
