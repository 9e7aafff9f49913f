// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "core/io/presets.h"
#include "ui/shell/about.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"
#include "ui/shell/design_perspective.h"
#include "ui/shell/file_control.h"
#include "ui/shell/mapping_perspective.h"
#include "ui/shell/menus.h"
#include "ui/shell/run_control.h"
#include "ui/shell/search_perspective.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/tool_bar.h"
#include "ui/theme/icons.h"
#include "ui/widgets/mode_bar.h"

namespace lapidary::ui {

MainWindow::MainWindow(SessionInputs inputs, WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      m_options(options),
      m_systemPalette(QApplication::palette()),
      m_document(std::move(inputs)),
      m_actions(new Actions(this)) {
    setObjectName("mainWindow");
    setWindowIcon(appIcon());
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setMinimumSize(960, 600);
    resize(1440, 900);
    buildActions();
    buildBody();
    buildMenus();
    connectParts();
    setPerspective("search");
    refreshTitle();
    refreshProblems();
}

MainWindow::~MainWindow() { m_runs->abandon(); }

void MainWindow::buildActions() {
    m_actions->adopt("undo", m_document.undoStack().createUndoAction(this, tr("Undo")), "undo", QKeySequence("Ctrl+Z"));
    m_actions->adopt("redo", m_document.undoStack().createRedoAction(this, tr("Redo")), "redo",
                     QKeySequence("Ctrl+Shift+Z"));
}

void MainWindow::buildBody() {
    m_banners = new BannerArea;
    m_runs = new RunControl(m_document, *m_actions, *m_banners, this);
    m_files = new FileControl(m_document, *m_banners, this);
    m_files->setRemembering(!m_options.safeMode);
    m_toolBar = new ToolBar(m_document, *m_actions);
    m_status = new StatusStrip(m_document, *m_actions);
    m_stack = new QStackedWidget;

    auto* search = new SearchPerspective(m_document, *m_actions);
    connect(search, &SearchPerspective::mappingOpened, this, [this] { setPerspective("mapping"); });
    m_perspectives = {new DesignPerspective(m_document, *m_actions), search, new MappingPerspective(m_document)};

    auto* modes = new ModeBar;
    for (Perspective* perspective : m_perspectives) {
        m_stack->addWidget(perspective);
        QAction* action = (*m_actions)[perspective->key()];
        modes->addMode(action);
        connect(action, &QAction::triggered, this, [this, perspective] { setPerspective(perspective->key()); });
    }
    modes->addFootAction((*m_actions)["shortcuts"], tr("Help"));

    auto* body = new QWidget;
    auto* outer = new QVBoxLayout(body);
    auto* middle = new QHBoxLayout;
    auto* desk = new QVBoxLayout;
    for (QBoxLayout* layout :
         {static_cast<QBoxLayout*>(outer), static_cast<QBoxLayout*>(middle), static_cast<QBoxLayout*>(desk)}) {
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
    }
    desk->addWidget(m_banners);
    desk->addWidget(m_stack, 1);
    middle->addWidget(modes);
    middle->addLayout(desk, 1);
    outer->addWidget(m_toolBar);
    outer->addLayout(middle, 1);
    outer->addWidget(m_status);
    body->setFocusPolicy(Qt::ClickFocus);
    setCentralWidget(body);
    body->setFocus();
}

void MainWindow::buildMenus() {
    fillMenuBar(*menuBar(), *m_actions,
                {.window = this,
                 .theme = [this] { return m_theme; },
                 .setTheme = [this](ThemeChoice choice) { setTheme(choice); },
                 .recent = [this] { return m_files->recent(); },
                 .open = [this](const QString& path) { m_files->open(path); },
                 .docks = [this] { return m_perspectives[m_stack->currentIndex()]->docks(); }});
}

void MainWindow::connectParts() {
    const Actions& actions = *m_actions;
    connect(actions["newSession"], &QAction::triggered, this, &MainWindow::startAnew);
    connect(actions["open"], &QAction::triggered, m_files, &FileControl::openWithDialog);
    connect(actions["save"], &QAction::triggered, m_files, &FileControl::save);
    connect(actions["saveAs"], &QAction::triggered, m_files, &FileControl::saveAs);
    connect(actions["quit"], &QAction::triggered, this, &QWidget::close);
    connect(actions["resetLayout"], &QAction::triggered, this,
            [this] { m_perspectives[m_stack->currentIndex()]->resetLayout(); });
    connect(actions["openBest"], &QAction::triggered, this, [this] { setPerspective("mapping"); });
    connect(actions["trivial"], &QAction::triggered, this, [this] {
        const SessionInputs& inputs = m_document.inputs();
        if (!m_document.problems().empty()) return;
        m_document.show({.run = -1, .rank = 0, .own = trivialMapping(inputs.workload, inputs.architecture)},
                        tr("Trivial mapping"));
        setPerspective("mapping");
    });
    connect(actions["shortcuts"], &QAction::triggered, this, [this] { showShortcuts(this, *m_actions); });
    connect(actions["about"], &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_toolBar, &ToolBar::workloadPicked, this, &MainWindow::pickWorkload);
    connect(m_toolBar, &ToolBar::designPicked, this, &MainWindow::pickDesign);
    connect(m_files, &FileControl::replacing, m_runs, &RunControl::abandon);
    connect(m_files, &FileControl::opened, this, &MainWindow::setPerspective);
    connect(m_banners, &BannerArea::changed, this, [this] { m_status->setProblems(m_banners->count()); });
    connect(&m_document, &Document::fileChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::inputsChanged, this, &MainWindow::refreshProblems);
}

QString MainWindow::perspective() const { return m_perspectives[m_stack->currentIndex()]->key(); }

void MainWindow::setPerspective(const QString& key) {
    for (Perspective* perspective : m_perspectives) {
        const bool front = perspective->key() == key;
        if (front) m_stack->setCurrentWidget(perspective);
    }
    for (Perspective* perspective : m_perspectives)
        (*m_actions)[perspective->key()]->setChecked(perspective->key() == this->perspective());
    m_toolBar->setPerspective(this->perspective());
    m_document.setPerspective(this->perspective());
}

void MainWindow::setTheme(ThemeChoice choice) {
    m_theme = choice;
    applyTheme(choice, m_systemPalette);
    const std::string_view key = keyOf(choice);
    if (!m_options.safeMode)
        QSettings().setValue("theme", QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())));
}

void MainWindow::pickWorkload(const QString& key) {
    const auto workload = loadWorkload(key.toStdString());
    if (workload) return m_document.setWorkload(*workload, key.toStdString());
    m_banners->post({.cause = "open",
                     .severity = Severity::error,
                     .title = tr("%1 cannot be used.").arg(key),
                     .text = bannerText(workload.diagnostics()),
                     .button = {},
                     .action = {}});
}

void MainWindow::pickDesign(const QString& key) {
    const auto design = loadArchitecture(key.toStdString());
    if (design) return m_document.setArchitecture(*design, key.toStdString());
    m_banners->post({.cause = "open",
                     .severity = Severity::error,
                     .title = tr("%1 cannot be used.").arg(key),
                     .text = bannerText(design.diagnostics()),
                     .button = {},
                     .action = {}});
}

void MainWindow::startAnew() {
    const auto inputs = exampleInputs();
    if (!inputs || !mayDiscard()) return;
    m_runs->abandon();
    Session session;
    session.inputs = *inputs;
    m_document.adopt(std::move(session), {});
    setPerspective("search");
}

void MainWindow::refreshTitle() {
    setWindowTitle(tr("%1[*] - Lapidary").arg(m_document.title()));
    setWindowModified(m_document.modified());
}

void MainWindow::refreshProblems() {
    if (m_document.problems().empty()) return m_banners->withdraw("inputs");
    m_banners->post(
        {.cause = "inputs",
         .severity = Severity::error,
         .title =
             tr("%1 cannot be mapped on %2.").arg(workloadTitle(m_document.inputs()), designTitle(m_document.inputs())),
         .text = bannerText(m_document.problems()) + tr(" Results so far stay as they are."),
         .button = tr("Undo"),
         .action = [this] { m_document.undoStack().undo(); }});
}

bool MainWindow::mayDiscard() {
    if (!m_options.askBeforeLoss || !m_document.modified()) return true;
    const auto answer = QMessageBox::question(this, tr("Save the session?"),
                                              tr("%1 has changes that are not saved.").arg(m_document.title()),
                                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    if (answer == QMessageBox::Save) return m_files->save();
    return answer == QMessageBox::Discard;
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (m_restored || m_options.safeMode) return;
    m_restored = true;
    QSettings settings;
    if (const QByteArray geometry = settings.value("geometry").toByteArray(); !geometry.isEmpty())
        restoreGeometry(geometry);
    for (Perspective* perspective : m_perspectives) perspective->restoreLayout(settings);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayDiscard()) return event->ignore();
    m_runs->abandon();
    if (!m_options.safeMode) {
        QSettings settings;
        settings.setValue("geometry", saveGeometry());
        for (Perspective* perspective : m_perspectives) perspective->saveLayout(settings);
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) m_files->open(url.toLocalFile());
}

}  // namespace lapidary::ui
