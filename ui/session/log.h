// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the program did and said, of all its windows: files, runs, warnings, errors, messages of Qt. Bounded: the oldest
// entries go. There is one log per process, because Qt has one message handler. add() may be called from any thread; all
// else in the GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <QDateTime>

#include <deque>

#include "core/base/result.h"

namespace lapidary::ui {

struct LogEntry {
    QDateTime time;
    Severity severity = Severity::note;
    QString source;  ///< "files", "runs", "Qt", ...
    QString text;
};

class Log final : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kMost = 5000;
    enum Column { kTime, kSeverity, kSource, kText, kColumns };

    explicit Log(QObject* parent = nullptr);
    ~Log() override;

    void add(Severity severity, const QString& source, const QString& text);
    const LogEntry& at(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    /// Takes Qt's messages too, and passes them on as before.
    void listenToQt();
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void append(LogEntry entry);

    std::deque<LogEntry> m_entries;
};

QString severityName(Severity severity);
/// "12:41:07.250  warning  Qt  text", one line per entry.
QString toText(const LogEntry& entry);

/// The process's log.
Log& programLog();

}  // namespace lapidary::ui
