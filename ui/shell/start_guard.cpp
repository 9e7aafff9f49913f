// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/start_guard.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

#include <csignal>

namespace lapidary::ui {

namespace {

QFileInfoList marksIn(const QString& folder) {
    return QDir(folder).entryInfoList({QStringLiteral("start-*.lock")}, QDir::Files);
}

/// Whether the process that made the mark is gone. One of our own number is of a process before us: ours comes later.
bool isDead(const QString& path) {
    QLockFile mark(path);
    qint64 process = 0;
    QString host, program;
    if (!mark.getLockInfo(&process, &host, &program)) return true;
    return process == QCoreApplication::applicationPid() || ::kill(static_cast<pid_t>(process), 0) != 0;
}

}  // namespace

QString startMarks() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath("starts");
}

StartGuard::StartGuard(const QString& folder) : m_folder(folder) {
    if (!QDir().mkpath(folder)) return;
    for (const QFileInfo& file : marksIn(folder))
        if (isDead(file.filePath())) ++m_failed;
    if (safeModeAdvised()) clearMarks();  // the start after a safe one is an ordinary one again
    const QString own = QDir(folder).filePath(QStringLiteral("start-%1.lock").arg(QCoreApplication::applicationPid()));
    QFile::remove(own);
    m_mark = std::make_unique<QLockFile>(own);
    m_mark->setStaleLockTime(0);
    m_mark->tryLock(0);
}

void StartGuard::succeeded() {
    if (!m_mark) return;
    m_mark->unlock();
    m_mark.reset();
    clearMarks();
}

void StartGuard::clearMarks() {
    for (const QFileInfo& file : marksIn(m_folder))
        if (isDead(file.filePath())) QFile::remove(file.filePath());
}

}  // namespace lapidary::ui
