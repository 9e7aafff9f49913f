// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Labels at the ends of lines, to the right of the axes, pushed apart where they would overlap and joined to their line
// by a thin leader. A layerable of QCustomPlot. GUI thread only.
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace lapidary::ui {

struct Theme;

struct EndLabel {
    QString text;
    double x = 0, y = 0;  ///< end of the line, in coordinates of the plot's axes
    int series = 0;
};

class EndLabels final : public QCPLayerable {
    Q_OBJECT
public:
    explicit EndLabels(QCustomPlot* plot);

    void setLabels(std::vector<EndLabel> labels) { m_labels = std::move(labels); }
    void setTheme(const Theme& theme) { m_theme = &theme; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    std::vector<EndLabel> m_labels;
    const Theme* m_theme;
};

}  // namespace lapidary::ui
