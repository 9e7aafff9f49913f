// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A figure on paper: laid out for a width and a height in millimetres, a size of text, colours, text as text or as
// outlines; light on white unless asked. Every file carries its provenance (docs/formats/exports.md) and no clock: the
// same figure, look and provenance give the same bytes. GUI thread only (fonts).
#pragma once

#include <functional>
#include <memory>

#include "core/base/result.h"
#include "core/io/export_options.h"
#include "core/io/provenance.h"
#include "ui/export/figure.h"

class QImage;
class QPainter;

namespace lapidary::ui {

/// A figure that can be laid out anew, where its view can.
struct Drawing {
    Figure figure;
    double leastWidth = 0;  ///< pixels; below, the picture would be cut or lose something; 0 = nobody knows
    /// The same picture laid out for another size; null: it can only be scaled.
    std::function<void(QPainter&, const Theme&, QSizeF)> paintAt = {};
    bool keepsShape = false;                     ///< height goes with width, as plots want it; else rows keep theirs
    std::shared_ptr<const void> keepAlive = {};  ///< what the paint functions read
};

/// The drawing laid out anew at another size. Requires paintAt.
Drawing resized(Drawing drawing, QSizeF size);

/// The usual text of a view, on screen: 12 pixels.
inline constexpr double kUsualPoints = 9;
inline constexpr double kLeastReadablePoints = 5.5;  ///< smaller text is refused by most journals

struct FigureLook {
    double widthMm = 0;   ///< 0 = as the picture is
    double heightMm = 0;  ///< 0 = as the width asks
    double points = 0;    ///< of the usual text; 0 = kUsualPoints, or less if the width asks for it
    double scale = 2;     ///< PNG: pixels per side and 1/96 inch
    bool dark = false;
    bool outlines = false;  ///< text as paths

    bool operator==(const FigureLook&) const = default;
};
/// From the options of the command line and back; what is as usual is left out.
Result<FigureLook> lookOf(const ExportOptions& options);
ExportOptions optionsOf(const FigureLook& look);

/// A figure laid out for a look: the page in pixels at 96 dpi, and by how much the picture on it is scaled.
struct Sheet {
    Drawing drawing;
    QSizeF page;
    double scale = 1;
    double points() const { return kUsualPoints * scale; }
    QSizeF millimetres() const { return page * (25.4 / 96); }
};
Sheet sheetOf(const Drawing& drawing, const FigureLook& look);
/// Paints ground and picture; the painter's unit is 1/96 inch.
void paintSheet(QPainter& painter, const Sheet& sheet, const FigureLook& look);
QImage imageOf(const Drawing& drawing, const FigureLook& look);

/// The file as bytes. Requires one of figureFormats().
QByteArray writeFigure(const Drawing& drawing, const QString& format, const FigureLook& look,
                       const Provenance& provenance);

/// Writes beside, then renames: the old file stays whole if anything fails.
Diagnostics writeBytes(const QByteArray& bytes, const QString& path);

}  // namespace lapidary::ui
