// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of short names, one of which is on and underlined: which dimension a view shows. Left and Right change it. A
// preview, as long as the pointer is on something elsewhere, is underlined lightly. GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

namespace lapidary::ui {

class TabStrip final : public QWidget {
    Q_OBJECT
public:
    explicit TabStrip(const QString& name, QWidget* parent = nullptr);

    void setTabs(const QStringList& tabs);
    const QStringList& tabs() const { return m_tabs; }
    int current() const { return m_current; }
    /// Emits currentChanged if it is another one.
    void setCurrent(int index);
    /// -1 = none.
    void setPreview(int index);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void currentChanged(int index);
    void hovered(int index);  ///< -1 = none

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int tabWidth(int index) const;
    QRect tab(int index) const;

    QStringList m_tabs;
    int m_current = 0;
    int m_preview = -1;
    int m_hovered = -1;
};

}  // namespace lapidary::ui
