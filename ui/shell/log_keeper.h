// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes into the log what happens in a window: files, runs with their results, banners. GUI thread only.
#pragma once

namespace lapidary::ui {

class MainWindow;

void keepLog(MainWindow& window);

}  // namespace lapidary::ui
