// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What windows that did not close in good order left behind: their last copies, and what of them the saved files lack.
// Whoever finds one holds its lock, so that two programs that start together do not both offer it; a window that still
// lives holds its own and is passed over. GUI thread only.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QStringList>

#include <memory>
#include <vector>

#include "core/io/session.h"

namespace lapidary::ui {

class Document;

/// What one copy holds: schema "lapidary/autosave/1".
struct AutosaveCopy {
    Session session;
    QString path;   ///< of the session's file; empty = never saved
    int edits = 0;  ///< undo steps away from the file
};
/// All that is on the desk: runs that have not ended too, with what they have found so far; their cause is `none`.
AutosaveCopy copyOf(Document& document);
/// Puts a copy on the desk: not saved, from the start.
void adopt(Document& document, AutosaveCopy copy);
Json toJson(const AutosaveCopy& copy);
Result<AutosaveCopy> autosaveFromJson(const Json& json, std::string_view file);

QString lockPathOf(const QString& folder);
QString copyPath(const QString& folder, int number);

struct Leftover {
    QString folder;
    std::shared_ptr<QLockFile> lock;
    AutosaveCopy copy;
    QDateTime writtenAt;
    QDateTime savedAt;         ///< of the file; invalid = never saved, or gone
    QString onlyHere;          ///< "9 edits; run 4 at 55.0 M"; empty = the file has it all
    QList<QDateTime> olderAt;  ///< of the older copies

    /// File name without its ending, or "Untitled".
    QString title() const;
};

/// Newest first. Folders without a readable copy are cleared away.
std::vector<Leftover> findLeftovers(const QString& root);
/// Removes its copies for good.
void discard(Leftover& leftover);

}  // namespace lapidary::ui
