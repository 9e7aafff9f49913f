// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All actions with their keys, and the keys of tables and painted views, to be searched. GUI thread only.
#pragma once

class QWidget;

namespace lapidary::ui {

class Actions;

void showShortcuts(QWidget* parent, const Actions& actions);

}  // namespace lapidary::ui
