// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints the block diagram of a design. What is hovered, selected or dragged belongs to the screen and is absent from
// exports. GUI thread only (fonts).
#pragma once

#include "ui/editors/diagram_layout.h"

class QPainter;

namespace lapidary::ui {

struct Theme;

struct DiagramState {
    std::optional<Part> hovered, selected, dragged;
    const DiagramGap* drop = nullptr;
    bool dropAllowed = true;
    const DiagramGap* handle = nullptr;  ///< under the pointer
    bool handles = true;                 ///< show the + buttons
};

void paintDiagram(QPainter& painter, const Theme& theme, const DiagramLayout& layout, const Workload& workload,
                  int levelCount, const DiagramState& state);

}  // namespace lapidary::ui
