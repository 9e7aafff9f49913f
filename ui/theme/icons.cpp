// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/icons.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

QByteArray svgOf(const QString& name) {
    QFile file(QStringLiteral(":/lapidary/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Parsed once for each colour: a repaint of the window draws some fifty icons.
QSvgRenderer& rendererOf(const QString& name, const QColor& color) {
    static QHash<std::pair<QString, QRgb>, QSvgRenderer*> parsed;  // a few hundred at most; the application owns them
    QSvgRenderer*& renderer = parsed[{name, color.rgb()}];
    if (!renderer) {
        QByteArray svg = svgOf(name);
        svg.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
        renderer = new QSvgRenderer(svg, QApplication::instance());
    }
    return *renderer;
}

class ThemedEngine final : public QIconEngine {
public:
    explicit ThemedEngine(QString name) : m_name(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const Theme& theme = themeOf(QApplication::palette());
        QColor color = state == QIcon::On ? theme.accent : theme.text2;
        if (mode == QIcon::Disabled) color.setAlphaF(0.72F);
        drawIcon(*painter, m_name, rect, color);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap result(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return result;
    }

    QIconEngine* clone() const override { return new ThemedEngine(m_name); }

private:
    QString m_name;
};

}  // namespace

QIcon icon(const QString& name) { return QIcon(new ThemedEngine(name)); }

QIcon appIcon() { return QIcon(QStringLiteral(":/lapidary/icons/app.svg")); }

void drawIcon(QPainter& painter, const QString& name, const QRectF& box, const QColor& color) {
    QSvgRenderer& renderer = rendererOf(name, color);
    const double before = painter.opacity();
    painter.setOpacity(before * color.alphaF());
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = std::min(box.width(), box.height());
    renderer.render(&painter, QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side));
    painter.setOpacity(before);
}

}  // namespace lapidary::ui
