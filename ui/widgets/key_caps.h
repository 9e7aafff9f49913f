// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys of a shortcut in a small outlined box: "Ctrl+O". GUI thread only.
#pragma once

#include <QPoint>
#include <QString>

class QPainter;

namespace lapidary::ui {

struct Theme;

int keyCapWidth(const QString& keys);
/// Right edge and middle of the box. Returns its width.
int drawKeyCap(QPainter& painter, const Theme& theme, const QPoint& rightMiddle, const QString& keys);

}  // namespace lapidary::ui
