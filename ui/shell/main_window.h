// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window: menus, tool bar, mode bar, banners, the perspectives and the status strip around one document. It wires
// them and decides nothing about models or searches. GUI thread only.
#pragma once

#include <QMainWindow>
#include <QPalette>

#include "ui/session/document.h"
#include "ui/theme/theme.h"

class QStackedWidget;

namespace lapidary::ui {

class Actions;
class BannerArea;
class FileControl;
class ModeBar;
class Perspective;
class RunControl;
class StatusStrip;
class ToolBar;

struct WindowOptions {
    bool safeMode = false;      ///< no settings read or written
    bool askBeforeLoss = true;  ///< tests close without questions
};

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionInputs inputs, WindowOptions options, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }
    RunControl& runs() { return *m_runs; }
    FileControl& files() { return *m_files; }
    BannerArea& banners() { return *m_banners; }
    const Actions& actionTable() const { return *m_actions; }
    QString perspective() const;
    void setPerspective(const QString& key);
    void setTheme(ThemeChoice choice);

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildActions();
    void buildMenus();
    void buildBody();
    void connectParts();
    void fillRecent(QMenu& menu);
    void refreshTitle();
    void refreshProblems();
    void pickWorkload(const QString& key);
    void pickDesign(const QString& key);
    void startAnew();
    bool mayDiscard();

    WindowOptions m_options;
    QPalette m_systemPalette;
    ThemeChoice m_theme = ThemeChoice::system;
    Document m_document;
    Actions* m_actions;
    BannerArea* m_banners = nullptr;
    RunControl* m_runs = nullptr;
    FileControl* m_files = nullptr;
    ToolBar* m_toolBar = nullptr;
    StatusStrip* m_status = nullptr;
    QStackedWidget* m_stack = nullptr;
    QList<Perspective*> m_perspectives;
    bool m_restored = false;
};

}  // namespace lapidary::ui
