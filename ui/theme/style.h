// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Fusion with flat, quiet controls: panel fill, one-pixel line, radius 3, accent only for focus and the primary button.
// GUI thread only.
#pragma once

#include <QProxyStyle>

namespace lapidary::ui {

class Style final : public QProxyStyle {
    Q_OBJECT
public:
    Style();

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

/// A rounded box as all controls have it; the pen is one pixel wide.
void drawBox(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& edge, double radius = 3);

}  // namespace lapidary::ui
