// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What stands behind the export button of a dock: the dialog (also Ctrl+E), and shortcuts to it for each format; picture,
// SVG, text and table to the clipboard. A view in the list of views gives its key and how it is shown at present; what is
// in no list gives its picture or table itself and leaves the program without a command that makes it again. GUI thread
// only.
#pragma once

#include <functional>
#include <string>

#include "core/io/export_options.h"
#include "ui/export/figure.h"

class QAbstractItemModel;

namespace lapidary::ui {

class Dock;
class Document;
class Perspective;

/// Property of a dock: why its view can't be exported just now, as text; empty = it can.
inline constexpr const char* kNotYet = "exportNotYet";

/// Several views of one dock stand one below the other; the first is what Ctrl+E exports.
void addViewExport(Dock& dock, const Document& document, const std::string& key,
                   std::function<ExportOptions()> options = {}, const std::function<QString()>& textTwin = {});

/// Log and a banner that goes by itself: a file was written for a dock.
void tellExported(const Dock& dock, const QString& path);

/// Ctrl+E: the view that has the focus, else the first of the perspective that can be seen.
void exportFront(const Perspective& perspective);

void addFigureExport(Dock& dock, std::function<Figure()> figure, const std::function<QString()>& textTwin);
void addTableExport(Dock& dock, const QAbstractItemModel& model);

}  // namespace lapidary::ui
