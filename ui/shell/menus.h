// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The menu bar, filled from the action table. GUI thread only.
#pragma once

#include <QList>
#include <QString>

#include <functional>

#include "ui/theme/theme.h"

class QMenuBar;
class QWidget;

namespace lapidary::ui {

class Actions;
class Dock;

/// What the menus need to know of the window when they open.
struct MenuSources {
    QWidget* window = nullptr;
    std::function<ThemeChoice()> theme;
    std::function<void(ThemeChoice)> setTheme;
    std::function<QStringList()> recent;
    std::function<void(const QString&)> open;
    std::function<QList<Dock*>()> docks;  ///< of the perspective in front
};

void fillMenuBar(QMenuBar& bar, const Actions& actions, const MenuSources& sources);

}  // namespace lapidary::ui
