// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The document on the desk: inputs, runs and the mapping shown, with an undo step for every edit of the inputs. Results
// and what is looked at are no edits: they are kept in the file but not undone; only removing and naming a run can be.
// Everything here is a value behind signals; work on other threads is done by ui/jobs, which reports back through
// beginRun, updateRun and finishRun.
// GUI thread only.
#pragma once

#include <QObject>
#include <QUndoStack>

#include <array>
#include <vector>

#include "core/explore/sweep_check.h"
#include "core/io/session.h"
#include "ui/session/run.h"
#include "ui/session/selection.h"
#include "ui/session/sweep_run.h"

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
    /// The mapping on show becomes this one, on `next`, in one undo step; `origin` tells where it is from.
    void editMapping(SessionInputs next, Mapping mapping, const QString& origin, const QString& text, int mergeId = -1);
    /// A merge id that nobody else has: one stretch of typing, one drag of a slider.
    static int freshMergeId();

    // Runs, as ui/jobs reports them.
    const std::vector<RunPtr>& runs() const { return m_runs; }
    /// The live run, else the one that ended last; null if none has begun.
    RunPtr currentRun() const { return m_current; }
    RunPtr liveRun() const { return m_current && m_current->ongoing() ? m_current : nullptr; }
    /// The first that waits; null if none does.
    RunPtr nextQueued() const;
    int queuedRuns() const;
    int indexOf(const RunPtr& run) const;
    /// Puts a run at the end of the queue. Errors say why the inputs cannot be used.
    Result<RunPtr> enqueueRun(const SessionInputs& inputs);
    /// Requires a queued run and no live one. Its best mapping is followed from now on.
    void startRun(const RunPtr& run);
    /// Requires problems().empty(): queues the present inputs and starts at once.
    RunPtr beginRun();
    void updateRun(const SearchSnapshot& snapshot);
    void finishRun(const SearchResult& result);
    /// Takes back the live run.
    void dropRun();

    // What a person does with runs. Removing and naming are undo steps.
    /// Requires a run that is not live.
    void removeRun(int index);
    void renameRun(int index, const QString& name);
    void setRunHidden(int index, bool hidden);

    // The sweep: what it is asked is edited like the inputs; what comes of it is a result.
    const SweepFile& sweepPlan() const { return *m_plan; }
    /// The plan with the design and the workload of the inputs.
    SweepFile sweepAsked() const;
    /// Why the sweep cannot run; empty if it can.
    const std::vector<SweepProblem>& sweepProblems() const { return m_sweepProblems; }
    void editSweep(SweepFile plan, const QString& text, int mergeId = -1);
    /// Takes over a sweep with its design, in one undo step.
    void openSweep(SweepFile file, const QString& text);
    const SweepRunPtr& sweep() const { return m_sweep; }
    /// Points of the sweep on the desk that the one asked now need not search again.
    SweepPoints knownPoints() const;
    /// Requires sweepProblems().empty().
    SweepRunPtr beginSweep(int threads);
    void updateSweep(const SweepSnapshot& snapshot);
    void finishSweep(const SweepResult& result);
    /// Keeps what is settled of a sweep that was abandoned.
    void abandonSweep();

    // The last tuning of the fabric model.
    const std::shared_ptr<const SessionTuning>& tuning() const { return m_session.tuning; }
    /// Null: none any more.
    void setTuning(std::shared_ptr<const SessionTuning> tuning);

    // What FLASH found last, whatever the inputs are now: a result, kept in the file. Null = nothing.
    const std::shared_ptr<const FlashAnswer>& flash() const { return m_session.flash; }
    void setFlash(std::shared_ptr<const FlashAnswer> answer);

    // The mapping shown.
    const ShownMapping& shown() const { return m_session.shown; }
    const std::optional<Exhibit>& exhibit() const { return m_exhibit; }
    void show(const ShownMapping& shown, const QString& origin = {});

    // Two mappings to compare. A pin of a run's best follows the run while it goes on.
    /// `chosen` = false: what a comparison begins with, which is no change of the session.
    void pin(Side side, PinnedMapping pin, bool chosen = true);
    void unpin(Side side);
    const std::optional<PinnedMapping>& pinned(Side side) const { return m_session.pins[indexOf(side)]; }
    /// What is pinned there with the world it belongs to; none if nothing is, or its run has found none yet.
    const std::optional<Exhibit>& compared(Side side) const { return m_compared[indexOf(side)]; }
    /// The mapping shown, as something to pin; empty place if there is none.
    PinnedMapping shownToPin() const;

    // The file.
    const QString& path() const { return m_path; }
    /// File name without its ending, "Untitled" if there is none.
    QString title() const;
    /// Nothing was opened, edited or run yet: what stands there is only where a session would begin.
    bool untouched() const { return m_path.isEmpty() && m_runs.empty() && !modified(); }
    bool modified() const { return m_resultsChanged || !m_undo.isClean(); }
    Session session() const;
    void adopt(Session session, const QString& path);
    Diagnostics save(const QString& path);
    void setPerspective(const QString& key) { m_session.perspective = key.toStdString(); }

signals:
    void inputsChanged();
    void runsChanged();       ///< a run came, began, ended, went, or has another name or is shown or not
    void runUpdated();        ///< the current run has a new snapshot
    void sweepPlanChanged();  ///< or its problems
    void sweepChanged();      ///< a sweep came, ended or went
    void sweepUpdated();      ///< the sweep has a new snapshot
    void tuningChanged();     ///< another tuning, or more of it
    void shownChanged();      ///< another mapping or another cost
    void pinsChanged();       ///< another mapping or another cost on a side to compare
    void fileChanged();       ///< path or modified state

private:
    friend class ChangeInputs;
    friend class RemoveRun;
    friend class RenameRun;
    friend class ChangePlan;
    using PlanPtr = std::shared_ptr<const SweepFile>;
    void apply(const SessionInputs& inputs, const ShownMapping& shown, const QString& origin);
    void applyPlan(const PlanPtr& plan);
    void refreshSetup();
    void refreshPlan();
    void settleSweep(SearchState state);
    void refreshExhibit();
    void noteRuns();
    void stampRuns();
    void noteDifferences();
    void insertRun(int index, const RunPtr& run);
    void takeRun(int index);
    void followShown();
    const Candidate* candidateOf(const ShownMapping& shown) const;
    RunPtr restored(const SessionRun& kept) const;
    void refreshPin(Side side);
    void refreshPinsOf(int run);
    static std::size_t indexOf(Side side) { return side == Side::a ? 0 : 1; }
    std::optional<Exhibit> exhibitOf(const ShownMapping& place) const;

    Session m_session;  ///< its runs and sweep stay empty; they live in m_runs, m_plan and m_sweep
    PlanPtr m_plan;
    SweepRunPtr m_sweep;
    std::vector<SweepProblem> m_sweepProblems;
    std::vector<RunPtr> m_runs;
    RunPtr m_current;
    int m_lastNumber = 0;
    SetupPtr m_setup;
    Diagnostics m_problems;
    std::optional<Exhibit> m_exhibit;
    std::array<std::optional<Exhibit>, 2> m_compared;  ///< by Side
    QString m_origin;
    QString m_path;
    bool m_resultsChanged = false;
    QUndoStack m_undo;
    Selection m_selection;
};

}  // namespace lapidary::ui
