// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the main window that is the same for every perspective: welcome page, palette, preferences, log, tour,
// history. Each is made when it is first asked for, so that the window comes up quickly.

#include <QApplication>
#include <QFileDialog>
#include <QStackedWidget>
#include <QWhatsThis>

#include "ui/editors/rules_dialog.h"
#include "ui/editors/technology_dialog.h"
#include "ui/session/view_history.h"
#include "ui/shell/about.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"
#include "ui/shell/example_control.h"
#include "ui/shell/explore_perspective.h"
#include "ui/shell/fabric_perspective.h"
#include "ui/shell/file_control.h"
#include "ui/shell/flash_control.h"
#include "ui/shell/log_keeper.h"
#include "ui/shell/log_window.h"
#include "ui/shell/main_window.h"
#include "ui/shell/palette.h"
#include "ui/shell/palette_items.h"
#include "ui/shell/perspective.h"
#include "ui/shell/preferences.h"
#include "ui/shell/run_control.h"
#include "ui/shell/shortcut_sheet.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/study_control.h"
#include "ui/shell/sweep_control.h"
#include "ui/shell/tool_bar.h"
#include "ui/shell/tour.h"
#include "ui/shell/tuning_control.h"
#include "ui/shell/welcome_page.h"
#include "ui/shell/whats_this.h"

namespace lapidary::ui {

void MainWindow::connectShell() {
    const Actions& actions = *m_actions;
    m_examples = new ExampleControl(this);
    connect(m_examples, &ExampleControl::chosen, this,
            [this](const RehearsedPtr& example) { openRehearsed(*example); });
    connect(m_examples, &ExampleControl::failed, this, [this](const Diagnostics& problems) {
        m_banners->post({.cause = "example",
                         .severity = Severity::error,
                         .title = tr("An example cannot be opened."),
                         .text = bannerText(problems),
                         .button = {},
                         .action = {}});
    });
    connect(actions["welcome"], &QAction::triggered, this, &MainWindow::showWelcome);
    connect(actions["palette"], &QAction::triggered, this, [this] { openPalette(true); });
    connect(actions["jump"], &QAction::triggered, this, [this] { openPalette(false); });
    connect(actions["preferences"], &QAction::triggered, this, &MainWindow::openPreferences);
    connect(actions["rules"], &QAction::triggered, this, &MainWindow::openOnce<RulesDialog>);
    connect(actions["technology"], &QAction::triggered, this, &MainWindow::openOnce<TechnologyDialog>);
    connect(actions["log"], &QAction::triggered, this, &MainWindow::openLog);
    connect(actions["studies"], &QAction::triggered, this, [this] { openStudy({}); });
    connect(actions["runStudy"], &QAction::triggered, this, [this] { openStudy({}); });
    connect(actions["tour"], &QAction::triggered, this, &MainWindow::startTour);
    connect(actions["back"], &QAction::triggered, this, [this] { m_history->go(-1); });
    connect(actions["forward"], &QAction::triggered, this, [this] { m_history->go(1); });
    connect(actions["shortcuts"], &QAction::triggered, this, [this] { showShortcuts(this, *m_actions); });
    qApp->installEventFilter(new WhatsThis(this));
    connect(actions["whatsThis"], &QAction::triggered, this, [] { QWhatsThis::enterWhatsThisMode(); });
    connect(actions["about"], &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_history, &ViewHistory::changed, this, &MainWindow::refreshHistory);
    connect(m_history, &ViewHistory::goneTo, this, &MainWindow::setPerspective);
    connect(m_files, &FileControl::replacing, m_history, &ViewHistory::clear);
    QUndoStack& edits = m_document.undoStack();
    const auto undo = [this, &edits] { allow((*m_actions)["undo"], edits.canUndo(), tr("nothing to undo")); };
    const auto redo = [this, &edits] { allow((*m_actions)["redo"], edits.canRedo(), tr("nothing to redo")); };
    connect(&edits, &QUndoStack::canUndoChanged, this, undo);
    connect(&edits, &QUndoStack::canRedoChanged, this, redo);
    undo();
    redo();
    refreshHistory();
    keepLog(*this);
}

void MainWindow::refreshHistory() {
    allow((*m_actions)["back"], m_history->canGo(-1), tr("nothing was looked at before"));
    allow((*m_actions)["forward"], m_history->canGo(1), tr("this is the latest place"));
}

bool MainWindow::welcomeShown() const { return m_welcome && m_front->currentWidget() == m_welcome; }

void MainWindow::showWelcome() {
    if (!m_welcome) {
        m_welcome = new WelcomePage(*m_actions, *m_examples);
        m_front->addWidget(m_welcome);
        connect(m_welcome, &WelcomePage::fileChosen, m_files, &FileControl::open);
        connect(m_welcome, &WelcomePage::locateWanted, this, [this](const QString& missing) {
            const QString path = QFileDialog::getOpenFileName(this, tr("Where is %1?").arg(missing));
            if (path.isEmpty()) return;
            m_files->forget(missing);
            m_files->open(path);
        });
        connect(m_welcome, &WelcomePage::shownAtStartChanged, this, [this](bool shown) {
            Settings next = m_settings;
            next.welcome = shown;
            applySettings(next);
        });
        connect(m_files, &FileControl::recentChanged, m_welcome, [this] { m_welcome->setRecent(m_files->recent()); });
    }
    m_welcome->setShownAtStart(m_settings.welcome);
    m_welcome->setRecent(m_files->recent());
    m_front->setCurrentWidget(m_welcome);
    m_toolBar->setWelcome(true);
    m_status->setWelcome(true);
    for (const Perspective* perspective : m_perspectives) (*m_actions)[perspective->key()]->setChecked(false);
    refreshTitle();
    // The pictures are work for another thread, once the window is there.
    QMetaObject::invokeMethod(m_examples, &ExampleControl::prepare, Qt::QueuedConnection);
}

void MainWindow::openExample(const QString& key) { m_examples->choose(key.toStdString()); }

void MainWindow::openStudy(const QString& keyOrFile) {
    setPerspective("explore");
    m_explore->showStudies(keyOrFile);
}

void MainWindow::refreshStudy() {
    const int index = m_studies->runningStudy();
    if (index < 0) return m_status->setStudy(std::nullopt);
    const StudySnapshot& live = m_studies->live();
    m_status->setStudy(StatusStrip::StudyState{
        .name = m_studies->shelf().all()[static_cast<std::size_t>(index)].name(),
        .paused = m_studies->paused(),
        .points = live.points,
        .done = live.done,
        .seconds = live.seconds,
    });
}

void MainWindow::refreshFlash() {
    if (const FabricControl& fabric = m_fabric->control(); fabricIsTold())
        return m_status->setFlash(StatusStrip::FlashState{
            .name = tr("%1 on %2").arg(workloadTitle(m_document.inputs()), designTitle(m_document.inputs())),
            .running = true,
            .paused = fabric.paused(),
            .stopped = false,
            .progress = fabric.progress(),
            .seconds = fabric.seconds(),
            .told = QStringList{fabric.stateText()},
            .seed = 0,
            .kind = StatusStrip::FlashState::Kind::fabric,
        });
    if (m_tuning->running() || (m_tuning->chosen() && m_tuning->shown()))
        return m_status->setFlash(StatusStrip::FlashState{
            .name = m_tuning->shown() ? workloadTitle(m_tuning->shown().tuning->inputs)
                                      : workloadTitle(m_document.inputs()),
            .running = m_tuning->running(),
            .paused = m_tuning->paused(),
            .stopped = !m_tuning->running() && m_tuning->shown().tuning->stopped,
            .progress = m_tuning->progress(),
            .seconds = m_tuning->seconds(),
            .told = QStringList{m_tuning->stateText()},
            .seed = m_document.inputs().search.seed,
            .kind = StatusStrip::FlashState::Kind::tuning,
        });
    if (!m_flash->running() && !(m_flash->chosen() && m_flash->answer())) return m_status->setFlash(std::nullopt);
    const FlashAnswerPtr answer = m_flash->answer();
    m_status->setFlash(StatusStrip::FlashState{
        .name = QString::fromStdString(answer && !answer->underWay.empty() ? answer->underWay
                                       : answer && answer->run()           ? answer->run()->workload
                                                                           : m_document.inputs().workload.name()),
        .running = m_flash->running(),
        .paused = m_flash->paused(),
        .stopped = !m_flash->running() && answer && answer->stopped(),
        .progress = m_flash->progress(),
        .seconds = m_flash->seconds(),
        .told = QStringList{m_flash->stateText(), m_flash->pickText()},
        .seed = m_document.inputs().search.seed,
        .kind = StatusStrip::FlashState::Kind::flash,
    });
}

void MainWindow::openRehearsed(const Rehearsed& example) {
    if (!mayDiscard()) return;
    m_runs->abandon();
    m_sweeps->abandon();
    m_flash->abandon();
    m_tuning->abandon();
    Session session = example.session;
    session.inputs.search.threads = searchThreadsBy(m_settings);
    m_document.adopt(std::move(session), {});
    m_history->clear();
    setPerspective(QString::fromStdString(example.example.perspective));
    m_banners->withdraw("open");
    emit m_files->done(tr("Opened the example %1").arg(QString::fromStdString(example.example.title)));
}

void MainWindow::openPalette(bool actionsToo) {
    if (!m_palette) m_palette = new Palette(this, !m_options.safeMode);
    std::vector<PaletteItem> items = actionsToo ? actionItems(*this) : std::vector<PaletteItem>{};
    for (PaletteItem& item : objectItems(*this)) items.push_back(std::move(item));
    m_palette->open(std::move(items), actionsToo ? tr("Search actions, layers, designs, docks, runs, files")
                                                 : tr("Jump to a layer, design, dock, run or file"));
}

void MainWindow::openPreferences() {
    if (!m_preferences) {
        m_preferences = new Preferences(m_settings, this);
        connect(m_preferences, &Preferences::changed, this, &MainWindow::applySettings);
    }
    m_preferences->show(m_settings);
    m_preferences->show();
    m_preferences->raise();
    m_preferences->activateWindow();
}

void MainWindow::openLog() {
    if (!m_log) m_log = new LogWindow(programLog(), this);
    if (m_log->isVisible()) return m_log->hide();
    m_log->show();
    m_log->raise();
    m_log->activateWindow();
}

void MainWindow::startTour() {
    if (!m_tour) m_tour = new Tour(*this);
    m_tour->start();
}

}  // namespace lapidary::ui
