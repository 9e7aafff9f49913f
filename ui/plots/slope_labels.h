// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of memories at the top of their lines in a ski slope, in rows where they would overlap, and their places on the
// curve. A layerable of QCustomPlot. GUI thread only.
#pragma once

#include <qcustomplot.h>

#include "core/explore/slope.h"

namespace lapidary::ui {

struct Theme;

class SlopeLabels final : public QCPLayerable {
    Q_OBJECT
public:
    explicit SlopeLabels(QCustomPlot* plot);

    void setSlope(const Slope& slope) { m_slope = slope; }
    void setTheme(const Theme& theme) { m_theme = &theme; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    void drawMark(QCPPainter& painter, const SlopeMark& mark, double& rightmost, int& row) const;

    Slope m_slope;
    const Theme* m_theme;
};

}  // namespace lapidary::ui
