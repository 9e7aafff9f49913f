// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/figure.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "core/base/version.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr int kDpi = 96;

QString creator() {
    return QStringLiteral("Lapidary %1")
        .arg(QString::fromUtf8(kVersion.data(), static_cast<qsizetype>(kVersion.size())));
}

void paintOn(QPaintDevice& device, const Figure& figure) {
    QPainter painter(&device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.fillRect(QRectF(QPointF(), figure.size), Qt::white);
    figure.paint(painter, lightTheme());
}

bool writeSvg(const Figure& figure, QIODevice& file) {
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setResolution(kDpi);
    svg.setSize(figure.size.toSize());
    svg.setViewBox(QRectF(QPointF(), figure.size));
    svg.setTitle(figure.title);
    svg.setDescription(creator());
    paintOn(svg, figure);
    return true;
}

bool writePdf(const Figure& figure, QIODevice& file) {
    QPdfWriter pdf(&file);
    pdf.setResolution(kDpi);
    pdf.setTitle(figure.title);
    pdf.setCreator(creator());
    pdf.setPageSize(QPageSize(figure.size * 72.0 / kDpi, QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    paintOn(pdf, figure);
    return true;
}

bool writePng(const Figure& figure, QIODevice& file, double scale) {
    QImage image((figure.size * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Software"), creator());
    paintOn(image, figure);
    return image.save(&file, "PNG");
}

}  // namespace

QStringList figureFormats() { return {QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("png")}; }

Diagnostics exportFigure(const Figure& figure, const QString& path, double scale) {
    const QString format = QFileInfo(path).suffix().toLower();
    if (!figureFormats().contains(format))
        return {error("the ending of " + path.toStdString() + " names no figure format", "use .svg, .pdf or .png")};
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {error("cannot write " + path.toStdString() + ": " + file.errorString().toStdString())};
    const bool written = format == u"svg"   ? writeSvg(figure, file)
                         : format == u"pdf" ? writePdf(figure, file)
                                            : writePng(figure, file, scale);
    if (!written || !file.commit())
        return {error("cannot write " + path.toStdString() + ": " + file.errorString().toStdString())};
    return {};
}

}  // namespace lapidary::ui
