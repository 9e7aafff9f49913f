// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/drawing.h"

#include <QBuffer>
#include <QHash>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

#include "core/base/units.h"
#include "core/base/version.h"
#include "ui/export/figure_metadata.h"
#include "ui/export/outline_device.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr int kDpi = 96;
constexpr double kPixelsPerMm = kDpi / 25.4;

/// Fills the device, through outlines if asked.
void paintOn(QPaintDevice& device, const Sheet& sheet, const FigureLook& look) {
    QPainter painter(&device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (!look.outlines) return paintSheet(painter, sheet, look);
    OutlineDevice outlines(painter, sheet.page);
    QPainter through(&outlines);
    through.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paintSheet(through, sheet, look);
}

QByteArray svgOf(const Sheet& sheet, const FigureLook& look, const Provenance& provenance) {
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(kDpi);
    svg.setSize(sheet.page.toSize());
    svg.setViewBox(QRectF(QPointF(), sheet.page));
    svg.setTitle(sheet.drawing.figure.title);
    paintOn(svg, sheet, look);
    return withSvgMetadata(buffer.data(), sheet.millimetres(), provenance);
}

/// Qt writes the fonts of a PDF in the order of a hash; while this lives, that is the same each time. Hashes keep the seed
/// that they are made with, so that others come to no harm.
class FixedHashOrder {
public:
    FixedHashOrder() { QHashSeed::setDeterministicGlobalSeed(); }
    ~FixedHashOrder() { QHashSeed::resetRandomGlobalSeed(); }
    Q_DISABLE_COPY_MOVE(FixedHashOrder)
};

QByteArray pdfOf(const Sheet& sheet, const FigureLook& look, const Provenance& provenance) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        const FixedHashOrder fixed;
        QPdfWriter pdf(&buffer);
        pdf.setResolution(kDpi);
        pdf.setTitle(sheet.drawing.figure.title);
        pdf.setCreator(producerName());
        pdf.setDocumentXmpMetadata(xmpOf(sheet.drawing.figure.title, provenance));
        pdf.setPageSize(QPageSize(sheet.page * 72.0 / kDpi, QPageSize::Point, {}, QPageSize::ExactMatch));
        pdf.setPageMargins(QMarginsF());
        paintOn(pdf, sheet, look);
    }
    return withoutPdfClock(buffer.data());
}

QByteArray pngOf(const Drawing& drawing, const FigureLook& look, const Provenance& provenance) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    imageOf(drawing, look).save(&buffer, "PNG");
    return withPngText(buffer.data(), drawing.figure.title, provenance);
}

}  // namespace

Drawing resized(Drawing drawing, QSizeF size) {
    drawing.figure.size = size;
    drawing.figure.paint = [at = drawing.paintAt, size](QPainter& painter, const Theme& theme) {
        at(painter, theme, size);
    };
    return drawing;
}

Result<FigureLook> lookOf(const ExportOptions& options) {
    FigureLook look;
    Diagnostics problems;
    const auto number = [&](const char* key, double min, double max, double& value) {
        const auto read = chosenNumber(options, key, min, max, value);
        if (read) value = *read;
        problems.insert(problems.end(), read.diagnostics().begin(), read.diagnostics().end());
    };
    const auto flag = [&](const char* key, const char* off, const char* on, bool& value) {
        const auto read = chosen(options, key, {off, on}, off);
        if (read) value = *read == on;
        problems.insert(problems.end(), read.diagnostics().begin(), read.diagnostics().end());
    };
    number("width", 10, 2000, look.widthMm);
    number("height", 5, 2000, look.heightMm);
    number("font", 3, 72, look.points);
    number("scale", 1, 4, look.scale);
    flag("theme", "light", "dark", look.dark);
    flag("text", "text", "paths", look.outlines);
    if (hasErrors(problems)) return problems;
    return look;
}

ExportOptions optionsOf(const FigureLook& look) {
    ExportOptions options;
    if (look.widthMm > 0) options["width"] = formatExact(look.widthMm);
    if (look.heightMm > 0) options["height"] = formatExact(look.heightMm);
    if (look.points > 0) options["font"] = formatExact(look.points);
    if (look.scale != FigureLook{}.scale) options["scale"] = formatExact(look.scale);
    if (look.dark) options["theme"] = "dark";
    if (look.outlines) options["text"] = "paths";
    return options;
}

Sheet sheetOf(const Drawing& drawing, const FigureLook& look) {
    const QSizeF natural = drawing.figure.size;
    const double wanted = look.points > 0 ? look.points / kUsualPoints : 1;
    const double width = look.widthMm > 0 ? look.widthMm * kPixelsPerMm : natural.width() * wanted;
    const double height = look.heightMm * kPixelsPerMm;  // 0 = free
    if (!drawing.paintAt) {
        double scale = width / natural.width();
        if (height > 0)
            scale = look.widthMm > 0 ? std::min(scale, height / natural.height()) : height / natural.height();
        return {drawing, height > 0 && look.widthMm > 0 ? QSizeF(width, height) : natural * scale, scale};
    }
    double scale = std::min(wanted, width / std::max(1.0, drawing.leastWidth));
    if (height > 0 && !drawing.keepsShape) scale = std::min(scale, height / natural.height());
    const double tall = drawing.keepsShape ? natural.height() / natural.width() * width / scale : natural.height();
    const QSizeF layout(width / scale, height > 0 ? height / scale : tall);
    return {resized(drawing, layout), layout * scale, scale};
}

void paintSheet(QPainter& painter, const Sheet& sheet, const FigureLook& look) {
    const Theme& theme = look.dark ? darkTheme() : lightTheme();
    painter.fillRect(QRectF(QPointF(), sheet.page), look.dark ? theme.panel : QColor(Qt::white));
    painter.scale(sheet.scale, sheet.scale);
    sheet.drawing.figure.paint(painter, theme);
}

QImage imageOf(const Drawing& drawing, const FigureLook& look) {
    const Sheet sheet = sheetOf(drawing, look);
    const QSizeF pixels = sheet.page * look.scale;
    QImage image(qCeil(pixels.width()), qCeil(pixels.height()), QImage::Format_RGB32);
    image.fill(look.dark ? darkTheme().panel : QColor(Qt::white));
    if (look.scale >= 1) {
        image.setDevicePixelRatio(look.scale);
        paintOn(image, sheet, look);
    } else {  // a preview; pictures that are replayed do not follow a ratio below 1
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(look.scale, look.scale);
        paintSheet(painter, sheet, look);
    }
    image.setDotsPerMeterX(qRound(kDpi * look.scale / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    return image;
}

QByteArray writeFigure(const Drawing& drawing, const QString& format, const FigureLook& look,
                       const Provenance& provenance) {
    if (format == u"png") return pngOf(drawing, look, provenance);
    const Sheet sheet = sheetOf(drawing, look);
    return format == u"svg" ? svgOf(sheet, look, provenance) : pdfOf(sheet, look, provenance);
}

Diagnostics writeBytes(const QByteArray& bytes, const QString& path) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return {error("cannot write " + path.toStdString() + ": " + file.errorString().toStdString())};
    return {};
}

}  // namespace lapidary::ui
