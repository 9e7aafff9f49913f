// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/palette_items.h"

#include <QAction>
#include <QFileInfo>

#include "core/io/presets.h"
#include "ui/models/preset_keys.h"
#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/shell/file_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/perspective.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

using Items = std::vector<PaletteItem>;

/// The reason by which an action is disabled.
QString reasonOf(const QAction& action) {
    if (action.isEnabled()) return {};
    const QString reason = reasonAgainst(action);
    return reason.isEmpty() ? QObject::tr("not possible now") : reason;
}

void addPresets(Items& items, MainWindow& window) {
    for (const QString& key : designPresetKeys())
        items.push_back({.id = "design:" + key,
                         .text = key,
                         .kind = QObject::tr("design"),
                         .iconName = "design",
                         .shortcut = {},
                         .reason = {},
                         .use = [&window, key] { window.pickDesign(key); }});
    for (const QString& key : workloadKeys(window.document().inputs()))
        items.push_back({.id = "workload:" + key,
                         .text = key,
                         .kind = key.contains(u'/') ? QObject::tr("layer") : QObject::tr("workload"),
                         .iconName = "explore",
                         .shortcut = {},
                         .reason = {},
                         .use = [&window, key] { window.pickWorkload(key); }});
    for (const PresetInfo& info : presets("example")) {
        const QString key = QString::fromStdString(info.key);
        items.push_back({.id = "example:" + key,
                         .text = QString::fromStdString(info.title),
                         .kind = QObject::tr("example"),
                         .iconName = "learn",
                         .shortcut = {},
                         .reason = {},
                         .use = [&window, key] { window.openExample(key); }});
    }
    for (const PresetInfo& info : presets("study")) {
        const QString key = QString::fromStdString(info.key);
        items.push_back({.id = "study:" + key,
                         .text = QString::fromStdString(info.title),
                         .kind = QObject::tr("study"),
                         .iconName = "learn",
                         .shortcut = {},
                         .reason = {},
                         .use = [&window, key] { window.openStudy(key); }});
    }
}

void addDocks(Items& items, MainWindow& window) {
    for (Perspective* perspective : window.perspectives()) {
        const QString place = window.actionTable()[perspective->key()]->iconText();
        for (Dock* dock : perspective->docks())
            items.push_back({.id = "dock:" + perspective->key() + u'/' + dock->objectName(),
                             .text = QStringLiteral("%1 (%2)").arg(dock->windowTitle(), place),
                             .kind = QObject::tr("dock"),
                             .iconName = "layout",
                             .shortcut = {},
                             .reason = {},
                             .use = [&window, perspective, dock] {
                                 window.setPerspective(perspective->key());
                                 dock->show();
                                 dock->raise();
                                 dock->setFocus();
                             }});
    }
}

void addThemeChoices(Items& items, MainWindow& window) {
    for (const auto& entry : keyTable(ThemeChoice{})) {
        items.push_back({.id = "theme:" + fromView(entry.key),
                         .text = QObject::tr("Theme: %1").arg(fromView(entry.label)),
                         .kind = QObject::tr("theme"),
                         .iconName = "theme",
                         .shortcut = {},
                         .reason = {},
                         .use = [&window, key = fromView(entry.key)] {
                             if (auto* action = window.findChild<QAction*>("theme." + key)) action->trigger();
                         }});
    }
}

void addRuns(Items& items, MainWindow& window) {
    const auto& runs = window.document().runs();
    for (std::size_t i = runs.size(); i-- > 0;) {
        const Run& run = *runs[i];
        items.push_back({.id = QStringLiteral("run:%1").arg(run.number),
                         .text = QObject::tr("Run %1: %2").arg(run.number).arg(titleOf(run)),
                         .kind = QObject::tr("run"),
                         .iconName = "search",
                         .shortcut = {},
                         .reason = run.live.best ? QString() : QObject::tr("it has found no valid mapping"),
                         .use = [&window, i] {
                             window.document().show({.run = static_cast<int>(i), .rank = 0, .own = {}});
                             window.setPerspective("mapping");
                         }});
    }
}

void addRecent(Items& items, MainWindow& window) {
    for (const QString& path : window.files().recent()) {
        const QFileInfo file(path);
        items.push_back({.id = "file:" + path,
                         .text = file.fileName(),
                         .kind = file.exists() ? file.absolutePath() : QString(),
                         .iconName = "recent",
                         .shortcut = {},
                         .reason = file.exists() ? QString() : QObject::tr("the file is missing"),
                         .use = [&window, path] { window.files().open(path); }});
    }
}

}  // namespace

Items actionItems(MainWindow& window) {
    Items items;
    for (QAction* action : window.actionTable().all()) {
        if (action->objectName() == u"palette" || action->objectName() == u"jump") continue;
        items.push_back({.id = "action:" + action->objectName(),
                         .text = action->iconText(),
                         .kind = QObject::tr("action"),
                         .iconName = action->property("iconName").toString(),
                         .shortcut = action->shortcut().toString(QKeySequence::NativeText),
                         .reason = reasonOf(*action),
                         .use = [action] { action->trigger(); }});
    }
    addThemeChoices(items, window);
    return items;
}

Items objectItems(MainWindow& window) {
    Items items;
    addRuns(items, window);
    addRecent(items, window);
    addDocks(items, window);
    addPresets(items, window);
    return items;
}

}  // namespace lapidary::ui
