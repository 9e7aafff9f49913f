// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sentence of a widget that has nothing to show yet, in the colour and size that painted views and tables write theirs in.
// Plain text, wrapped, at the top left. GUI thread only.
#pragma once

#include <QLabel>

namespace lapidary::ui {

class EmptyLine final : public QLabel {
    Q_OBJECT
public:
    explicit EmptyLine(const QString& text = {}, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace lapidary::ui
