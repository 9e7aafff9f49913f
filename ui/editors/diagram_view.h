// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The block diagram of the design as something to work on: click or arrow keys select a part, + between two levels adds
// one, dragging or Alt+Up and Alt+Down reorder, Insert, Ctrl+D and Delete add, duplicate and remove. GUI thread only.
#pragma once

#include "ui/editors/diagram_layout.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class DesignEditor;

class DiagramView final : public View {
    Q_OBJECT
public:
    explicit DiagramView(DesignEditor& editor, QWidget* parent = nullptr);

    QSizeF pictureSize() const override;
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    const DiagramLayout& layoutNow() const { return m_layout; }

protected:
    QString tipAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

signals:
    /// Enter or double-click: the person wants to change the selected part.
    void partActivated();

private:
    void refresh();
    void step(int direction);
    void endDrag(bool drop);
    bool dropAllowed(const DiagramGap& gap) const;

    DesignEditor& m_editor;
    DiagramLayout m_layout;
    std::optional<Part> m_hovered;
    const DiagramGap* m_handle = nullptr;
    std::optional<Part> m_pressed;
    QPointF m_pressedAt;
    bool m_dragging = false;
    bool m_onScreen = false;  ///< painting the widget, not an export
    const DiagramGap* m_drop = nullptr;
};

}  // namespace lapidary::ui
