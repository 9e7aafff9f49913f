// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/actions.h"

#include <QWidget>

#include <array>

#include "ui/theme/icons.h"

namespace lapidary::ui {

namespace {

struct Entry {
    const char* key;
    const char* text;
    const char* icon;
    const char* shortcut;
    const char* tip;
    bool checkable = false;
};

constexpr std::array kTable{
    Entry{"newSession", QT_TRANSLATE_NOOP("Actions", "&New session"), "new", "Ctrl+N",
          QT_TRANSLATE_NOOP("Actions", "Start again from the example")},
    Entry{"open", QT_TRANSLATE_NOOP("Actions", "&Open..."), "open", "Ctrl+O",
          QT_TRANSLATE_NOOP("Actions", "Open a session, workload, design or mapping")},
    Entry{"save", QT_TRANSLATE_NOOP("Actions", "&Save"), "save", "Ctrl+S",
          QT_TRANSLATE_NOOP("Actions", "Save inputs, runs and the mapping shown")},
    Entry{"saveAs", QT_TRANSLATE_NOOP("Actions", "Save &as..."), "save", "Ctrl+Shift+S",
          QT_TRANSLATE_NOOP("Actions", "Save the session under another name")},
    Entry{"quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "quit", "Ctrl+Q",
          QT_TRANSLATE_NOOP("Actions", "Close the window and stop what runs")},
    Entry{"design", QT_TRANSLATE_NOOP("Actions", "&Design"), "design", "Ctrl+1",
          QT_TRANSLATE_NOOP("Actions", "Edit the architecture, the workload and the mapspace"), true},
    Entry{"search", QT_TRANSLATE_NOOP("Actions", "&Search"), "search", "Ctrl+2",
          QT_TRANSLATE_NOOP("Actions", "Run searches and watch them"), true},
    Entry{"mapping", QT_TRANSLATE_NOOP("Actions", "&Mapping"), "mapping", "Ctrl+3",
          QT_TRANSLATE_NOOP("Actions", "Look into one mapping"), true},
    Entry{"resetLayout", QT_TRANSLATE_NOOP("Actions", "&Reset layout"), "layout", "",
          QT_TRANSLATE_NOOP("Actions", "Put all docks of this perspective back")},
    Entry{"addLevel", QT_TRANSLATE_NOOP("Actions", "Add &level"), "plus", "",
          QT_TRANSLATE_NOOP("Actions", "Put a new storage level below the selected part (Insert in the diagram)")},
    Entry{"addFanout", QT_TRANSLATE_NOOP("Actions", "Add &fanout"), "plus", "",
          QT_TRANSLATE_NOOP("Actions", "Make what stands below the selected part an array of several")},
    Entry{"duplicatePart", QT_TRANSLATE_NOOP("Actions", "&Duplicate"), "copy", "",
          QT_TRANSLATE_NOOP("Actions", "Put a copy of the selected part below it (Ctrl+D in the diagram)")},
    Entry{"removePart", QT_TRANSLATE_NOOP("Actions", "&Remove"), "remove", "",
          QT_TRANSLATE_NOOP("Actions", "Take the selected part out of the design (Delete in the diagram)")},
    Entry{"run", QT_TRANSLATE_NOOP("Actions", "&Run"), "run", "F5",
          QT_TRANSLATE_NOOP("Actions", "Start a search with the settings of New run")},
    Entry{"pause", QT_TRANSLATE_NOOP("Actions", "&Pause"), "pause", "F6",
          QT_TRANSLATE_NOOP("Actions", "Hold the search; Run goes on with it")},
    Entry{"stop", QT_TRANSLATE_NOOP("Actions", "S&top"), "stop", "Shift+F5",
          QT_TRANSLATE_NOOP("Actions", "End the search and keep what it found")},
    Entry{"openBest", QT_TRANSLATE_NOOP("Actions", "Open &best mapping"), "mapping", "Ctrl+B",
          QT_TRANSLATE_NOOP("Actions", "Show the best mapping of the last run")},
    Entry{"trivial", QT_TRANSLATE_NOOP("Actions", "Start from the tri&vial mapping"), "mapping", "",
          QT_TRANSLATE_NOOP("Actions", "Show the mapping that keeps all loops outermost")},
    Entry{"shortcuts", QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts"), "help", "F1",
          QT_TRANSLATE_NOOP("Actions", "All actions and their keys")},
    Entry{"about", QT_TRANSLATE_NOOP("Actions", "&About Lapidary"), "help", "",
          QT_TRANSLATE_NOOP("Actions", "Version, licence and libraries")},
};

}  // namespace

Actions::Actions(QWidget* window) : QObject(window), m_window(window) {
    for (const Entry& entry : kTable) {
        auto* action = new QAction(tr(entry.text), this);
        action->setCheckable(entry.checkable);
        action->setToolTip(tr(entry.tip));
        adopt(entry.key, action, entry.icon, QKeySequence(QString::fromLatin1(entry.shortcut)));
    }
}

void Actions::adopt(const QString& key, QAction* action, const QString& iconName, const QKeySequence& shortcut) {
    action->setObjectName(key);
    action->setProperty("iconName", iconName);
    action->setIcon(icon(iconName));
    action->setShortcut(shortcut);
    m_window->addAction(action);
    m_byKey.insert(key, action);
    m_all << action;
}

QAction* Actions::operator[](const QString& key) const {
    QAction* action = m_byKey.value(key);
    Q_ASSERT(action);
    return action;
}

}  // namespace lapidary::ui
