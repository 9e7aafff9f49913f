// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view or form in a frame that scrolls when it is too small for it, without border and on panel ground; and widgets that share a
// dock. GUI thread only.
#pragma once

#include <initializer_list>

class QScrollArea;
class QWidget;

namespace lapidary::ui {

QScrollArea* scrolled(QWidget* content);
/// Notes above a view: as tall as they want, but at most half of what they lie in - then they scroll. Hidden with them.
QScrollArea* scrolledNotes(QWidget* notes);
/// One below the other, without gaps.
QWidget* stacked(std::initializer_list<QWidget*> parts);

}  // namespace lapidary::ui
