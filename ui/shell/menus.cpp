// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/menus.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMenuBar>

#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/theme/icons.h"
#include "ui/widgets/dock.h"

namespace lapidary::ui {

namespace {

void addKeys(QMenu& menu, const Actions& actions, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        if (*key == '\0')
            menu.addSeparator();
        else
            menu.addAction(actions[QString::fromLatin1(key)]);
    }
}

void addRecent(QMenu& file, const Actions& actions, const MenuSources& sources) {
    auto* menu = new QMenu(QObject::tr("Open &recent"), &file);
    menu->setIcon(icon("recent"));
    menu->setObjectName("recentMenu");
    file.insertMenu(actions["save"], menu);
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, sources] {
        menu->clear();
        for (const QString& path : sources.recent())
            menu->addAction(QFileInfo(path).fileName(), menu, [sources, path] { sources.open(path); })
                ->setToolTip(path);
        if (menu->isEmpty()) menu->addAction(QObject::tr("No files yet"))->setEnabled(false);
    });
    menu->setToolTipsVisible(true);
}

void addThemes(QMenu& view, const MenuSources& sources) {
    QMenu* menu = view.addMenu(icon("theme"), QObject::tr("&Theme"));
    auto* group = new QActionGroup(menu);
    for (const auto& entry : keyTable(ThemeChoice{})) {
        QAction* action = menu->addAction(fromView(entry.label));
        action->setObjectName("theme." + fromView(entry.key));
        action->setToolTip(fromView(entry.meaning));
        action->setCheckable(true);
        action->setData(static_cast<int>(entry.value));
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, menu,
                         [sources, choice = entry.value] { sources.setTheme(choice); });
    }
    QObject::connect(menu, &QMenu::aboutToShow, group, [group, sources] {
        for (QAction* action : group->actions())
            action->setChecked(action->data().toInt() == static_cast<int>(sources.theme()));
    });
}

void addDocks(QMenu& view, const MenuSources& sources) {
    QMenu* menu = view.addMenu(icon("layout"), QObject::tr("&Docks"));
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, sources] {
        menu->clear();
        for (Dock* dock : sources.docks()) menu->addAction(dock->toggleViewAction());
    });
}

}  // namespace

void fillMenuBar(QMenuBar& bar, const Actions& actions, const MenuSources& sources) {
    QMenu* file = bar.addMenu(QObject::tr("&File"));
    addKeys(*file, actions,
            {"newSession", "open", "importModel", "importTimeloop", "importDirectives", "importReport", "", "save",
             "saveAs", "", "export", "", "recover", "", "quit"});
    addRecent(*file, actions, sources);
    QMenu* edit = bar.addMenu(QObject::tr("&Edit"));
    addKeys(*edit, actions, {"undo", "redo", "", "palette", "jump", "", "preferences"});
    QMenu* view = bar.addMenu(QObject::tr("&View"));
    addKeys(*view, actions, {"welcome", "design", "import", "search", "mapping", "explore", "", "back", "forward", ""});
    addDocks(*view, sources);
    addKeys(*view, actions, {"resetLayout", ""});
    addThemes(*view, sources);
    addKeys(*view, actions, {"", "log"});
    QMenu* design = bar.addMenu(QObject::tr("&Design"));
    addKeys(*design, actions,
            {"addLevel", "addFanout", "duplicatePart", "removePart", "", "technology", "", "useNetwork"});
    QMenu* run = bar.addMenu(QObject::tr("&Run"));
    addKeys(*run, actions,
            {"run", "pause", "stop", "", "enqueue", "startQueue", "compareMapspaces", "queueLayers", "", "studies",
             "runStudy", "", "openBest", "openPick", "openPoint", "trivial"});
    QMenu* mapping = bar.addMenu(QObject::tr("&Mapping"));
    addKeys(*mapping, actions,
            {"pinA", "pinB", "", "compare", "compareModels", "swapSides", "openB", "copyWhy", "closeCompare", "",
             "fabric", "rules"});
    QMenu* help = bar.addMenu(QObject::tr("&Help"));
    addKeys(*help, actions, {"tour", "shortcuts", "whatsThis", "", "about"});
}

}  // namespace lapidary::ui
