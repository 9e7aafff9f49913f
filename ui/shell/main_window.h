// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window: menus, tool bar, mode bar, banners, the perspectives and the status strip around one document. It wires
// them and decides nothing about models or searches. GUI thread only.
#pragma once

#include <QMainWindow>
#include <QPalette>

#include "ui/session/document.h"
#include "ui/session/settings.h"
#include "ui/theme/theme.h"

class QStackedWidget;

namespace lapidary::ui {

class Actions;
class Autosave;
class BannerArea;
class ExampleControl;
class ComparePerspective;
class ExplorePerspective;
class FabricPerspective;
class FileControl;
class FlashControl;
class ImportControl;
class LogWindow;
class ModeBar;
class MappingPerspective;
class Palette;
class Perspective;
class Preferences;
class RecoveryControl;
class RunControl;
class StatusStrip;
class StudyControl;
class SweepControl;
class ToolBar;
class Tour;
class TuningControl;
class ViewHistory;
class WelcomePage;
struct Rehearsed;

struct WindowOptions {
    bool safeMode = false;      ///< no settings read or written
    bool askBeforeLoss = true;  ///< tests close without questions
    QString autosaveRoot = {};  ///< where unsaved work is kept; empty = nowhere
    QString studyFolder = {};   ///< where results of studies are kept; empty = in the window only
};

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionInputs inputs, WindowOptions options, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }
    RunControl& runs() { return *m_runs; }
    SweepControl& sweeps() { return *m_sweeps; }
    StudyControl& studies() { return *m_studies; }
    FlashControl& flash() { return *m_flash; }
    TuningControl& tuning() { return *m_tuning; }
    FabricPerspective& fabric() { return *m_fabric; }
    FileControl& files() { return *m_files; }
    ImportControl& imports() { return *m_imports; }
    BannerArea& banners() { return *m_banners; }
    /// Null if unsaved work is not kept.
    Autosave* autosave() { return m_autosave; }
    RecoveryControl& recovery() { return *m_recovery; }
    /// A further window with the same options, that goes when it is closed.
    MainWindow* openAnother(const SessionInputs& inputs);
    const Actions& actionTable() const { return *m_actions; }
    const QList<Perspective*>& perspectives() const { return m_perspectives; }
    QString perspective() const;
    /// Leaves the welcome page, if that is in front.
    void setPerspective(const QString& key);
    void showWelcome();
    bool welcomeShown() const;
    const Settings& settings() const { return m_settings; }
    /// Applies them at once; they are kept unless in safe mode.
    void applySettings(const Settings& settings);
    void setTheme(ThemeChoice choice);
    /// A preset's key.
    void pickWorkload(const QString& key);
    void pickDesign(const QString& key);
    void openExample(const QString& key);
    /// A preset's key or a file; empty = the list. Explore comes to the front.
    void openStudy(const QString& keyOrFile);

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildActions();
    void buildMenus();
    void buildControls();
    void buildPerspectives();
    void buildBody();
    /// Sweeps and studies take as many threads as the preferences say.
    void shareThreads();
    void connectParts();
    void fillRecent(QMenu& menu);
    void pinShown(Side side);
    void refreshTitle();
    void refreshProblems();
    /// Whose are Run, Pause and Stop: one job at a time.
    void shareActions();
    QString busyWith() const;
    bool fabricIsTold() const;
    void refreshReason();
    void refreshStudy();
    void refreshFlash();
    void compareModels();
    void countProblems();
    void startAnew();
    bool mayDiscard();
    void keepUnsavedWork();
    void connectShell();
    void openRehearsed(const Rehearsed& example);
    void openPalette(bool actionsToo);
    void openPreferences();
    void openLog();
    /// A dialog about the document, which stays open beside the window, or the one that is.
    template <class Dialog>
    void openOnce() {
        auto* open = findChild<Dialog*>();
        if (!open) open = new Dialog(m_document, this);
        open->show();
        open->raise();
        open->activateWindow();
    }
    void startTour();
    void refreshHistory();

    WindowOptions m_options;
    QPalette m_systemPalette;
    Settings m_settings;
    Document m_document;
    Actions* m_actions;
    BannerArea* m_banners = nullptr;
    RunControl* m_runs = nullptr;
    SweepControl* m_sweeps = nullptr;
    StudyControl* m_studies = nullptr;
    FlashControl* m_flash = nullptr;
    TuningControl* m_tuning = nullptr;
    ExplorePerspective* m_explore = nullptr;
    FabricPerspective* m_fabric = nullptr;
    MappingPerspective* m_mapping = nullptr;
    ComparePerspective* m_compare = nullptr;
    FileControl* m_files = nullptr;
    ImportControl* m_imports = nullptr;
    ToolBar* m_toolBar = nullptr;
    StatusStrip* m_status = nullptr;
    QStackedWidget* m_front = nullptr;  ///< the welcome page or the perspectives
    QStackedWidget* m_stack = nullptr;
    WelcomePage* m_welcome = nullptr;  ///< made when first shown, as are the next four
    Palette* m_palette = nullptr;
    Preferences* m_preferences = nullptr;
    LogWindow* m_log = nullptr;
    Tour* m_tour = nullptr;
    ExampleControl* m_examples = nullptr;
    ViewHistory* m_history = nullptr;
    Autosave* m_autosave = nullptr;
    RecoveryControl* m_recovery = nullptr;
    QList<Perspective*> m_perspectives;
    bool m_restored = false;
};

}  // namespace lapidary::ui
