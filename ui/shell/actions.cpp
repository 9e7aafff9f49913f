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
    Entry{"importReport", QT_TRANSLATE_NOOP("Actions", "Report of the last import..."), "log", "",
          QT_TRANSLATE_NOOP("Actions", "What could not be expressed here, and what to do about it")},
    Entry{"importTimeloop", QT_TRANSLATE_NOOP("Actions", "&Import Timeloop files..."), "open", "Ctrl+Shift+O",
          QT_TRANSLATE_NOOP("Actions",
                            "Read architecture, problem, mapping and constraints from Timeloop's YAML, together")},
    Entry{"importModel", QT_TRANSLATE_NOOP("Actions", "Import &model..."), "open", "Ctrl+I",
          QT_TRANSLATE_NOOP("Actions", "Read an ONNX model: every node, and the layers that come of it")},
    Entry{"importDirectives", QT_TRANSLATE_NOOP("Actions", "Import &directives..."), "open", "",
          QT_TRANSLATE_NOOP(
              "Actions", "Read a network file of MAESTRO: its layer becomes the workload, its dataflow the mapping")},
    Entry{"save", QT_TRANSLATE_NOOP("Actions", "&Save"), "save", "Ctrl+S",
          QT_TRANSLATE_NOOP("Actions", "Save inputs, runs and the mapping shown")},
    Entry{"saveAs", QT_TRANSLATE_NOOP("Actions", "Save &as..."), "save", "Ctrl+Shift+S",
          QT_TRANSLATE_NOOP("Actions", "Save the session under another name")},
    Entry{"export", QT_TRANSLATE_NOOP("Actions", "&Export..."), "export", "Ctrl+E",
          QT_TRANSLATE_NOOP("Actions", "Figure, table or text of the view that has the focus")},
    Entry{"recover", QT_TRANSLATE_NOOP("Actions", "Res&tore sessions..."), "recent", "",
          QT_TRANSLATE_NOOP("Actions", "Bring back unsaved work of windows that did not close properly")},
    Entry{"quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "quit", "Ctrl+Q",
          QT_TRANSLATE_NOOP("Actions", "Close the window and stop what runs")},
    Entry{"palette", QT_TRANSLATE_NOOP("Actions", "&Command palette..."), "search-text", "Ctrl+Shift+P",
          QT_TRANSLATE_NOOP("Actions", "Find any action or object by a few letters")},
    Entry{"jump", QT_TRANSLATE_NOOP("Actions", "&Jump to..."), "search-text", "Ctrl+P",
          QT_TRANSLATE_NOOP("Actions", "Find a layer, design, dock, run or recent file by a few letters")},
    Entry{"rules", QT_TRANSLATE_NOOP("Actions", "Counting &rules..."), "compare", "Ctrl+Shift+K",
          QT_TRANSLATE_NOOP("Actions", "By which rules figures are counted: halos, reuse, multicast, padding, tails")},
    Entry{"technology", QT_TRANSLATE_NOOP("Actions", "&Technology..."), "technology", "Ctrl+Shift+T",
          QT_TRANSLATE_NOOP("Actions", "Tables and node from which energies and areas come that nobody gave")},
    Entry{"preferences", QT_TRANSLATE_NOOP("Actions", "&Preferences..."), "theme", "Ctrl+,",
          QT_TRANSLATE_NOOP("Actions", "Theme, scale, threads, autosave, start")},
    Entry{"back", QT_TRANSLATE_NOOP("Actions", "&Back"), "back", "Alt+Left",
          QT_TRANSLATE_NOOP("Actions", "To the perspective and mapping looked at before")},
    Entry{"forward", QT_TRANSLATE_NOOP("Actions", "&Forward"), "forward", "Alt+Right",
          QT_TRANSLATE_NOOP("Actions", "To where Back came from")},
    Entry{"welcome", QT_TRANSLATE_NOOP("Actions", "&Welcome page"), "app-line", "",
          QT_TRANSLATE_NOOP("Actions", "Examples, recent files and the tour")},
    Entry{"log", QT_TRANSLATE_NOOP("Actions", "&Log"), "log", "Ctrl+L",
          QT_TRANSLATE_NOOP("Actions", "What the program did and said")},
    Entry{"tour", QT_TRANSLATE_NOOP("Actions", "Five-step &tour"), "learn", "",
          QT_TRANSLATE_NOOP("Actions", "Shows the way from a layer to a figure in five steps")},
    Entry{"whatsThis", QT_TRANSLATE_NOOP("Actions", "&What's this?"), "help", "Shift+F1",
          QT_TRANSLATE_NOOP("Actions", "Explains the control that is clicked next")},
    Entry{"design", QT_TRANSLATE_NOOP("Actions", "&Design"), "design", "Ctrl+1",
          QT_TRANSLATE_NOOP("Actions", "Edit the architecture, the workload and the mapspace"), true},
    Entry{"import", QT_TRANSLATE_NOOP("Actions", "&Import page"), "design", "",
          QT_TRANSLATE_NOOP("Actions", "The imported model: nodes, layers, runs with values"), true},
    Entry{"useNetwork", QT_TRANSLATE_NOOP("Actions", "&Use as network"), "check", "",
          QT_TRANSLATE_NOOP("Actions",
                            "The layers taken of the import become the network of the session and of its sweep")},
    Entry{
        "queueLayers", QT_TRANSLATE_NOOP("Actions", "Search each layer"), "plus", "",
        QT_TRANSLATE_NOOP("Actions", "Queue a search with the settings of New run for each layer taken of the import")},
    Entry{"search", QT_TRANSLATE_NOOP("Actions", "&Search"), "search", "Ctrl+2",
          QT_TRANSLATE_NOOP("Actions", "Run searches and watch them"), true},
    Entry{"mapping", QT_TRANSLATE_NOOP("Actions", "&Mapping"), "mapping", "Ctrl+3",
          QT_TRANSLATE_NOOP("Actions", "Look into one mapping"), true},
    Entry{"fabric", QT_TRANSLATE_NOOP("Actions", "&Fabric model"), "fabric", "Ctrl+Shift+F",
          QT_TRANSLATE_NOOP("Actions", "The layer on MAERI, SIGMA or a TPU, cycle by cycle")},
    Entry{"compare", QT_TRANSLATE_NOOP("Actions", "&Compare A and B"), "compare", "Ctrl+Shift+C",
          QT_TRANSLATE_NOOP("Actions", "Two mappings side by side, and why one of them is better")},
    Entry{"pinA", QT_TRANSLATE_NOOP("Actions", "Pin as &A"), "pin", "Ctrl+Shift+A",
          QT_TRANSLATE_NOOP("Actions", "Take the mapping shown as side A of a comparison")},
    Entry{"pinB", QT_TRANSLATE_NOOP("Actions", "Pin as &B"), "pin", "Ctrl+Shift+B",
          QT_TRANSLATE_NOOP("Actions", "Take the mapping shown as side B of a comparison")},
    Entry{
        "compareModels", QT_TRANSLATE_NOOP("Actions", "Compare &models"), "compare", "Ctrl+Shift+M",
        QT_TRANSLATE_NOOP("Actions", "The mapping shown under the reuse model and the data-centric one, term by term")},
    Entry{"swapSides", QT_TRANSLATE_NOOP("Actions", "S&wap A and B"), "swap", "",
          QT_TRANSLATE_NOOP("Actions", "Make A of the comparison B, and B A")},
    Entry{"openB", QT_TRANSLATE_NOOP("Actions", "Open B in &Mapping"), "mapping", "",
          QT_TRANSLATE_NOOP("Actions", "Show side B of the comparison in the Mapping perspective")},
    Entry{"copyWhy", QT_TRANSLATE_NOOP("Actions", "Copy as &text"), "copy", "",
          QT_TRANSLATE_NOOP("Actions", "Copy why one side is better, with all figures")},
    Entry{"closeCompare", QT_TRANSLATE_NOOP("Actions", "C&lose comparison"), "close", "",
          QT_TRANSLATE_NOOP("Actions", "Back to the mapping; A and B stay pinned")},
    Entry{"explore", QT_TRANSLATE_NOOP("Actions", "&Explore"), "explore", "Ctrl+4",
          QT_TRANSLATE_NOOP("Actions", "Sweep over designs and mapspaces"), true},
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
          QT_TRANSLATE_NOOP("Actions", "Hold the search, or go on with it")},
    Entry{"stop", QT_TRANSLATE_NOOP("Actions", "S&top"), "stop", "Shift+F5",
          QT_TRANSLATE_NOOP("Actions", "End the search and keep what it found")},
    Entry{"enqueue", QT_TRANSLATE_NOOP("Actions", "Add to &queue"), "plus", "Ctrl+F5",
          QT_TRANSLATE_NOOP("Actions",
                            "Search with the settings of New run after the runs that wait; at once if none runs")},
    Entry{"startQueue", QT_TRANSLATE_NOOP("Actions", "Start the q&ueue"), "run", "",
          QT_TRANSLATE_NOOP("Actions", "Begin the first run that waits; the others follow")},
    Entry{"compareMapspaces", QT_TRANSLATE_NOOP("Actions", "Compare &mapspaces"), "mapspaces", "",
          QT_TRANSLATE_NOOP(
              "Actions",
              "Queue five runs, PFM to Ruby, with the same seed and stop rules (as Ruby, ISPASS 2022, Fig. 7)")},
    Entry{"studies", QT_TRANSLATE_NOOP("Actions", "Studies of &papers"), "learn", "Ctrl+Shift+U",
          QT_TRANSLATE_NOOP("Actions", "Redo tables and figures of papers: what they say, what we find, and why")},
    Entry{"runStudy", QT_TRANSLATE_NOOP("Actions", "Run st&udy"), "run", "",
          QT_TRANSLATE_NOOP("Actions", "Run what is missing of the chosen study; what is finished is kept")},
    Entry{"openBest", QT_TRANSLATE_NOOP("Actions", "Open &best mapping"), "mapping", "Ctrl+B",
          QT_TRANSLATE_NOOP("Actions", "Show the best mapping of the runs shown")},
    Entry{"openPick", QT_TRANSLATE_NOOP("Actions", "Open &FLASH's pick"), "mapping", "Ctrl+Alt+B",
          QT_TRANSLATE_NOOP("Actions",
                            "Show the pick chosen in FLASH's views, else its best one, in Mapping, by the data-centric "
                            "model")},
    Entry{"trivial", QT_TRANSLATE_NOOP("Actions", "Start from the tri&vial mapping"), "mapping", "",
          QT_TRANSLATE_NOOP("Actions", "Show the mapping that keeps all loops outermost")},
    Entry{"openPoint", QT_TRANSLATE_NOOP("Actions", "Open point in &Mapping"), "mapping", "Ctrl+Return",
          QT_TRANSLATE_NOOP("Actions", "Look into the mapping of the selected point of the sweep")},
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
    if (action->toolTip().isEmpty()) action->setToolTip(action->iconText());
    action->setProperty("usualTip", action->toolTip());
    action->setWhatsThis(action->toolTip());
    action->setProperty("iconName", iconName);
    action->setIcon(icon(iconName));
    action->setShortcut(shortcut);
    m_window->addAction(action);
    m_byKey.insert(key, action);
    m_all << action;
}

void allow(QAction* action, bool enabled, const QString& reason) {
    const QString usual = action->property("usualTip").toString();
    action->setProperty("reason", enabled ? QString() : reason);
    action->setEnabled(enabled);
    action->setToolTip(enabled || reason.isEmpty() ? usual : QObject::tr("%1\nNot now: %2.").arg(usual, reason));
}

QString reasonAgainst(const QAction& action) {
    return action.isEnabled() ? QString() : action.property("reason").toString();
}

QAction* Actions::operator[](const QString& key) const {
    QAction* action = m_byKey.value(key);
    Q_ASSERT(action);
    return action;
}

}  // namespace lapidary::ui
