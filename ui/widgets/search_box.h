// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Looks like a field to search in and opens the command palette; where room is short, only its glass is left. GUI thread
// only.
#pragma once

#include <QAbstractButton>

class QAction;

namespace lapidary::ui {

class SearchBox final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SearchBox(QAction* palette, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {28, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_keys;
};

}  // namespace lapidary::ui
