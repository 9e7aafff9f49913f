// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables of the window as values and as text: CSV for files, tab-separated for the clipboard. Numbers are written exactly
// unless they are to look as shown. GUI thread only.
#pragma once

#include <QModelIndexList>
#include <QString>

#include "core/io/table.h"

class QAbstractItemModel;

namespace lapidary::ui {

Table tableOf(const QAbstractItemModel& model, NumberStyle style = NumberStyle::exact);
/// The cells of `selection` row by row, tab-separated, without header.
QString toTsv(const QModelIndexList& selection);

}  // namespace lapidary::ui
