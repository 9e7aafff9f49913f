// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keeps a copy of unsaved work beside the user's files, so that a session killed at any moment loses no more than the last
// interval: inputs, finished runs and what running ones have found so far. Each window writes into a folder of its own
// below `root`, held by a lock as long as it lives; the last three copies stay, a copy is replaced whole or not at all,
// and all go when nothing is unsaved any more. What a dead window left is found by ui/session/recovery.h. Copies are made
// in the GUI thread and written in another. GUI thread only.
#pragma once

#include <QLockFile>
#include <QString>
#include <QTimer>

#include <chrono>
#include <memory>

#include "ui/jobs/background_write.h"

namespace lapidary::ui {

class Document;

/// Longest time between a change and the copy that holds it.
inline constexpr std::chrono::seconds kLongestAutosave{30};
inline constexpr std::chrono::seconds kUsualAutosave{15};
inline constexpr int kAutosavesKept = 3;

/// Where the windows of this user keep their copies.
QString autosaveRoot();
/// Whether a window of this process writes into the folder.
bool isOwnAutosave(const QString& folder);

class Autosave final : public QObject {
    Q_OBJECT
public:
    Autosave(Document& document, const QString& root, QObject* parent = nullptr);
    ~Autosave() override;

    /// Empty if the folder could not be made: then nothing is kept, and failed() said so.
    const QString& folder() const { return m_folder; }
    void setInterval(std::chrono::milliseconds interval);
    /// Writes what is unsaved at once and waits for it.
    void writeNow();
    /// The window closes in good order: nothing of it is to be offered again.
    void retire();

signals:
    void written();
    void failed(const lapidary::Diagnostics& problems);

private:
    void touch();
    void write();
    void forget();

    Document& m_document;
    QString m_folder;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;  ///< runs from the first change after a copy
    BackgroundWrite m_writer;
    std::chrono::milliseconds m_interval{kUsualAutosave};
    int m_number = 0;
    bool m_pending = false;
    bool m_retired = false;
};

}  // namespace lapidary::ui
