// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/figure.h"

#include <QFileInfo>

#include "ui/export/drawing.h"

namespace lapidary::ui {

QStringList figureFormats() { return {QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("png")}; }

Diagnostics exportFigure(const Figure& figure, const QString& path, double scale) {
    const QString format = QFileInfo(path).suffix().toLower();
    if (!figureFormats().contains(format))
        return {error("the ending of " + path.toStdString() + " names no figure format", "use .svg, .pdf or .png")};
    FigureLook look;
    look.scale = scale;
    return writeBytes(writeFigure({figure}, format, look, {}), path);
}

}  // namespace lapidary::ui
