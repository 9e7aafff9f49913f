// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sheets behind the Help menu: version, licence and libraries; all actions and their keys. GUI thread only.
#pragma once

class QWidget;

namespace lapidary::ui {

void showAbout(QWidget* parent);

}  // namespace lapidary::ui
