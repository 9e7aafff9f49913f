// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A short word in a rounded outline: a state or a count. Also as a paint function for painted views. GUI thread only.
#pragma once

#include <QWidget>

class QPainter;

namespace lapidary::ui {

struct Theme;

enum class Tone { neutral, accent, ok, warning, error };
QColor colorOf(Tone tone, const Theme& theme);

class Pill final : public QWidget {
    Q_OBJECT
public:
    explicit Pill(QWidget* parent = nullptr);
    /// An empty text hides the pill.
    void setState(const QString& text, Tone tone = Tone::neutral);
    QString text() const { return m_text; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    Tone m_tone = Tone::neutral;
};

}  // namespace lapidary::ui
