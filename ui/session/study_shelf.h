// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The studies of a window: those that come along and those opened from files, each with what it has found. Results are kept
// in a folder as the command line keeps them, NAME.results.json, so that they outlive the window and either can go on with
// what the other began; they are no part of the session. Studies are read when first asked for. GUI thread only.
#pragma once

#include <QObject>

#include <memory>
#include <vector>

#include "core/explore/study.h"
#include "core/io/study_file.h"

namespace lapidary::ui {

struct ShelvedStudy {
    QString key;                             ///< a preset's, or a file
    std::shared_ptr<const StudyFile> study;  ///< null = it cannot be read
    Diagnostics problems;                    ///< why it cannot be read or run
    std::size_t points = 0;
    StudyOutcomes outcomes{};
    QString resultsFile{};  ///< empty = results last as long as the window
    Diagnostics refused{};  ///< why the results in that file are not these
    std::size_t done() const;
    bool whole() const { return points > 0 && done() == points; }
    /// "Sunstone (ISPASS 2023), Fig. 7"
    QString name() const;
};

/// Where the program keeps results of studies.
QString studyFolder();

class StudyShelf final : public QObject {
    Q_OBJECT
public:
    /// `folder` may not exist yet; empty = results are kept nowhere.
    explicit StudyShelf(QString folder, QObject* parent = nullptr);

    /// Reads studies and kept results, if that wasn't done.
    void load();
    const std::vector<ShelvedStudy>& all() const { return m_all; }
    /// -1 = none.
    int current() const { return m_current; }
    /// Null = none.
    const ShelvedStudy* chosen() const;
    void choose(int index);
    /// A preset's key, or a file, which is added. Also what cannot be read gets its place, with the reason.
    int open(const QString& keyOrFile);
    void setOutcomes(int index, StudyOutcomes outcomes);

signals:
    void listChanged();
    void currentChanged();
    void outcomesChanged(int index);

private:
    ShelvedStudy read(const QString& keyOrFile) const;
    void readResults(ShelvedStudy& shelved) const;

    QString m_folder;
    std::vector<ShelvedStudy> m_all;
    int m_current = -1;
    bool m_loaded = false;
};

}  // namespace lapidary::ui
