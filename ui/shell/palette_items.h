// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything the command palette can reach: actions, workloads and layers, designs, examples, docks, runs and recent
// files. Made anew each time it opens. GUI thread only.
#pragma once

#include "ui/models/palette_model.h"

namespace lapidary::ui {

class MainWindow;

std::vector<PaletteItem> actionItems(MainWindow& window);
std::vector<PaletteItem> objectItems(MainWindow& window);

}  // namespace lapidary::ui
