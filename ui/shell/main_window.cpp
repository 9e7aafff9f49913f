// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "core/io/presets.h"
#include "ui/models/preset_keys.h"
#include "ui/session/autosave.h"
#include "ui/session/unread.h"
#include "ui/session/view_history.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"
#include "ui/shell/compare_bar.h"
#include "ui/shell/compare_perspective.h"
#include "ui/shell/design_perspective.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/explore_perspective.h"
#include "ui/shell/fabric_perspective.h"
#include "ui/shell/file_control.h"
#include "ui/shell/flash_control.h"
#include "ui/shell/import_control.h"
#include "ui/shell/import_perspective.h"
#include "ui/shell/mapping_perspective.h"
#include "ui/shell/menus.h"
#include "ui/shell/preferences.h"
#include "ui/shell/recovery_control.h"
#include "ui/shell/run_control.h"
#include "ui/shell/search_perspective.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/study_control.h"
#include "ui/shell/sweep_control.h"
#include "ui/shell/tool_bar.h"
#include "ui/shell/tuning_control.h"
#include "ui/shell/welcome_page.h"
#include "ui/theme/icons.h"
#include "ui/widgets/mode_bar.h"

namespace lapidary::ui {

namespace {

/// What the desktop came with, asked before any window gave the application a theme.
const QPalette& systemPalette() {
    static const QPalette palette = QApplication::palette();
    return palette;
}

/// Where a perspective stands in the mode bar: Compare and Fabric are parts of Mapping, Import of Design.
QString placeOf(const QString& perspective) {
    if (perspective == u"compare" || perspective == u"fabric") return QStringLiteral("mapping");
    if (perspective == u"import") return QStringLiteral("design");
    return perspective;
}

/// As large as the pictures like, with its frame on the screen.
QSize usualSize(const QScreen* screen) {
    constexpr QSize kUsual{1440, 900}, kFrame{16, 48}, kLeast{1024, 700};
    const QSize room = screen ? screen->availableSize() - kFrame : kUsual;
    return kUsual.boundedTo(room.expandedTo(kLeast));
}

/// What was to be opened can't be.
void tellRefused(BannerArea& banners, const QString& title, const QString& text) {
    banners.post(
        {.cause = "open", .severity = Severity::error, .title = title, .text = text, .button = {}, .action = {}});
}

}  // namespace

MainWindow::MainWindow(SessionInputs inputs, WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      m_options(options),
      m_systemPalette(systemPalette()),
      m_settings(options.safeMode ? Settings{} : loadSettings()),
      m_document(std::move(inputs)),
      m_actions(new Actions(this)) {
    setObjectName("mainWindow");
    setProperty("remembers", !m_options.safeMode);
    setWindowIcon(appIcon());
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setMinimumSize(960, 600);
    resize(usualSize(screen()));
    buildActions();
    buildControls();
    buildPerspectives();
    buildBody();
    buildMenus();
    connectParts();
    keepUnsavedWork();
    connectShell();
    setPerspective("search");
    refreshTitle();
    refreshProblems();
}

MainWindow::~MainWindow() {
    m_runs->abandon();
    m_sweeps->abandon();
    m_flash->abandon();
    m_tuning->abandon();
    m_imports->abandon();
    m_studies->abandon();
    // A field that is left commits what stands in it: now, while there is a document, and not when children are deleted.
    QWidget* focus = QApplication::focusWidget();
    for (const QObject* owner = focus; owner; owner = owner->parent())  // also in a dock that floats
        if (owner == this) focus->clearFocus();
    m_document.disconnect(this);
    delete takeCentralWidget();
}

void MainWindow::buildActions() {
    m_actions->adopt("undo", m_document.undoStack().createUndoAction(this, tr("Undo")), "undo", QKeySequence("Ctrl+Z"));
    m_actions->adopt("redo", m_document.undoStack().createRedoAction(this, tr("Redo")), "redo",
                     QKeySequence("Ctrl+Shift+Z"));
}

void MainWindow::buildControls() {
    m_banners = new BannerArea;
    m_runs = new RunControl(m_document, *m_actions, *m_banners, this);
    m_sweeps = new SweepControl(m_document, *m_actions, *m_banners, this);
    m_studies = new StudyControl(*m_actions, *m_banners, m_options.studyFolder, this);
    m_flash = new FlashControl(m_document, *m_actions, *m_banners, this);
    m_tuning = new TuningControl(m_document, *m_actions, *m_banners, this);
    m_files = new FileControl(m_document, *m_banners, this);
    m_files->setRemembering(!m_options.safeMode);
    m_files->setMostRecent(m_settings.recentFiles);
    m_imports = new ImportControl(m_document, *m_actions, *m_files, this);
    m_history = new ViewHistory(m_document, this);
    m_toolBar = new ToolBar(m_document, *m_actions);
    m_status = new StatusStrip(m_document, *m_actions);
    m_stack = new QStackedWidget;
    m_front = new QStackedWidget;
    m_front->addWidget(m_stack);
    shareThreads();
}

void MainWindow::buildPerspectives() {
    auto* search = new SearchPerspective(m_document, *m_actions, *m_flash, *m_tuning);
    connect(search, &SearchPerspective::mappingOpened, this, [this] { setPerspective("mapping"); });
    connect(search, &SearchPerspective::compareAsked, this, [this](const ShownMapping& a, const ShownMapping& b) {
        m_document.pin(Side::a, {.place = a, .inputs = {}, .name = {}});
        m_document.pin(Side::b, {.place = b, .inputs = {}, .name = {}});
        setPerspective("compare");
    });
    auto* compare = new ComparePerspective(m_document, *m_actions);
    connect(compare, &ComparePerspective::mappingOpened, this, [this] { setPerspective("mapping"); });
    connect(compare->bar(), &CompareBar::fileWanted, m_files, &FileControl::pinWithDialog);
    m_toolBar->addBar(compare->key(), compare->bar());
    auto* explore = m_explore = new ExplorePerspective(m_document, *m_actions, *m_sweeps, *m_studies);
    connect(explore, &ExplorePerspective::mappingOpened, this, [this] { setPerspective("mapping"); });
    connect(explore, &ExplorePerspective::designPicked, this, &MainWindow::pickDesign);
    auto* import = new ImportPerspective(m_document, *m_actions, *m_imports);
    connect(m_imports, &ImportControl::frontWanted, this, [this] { setPerspective("import"); });
    connect(m_imports, &ImportControl::layersQueued, this, [this] {
        setPerspective("search");
        m_runs->startQueue();
    });
    connect(import, &ImportPerspective::workloadChosen, this, [this] { setPerspective("search"); });
    m_mapping = new MappingPerspective(m_document, *m_actions);
    m_compare = compare;
    m_perspectives = {new DesignPerspective(m_document, *m_actions), search,  m_mapping, explore,
                      m_fabric = new FabricPerspective(m_document),  compare, import};

    if (!m_options.safeMode) {
        const QSettings settings;  // asked before anything is shown: the one in front is shown before the window is
        for (Perspective* perspective : m_perspectives) perspective->restoreLayout(settings);
    }
    for (Perspective* perspective : m_perspectives) {
        m_stack->addWidget(perspective);
        connect((*m_actions)[perspective->key()], &QAction::triggered, this,
                [this, perspective] { setPerspective(perspective->key()); });
    }
}

void MainWindow::buildBody() {
    auto* modes = new ModeBar;
    for (const Perspective* perspective : m_perspectives)
        if (placeOf(perspective->key()) == perspective->key()) modes->addMode((*m_actions)[perspective->key()]);
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
    desk->addWidget(m_front, 1);
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
                 .theme = [this] { return m_settings.theme; },
                 .setTheme = [this](ThemeChoice choice) { setTheme(choice); },
                 .recent = [this] { return m_files->recent(); },
                 .open = [this](const QString& path) { m_files->open(path); },
                 .docks = [this] { return m_perspectives[m_stack->currentIndex()]->docks(); }});
}

void MainWindow::connectParts() {
    const Actions& actions = *m_actions;
    connect(actions["newSession"], &QAction::triggered, this, &MainWindow::startAnew);
    connect(actions["open"], &QAction::triggered, m_files, &FileControl::openWithDialog);
    connect(actions["importTimeloop"], &QAction::triggered, m_files, &FileControl::importWithDialog);
    connect(actions["importReport"], &QAction::triggered, m_files, &FileControl::showImportReport);
    const auto report = [this] {
        allow((*m_actions)["importReport"], m_files->hasImportReport(), tr("nothing was imported yet"));
    };
    connect(m_files, &FileControl::imported, this, report);
    report();
    connect(actions["save"], &QAction::triggered, m_files, &FileControl::save);
    connect(actions["saveAs"], &QAction::triggered, m_files, &FileControl::saveAs);
    connect(actions["export"], &QAction::triggered, this,
            [this] { exportFront(*m_perspectives[m_stack->currentIndex()]); });
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
    connect(actions["pinA"], &QAction::triggered, this, [this] { pinShown(Side::a); });
    connect(actions["pinB"], &QAction::triggered, this, [this] { pinShown(Side::b); });
    connect(actions["closeCompare"], &QAction::triggered, this, [this] { setPerspective("mapping"); });
    connect(m_toolBar, &ToolBar::modelPicked, this, &MainWindow::setPerspective);
    connect(actions["compareModels"], &QAction::triggered, this, &MainWindow::compareModels);
    connect(actions["importDirectives"], &QAction::triggered, m_files, &FileControl::importDirectivesWithDialog);
    connect(m_flash, &FlashControl::pickOpened, this, [this] {
        setPerspective("mapping");
        m_mapping->showDirectives();
    });
    const auto comparable = [this] {
        allow((*m_actions)["compareModels"], m_document.exhibit().has_value(), tr("no mapping is on show"));
    };
    connect(&m_document, &Document::shownChanged, this, comparable);
    comparable();
    connect(m_toolBar, &ToolBar::workloadPicked, this, &MainWindow::pickWorkload);
    connect(m_toolBar, &ToolBar::designPicked, this, &MainWindow::pickDesign);
    connect(m_files, &FileControl::replacing, m_runs, &RunControl::abandon);
    connect(m_files, &FileControl::replacing, m_sweeps, &SweepControl::abandon);
    connect(m_files, &FileControl::replacing, m_flash, &FlashControl::abandon);
    connect(m_files, &FileControl::replacing, m_tuning, &TuningControl::abandon);
    const auto follow = [this](auto* control, auto... changes) {
        (connect(control, changes, this, &MainWindow::shareActions), ...);
        (connect(control, changes, this, &MainWindow::refreshFlash), ...);
    };
    follow(m_flash, &FlashControl::chosenChanged, &FlashControl::runningChanged, &FlashControl::updated);
    follow(m_tuning, &TuningControl::chosenChanged, &TuningControl::runningChanged, &TuningControl::updated);
    FabricControl& fabric = m_fabric->control();
    fabric.serve(actions);
    connect(&fabric, &FabricControl::busyChanged, this, &MainWindow::shareActions);
    for (const auto signal : {&FabricControl::busyChanged, &FabricControl::progressed})
        connect(&fabric, signal, this, &MainWindow::refreshFlash);
    connect(m_runs, &RunControl::runningChanged, this, &MainWindow::shareActions);
    connect(m_sweeps, &SweepControl::runningChanged, this, &MainWindow::shareActions);
    connect(m_studies, &StudyControl::runningChanged, this, &MainWindow::shareActions);
    connect(m_studies, &StudyControl::runningChanged, this, &MainWindow::refreshStudy);
    connect(m_studies, &StudyControl::updated, this, &MainWindow::refreshStudy);
    connect(m_sweeps, &SweepControl::reasonChanged, this, &MainWindow::refreshReason);
    connect(m_files, &FileControl::opened, this, &MainWindow::setPerspective);
    connect(m_banners, &BannerArea::changed, this, &MainWindow::countProblems);
    connect(&Unread::of(m_document), &Unread::changed, this, &MainWindow::countProblems);
    connect(&m_document, &Document::fileChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::inputsChanged, this, &MainWindow::refreshProblems);
}

void MainWindow::pinShown(Side side) {
    if (perspective() == u"explore") return m_explore->pinSelected(side);
    if (m_document.exhibit()) m_document.pin(side, m_document.shownToPin());
}

/// The mapping on show as A, under its own model and the other one.
void MainWindow::compareModels() {
    if (!m_document.exhibit()) return;
    m_document.pin(Side::a, m_document.shownToPin());
    setPerspective("compare");
    m_compare->bar()->compareModels();
}

void MainWindow::keepUnsavedWork() {
    m_recovery = new RecoveryControl(*this, m_options.autosaveRoot);
    allow((*m_actions)["recover"], !m_options.autosaveRoot.isEmpty(), tr("this window keeps no unsaved work"));
    connect((*m_actions)["recover"], &QAction::triggered, m_recovery, &RecoveryControl::offerOrSay);
    m_files->setMayReplace([this] { return mayDiscard(); });
    if (m_options.autosaveRoot.isEmpty()) return;
    m_autosave = new Autosave(m_document, m_options.autosaveRoot, this);
    m_autosave->setInterval(std::chrono::seconds(m_settings.autosaveSeconds));
    const auto complain = [this](const QString& why) {
        m_banners->post({.cause = "autosave",
                         .severity = Severity::warning,
                         .title = tr("Unsaved work is not being kept."),
                         .text = why + tr(" Save the session to be safe."),
                         .button = tr("Save"),
                         .action = [this] { m_files->save(); }});
    };
    if (m_autosave->folder().isEmpty()) complain(tr("%1 cannot be written.").arg(m_options.autosaveRoot));
    connect(m_autosave, &Autosave::failed, this,
            [complain](const Diagnostics& problems) { complain(bannerText(problems)); });
    connect(m_autosave, &Autosave::written, this, [this] { m_banners->withdraw("autosave"); });
}

MainWindow* MainWindow::openAnother(const SessionInputs& inputs) {
    auto* other = new MainWindow(inputs, m_options);
    other->setAttribute(Qt::WA_DeleteOnClose);
    other->m_settings = m_settings;
    other->shareThreads();
    other->show();
    return other;
}

QString MainWindow::perspective() const { return m_perspectives[m_stack->currentIndex()]->key(); }

void MainWindow::setPerspective(const QString& key) {
    for (Perspective* perspective : m_perspectives) {
        const bool front = perspective->key() == key;
        if (front) m_stack->setCurrentWidget(perspective);
    }
    m_front->setCurrentWidget(m_stack);
    const bool comparing = this->perspective() == u"compare";
    const QString place = placeOf(this->perspective());
    for (Perspective* perspective : m_perspectives)
        (*m_actions)[perspective->key()]->setChecked(perspective->key() == place);
    allow((*m_actions)["closeCompare"], comparing, tr("no comparison is in front"));
    m_toolBar->setPerspective(this->perspective());
    m_toolBar->setWelcome(false);
    m_status->setWelcome(false);
    m_document.setPerspective(this->perspective());
    m_history->visit(this->perspective());
    refreshTitle();
    shareActions();
    refreshFlash();
}

/// Who has the cores, as a reason for the others; empty if nobody has.
QString MainWindow::busyWith() const {
    if (m_studies->running()) return tr("a study has the cores: let it end, or stop it (Shift+F5)");
    if (m_runs->running()) return tr("a search has the cores: let it end, or stop it (Shift+F5)");
    if (m_sweeps->running()) return tr("the sweep has the cores: let it end, or stop it (Shift+F5)");
    if (m_flash->running()) return tr("FLASH has the cores: let it end, or stop it (Shift+F5)");
    if (m_tuning->running()) return tr("a tuning has the cores: let it end, or stop it (Shift+F5)");
    return {};
}

/// A simulation of the fabric that takes long, while nothing else has the cores.
bool MainWindow::fabricIsTold() const { return m_fabric->control().busy() && busyWith().isEmpty(); }

void MainWindow::shareActions() {
    const bool explore = perspective() == u"explore", search = perspective() == u"search";
    const bool idle = busyWith().isEmpty();
    const bool study = m_studies->running();
    const bool flash = m_flash->running() || (m_flash->chosen() && search && idle);
    const bool tuning = m_tuning->running() || (m_tuning->chosen() && search && idle);
    const bool sweep = !study && !flash && !tuning && (m_sweeps->running() || (explore && !m_runs->running()));
    // A simulation that goes on behind another perspective is held and ended from there; Run is that perspective's.
    const bool fabric = fabricIsTold(), fabricInFront = fabric && perspective() == u"fabric";
    m_runs->setInCharge(!sweep && !study && !flash && !tuning && !fabricInFront, !fabric);
    m_flash->setInCharge(flash, !fabric);
    m_tuning->setInCharge(tuning, !fabric);
    m_sweeps->setInCharge(sweep, !fabric);
    m_studies->setInCharge(study);
    m_fabric->control().setInCharge(fabricInFront, fabric);
    m_studies->setBusy(study ? QString() : busyWith());
    refreshReason();
    m_runs->setHeld(m_sweeps->running() || study || m_flash->running() || m_tuning->running());
}

void MainWindow::refreshReason() {
    const bool explore = perspective() == u"explore", search = perspective() == u"search";
    QString reason;
    if (m_studies->running() || m_sweeps->running() || explore) reason = busyWith();
    if (explore && (reason.isEmpty() || m_sweeps->running())) reason = m_sweeps->reason();
    const bool flash = search && !m_flash->running() && m_flash->chosen();
    const bool tuning = search && !m_tuning->running() && m_tuning->chosen();
    if (flash && reason.isEmpty()) reason = m_flash->reason();
    if (tuning && reason.isEmpty()) reason = m_tuning->reason();
    const bool told = explore || flash || tuning || m_sweeps->running() || m_studies->running();
    m_toolBar->setReason(told ? std::optional(reason) : std::nullopt);
}

void MainWindow::shareThreads() {
    m_sweeps->setThreads(searchThreadsBy(m_settings));
    m_studies->setThreads(searchThreadsBy(m_settings));
}

void MainWindow::applySettings(const Settings& settings) {
    const bool otherTheme = settings.theme != m_settings.theme;
    m_settings = settings;
    shareThreads();
    if (otherTheme) applyTheme(settings.theme, m_systemPalette);
    if (m_autosave) m_autosave->setInterval(std::chrono::seconds(settings.autosaveSeconds));
    m_files->setMostRecent(settings.recentFiles);
    if (m_welcome) m_welcome->setShownAtStart(settings.welcome);
    if (m_preferences) m_preferences->show(settings);
    SearchOptions search = m_document.inputs().search;
    search.threads = searchThreadsBy(settings);
    if (search.threads != m_document.inputs().search.threads && !m_document.untouched())
        m_document.setSearch(search, tr("Threads"));
    if (!m_options.safeMode) saveSettings(settings);
}

void MainWindow::setTheme(ThemeChoice choice) {
    m_settings.theme = choice;
    applyTheme(choice, m_systemPalette);
    applySettings(m_settings);
}

void MainWindow::pickWorkload(const QString& key) {
    if (const auto& network = m_document.inputs().network)
        for (const Layer& layer : network->layers)
            if (networkLayerKey(*network, layer) == key) return m_document.setWorkload(layer.workload, {});
    const auto workload = loadWorkload(key.toStdString());
    if (workload) return m_document.setWorkload(*workload, key.toStdString());
    tellRefused(*m_banners, tr("%1 cannot be used.").arg(key), bannerText(workload.diagnostics()));
}

void MainWindow::pickDesign(const QString& key) {
    const auto design = loadArchitecture(key.toStdString());
    if (design) return m_document.setArchitecture(*design, key.toStdString());
    tellRefused(*m_banners, tr("%1 cannot be used.").arg(key), bannerText(design.diagnostics()));
}

void MainWindow::startAnew() {
    const auto inputs = exampleInputs();
    if (!inputs || !mayDiscard()) return;
    m_runs->abandon();
    m_sweeps->abandon();
    m_flash->abandon();
    m_tuning->abandon();
    Session session;
    session.inputs = *inputs;
    session.inputs.search.threads = searchThreadsBy(m_settings);
    m_document.adopt(std::move(session), {});
    m_history->clear();
    setPerspective("design");
}

void MainWindow::refreshTitle() {
    setWindowTitle(welcomeShown() ? tr("Welcome[*] - Lapidary") : tr("%1[*] - Lapidary").arg(m_document.title()));
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

void MainWindow::countProblems() {
    QStringList where;
    const QMap<QString, QString>& unread = Unread::of(m_document).all();
    for (auto it = unread.cbegin(); it != unread.cend(); ++it)
        where << QStringLiteral("%1: %2").arg(it.key(), it.value());
    m_status->setProblems(m_banners->errorCount(), where);
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
    const QSettings settings;
    if (const QByteArray geometry = settings.value("geometry").toByteArray(); !geometry.isEmpty())
        restoreGeometry(geometry);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayDiscard()) return event->ignore();
    m_runs->abandon();
    m_sweeps->abandon();
    m_flash->abandon();
    m_tuning->abandon();
    m_imports->abandon();
    m_studies->abandon();
    if (m_autosave) m_autosave->retire();
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
    event->acceptProposedAction();
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
            continue;
        }
        tellRefused(*m_banners, tr("%1 is no local file.").arg(url.toDisplayString()),
                    tr("Save it on this computer and drop it from there. Nothing was changed."));
    }
    if (!files.isEmpty()) m_files->openAll(files);
}

}  // namespace lapidary::ui
