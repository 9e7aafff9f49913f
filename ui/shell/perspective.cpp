// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/perspective.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSettings>
#include <QTabBar>
#include <QTimer>

#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr int kLayoutVersion = 3;
}

Perspective::Perspective(const QString& key, QWidget* parent) : QMainWindow(parent, Qt::Widget), m_key(key) {
    setObjectName(key + "Perspective");
    setDockNestingEnabled(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | AnimatedDocks);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setContentsMargins(4, 4, 4, 4);
}

QList<Dock*> Perspective::docks() const { return findChildren<Dock*>(QString(), Qt::FindDirectChildrenOnly); }

void Perspective::resetLayout() {
    for (Dock* dock : docks()) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    arrange();
    m_ownSizes = false;
    for (Dock* dock : docks()) dock->show();
    m_arranged = true;
    // Shares of a size are taken once the layout has given us one.
    QTimer::singleShot(0, this, &Perspective::proportion);
}

void Perspective::shareAnew() {
    if (m_arranged && !m_ownSizes) proportion();
}

void Perspective::saveLayout(QSettings& settings) const {
    if (m_arranged) settings.setValue("layout/" + m_key, saveState(kLayoutVersion));
}

void Perspective::restoreLayout(const QSettings& settings) {
    m_pending = settings.value("layout/" + m_key).toByteArray();
}

void Perspective::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (m_arranged) return;
    resetLayout();
    if (m_pending.isEmpty()) return;
    QTimer::singleShot(0, this, [this] { m_ownSizes = restoreState(m_pending, kLayoutVersion); });
}

void Perspective::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    shareAnew();
}

bool Perspective::event(QEvent* event) {
    // Only separators are ours to be pressed; what a dock lets through is not meant.
    if (event->type() == QEvent::MouseButtonPress && !childAt(static_cast<QMouseEvent*>(event)->position().toPoint()))
        m_ownSizes = true;
    return QMainWindow::event(event);
}

/// Names of tabs are read whole: where there is no room for all of them, their row scrolls.
void Perspective::childEvent(QChildEvent* event) {
    QMainWindow::childEvent(event);
    auto* tabs = event->type() == QEvent::ChildPolished ? qobject_cast<QTabBar*>(event->child()) : nullptr;
    if (!tabs) return;
    tabs->setElideMode(Qt::ElideNone);
    tabs->setUsesScrollButtons(true);
}

void Perspective::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), themeOf(this).window); }

}  // namespace lapidary::ui
