// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A share as a bar of ten pixels with its interval of confidence; no figure, that stands beside it. GUI thread only.
#pragma once

#include <QWidget>

namespace lapidary::ui {

class ShareBar final : public QWidget {
    Q_OBJECT
public:
    explicit ShareBar(QWidget* parent = nullptr);
    /// All in 0..1; share < 0 = not known yet.
    void setShare(double share, double low, double high);
    QSize sizeHint() const override { return {160, 12}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = -1, m_low = 0, m_high = 0;
};

}  // namespace lapidary::ui
