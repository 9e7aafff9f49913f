// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bar at the left edge: one item per perspective, icon over text, the one in front in the accent colour. GUI thread
// only.
#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QVBoxLayout;

namespace lapidary::ui {

class ModeBar final : public QWidget {
    Q_OBJECT
public:
    explicit ModeBar(QWidget* parent = nullptr);

    /// A checkable action of a perspective, from top to bottom.
    void addMode(QAction* action);
    /// An action at the foot.
    void addFootAction(QAction* action, const QString& text);
    QSize sizeHint() const override { return {60, 200}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_modes;
    QVBoxLayout* m_foot;
};

}  // namespace lapidary::ui
