// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/study_docks.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
#include <array>

#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/study_control.h"
#include "ui/shell/study_list.h"
#include "ui/theme/icons.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/page_view.h"
#include "ui/widgets/pill.h"

namespace lapidary::ui {

namespace {

constexpr qint64 kRedrawMilliseconds = 700;  ///< between pages of a study that runs: each is laid out anew
constexpr int kTurnMilliseconds = 40;

struct StudyFormat {
    StudyExport format;
    const char* ending;
};
constexpr std::array<StudyFormat, 4> kStudyFormats{{{StudyExport::markdown, "md"},
                                                    {StudyExport::csv, "csv"},
                                                    {StudyExport::json, "json"},
                                                    {StudyExport::text, "txt"}}};

QString labelOf(StudyExport format) { return fromView(entryOf(format).label); }

QString filterOf(const StudyFormat& each) {
    return QStringLiteral("%1: %2 (*.%3)")
        .arg(labelOf(each.format), fromView(entryOf(each.format).meaning), QString::fromLatin1(each.ending));
}

}  // namespace

StudyDocks::StudyDocks(StudyControl& control, const Actions& actions, QWidget* parent)
    : QObject(parent),
      m_control(control),
      m_list(new StudyList(control, actions)),
      m_page(new PageView(tr("Page of the study"))),
      m_listDock(new Dock("studies", tr("Studies"), m_list, parent)),
      m_pageDock(new Dock("studyPage", tr("Study"), m_page, parent)) {
    m_page->setObjectName("studyPageView");
    m_page->setEmptyText(
        tr("Choose a study in the list of Studies: here stands what the paper says, what we find, and why."));
    m_listDock->setSubtitle(tr("tables and figures of papers"));
    buildExports();
    m_turn.setSingleShot(true);
    m_turn.setInterval(kTurnMilliseconds);
    connect(&m_turn, &QTimer::timeout, this, &StudyDocks::showPage);
    connect(m_list, &StudyList::pageWanted, this, [this] { m_pageDock->raise(); });
    connect(m_list, &StudyList::openWanted, this, &StudyDocks::openWithDialog);
    connect(&control.shelf(), &StudyShelf::currentChanged, this, &StudyDocks::refresh);
    connect(&control.shelf(), &StudyShelf::outcomesChanged, this, &StudyDocks::refresh);
    connect(&control, &StudyControl::runningChanged, this, &StudyDocks::refresh);
    connect(m_pageDock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible) {
            m_control.shelf().load();
            refresh();
        }
        emit frontChanged();
    });
    refresh();
}

void StudyDocks::bring(const QString& key) {
    m_control.shelf().load();
    if (!key.isEmpty()) m_control.shelf().open(key);
    for (Dock* dock : {m_pageDock, m_listDock}) {
        dock->show();
        dock->raise();
    }
    m_list->view()->setFocus();
}

bool StudyDocks::inFront() const { return m_pageDock->isVisible() && !m_pageDock->visibleRegion().isEmpty(); }

void StudyDocks::buildExports() {
    QMenu* menu = m_pageDock->exportMenu();
    const auto add = [&](const char* picture, const QString& text, const QString& name, auto action) {
        menu->addAction(icon(QString::fromLatin1(picture)), text, m_pageDock, action)
            ->setObjectName(QStringLiteral("export.study.") + name);
    };
    add("export", tr("Export study..."), "dialog", [this] { exportWithDialog(StudyExport::markdown); });
    m_pageDock->setProperty("exporter", "study");  // Ctrl+E
    for (const StudyFormat& each : kStudyFormats)
        add("copy", tr("Copy as %1").arg(labelOf(each.format)), "copy." + fromView(keyOf(each.format)),
            [this, each] { QApplication::clipboard()->setText(m_control.exported(each.format)); });
    for (const StudyFormat& each : kStudyFormats)
        add("export", tr("Save as %1...").arg(labelOf(each.format)), "save." + fromView(keyOf(each.format)),
            [this, each] { exportWithDialog(each.format); });
    const auto allowed = [this, menu] {
        const ShelvedStudy* chosen = m_control.shelf().chosen();
        for (QAction* action : menu->actions()) action->setEnabled(chosen && chosen->points > 0);
    };
    connect(menu, &QMenu::aboutToShow, this, allowed);
}

void StudyDocks::exportWithDialog(StudyExport format) {
    const ShelvedStudy* chosen = m_control.shelf().chosen();
    if (!chosen || chosen->points == 0) return;
    QStringList filters;
    QString filter, ending;
    for (const StudyFormat& each : kStudyFormats) {
        filters << filterOf(each);
        if (each.format != format) continue;
        filter = filters.back();
        ending = QString::fromLatin1(each.ending);
    }
    QString path = QFileDialog::getSaveFileName(m_pageDock, tr("Export study"),
                                                QString::fromStdString(chosen->study->name) + u'.' + ending,
                                                filters.join(QStringLiteral(";;")), &filter);
    if (path.isEmpty()) return;
    const QString asked = QFileInfo(path).suffix().toLower();
    const auto named = std::ranges::find_if(
        kStudyFormats, [&](const StudyFormat& each) { return asked == QLatin1String(each.ending); });
    const auto filtered =
        std::ranges::find_if(kStudyFormats, [&](const StudyFormat& each) { return filter == filterOf(each); });
    const StudyFormat& wanted = named != kStudyFormats.end()      ? *named  // what the name says goes first
                                : filtered != kStudyFormats.end() ? *filtered
                                                                  : kStudyFormats.front();
    if (named == kStudyFormats.end()) path += u'.' + QString::fromLatin1(wanted.ending);
    if (m_control.exportTo(path, wanted.format)) tellExported(*m_pageDock, path);
}

void StudyDocks::openWithDialog() {
    const QString path =
        QFileDialog::getOpenFileName(m_listDock, tr("Open study"), {}, tr("Studies (*.json);;All files (*)"));
    if (path.isEmpty()) return;
    m_control.shelf().open(path);
    m_pageDock->raise();
}

void StudyDocks::refresh() {
    const ShelvedStudy* chosen = m_control.shelf().chosen();
    if (!chosen) return;
    const bool runs = m_control.running() && m_control.runningStudy() == m_control.shelf().current();
    m_pageDock->setSubtitle(chosen->study ? chosen->name() : tr("not readable"));
    const QString state = tr("%1 of %2 points").arg(chosen->done()).arg(chosen->points);
    m_pageDock->pill()->setState(hasErrors(chosen->problems) ? tr("has errors")
                                 : chosen->done() == 0       ? tr("not run yet")
                                                             : state,
                                 hasErrors(chosen->problems) ? Tone::error
                                 : runs                      ? Tone::accent
                                 : chosen->whole()           ? Tone::ok
                                                             : Tone::neutral);
    m_pageDock->pill()->setToolTip(chosen->resultsFile.isEmpty()
                                       ? tr("Results last as long as this window.")
                                       : tr("Results are kept in %1").arg(chosen->resultsFile));
    const bool other = m_shown != m_control.shelf().current();
    const bool due = !runs || !m_drawn.isValid() || m_drawn.elapsed() > kRedrawMilliseconds;
    if (!other) {
        m_turn.stop();
        if (due && m_pageDock->isVisible()) showPage();
    } else if (!m_turn.isActive() || m_coming != m_control.shelf().current()) {
        m_coming = m_control.shelf().current();
        m_turn.start();  // whoever walks along the list needn't wait for every page on the way
    }
}

void StudyDocks::showPage() {
    const ShelvedStudy& chosen = *m_control.shelf().chosen();
    const bool other = m_shown != m_control.shelf().current();
    m_turn.stop();
    m_shown = m_control.shelf().current();
    m_drawn.start();
    if (chosen.points == 0)
        m_page->setEmptyText(tr("There is no page of %1: below the list of studies it says why.").arg(chosen.name()));
    m_page->setPage(chosen.points == 0 ? QString() : m_control.exported(StudyExport::markdown));
    if (other) {
        m_page->verticalScrollBar()->setValue(0);
        m_page->horizontalScrollBar()->setValue(0);
    }
}

}  // namespace lapidary::ui
