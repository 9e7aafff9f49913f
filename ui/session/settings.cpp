// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/settings.h"

#include <QSettings>

#include <algorithm>
#include <array>

#include "core/base/parallel.h"
#include "ui/models/words.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

namespace {

const QString kTheme = QStringLiteral("theme");
const QString kScale = QStringLiteral("scalePercent");
const QString kThreads = QStringLiteral("searchThreads");
const QString kAutosave = QStringLiteral("autosaveSeconds");
const QString kWelcome = QStringLiteral("welcome");
const QString kRecent = QStringLiteral("recentCount");

/// `otherwise` if there is none, it is no number, or out of range.
int number(const QSettings& file, const QString& key, int least, int most, int otherwise) {
    bool understood = false;
    const int value = file.value(key).toInt(&understood);
    return understood && value >= least && value <= most ? value : otherwise;
}

}  // namespace

std::span<const int> scaleChoices() {
    static constexpr std::array kChoices{100, 125, 150, 175, 200};
    return kChoices;
}

Settings loadSettings() {
    const QSettings file;
    const Settings usual;
    Settings settings;
    settings.theme = fromKey<ThemeChoice>(file.value(kTheme).toString().toStdString()).value_or(usual.theme);
    const auto scales = scaleChoices();
    const int scale = number(file, kScale, scales.front(), scales.back(), usual.scalePercent);
    if (std::find(scales.begin(), scales.end(), scale) != scales.end()) settings.scalePercent = scale;
    settings.searchThreads = number(file, kThreads, 0, std::max(1, availableThreads()), usual.searchThreads);
    settings.autosaveSeconds =
        number(file, kAutosave, kLeastAutosaveSeconds, kMostAutosaveSeconds, usual.autosaveSeconds);
    settings.welcome = file.value(kWelcome, usual.welcome).toBool();
    settings.recentFiles = number(file, kRecent, 0, kMostRecentFiles, usual.recentFiles);
    return settings;
}

void saveSettings(const Settings& settings) {
    QSettings file;
    const std::string_view theme = keyOf(settings.theme);
    file.setValue(kTheme, fromView(theme));
    file.setValue(kScale, settings.scalePercent);
    file.setValue(kThreads, settings.searchThreads);
    file.setValue(kAutosave, settings.autosaveSeconds);
    file.setValue(kWelcome, settings.welcome);
    file.setValue(kRecent, settings.recentFiles);
}

int searchThreadsBy(const Settings& settings) {
    return settings.searchThreads > 0 ? settings.searchThreads : searchThreads();
}

}  // namespace lapidary::ui
