// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/outline_device.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

namespace lapidary::ui {

/// Does not override drawTextItem: what QPaintEngine does by itself is to fill the outlines.
class OutlineDevice::Engine final : public QPaintEngine {
public:
    explicit Engine(QPainter& target) : QPaintEngine(AllFeatures), m_target(target), m_base(target.transform()) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& next) override {
        const DirtyFlags dirty = next.state();
        if (dirty & DirtyTransform) m_target.setTransform(next.transform() * m_base);
        if (dirty & DirtyPen) m_target.setPen(next.pen());
        if (dirty & DirtyBrush) m_target.setBrush(next.brush());
        if (dirty & DirtyBrushOrigin) m_target.setBrushOrigin(next.brushOrigin());
        if (dirty & DirtyBackground) m_target.setBackground(next.backgroundBrush());
        if (dirty & DirtyBackgroundMode) m_target.setBackgroundMode(next.backgroundMode());
        if (dirty & DirtyOpacity) m_target.setOpacity(next.opacity());
        if (dirty & DirtyHints) {
            m_target.setRenderHints(m_target.renderHints(), false);
            m_target.setRenderHints(next.renderHints());
        }
        if (dirty & DirtyCompositionMode) m_target.setCompositionMode(next.compositionMode());
        if (dirty & DirtyClipRegion) m_target.setClipRegion(next.clipRegion(), next.clipOperation());
        if (dirty & DirtyClipPath) m_target.setClipPath(next.clipPath(), next.clipOperation());
        if (dirty & DirtyClipEnabled) m_target.setClipping(next.isClipEnabled());
    }

    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawRects(const QRectF* rects, int count) override { m_target.drawRects(rects, count); }
    void drawLines(const QLineF* lines, int count) override { m_target.drawLines(lines, count); }
    void drawEllipse(const QRectF& box) override { m_target.drawEllipse(box); }
    void drawPoints(const QPointF* points, int count) override { m_target.drawPoints(points, count); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (mode == PolylineMode)
            m_target.drawPolyline(points, count);
        else if (mode == ConvexMode)
            m_target.drawConvexPolygon(points, count);
        else
            m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }
    void drawPixmap(const QRectF& box, const QPixmap& pixmap, const QRectF& part) override {
        m_target.drawPixmap(box, pixmap, part);
    }
    void drawImage(const QRectF& box, const QImage& image, const QRectF& part,
                   Qt::ImageConversionFlags flags) override {
        m_target.drawImage(box, image, part, flags);
    }
    void drawTiledPixmap(const QRectF& box, const QPixmap& pixmap, const QPointF& offset) override {
        m_target.drawTiledPixmap(box, pixmap, offset);
    }

    using QPaintEngine::drawEllipse;
    using QPaintEngine::drawLines;
    using QPaintEngine::drawPoints;
    using QPaintEngine::drawPolygon;
    using QPaintEngine::drawRects;

private:
    QPainter& m_target;
    QTransform m_base;
};

OutlineDevice::OutlineDevice(QPainter& target, QSizeF size)
    : m_size(size), m_engine(std::make_unique<Engine>(target)) {}
OutlineDevice::~OutlineDevice() = default;

QPaintEngine* OutlineDevice::paintEngine() const { return m_engine.get(); }

int OutlineDevice::metric(PaintDeviceMetric metric) const {
    constexpr int kDpi = 96;
    switch (metric) {
    case PdmWidth: return qCeil(m_size.width());
    case PdmHeight: return qCeil(m_size.height());
    case PdmWidthMM: return qRound(m_size.width() * 25.4 / kDpi);
    case PdmHeightMM: return qRound(m_size.height() * 25.4 / kDpi);
    case PdmNumColors: return 0;
    case PdmDepth: return 32;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return kDpi;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
    default: return 0;
    }
}

}  // namespace lapidary::ui
