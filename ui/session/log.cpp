// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/log.h"

#include <QApplication>
#include <QThread>

#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

QtMessageHandler previousHandler = nullptr;
Log* listening = nullptr;

void takeQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (listening && type != QtDebugMsg) {
        const Severity severity = type == QtInfoMsg      ? Severity::note
                                  : type == QtWarningMsg ? Severity::warning
                                                         : Severity::error;
        listening->add(severity, QStringLiteral("Qt"), message);
    }
    if (previousHandler) previousHandler(type, context, message);
}

}  // namespace

QString severityName(Severity severity) {
    switch (severity) {
    case Severity::note: return QObject::tr("note");
    case Severity::warning: return QObject::tr("warning");
    case Severity::error: break;
    }
    return QObject::tr("error");
}

QString toText(const LogEntry& entry) {
    return QStringLiteral("%1  %2  %3  %4")
        .arg(entry.time.toString("HH:mm:ss.zzz"), severityName(entry.severity), entry.source, entry.text);
}

Log& programLog() {
    static Log log;
    return log;
}

Log::Log(QObject* parent) : QAbstractTableModel(parent) {}

Log::~Log() {
    if (listening == this) listening = nullptr;
}

void Log::listenToQt() {
    if (listening == this) return;
    listening = this;
    const QtMessageHandler before = qInstallMessageHandler(takeQtMessage);
    if (before != takeQtMessage) previousHandler = before;
}

void Log::add(Severity severity, const QString& source, const QString& text) {
    LogEntry entry{QDateTime::currentDateTime(), severity, source, text};
    if (QThread::currentThread() == thread()) return append(std::move(entry));
    QMetaObject::invokeMethod(
        this, [this, entry] { append(entry); }, Qt::QueuedConnection);
}

void Log::append(LogEntry entry) {
    if (rowCount() >= kMost) {
        constexpr int kAtOnce = kMost / 10;  // so that a full log does not move with each entry
        beginRemoveRows({}, 0, kAtOnce - 1);
        m_entries.erase(m_entries.begin(), m_entries.begin() + kAtOnce);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_entries.push_back(std::move(entry));
    endInsertRows();
}

void Log::clear() {
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

int Log::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_entries.size()); }

int Log::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant Log::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const LogEntry& entry = at(index.row());
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
        case kTime: return entry.time.toString("HH:mm:ss");
        case kSeverity: return severityName(entry.severity);
        case kSource: return entry.source;
        default: return entry.text;
        }
    }
    if (role == Qt::ToolTipRole) return entry.text;
    if (role == Qt::ForegroundRole && index.column() == kSeverity) {
        const Theme& theme = themeOf(QApplication::palette());
        if (entry.severity == Severity::error) return theme.error;
        if (entry.severity == Severity::warning) return theme.warning;
        return theme.text2;
    }
    return {};
}

QVariant Log::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case kTime: return tr("Time");
    case kSeverity: return tr("Kind");
    case kSource: return tr("From");
    default: return tr("What");
    }
}

}  // namespace lapidary::ui
