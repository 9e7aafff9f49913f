// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a person prefers, as one value. Kept in the user's settings file; anything odd that stands there counts as the
// default. Safe mode and tests neither read nor write it. GUI thread only.
#pragma once

#include <span>

#include "ui/theme/theme.h"

namespace lapidary::ui {

struct Settings {
    ThemeChoice theme = ThemeChoice::system;
    int scalePercent = 100;    ///< of the whole window; read when the program starts
    int searchThreads = 0;     ///< of new sessions; 0 = one less than there are cores
    int autosaveSeconds = 15;  ///< after a change, at most
    bool welcome = true;       ///< the welcome page at start
    int recentFiles = 8;       ///< how many are remembered

    bool operator==(const Settings&) const = default;
};

inline constexpr int kLeastAutosaveSeconds = 2;
inline constexpr int kMostAutosaveSeconds = 30;
inline constexpr int kMostRecentFiles = 30;
std::span<const int> scaleChoices();

Settings loadSettings();
void saveSettings(const Settings& settings);
/// Threads of a new session by the settings.
int searchThreadsBy(const Settings& settings);

}  // namespace lapidary::ui
