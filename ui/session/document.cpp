// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/document.h"

#include <QFileInfo>

#include "core/io/native.h"
#include "ui/session/commands.h"

namespace lapidary::ui {

namespace {
/// Ids of edits that merge with the one before.
enum MergeId { kNoMerge = -1, kSearchEdit = 100 };
}  // namespace

Document::Document(SessionInputs inputs, QObject* parent) : QObject(parent) {
    m_session.inputs = std::move(inputs);
    refreshSetup();
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::fileChanged);
}

void Document::edit(SessionInputs next, const QString& text, int mergeId) {
    ShownMapping shown = m_session.shown;
    const bool otherTarget = next.workload != inputs().workload || next.architecture != inputs().architecture;
    if (shown.own && otherTarget) shown = {};  // a nest of its own belongs to the inputs it was made for
    m_undo.push(new ChangeInputs(*this, std::move(next), std::move(shown), text, mergeId));
}

int Document::freshMergeId() {
    static int last = kSearchEdit;
    return ++last;
}

void Document::setWorkload(const Workload& workload, const std::string& key) {
    if (workload == inputs().workload && key == inputs().workloadKey) return;
    SessionInputs next = inputs();
    next.workload = workload;
    next.workloadKey = key;
    edit(std::move(next), tr("Workload %1").arg(QString::fromStdString(key.empty() ? workload.name() : key)));
}

void Document::setArchitecture(const Architecture& architecture, const std::string& key) {
    if (architecture == inputs().architecture && key == inputs().architectureKey) return;
    SessionInputs next = inputs();
    next.architecture = architecture;
    next.architectureKey = key;
    next.mapspace.constraints = architecture.spec().constraints;
    edit(std::move(next), tr("Design %1").arg(QString::fromStdString(architecture.name())));
}

void Document::setFactorization(Factorization factorization) {
    if (factorization == inputs().mapspace.factorization) return;
    SessionInputs next = inputs();
    next.mapspace.factorization = factorization;
    const std::string_view label = entryOf(factorization).label;
    edit(std::move(next), tr("Mapspace %1").arg(QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size()))));
}

void Document::setSearch(const SearchOptions& options, const QString& what) {
    SessionInputs next = inputs();
    next.search = options;
    const bool sameField = m_undo.index() > 0 && m_undo.text(m_undo.index() - 1) == what;
    edit(std::move(next), what, sameField ? kSearchEdit : kNoMerge);
}

void Document::apply(const SessionInputs& inputs, const ShownMapping& shown) {
    m_session.inputs = inputs;
    refreshSetup();
    emit inputsChanged();
    if (shown == m_session.shown) return;
    m_session.shown = shown;
    refreshExhibit();
}

void Document::refreshSetup() {
    auto setup = makeSetup(m_session.inputs);
    m_problems = setup ? Diagnostics{} : setup.diagnostics();
    if (setup) m_setup = std::move(setup).value();
}

RunPtr Document::beginRun() {
    auto run = std::make_shared<Run>();
    run->number = m_runs.empty() ? 1 : m_runs.back()->number + 1;
    run->inputs = inputs();
    run->setup = m_setup;
    m_runs.push_back(run);
    m_session.shown = {.run = static_cast<int>(m_runs.size()) - 1, .rank = 0, .own = {}};
    m_resultsChanged = true;
    emit runsChanged();
    emit fileChanged();
    refreshExhibit();
    return run;
}

void Document::dropRun() {
    if (m_runs.empty()) return;
    m_runs.pop_back();
    m_session.shown = {};
    emit runsChanged();
    refreshExhibit();
}

void Document::updateRun(const SearchSnapshot& snapshot) {
    const RunPtr run = currentRun();
    if (!run || run->finished()) return;
    const bool newBest = snapshot.best.has_value() != run->live.best.has_value() ||
                         (snapshot.best && snapshot.best->mapping != run->live.best->mapping);
    run->live = snapshot;
    emit runUpdated();
    const ShownMapping& shown = m_session.shown;
    if (newBest && shown.run == static_cast<int>(m_runs.size()) - 1) refreshExhibit();
}

void Document::finishRun(const SearchResult& result) {
    const RunPtr run = currentRun();
    if (!run) return;
    run->result = result;
    run->live = snapshotOf(result);
    m_resultsChanged = true;
    emit runUpdated();
    emit runsChanged();
    emit fileChanged();
    if (m_session.shown.run == static_cast<int>(m_runs.size()) - 1) refreshExhibit();
}

void Document::show(const ShownMapping& shown, const QString& origin) {
    m_session.shown = shown;
    m_origin = origin;
    m_selection.clear();
    refreshExhibit();
}

void Document::refreshExhibit() {
    const ShownMapping& shown = m_session.shown;
    m_exhibit.reset();
    if (shown.own && m_setup) {
        m_exhibit = Exhibit{m_setup, inputs(), *shown.own, m_setup->evaluator.evaluate(*shown.own),
                            m_origin.isEmpty() ? tr("own mapping") : m_origin};
    } else if (shown.run >= 0 && shown.run < static_cast<int>(m_runs.size())) {
        const Run& run = *m_runs[static_cast<std::size_t>(shown.run)];
        const auto rank = static_cast<std::size_t>(shown.rank);
        const Candidate* candidate = rank < run.live.top.size()               ? &run.live.top[rank]
                                     : rank == 0 && run.live.best.has_value() ? &*run.live.best
                                                                              : nullptr;
        if (candidate)
            m_exhibit = Exhibit{
                run.setup, run.inputs, candidate->mapping, run.setup->evaluator.evaluate(candidate->mapping),
                rank == 0 ? tr("Run %1, best").arg(run.number) : tr("Run %1, number %2").arg(run.number).arg(rank + 1)};
    }
    emit shownChanged();
}

QString Document::title() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).completeBaseName(); }

Session Document::session() const {
    Session session = m_session;
    for (const RunPtr& run : m_runs)
        if (run->finished()) session.runs.push_back({run->inputs, *run->result});
    if (session.shown.run >= static_cast<int>(session.runs.size())) session.shown = {};
    return session;
}

void Document::adopt(Session session, const QString& path) {
    m_runs.clear();
    for (const SessionRun& kept : session.runs) {
        auto setup = makeSetup(kept.inputs);
        if (!setup) continue;
        auto run = std::make_shared<Run>();
        run->number = static_cast<int>(m_runs.size()) + 1;
        run->inputs = kept.inputs;
        run->setup = std::move(setup).value();
        run->live = snapshotOf(kept.result);
        run->result = kept.result;
        m_runs.push_back(std::move(run));
    }
    session.runs.clear();
    m_session = std::move(session);
    m_path = path;
    m_resultsChanged = false;
    m_undo.clear();
    m_selection.clear();
    refreshSetup();
    emit inputsChanged();
    emit runsChanged();
    emit runUpdated();
    emit fileChanged();
    refreshExhibit();
}

Diagnostics Document::save(const QString& path) {
    Diagnostics problems = writeTextFile(path.toStdString(), toJson(session()).dump() + "\n");
    if (hasErrors(problems)) return problems;
    m_path = path;
    m_resultsChanged = false;
    m_undo.setClean();
    emit fileChanged();
    return problems;
}

}  // namespace lapidary::ui
