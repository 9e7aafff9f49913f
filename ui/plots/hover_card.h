// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A small card beside the point of a plot that the pointer is on: a bold line, then the exact figures, a ring around the
// point and, if asked for, cross hairs to both axes. It lies on a layer of its own, so that moving it repaints nothing
// else. GUI thread only.
#pragma once

#include <qcustomplot.h>

namespace lapidary::ui {

struct Theme;

class HoverCard final : public QCPLayerable {
    Q_OBJECT
public:
    explicit HoverCard(QCustomPlot* plot);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// `anchor` in pixels of the plot.
    void show(const QPointF& anchor, const QStringList& lines, bool crossHairs = false);
    void hide();
    /// What the card says at present; empty if there is none.
    const QStringList& lines() const { return m_lines; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    QRectF cardBox() const;

    const Theme* m_theme;
    QPointF m_anchor;
    QStringList m_lines;
    bool m_crossHairs = false;
};

}  // namespace lapidary::ui
