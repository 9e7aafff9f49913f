// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A six-pixel bar of progress; without a known end it shows a resting quarter. GUI thread only.
#pragma once

#include <QWidget>

namespace lapidary::ui {

class ProgressLine final : public QWidget {
    Q_OBJECT
public:
    explicit ProgressLine(QWidget* parent = nullptr);
    /// 0..1; < 0 = unknown.
    void setFraction(double fraction);
    QSize sizeHint() const override { return {120, 6}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_fraction = 0;
};

}  // namespace lapidary::ui
