// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How something was exported last, so that the next dialog begins there; kept in the settings where they may be written.
// GUI thread only.
#pragma once

#include "ui/export/drawing.h"
#include "ui/export/view_export.h"

namespace lapidary::ui {

struct ExportChoice {
    QString figureFormat = QStringLiteral("svg"), tableFormat = QStringLiteral("csv");
    FigureLook look;
    bool asShown = false;  ///< colours of the window instead of look.dark
    QString numbers;       ///< "exact", "shown"; empty = as usual for the format
    QString folder;
};
ExportChoice& lastExport();
void loadLastExport();
void saveLastExport();

/// As text, and as what it is where the clipboard has a type for it.
void copyToClipboard(const QByteArray& bytes, const ViewFormat& format);

}  // namespace lapidary::ui
