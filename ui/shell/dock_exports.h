// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What stands behind the export button of a dock: the view as SVG, PDF or PNG, the table as CSV, either to the clipboard.
// GUI thread only.
#pragma once

#include <functional>

#include "ui/export/figure.h"

class QAbstractItemModel;

namespace lapidary::ui {

class Dock;

void addFigureExport(Dock& dock, std::function<Figure()> figure, std::function<QString()> textTwin);
void addTableExport(Dock& dock, const QAbstractItemModel& model);

}  // namespace lapidary::ui
