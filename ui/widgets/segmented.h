// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A switch of a few exclusive choices, side by side, all visible: "evaluations | time". Left and Right change it.
// GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

namespace lapidary::ui {

class Segmented final : public QWidget {
    Q_OBJECT
public:
    explicit Segmented(QStringList labels, QWidget* parent = nullptr);

    int current() const { return m_current; }
    /// Emits currentChanged if it is another one.
    void setCurrent(int index);
    QString label(int index) const { return m_labels.value(index); }
    void setLabel(int index, const QString& label);
    void setToolTips(const QStringList& tips) { m_tips = tips; }
    /// 20 px high, for dock titles, instead of the 24 of forms.
    void setCompact(bool compact);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect segment(int index) const;
    int segmentAt(const QPoint& position) const;
    int labelWidth(int index) const;

    QStringList m_labels;
    QStringList m_tips;
    int m_current = 0;
    int m_hovered = -1;
    bool m_compact = false;
};

}  // namespace lapidary::ui
