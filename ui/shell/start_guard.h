// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Notices starts that end before the window is up: each start leaves a mark, held by its process, that goes when the start
// has succeeded. Two marks of dead processes mean that something the program reads at start breaks it; the next start
// then leaves settings, layouts and old sessions alone (safe mode). Used by one thread.
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace lapidary::ui {

inline constexpr int kFailedStartsAllowed = 2;

class StartGuard {
public:
    /// Begins a start. `folder` is where the marks lie.
    explicit StartGuard(const QString& folder);

    bool safeModeAdvised() const { return m_failed >= kFailedStartsAllowed; }
    /// The window is up, or was closed in good order: the row of failures ends.
    void succeeded();

private:
    void clearMarks();

    QString m_folder;
    std::unique_ptr<QLockFile> m_mark;
    int m_failed = 0;
};

/// Where the program keeps its marks.
QString startMarks();

}  // namespace lapidary::ui
