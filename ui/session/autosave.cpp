// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/autosave.h"

#include <QCoreApplication>
#include <QDir>
#include <QSet>
#include <QStandardPaths>

#include <algorithm>

#include "core/io/native.h"
#include "ui/session/document.h"
#include "ui/session/recovery.h"

namespace lapidary::ui {

namespace {

/// Unique among the windows of all living processes.
QString ownFolder(const QString& root) {
    static int count = 0;
    return QDir(root).filePath(
        QStringLiteral("%1-%2").arg(QCoreApplication::applicationPid()).arg(++count, 3, 10, QLatin1Char('0')));
}

QSet<QString>& livingFolders() {
    static QSet<QString> folders;
    return folders;
}

}  // namespace

bool isOwnAutosave(const QString& folder) { return livingFolders().contains(QDir(folder).absolutePath()); }

QString autosaveRoot() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath("autosave");
}

Autosave::Autosave(Document& document, const QString& root, QObject* parent) : QObject(parent), m_document(document) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
    for (const auto signal : {&Document::inputsChanged, &Document::runsChanged, &Document::runUpdated,
                              &Document::sweepPlanChanged, &Document::sweepChanged, &Document::sweepUpdated,
                              &Document::pinsChanged, &Document::shownChanged, &Document::fileChanged})
        connect(&document, signal, this, &Autosave::touch);

    QString folder = ownFolder(root);
    // A folder of this name may be what a dead process with our number left: that one waits to be offered.
    while (QFileInfo::exists(folder)) folder = ownFolder(root);
    if (!QDir().mkpath(folder)) return;
    m_lock = std::make_unique<QLockFile>(lockPathOf(folder));
    m_lock->setStaleLockTime(0);
    if (!m_lock->tryLock(0)) return;
    m_folder = folder;
    livingFolders().insert(QDir(folder).absolutePath());
}

Autosave::~Autosave() { livingFolders().remove(QDir(m_folder).absolutePath()); }

void Autosave::setInterval(std::chrono::milliseconds interval) {
    m_interval = std::min<std::chrono::milliseconds>(interval, kLongestAutosave);
    if (m_timer.isActive() && m_timer.remainingTimeAsDuration() > m_interval) m_timer.start(m_interval);
}

void Autosave::touch() {
    if (m_retired || m_folder.isEmpty()) return;
    if (!m_document.modified()) return forget();
    m_pending = true;
    if (!m_timer.isActive()) m_timer.start(m_interval);
}

void Autosave::write() {
    if (!m_pending || m_retired) return;
    if (m_writer.busy()) return m_timer.start(m_interval);
    m_pending = false;
    const int number = ++m_number;
    auto copy = std::make_shared<const AutosaveCopy>(copyOf(m_document));
    m_writer.start(
        [copy, folder = m_folder, number] {
            const Diagnostics problems =
                writeTextFile(copyPath(folder, number).toStdString(), toJson(*copy).dump() + "\n");
            if (!hasErrors(problems)) QFile::remove(copyPath(folder, number - kAutosavesKept));
            return problems;
        },
        [this](const Diagnostics& problems) {
            if (hasErrors(problems)) {
                emit failed(problems);
            } else {
                emit written();
            }
            if (!m_document.modified()) forget();
        });
}

void Autosave::writeNow() {
    m_writer.wait();
    m_timer.stop();
    write();
    m_writer.wait();
}

void Autosave::forget() {
    m_timer.stop();
    m_pending = false;
    if (m_writer.busy()) return;  // its end asks again
    for (int number = std::max(1, m_number - kAutosavesKept); number <= m_number; ++number)
        QFile::remove(copyPath(m_folder, number));
}

void Autosave::retire() {
    if (m_retired) return;
    m_retired = true;
    m_timer.stop();
    m_writer.wait();
    if (m_folder.isEmpty()) return;
    m_lock->unlock();
    QDir(m_folder).removeRecursively();
}

}  // namespace lapidary::ui
