// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view or form in a frame that scrolls when it is too small for it, without border and on panel ground. GUI thread only.
#pragma once

class QScrollArea;
class QWidget;

namespace lapidary::ui {

QScrollArea* scrolled(QWidget* content);

}  // namespace lapidary::ui
