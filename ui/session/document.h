// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The document on the desk: inputs, runs and the mapping shown, with an undo step for every edit of the inputs. Results
// and what is looked at are no edits: they are kept in the file but not undone. Everything here is a value behind
// signals; work on other threads is done by ui/jobs, which reports back through beginRun, updateRun and finishRun.
// GUI thread only.
#pragma once

#include <QObject>
#include <QUndoStack>

#include <vector>

#include "core/io/session.h"
#include "ui/session/run.h"
#include "ui/session/selection.h"

namespace lapidary::ui {

/// The mapping on show with the world it belongs to.
struct Exhibit {
    SetupPtr setup;
    SessionInputs inputs;
    Mapping mapping;
    Cost cost;
    QString origin;  ///< "Run 2, best", "trivial mapping", a file's name
};

class Document final : public QObject {
    Q_OBJECT
public:
    explicit Document(SessionInputs inputs, QObject* parent = nullptr);

    const SessionInputs& inputs() const { return m_session.inputs; }
    /// The inputs made ready, or the last ones that could be; null if there never were any.
    const SetupPtr& setup() const { return m_setup; }
    /// Why the present inputs cannot be used; empty if they can.
    const Diagnostics& problems() const { return m_problems; }
    QUndoStack& undoStack() { return m_undo; }
    Selection& selection() { return m_selection; }

    // Edits: one undo step each; edits of the same field in a row merge.
    void setWorkload(const Workload& workload, const std::string& key);
    void setArchitecture(const Architecture& architecture, const std::string& key);
    void setFactorization(Factorization factorization);
    void setSearch(const SearchOptions& options, const QString& what);
    /// Any other edit, named `text` in the undo list; edits in a row with the same mergeId become one.
    void edit(SessionInputs next, const QString& text, int mergeId = -1);
    /// A merge id that nobody else has: one stretch of typing, one drag of a slider.
    static int freshMergeId();

    // Runs, as ui/jobs reports them.
    const std::vector<RunPtr>& runs() const { return m_runs; }
    RunPtr currentRun() const { return m_runs.empty() ? nullptr : m_runs.back(); }
    /// Requires problems().empty(). The new run's best mapping is followed from now on.
    RunPtr beginRun();
    void updateRun(const SearchSnapshot& snapshot);
    void finishRun(const SearchResult& result);
    /// Takes back a run that never started.
    void dropRun();

    // The mapping shown.
    const ShownMapping& shown() const { return m_session.shown; }
    const std::optional<Exhibit>& exhibit() const { return m_exhibit; }
    void show(const ShownMapping& shown, const QString& origin = {});

    // The file.
    const QString& path() const { return m_path; }
    /// File name without its ending, "Untitled" if there is none.
    QString title() const;
    bool modified() const { return m_resultsChanged || !m_undo.isClean(); }
    Session session() const;
    void adopt(Session session, const QString& path);
    Diagnostics save(const QString& path);
    void setPerspective(const QString& key) { m_session.perspective = key.toStdString(); }

signals:
    void inputsChanged();
    void runsChanged();   ///< a run came, ended or went
    void runUpdated();    ///< the current run has a new snapshot
    void shownChanged();  ///< another mapping or another cost
    void fileChanged();   ///< path or modified state

private:
    friend class ChangeInputs;
    void apply(const SessionInputs& inputs, const ShownMapping& shown);
    void refreshSetup();
    void refreshExhibit();

    Session m_session;  ///< its runs stay empty; they live in m_runs
    std::vector<RunPtr> m_runs;
    SetupPtr m_setup;
    Diagnostics m_problems;
    std::optional<Exhibit> m_exhibit;
    QString m_origin;
    QString m_path;
    bool m_resultsChanged = false;
    QUndoStack m_undo;
    Selection m_selection;
};

}  // namespace lapidary::ui
